package policy

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"armshell/internal/parse"
)

// A box is where bash runs texts that nobody has read: alone in namespaces for users,
// processes and networks, below a root of its own that holds bash and what it loads,
// and no other program. A text ends with its namespace, whatever it starts.
type box struct{ root string }

// newBox skips where the kernel gives none.
func newBox(t testing.TB) box {
	t.Helper()
	b := box{t.TempDir()}
	out, err := exec.Command("ldd", "/bin/bash").Output()
	if err != nil {
		t.Skip("no ldd: ", err)
	}
	files := []string{"/bin/bash"}
	for _, word := range strings.Fields(string(out)) {
		if strings.HasPrefix(word, "/") {
			files = append(files, word)
		}
	}
	for _, file := range files {
		b.copy(t, file)
	}
	for _, dir := range []string{"work", "path", "dev"} {
		if err := os.Mkdir(filepath.Join(b.root, dir), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if seen, err := b.lookUps(t, "probe x"); err != nil || len(seen) != 1 || seen[0] != "probe" {
		t.Skipf("no box here: %q %v", seen, err)
	}
	return b
}

func (b box) copy(t testing.TB, file string) {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	to := filepath.Join(b.root, file)
	if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(to, data, 0o755); err != nil {
		t.Fatal(err)
	}
}

// lookUps returns the names that bash looked up for the text.
func (b box) lookUps(t testing.TB, text string) ([]string, error) {
	t.Helper()
	log, err := os.CreateTemp(t.TempDir(), "names")
	if err != nil {
		return nil, err
	}
	defer log.Close()
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	cmd := exec.CommandContext(ctx, "/bin/bash", "--noprofile", "--norc", "-c",
		`ulimit -t 1 -v 300000 -f 2000 -u 200; enable -n kill enable suspend ulimit; eval "$1"`, "bash", text)
	cmd.Dir = "/work"
	cmd.Env = []string{"PATH=/path", "HOME=/work", "LC_ALL=C.UTF-8", "FUNCNEST=20",
		`BASH_FUNC_command_not_found_handle%%=() { builtin printf '%s\0' "$1" >&19; }`}
	cmd.ExtraFiles = make([]*os.File, 17)
	cmd.ExtraFiles[16] = log
	cmd.WaitDelay = time.Second
	cmd.SysProcAttr = &syscall.SysProcAttr{
		Chroot:      b.root,
		Cloneflags:  syscall.CLONE_NEWUSER | syscall.CLONE_NEWPID | syscall.CLONE_NEWNET | syscall.CLONE_NEWNS | syscall.CLONE_NEWIPC,
		UidMappings: []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getuid(), Size: 1}},
		GidMappings: []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getgid(), Size: 1}},
	}
	_ = cmd.Run() // the status is the text's own business
	names, err := os.ReadFile(log.Name())
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(strings.Split(string(names), "\x00"), func(s string) bool { return s == "" }), nil
}

// unforeseenIn returns the names of an allowed text that bash looked up and that
// were not extracted.
func (b box) unforeseenIn(t testing.TB, arm Arm, text string) []string {
	t.Helper()
	if !GuardCommand(arm, text).Allowed {
		return nil
	}
	commands, err := parse.ExtractCommands(text)
	if err != nil {
		t.Fatalf("allowed, and not understood: %q: %v", text, err)
	}
	names, err := b.lookUps(t, text)
	if err != nil {
		t.Fatal(err)
	}
	return slices.DeleteFunc(names, func(name string) bool {
		return slices.ContainsFunc(commands, func(c parse.Command) bool { return c.Name == name })
	})
}

// FuzzGuardOracle: of a text that the tea arm allows, bash looks up only names that
// were extracted.
func FuzzGuardOracle(f *testing.F) {
	for _, file := range []string{"allow.jsonl", "deny.jsonl", "debatable.jsonl", "own-allow.jsonl", "own-deny.jsonl", "own-doors.jsonl", "own-doors-allow.jsonl"} {
		for _, c := range readCorpus(f, file) {
			f.Add(c.Command)
		}
	}
	arm, b := shipped(f, "tea"), newBox(f)
	f.Fuzz(func(t *testing.T, text string) {
		if left := b.unforeseenIn(t, arm, text); len(left) > 0 {
			t.Errorf("bash looked %q up, which was not extracted from\n%s\n%q", left, text, text)
		}
	})
}
