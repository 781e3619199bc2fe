package confine

import (
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

const probeEnv = "CONFINE_TEST_PROBE"

func init() {
	tryProbes = func() {
		if text, ok := os.LookupEnv(probeEnv); ok {
			probeAll(text)
		}
	}
}

// A probe is what a fenced process tries.
type probe struct {
	Op   string // see try; or fence, to raise it again, or another fence
	Args []string
}

// A trial is a fence and what is tried in it.
type trial struct {
	Fence  Fence
	Probes []probe
}

// answers has a subprocess raise the fence and try, and returns an answer a probe:
// "ok", "ran" with what a program said, or the name of an errno.
func (tr trial) answers(t *testing.T, dir string) []string {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(tr)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(self)
	cmd.Dir, cmd.Env = dir, []string{probeEnv + "=" + string(text)}
	got := run(t, cmd)
	var answers []string
	if err := json.Unmarshal([]byte(got.Stdout), &answers); err != nil || len(answers) != len(tr.Probes) {
		t.Fatalf("%v: %+v", err, got)
	}
	return answers
}

func probeAll(text string) {
	var tr trial
	if err := json.Unmarshal([]byte(text), &tr); err != nil {
		panic(err)
	}
	runtime.LockOSThread()
	if err := tr.Fence.close(); err != nil {
		panic(err)
	}
	answers := []string{}
	for _, p := range tr.Probes {
		if p.Op == "fence" {
			answers = append(answers, name(tr.Fence.close()))
			continue
		}
		if p.Op == "another fence" {
			tr.Fence.Marker = ""
			answers = append(answers, name(tr.Fence.close()))
			continue
		}
		answers = append(answers, p.try())
	}
	if err := json.NewEncoder(os.Stdout).Encode(answers); err != nil {
		panic(err)
	}
	os.Exit(0)
}

func (p probe) try() string {
	switch p.Op {
	case "exec":
		return tryExec(p.Args, nil)
	case "memfd":
		return tryMemfd(p.Args[0])
	case "stdin":
		return tryExec(p.Args[1:], strings.NewReader("echo "+said+"\n"))
	case "read":
		return tryOpen(p.Args[0], unix.O_RDONLY)
	case "write":
		return tryOpen(p.Args[0], unix.O_WRONLY)
	case "create":
		return tryOpen(p.Args[0], unix.O_WRONLY|unix.O_CREAT)
	case "rename":
		return name(unix.Rename(p.Args[0], p.Args[0]+".moved"))
	case "remove":
		return name(unix.Unlink(p.Args[0]))
	case "link":
		return name(unix.Link(p.Args[0], p.Args[1]))
	case "truncate":
		return name(unix.Truncate(p.Args[0], 0))
	case "mkdir":
		return name(unix.Mkdir(p.Args[0], 0o700))
	case "connect":
		return tryConnect("tcp", p.Args[0])
	case "abstract":
		return tryConnect("unix", p.Args[0])
	case "signal":
		return trySignal(p.Args[0])
	}
	panic(p.Op)
}

// name returns the name of an errno.
func name(err error) string {
	var errno syscall.Errno
	switch {
	case err == nil:
		return "ok"
	case errors.As(err, &errno):
		return unix.ErrnoName(errno)
	}
	return err.Error()
}

func tryOpen(path string, flags int) string {
	fd, err := unix.Open(path, flags|unix.O_CLOEXEC|unix.O_NONBLOCK, 0o600)
	if err == nil {
		unix.Close(fd)
	}
	return name(err)
}

// said is what a program says that ran.
const said = "ran"

func tryExec(argv []string, stdin *strings.Reader) string {
	cmd := &exec.Cmd{Path: argv[0], Args: argv, Env: []string{"PATH=/usr/bin:/bin"}}
	if stdin != nil {
		cmd.Stdin = stdin
	}
	out, err := cmd.Output()
	var exit *exec.ExitError
	switch {
	case strings.TrimSpace(string(out)) == said:
		return said
	case errors.As(err, &exit):
		return fmt.Sprint("status ", exit.ExitCode())
	}
	return name(err)
}

// tryMemfd executes an anonymous file that holds what another does.
func tryMemfd(from string) string {
	text, err := os.ReadFile(from)
	if err != nil {
		return name(err)
	}
	fd, err := unix.MemfdCreate("probe", 0)
	if err != nil {
		return name(err)
	}
	if _, err := unix.Write(fd, text); err != nil {
		return name(err)
	}
	return tryExec([]string{path(fd), said}, nil) // inherited
}

func tryConnect(network, address string) string {
	c, err := net.DialTimeout(network, address, time.Second)
	if err == nil {
		c.Close()
	}
	return name(err)
}

func trySignal(whom string) string {
	if whom == "parent" {
		return name(unix.Kill(os.Getppid(), 0))
	}
	child := exec.Command(bash, "-c", "read x")
	hold, err := child.StdinPipe()
	if err != nil {
		return err.Error()
	}
	defer hold.Close()
	if err := child.Start(); err != nil {
		return name(err)
	}
	answer := name(unix.Kill(child.Process.Pid, unix.SIGTERM))
	_ = child.Wait()
	return answer
}

// A ground is a directory with a tool, a foreign program, and files that a fence must
// keep.
type ground struct{ dir string }

func (g ground) path(name string) string { return filepath.Join(g.dir, name) }

func newGround(t *testing.T) ground {
	t.Helper()
	g := ground{t.TempDir()}
	for _, dir := range []string{"tools", "foreign", "work", "arm"} {
		if err := os.Mkdir(g.path(dir), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	echo, err := os.ReadFile("/bin/echo")
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"tools/own": string(echo), "foreign/prog": string(echo), "tools/other": string(echo),
		"foreign/interp": "#!" + bash + "\necho " + said + "\n", "arm/.seal": "# no program\n",
		"work/script": "#!" + g.path("foreign/prog") + " " + said + "\n", "work/file": "text\n",
		"work/plain": "#!" + bash + "\necho " + said + "\n",
	} {
		if err := os.WriteFile(g.path(name), []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	copyOf(t, loader(t), g.path("tools/ld"))
	return g
}

// fence is one that grants the shell, the tool, the loader, and what is in work.
func (g ground) fence(t *testing.T) Fence {
	t.Helper()
	f := Fence{
		Read:   Span{Roots: []string{"/"}, Except: []string{g.path("foreign"), "/usr/bin", "/usr/sbin"}},
		Write:  Span{Roots: []string{"/"}, Except: []string{g.path("foreign"), g.path("tools"), g.path("arm"), "/usr"}},
		Marker: g.path("arm/.seal"),
	}
	for _, path := range []string{bash, loader(t), g.path("tools/own"), g.path("tools/ld")} {
		f.Execute = append(f.Execute, found(t, path))
	}
	return f
}

func found(t *testing.T, path string) File {
	t.Helper()
	real, err := filepath.EvalSymlinks(path)
	if err != nil {
		t.Fatal(err)
	}
	file, err := Look(real)
	if err != nil {
		t.Fatal(err)
	}
	return file
}

// loader returns the file that starts dynamic programs.
func loader(t *testing.T) string {
	t.Helper()
	for _, pattern := range []string{"/lib64/ld-linux-*.so*", "/lib/ld-linux*.so*", "/lib/ld-musl-*.so*"} {
		if files, _ := filepath.Glob(pattern); len(files) > 0 {
			real, err := filepath.EvalSymlinks(files[0])
			if err != nil {
				t.Fatal(err)
			}
			return real
		}
	}
	t.Skip("needs an ELF loader in /lib or /lib64")
	return ""
}

// needs skips the test on a kernel whose fence is older.
func needs(t *testing.T, abi int) {
	t.Helper()
	if have := ABI(); have < abi {
		t.Skipf("needs version %d of the kernel's fence, have %d", abi, have)
	}
}
