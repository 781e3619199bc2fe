package parse

import (
	"context"
	"encoding/hex"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
)

// stage is a PATH on which every program is a stand-in that strace records: those
// of the generator end at once, the launchers are the real ones.
type stage struct{ strace, programs, log string }

// standIns are the programs that the generator names and that are not launchers.
var standIns = []string{"n0", "n1", "n2", "n3", "n4", "n5", "n6", "n7", "n8", "x", "x0", "cat", "-n", "é", "m", "a", "b"}

// newStage makes every stand-in one that succeeds, or one that fails: so that both
// sides of a branch are taken.
func newStage(t *testing.T, strace, end string) stage {
	t.Helper()
	s := stage{strace: strace, programs: t.TempDir(), log: filepath.Join(t.TempDir(), "log")}
	links := map[string]string{}
	for _, name := range standIns {
		links[name] = end
	}
	for _, name := range []string{"sh", "env", "xargs"} {
		links[name] = name
	}
	for name, target := range links {
		found, err := exec.LookPath(target)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(found, filepath.Join(s.programs, name)); err != nil {
			t.Fatal(err)
		}
	}
	return s
}

// An execution is one call of execve, done or tried.
type execution struct {
	path string
	argv []string
}

// run returns the programs that the text starts.
func (s stage) run(t *testing.T, text string) []execution {
	t.Helper()
	dir := t.TempDir()
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	cmd := exec.CommandContext(ctx, s.strace, "-f", "--seccomp-bpf", "-qq", "-xx", "-s", "1000000", "-e", "trace=execve", "-e", "signal=none", "-o", s.log,
		"/bin/bash", "--noprofile", "--norc", "-c", text)
	cmd.Dir, cmd.Env = dir, []string{"PATH=" + s.programs, "HOME=" + dir, "LC_ALL=C.UTF-8", "FUNCNEST=20"}
	cmd.WaitDelay = time.Second
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	_ = cmd.Run() // the status is the text's own business
	if cmd.Process != nil {
		_ = cmd.Cancel()
	}
	log, err := os.ReadFile(s.log)
	if err != nil {
		t.Fatal(err)
	}
	found := executions(t, string(log))
	for i, e := range found { // exec makes ./n1 absolute
		if rest, inside := strings.CutPrefix(e.path, dir+"/./"); inside {
			found[i].path = "./" + rest
		} else if rest, inside := strings.CutPrefix(e.path, dir+"/"); inside {
			found[i].path = "./" + rest
		}
	}
	return found
}

var (
	execve = regexp.MustCompile(`(?m)^(?:\d+ +)?execve\("([^"]*)", \[([^\]]*)\]`)
	quoted = regexp.MustCompile(`"([^"]*)"`)
)

// executions reads a log in which all text is hexadecimal, without the first row,
// which is bash itself.
func executions(t *testing.T, log string) []execution {
	t.Helper()
	var found []execution
	for _, row := range execve.FindAllStringSubmatch(log, -1) {
		e := execution{path: unhex(t, row[1])}
		for _, arg := range quoted.FindAllStringSubmatch(row[2], -1) {
			e.argv = append(e.argv, unhex(t, arg[1]))
		}
		found = append(found, e)
	}
	return found[min(1, len(found)):]
}

func unhex(t *testing.T, text string) string {
	t.Helper()
	out, err := hex.DecodeString(strings.ReplaceAll(text, `\x`, ""))
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

// name is what a command that starts the program is called: a file of the stage is
// found by its name alone, all others are named by a path.
func (s stage) name(e execution) string {
	if rest, found := strings.CutPrefix(e.path, s.programs+"/"); found {
		return rest
	}
	return e.path
}

// unforeseen returns the executions that no command of the script stands for.
func (s stage) unforeseen(script *Script, found []execution) []execution {
	return slices.DeleteFunc(found, func(e execution) bool {
		return slices.ContainsFunc(script.Commands, func(c Command) bool {
			return c.Name == s.name(e) && len(e.argv) > 0 && standsFor(c.Args, e.argv[1:])
		})
	})
}

// The shapes to which TestOracle is blind, among those of the generator.
var blind = []string{
	"%L", "%L; exec %N %W", "exec %N %W; %L", "( exec -a x %N %W ); %L", "exec -c %N; %L", "if %L; then exec %N; else exec %N %W; fi",
	"f() { exec %N %W; }; ( f ); %L", "./%N %W; %L", "( exec ./%N %W ); %L", "exec > out %N %W", "exec %N < missing; %L", "{ exec %N; } | %C",
	"x=$(exec %N %W); %C", "hash %N; %N %W; %L", "hash -p ./%N m; m; %L", "hash -r; %L", "env ./%N %W; %L", "env sh -c 'exec %N'; %L",
	"eval 'exec %N'; %L", "sh -c './%N; exec %N'", "%N && exec %N %W || ./%N", "case %W in %W) exec %N;; *) ./%N %W;; esac", "trap 'exec %N' EXIT; %L",
	"coproc ./%N; %L", "exec -l %N %W", "command exec %N; %L", "builtin exec %N %W", "while %C; do ./%N; exec %N; done", "xargs ./%N <<< %W",
	"! exec %N %W", "time ./%N %W", "./%N <(%C); %L", "command ./%N; %L", "shopt -s execfail; exec ./%N; %L", "exec ./%N || %N",
}

// TestStrace asks the kernel what generated scripts execute: it is among what
// Parse extracted, or Parse refused. ARMSHELL_GENERATED sets how many.
func TestStrace(t *testing.T) {
	strace, err := exec.LookPath("strace")
	if err != nil {
		t.Skip("no strace: scripts/test installs it")
	}
	if out, err := exec.Command(strace, "-f", "--seccomp-bpf", "-qq", "-e", "trace=execve", "-o", os.DevNull, "/bin/bash", "-c", ":").CombinedOutput(); err != nil {
		t.Skipf("strace may not trace here: %v: %s", err, out)
	}
	want, seed := generated(t, 120)
	lines := stagedLines(seed, want)
	for i, end := range []string{"true", "false"} {
		t.Run(end, func(t *testing.T) {
			t.Parallel()
			on, executed := newStage(t, strace, end), 0
			for _, line := range lines[i*len(lines)/2 : (i+1)*len(lines)/2] {
				script, _ := Parse(line)
				found := on.run(t, line)
				executed += len(found)
				for _, e := range on.unforeseen(script, found) {
					t.Errorf("%q was executed with %q, which was not extracted from\n%s\n%q", on.name(e), e.argv, line, line)
				}
			}
			if executed < len(lines)/4 {
				t.Errorf("only %d programs were executed", executed)
			}
			t.Logf("%d programs were executed", executed)
		})
	}
}

// stagedLines generates scripts that are understood and can run.
func stagedLines(seed uint64, want int) []string {
	var lines []string
	understood(seed, 17, want, "XXXF", staged, func(text string) { lines = append(lines, text) })
	return lines
}

// staged reports whether the text can run here: it names programs of the stage or of
// its empty directory, no others, is no text of which Parse says that a launcher
// starts more than is known, and does not set PS4 as in askable.
func staged(s *Script) bool {
	return len(s.Commands) > 0 &&
		!slices.ContainsFunc(s.Commands, func(c Command) bool {
			return c.Opaque != nil || strings.Contains(c.Name, "/") && !strings.HasPrefix(c.Name, "./n")
		}) &&
		!slices.ContainsFunc(s.Assignments, func(a Assignment) bool { return a.Name == "PS4" })
}
