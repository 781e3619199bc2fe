package main

import (
	"errors"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

var update = flag.Bool("update", false, "write what the scripts got into their files")

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"provision": main})
}

// TestScripts runs testdata/script/provision_*.txtar with the real main. Tools and
// armshell are stand-ins from the scripts; PATH holds nothing of the machine.
func TestScripts(t *testing.T) {
	files, err := filepath.Glob("../../testdata/script/provision_*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no scripts: %v", err)
	}
	testscript.Run(t, testscript.Params{
		Files:               files,
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		UpdateScripts:       *update,
		Setup: func(env *testscript.Env) error {
			programs, _, _ := strings.Cut(env.Getenv("PATH"), string(filepath.ListSeparator))
			env.Setenv("PATH", programs+":"+env.WorkDir+"/inst:"+env.WorkDir+"/tools")
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"entries":  entries,
			"exits":    exits,
			"readlink": readlink,
		},
	})
}

// entries DIR NAME… wants these and no others in a directory: exists cannot say
// that nothing else is there.
func entries(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) == 0 {
		ts.Fatalf("usage: entries dir [name...]")
	}
	list, err := os.ReadDir(ts.MkAbs(args[0]))
	ts.Check(err)
	got := []string{}
	for _, e := range list {
		if e.Name() != ".tmp" { // testscript's own, in the work directory
			got = append(got, e.Name())
		}
	}
	want := slices.Sorted(slices.Values(args[1:]))
	if !slices.Equal(got, want) {
		ts.Fatalf("%s holds %q, want %q", args[0], got, want)
	}
}

// readlink FILE TARGET wants FILE to be a link with exactly that text.
func readlink(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: readlink file target")
	}
	got, err := os.Readlink(ts.MkAbs(args[0]))
	ts.Check(err)
	if got != args[1] {
		ts.Fatalf("%s points to %q, want %q", args[0], got, args[1])
	}
}

// exits N CMD… runs a command and wants exactly that status: exec knows only
// success and failure.
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits N command [args...]")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	var exit *exec.ExitError
	switch err := ts.Exec(args[1], args[2:]...); {
	case errors.As(err, &exit):
		got = exit.ExitCode()
	default:
		ts.Check(err)
	}
	if got != want {
		ts.Fatalf("exit status %d, want %d", got, want)
	}
}
