package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"armshell/internal/confine"
	"armshell/internal/policy"
)

// unguardedEnv has the test program run a line with the fence and without the guard.
const unguardedEnv = "ARMSHELL_TEST_UNGUARDED"

func init() {
	text, ok := os.LookupEnv(unguardedEnv)
	if !ok {
		return
	}
	var image confine.Image
	if err := json.Unmarshal([]byte(text), &image); err != nil {
		panic(err)
	}
	fmt.Fprintln(os.Stderr, "unguarded:", confine.Exec(image))
	os.Exit(statusUndecided)
}

// An evasion is a case of the corpus of lines that must not run.
type evasion struct {
	ID, Arm, Command string
	Reached          []string
	Fixture          map[string]string
	NoRun            bool
}

// commonForeign are programs that lines reach without the corpus saying so.
const commonForeign = "awk busybox curl dash env find git gitea-axi nc node nohup perl python3 rm sed sh ssh tea timeout touch wget xargs"

// A yard is a place for lines to be let loose in: an arm, and stand-ins for foreign
// programs, of which each writes its name into a record. Their interpreter is the
// shell, so that nothing but the fence keeps them from running.
type yard struct {
	dir, record string
	image       confine.Image // without the line
	control     confine.Fence // the fence, but for the stand-ins
}

