package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// realBash is the shell whose reading is the measure.
const realBash = "/bin/bash"

// A stage is a directory in which bash shows which text it took: every word of the
// tests is there as a script that prints `f WORD`, standard input prints `s`, and
// of a word taken as a command bash says on standard error that it is not found.
type stage struct{ dir string }

func newStage(t *testing.T, words []string) stage {
	t.Helper()
	version, err := exec.Command(realBash, "--version").Output()
	if err != nil {
		t.Skipf("no bash to ask: %v", err)
	}
	if !bytes.Contains(version, []byte("version 5.2.")) {
		t.Skipf("needs bash 5.2: %s", version)
	}
	s := stage{t.TempDir()}
	for _, w := range words {
		if w != "" && !strings.Contains(w, "/") {
			s.write(t, w, "echo 'f' '"+w+"'\n")
		}
	}
	return s
}

func (s stage) write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(s.dir, name), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// An outcome is what a run of bash showed.
type outcome struct {
	stdout, stderr string
	status         int
}

// run starts bash in a session of its own, so that -i and -m find no terminal.
func (s stage) run(argv []string, stdin io.Reader) (outcome, error) {
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	cmd := exec.CommandContext(ctx, realBash)
	var stdout, stderr bytes.Buffer
	cmd.Args, cmd.Dir, cmd.Stdin = argv, s.dir, stdin
	cmd.Env = []string{"PATH=/nowhere", "HOME=" + s.dir, "TERM=dumb", "HISTFILE="}
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	err := cmd.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		return outcome{}, fmt.Errorf("run %q: %w", argv, err)
	}
	return outcome{stdout.String(), stderr.String(), cmd.ProcessState.ExitCode()}, nil
}

// text returns the text that bash took, in the words of took.
func (o outcome) text() string {
	const command, file = ": command not found", ": No such file or directory"
	for line := range strings.Lines(o.stdout + "\n" + o.stderr) {
		line = strings.TrimSuffix(line, "\n")
		last := line[strings.LastIndex(strings.TrimSuffix(strings.TrimSuffix(line, command), file), ": ")+1:]
		last = strings.TrimPrefix(last, " ")
		switch {
		case line == "s", strings.HasPrefix(line, "f "):
			return line
		case strings.HasSuffix(last, command):
			return "c " + strings.TrimSuffix(last, command)
		case strings.HasSuffix(last, file) && !strings.Contains(last, "bashdb"):
			return "f " + strings.TrimSuffix(last, file)
		}
	}
	return ""
}

// took returns the text that readArgs takes, "" for a text that shows nothing.
func took(inv invocation) string {
	switch {
	case inv.source == sourceFile && inv.zero == "": // shows, as it cannot be opened
		return "f "
	case inv.noexec, inv.source == sourceCommand && inv.command == "":
		return ""
	case inv.source == sourceCommand:
		return "c " + inv.command
	case inv.source == sourceFile:
		return "f " + inv.args[inv.file]
	case inv.source == sourceStdin:
		return "s"
	case inv.source == sourceNone:
		return ""
	default:
		return "unknown"
	}
}

// check asks bash which text it takes for args, and whether what readArgs leaves
// of them, if that is less, comes to the same. Returned is what differs.
func (s stage) check(args []string) error {
	inv := readArgs(append([]string{"bash"}, args...))
	real, err := s.run(append([]string{"bash", "--noprofile", "--norc"}, args...), strings.NewReader("echo s\n"))
	if err != nil {
		return err
	}
	if want := real.text(); took(inv) != want {
		return fmt.Errorf("%q: took %q, bash %q (%d: %s)", args, took(inv), want, real.status, real.stderr)
	}
	if slices.Equal(inv.args, args) {
		return nil
	}
	stdin := "echo s\n"
	if inv.source == sourceNone {
		stdin = ""
	}
	argv, _ := inv.line()
	ours, err := s.run(argv, strings.NewReader(stdin))
	if err == nil && (ours.stdout != real.stdout || ours.status != real.status) {
		err = fmt.Errorf("%q: as %q: got %+v, want %+v", args, argv, ours, real)
	}
	return err
}

// checkAll checks some at a time: each check waits for two processes.
func (s stage) checkAll(t *testing.T, all [][]string) {
	t.Helper()
	var wg sync.WaitGroup
	slots := make(chan bool, 8)
	for _, args := range all {
		slots <- true
		wg.Go(func() {
			defer func() { <-slots }()
			if err := s.check(args); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
}

func TestReadArgsAgreesWithBash(t *testing.T) {
	var all [][]string
	for _, row := range rows(argvRows) {
		args, _ := splitRow(t, row)
		all = append(all, args)
	}
	for c := byte('!'); c <= '~'; c++ {
		all = append(all, []string{"-" + string(c), "-c", "C"})
	}
	newStage(t, slices.Concat(all...)).checkAll(t, all)
}

func TestReadArgsAgreesWithBashAtRandom(t *testing.T) {
	alphabet := strings.Fields(`-c -c -c -lc -e -eo -oe -co -o -O -oO -Oo -ooe -l -i -n -s -D +c +e +o +O +i +n -p -r +r
		-x -t -m -- - --login --norc --rcfile --posix --pretty-print --debugger --dump-strings --nosuch --version
		-norc -login pipefail pipefail nounset extglob extglob nullglob extdebug posix nosuch C C C F F a b -Z +`)
	alphabet = append(alphabet, "")
	random := rand.New(rand.NewPCG(2, 5))
	all := make([][]string, 200)
	for i := range all {
		for range 1 + random.IntN(7) {
			all[i] = append(all[i], alphabet[random.IntN(len(alphabet))])
		}
	}
	newStage(t, alphabet).checkAll(t, all)
}

func TestOptionNamesAreBashs(t *testing.T) {
	s := newStage(t, nil)
	for listing, known := range map[string][]string{"set -o": setNames, "shopt": shoptNames} {
		out, err := s.run([]string{"bash", "-c", listing}, nil)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(out.stdout) {
			if name := strings.Fields(line)[0]; !slices.Contains(known, name) {
				t.Errorf("%s has %s, which readArgs would leave to bash to refuse", listing, name)
			}
		}
	}
}
