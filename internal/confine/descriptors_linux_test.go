package confine

import (
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"testing"
)

// listChild prints the descriptors that a program started by the script has, and
// countShell how many the shell itself has.
const (
	listChild  = "ls -l /proc/self/fd | sed 's/.* \\([0-9]* ->\\)/\\1/; s/pipe:.*/pipe/; /fd$/d; /^total/d'\n"
	countShell = "set -- /proc/$$/fd/*; echo $#\n"
)

// inherit gives cmd open descriptors of these numbers, in ascending order.
func inherit(t *testing.T, cmd *exec.Cmd, numbers ...int) {
	t.Helper()
	cmd.ExtraFiles = make([]*os.File, 0, 300)
	null, err := os.Open(os.DevNull)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { null.Close() })
	for _, n := range numbers {
		for len(cmd.ExtraFiles) < n-3 {
			cmd.ExtraFiles = append(cmd.ExtraFiles, nil)
		}
		cmd.ExtraFiles = append(cmd.ExtraFiles, null)
	}
}

func TestDescriptorsAreTheSame(t *testing.T) {
	for _, numbers := range [][]int{nil, {3, 4}, {3, 9, 10}, {10, 11}, {10, 12, 13}, {11}, {252, 253, 254}, {254, 255}, {200, 255}} {
		s := scriptRun{text: listChild + "exec 20<" + os.DevNull + " 200<" + os.DevNull + "\n" + listChild}
		plain, ours := s.plain(t), s.ours(t)
		inherit(t, plain, numbers...)
		inherit(t, ours, numbers...)
		want := run(t, plain)
		if got := run(t, ours); got.Stdout != want.Stdout || got.Stderr != want.Stderr {
			t.Errorf("%v: %s", numbers, difference(got, want))
		}
	}
}

func TestDescriptorsOfTheShell(t *testing.T) {
	for _, noEnv := range []bool{false, true} {
		s := scriptRun{text: countShell, noEnv: noEnv}
		var plain, ours int
		for cmd, n := range map[*exec.Cmd]*int{s.plain(t): &plain, s.ours(t): &ours} {
			if _, err := fmt.Sscan(run(t, cmd).Stdout, n); err != nil {
				t.Fatal(err)
			}
		}
		if ours != plain+1 {
			t.Errorf("without $BASH_ENV %v: got %d, bash FILE has %d", noEnv, ours, plain)
		}
	}
}

// With a soft limit below its numbers bash cannot make its copies, and goes on with
// ours; a hard limit lowers the numbers.
func TestDescriptorLimits(t *testing.T) {
	for _, limit := range []string{"-Sn 1024", "-Sn 256", "-Sn 64", "-Sn 20", "-n 64", "-n 32", "-n 20"} {
		ours := scriptRun{text: "echo $0; exit 4\n"}.ours(t)
		ours.Args = []string{"bash", "-c", "ulimit " + limit + "; exec \"$0\"", ours.Path}
		ours.Path = bash
		if got := run(t, ours); got.Stdout != "script\n" || got.Stderr != "" || got.Status != 4 {
			t.Errorf("ulimit %s: got %+v", limit, got)
		}
	}
}

func TestNoDescriptorsLeft(t *testing.T) {
	ours := scriptRun{text: "echo ran\n"}.ours(t)
	numbers := make([]int, 0, 250)
	for n := 3; n < 254; n++ {
		numbers = append(numbers, n)
	}
	inherit(t, ours, numbers...)
	if got := run(t, ours); got.Status != failed || !strings.Contains(got.Stderr, "no descriptors left") || got.Stdout != "" {
		t.Errorf("got %+v", got)
	}
}

func TestStdin(t *testing.T) {
	for _, text := range []string{"", "echo a; echo $0 $*\n", "read x\nline\necho $x", "cat\nthe rest\n", strings.Repeat("# filling\n", 2000) + "exit 3"} {
		args := []string{"bash", "--norc", "-s", "a", "b"}
		plain := exec.Command(bash, args[1:]...)
		plain.Args, plain.Env, plain.Stdin = args, scriptEnv, strings.NewReader(text)
		want := run(t, plain)
		ours := become(t, Image{File: bash, Args: args, Env: scriptEnv, Stdin: []byte(text), Fence: unfenced})
		ours.Stdin = strings.NewReader("echo not this")
		if got := run(t, ours); got != want {
			t.Errorf("%.40q: %s", text, difference(got, want))
		}
	}
}

func TestStdinCannotBeWritten(t *testing.T) {
	const line = `exec 2>/dev/null; echo x >&0 || echo no; echo x >> /proc/self/fd/0 || echo no; : > /proc/self/fd/0 || echo no; cat`
	ours := become(t, Image{File: bash, Args: []string{"bash", "-c", line}, Env: scriptEnv, Stdin: []byte("text\n"), Fence: unfenced})
	if got := run(t, ours); got.Stdout != "no\nno\nno\ntext\n" {
		t.Errorf("got %+v", got)
	}
}

func TestScriptWithStdin(t *testing.T) {
	img := scriptRun{text: "cat; echo $0 $-\n"}.image()
	img.Stdin = []byte{}
	if got := run(t, become(t, img)); got.Stdout != "script hB\n" || got.Status != 0 {
		t.Errorf("got %+v", got)
	}
}

// A prologue whose guess at bash's numbers is wrong must not let bash go on.
func TestPrologueProvesItsGuess(t *testing.T) {
	fd := descriptors{script: 5, opened: 6, prologue: 7, kept: 8, lent: 9}
	text := prologue("name", "last", false, fd)
	other, err := sealed("other", []byte("echo another script ran\n"))
	if err != nil {
		t.Fatal(err)
	}
	defer syscall.Close(other)
	cmd := exec.Command(bash, "-c", text+"echo went on")
	null, err := os.Open(os.DevNull)
	if err != nil {
		t.Fatal(err)
	}
	defer null.Close()
	foreign := os.NewFile(uintptr(other), "other "+strconv.Itoa(other))
	cmd.ExtraFiles = []*os.File{null, null, null, foreign, null, foreign, null}
	got := run(t, cmd)
	if got.Status != failed || got.Stdout != "" || !strings.HasPrefix(got.Stderr, "armshell: ") {
		t.Errorf("got %+v", got)
	}
}