func newYard(t *testing.T, arm string, foreign []string) yard {
	t.Helper()
	tool := map[string]string{"tea": "tea", "raw-api": "curl", "gitea-axi": "gitea-axi"}[arm]
	bin, env := provisioned(t, arm, tool)
	seal, err := policy.ReadSeal(bin)
	if err != nil {
		t.Fatal(err)
	}
	p := place{arm: seal.Arm, shell: seal.ShellFile, self: filepath.Join(bin, "armshell"), bin: bin, sealed: seal.Fence}
	y := yard{dir: t.TempDir()}
	standins := filepath.Join(t.TempDir(), "standins")
	y.record = filepath.Join(y.dir, "..", "record")
	if err := os.Mkdir(standins, 0o755); err != nil {
		t.Fatal(err)
	}
	for _, name := range foreign {
		if name == seal.Arm.Tool || slices.Contains(seal.Arm.Utilities, name) {
			continue
		}
		text := "#!" + seal.ShellFile + "\necho " + name + " >>" + y.record + "\n"
		if err := os.WriteFile(filepath.Join(standins, name), []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	env[0] = "PATH=" + bin + ":" + standins + ":/usr/local/bin:/usr/bin:/bin"
	fence, err := p.fence()
	if err != nil {
		t.Fatal(err)
	}
	// Lines may do what they want, but only here: the fence is narrower than an arm's.
	fence.Write.Roots, fence.Ports = []string{filepath.Dir(y.dir), "/dev/null", "/dev/tty"}, &confine.Ports{}
	y.control = fence
	y.control.Execute = append(slices.Clone(fence.Execute), confine.File{Path: standins, Dir: true})
	fence.Read.Except = append(slices.Clone(fence.Read.Except), standins)
	y.image = confine.Image{File: seal.ShellFile, Env: env, Fence: fence}
	return y
}

// ran lets the line loose and returns what stand-ins it started.
func (y yard) ran(t *testing.T, e evasion, fence confine.Fence) string {
	t.Helper()
	work := filepath.Join(y.dir, "work")
	if err := os.RemoveAll(y.record); err != nil {
		t.Fatal(err)
	}
	empty(t, work)
	for name, text := range e.Fixture {
		if filepath.IsAbs(name) {
			continue
		}
		if err := os.MkdirAll(filepath.Dir(filepath.Join(work, name)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(work, name), []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	image := y.image
	image.Fence = fence
	image.Env = append(slices.Clone(image.Env), "HOME="+work, "PWD="+work)
	image.Args = []string{"bash", "--noprofile", "--norc", "-c", e.Command}
	y.loose(t, image, work)
	text, err := os.ReadFile(y.record)
	if err != nil {
		return ""
	}
	names := strings.Fields(string(text))
	slices.Sort(names)
	return strings.Join(slices.Compact(names), " ")
}

// loose runs an image with a bound on its time, and ends what it leaves.
func (y yard) loose(t *testing.T, image confine.Image, work string) {
	t.Helper()
	text, err := json.Marshal(image)
	if err != nil {
		t.Fatal(err)
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	cmd := exec.CommandContext(ctx, self)
	cmd.Dir, cmd.Env = work, []string{unguardedEnv + "=" + string(text)}
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	var stderr bytes.Buffer
	cmd.Stderr, cmd.WaitDelay = &stderr, time.Second
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	_ = cmd.Run()
	_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
	if strings.Contains(stderr.String(), "unguarded:") {
		t.Errorf("no fence: %s", stderr.String())
	}
}

// TestFenceAlone lets every line that must not run loose, with the fence and without
// the guard: no foreign program runs, but those of the golden file, which names the
// reason. Let loose again, where the fence has a hole for the stand-ins, most do: of
// every fourth line that is tried.
func TestFenceAlone(t *testing.T) {
	if testing.Short() {
		t.Skip("-short leaves out the lines that are let loose, a minute; scripts/test does not give it")
	}
	if have := confine.ABI(); have < 6 {
		t.Skipf("needs version 6 of the kernel's fence, so that no line signals what is outside, have %d", have)
	}
	known := fenceCannot(t)
	all := corpus[evasion](t, "deny.jsonl", "own-deny.jsonl")
	foreign := foreignOf(all)
	all = slices.DeleteFunc(all, func(e evasion) bool {
		return e.NoRun || strings.Contains(e.Command, "\x00") || e.Arm != "tea" && e.Arm != "raw-api" && e.Arm != "gitea-axi"
	})
	for part := range parts {
		t.Run(fmt.Sprint(part), func(t *testing.T) {
			t.Parallel()
			letLoose(t, all, part, foreign, known)
		})
	}
}

// parts are run at the same time: some lines only wait.
const parts = 4

// letLoose lets the lines of one part loose.
func letLoose(t *testing.T, all []evasion, part int, foreign []string, known map[string]bool) {
	yards := map[string]yard{}
	tried, would := 0, 0
	for i, e := range all {
		if i%parts != part {
			continue
		}
		y, ok := yards[e.Arm]
		if !ok {
			y = newYard(t, e.Arm, foreign)
			yards[e.Arm] = y
		}
		if got := y.ran(t, e, y.image.Fence); (got != "") != known[e.ID] {
			t.Errorf("%s: %q: started %q, listed as one that the fence cannot stop: %v", e.ID, e.Command, got, known[e.ID])
		}
		if i/parts%4 != 0 {
			continue
		}
		if tried++; y.ran(t, e, y.control) != "" {
			would++
		}
	}
	if t.Logf("%d of %d lines start stand-ins without the fence", would, tried); would < tried/3 {
		t.Error("too few lines start anything without the fence for this to prove it")
	}
}

// fenceCannot returns the cases that the fence is known not to stop.
func fenceCannot(t *testing.T) map[string]bool {
	t.Helper()
	text, err := os.ReadFile("testdata/fence-cannot.txt")
	if err != nil {
		t.Fatal(err)
	}
	known := map[string]bool{}
	for _, line := range regexp.MustCompile(`(?m)^[^#\s]\S*`).FindAllString(string(text), -1) {
		known[line] = true
	}
	return known
}

// foreignOf returns the programs that the lines reach.
func foreignOf(all []evasion) []string {
	foreign := strings.Fields(commonForeign)
	for _, e := range all {
		for _, name := range e.Reached {
			if name != "bash" && name != "" && !strings.ContainsAny(name, "/ \n\x00") {
				foreign = append(foreign, name)
			}
		}
	}
	return foreign
}

// TestNested starts a shell in a shell a hundred times: the kernel stacks sixteen fences.
// Right after the set-up each adds one, later none does.
func TestNested(t *testing.T) {
	for _, wait := range []time.Duration{0, 1200 * time.Millisecond} {
		bin, env := provisioned(t, "tea", "tea")
		dir := t.TempDir()
		script := `if [ "$1" -gt 0 ]; then armshell ./s.sh "$(expr "$1" - 1)"; else tea deep; fi` + "\n"
		if err := os.WriteFile(filepath.Join(dir, "s.sh"), []byte(script), 0o644); err != nil {
			t.Fatal(err)
		}
		time.Sleep(wait)
		got := start(t, dir, env, "", filepath.Join(bin, "armshell"), "./s.sh", "100")
		if want := (outcome{"tea deep\n", "", 0}); got != want {
			t.Errorf("after %v: got %+v", wait, got)
		}
	}
}
