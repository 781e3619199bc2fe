package main

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"armshell/internal/confine"
	"armshell/internal/parse"
)

// programs is the directory in which the tests' armshell and provision stand: the
// real programs, since the seal is found beside the running file.
var programs string

func TestMain(m *testing.M) {
	os.Exit(withPrograms(m))
}

func withPrograms(m *testing.M) int {
	dir, err := os.MkdirTemp("", "armshell-test-")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	programs = dir
	build := exec.Command("go", "build", "-o", dir, "armshell/cmd/armshell", "armshell/cmd/provision")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		panic(string(out))
	}
	return m.Run()
}

func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Files:               scripts(t),
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup: func(env *testscript.Env) error {
			env.Setenv("PATH", filepath.Join(env.WorkDir, "tools")+":"+programs+":"+env.Getenv("PATH"))
			env.Setenv("LC_ALL", "C.UTF-8")
			env.Setenv("CARRIED", ": ${x?}; T=tea\n$T issues") // a text of two lines
			return writeOddFiles(env.WorkDir)
		},
		Condition: func(name string) (bool, error) { // [fence]: all that the tests try of one
			return name == "fence" && confine.ABI() >= 6, nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"exits": exits},
	})
}

// writeOddFiles writes scripts that a txtar archive cannot hold.
func writeOddFiles(dir string) error {
	big := "echo ok #" + strings.Repeat("x", parse.MaxText)
	for name, text := range map[string]string{
		"big.sh":       big[:parse.MaxText+1],
		"bigok.sh":     big[:parse.MaxText],
		"nul.sh":       "te\x00a issues list\n",
		"utf8-data.sh": "tea issues '\xff'\n",
		"utf8-name.sh": "t\xffea issues list\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			return err
		}
	}
	return nil
}

func scripts(t *testing.T) []string {
	files, err := filepath.Glob("../../testdata/script/armshell_*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal("no scripts", err)
	}
	return files
}

// exits N PROGRAM ARG… runs a program that must end with that status, or with any:
// testscript itself tells only success from failure.
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits status program [arg…]")
	}
	want, err := strconv.Atoi(args[0])
	if args[0] != "any" {
		ts.Check(err)
	}
	got := 0
	var failed *exec.ExitError
	if err := ts.Exec(args[1], args[2:]...); errors.As(err, &failed) {
		got = failed.ExitCode()
	} else if err != nil {
		ts.Fatalf("%v", err)
	}
	if got != want && args[0] != "any" {
		ts.Fatalf("status %d, want %d", got, want)
	}
}
