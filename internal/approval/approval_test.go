package approval

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"

	"armshell/internal/policy"
)

// TestPut runs a shell as the program: its status and what it prints are the answer.
func TestPut(t *testing.T) {
	q := Question{Arm: "tea", Line: "tea issues close 7", Asks: []Ask{{Surface: "bash", Value: "tea issues close 7", Pattern: "tea issues *"}}}
	for _, c := range []struct {
		script string
		want   Answer
	}{
		{"exit 0", Answer{Allowed: true}},
		{"exit 10", Answer{Allowed: true, Session: true}},
		{"exit 1", Answer{}},
		{"exit 9", Answer{}},
		{"exit 11", Answer{}},
		{"exit 126", Answer{}},
		{"kill -9 $$", Answer{}},
		{"kill -10 $$", Answer{}},
		{"echo ' not now '; exit 1", Answer{Reason: "not now"}},
		{"echo fine", Answer{Allowed: true, Reason: "fine"}},
		{`read -r line; case $line in *'"pattern":"tea issues *"'*) exit 0;; esac; exit 1`, Answer{Allowed: true}},
		{`test "$ONLY" = this && test -z "$HOME"`, Answer{Allowed: true}}, // the environment is the one that is given
		{"i=0; while [ $i -lt 9000 ]; do echo x; i=$((i+1)); done; exit 3", Answer{Reason: strings.TrimSpace(strings.Repeat("x\n", 2048))}},
	} {
		got, err := Put([]string{"/bin/sh", "-c", c.script}, []string{"ONLY=this"}, q)
		if err != nil || got != c.want {
			t.Errorf("%s: got %+v, %v, want %+v", c.script, got, err, c.want)
		}
	}
	if got, err := Put([]string{"/nowhere/ask"}, nil, q); err == nil || got.Allowed {
		t.Errorf("a program that is not there: got %+v, %v", got, err)
	}
	if (Answer{}).Allowed {
		t.Error("the zero answer allows")
	}
}

// TestKeepAtOnce: approvals that are given at the same time are all whole.
func TestKeepAtOnce(t *testing.T) {
	file := filepath.Join(t.TempDir(), "session.toml")
	var all sync.WaitGroup
	for i := range 200 {
		all.Go(func() {
			err := Keep(file, []policy.Approval{{Surface: "bash", Pattern: fmt.Sprintf("a%d *", i)}, {Surface: "path_write", Pattern: fmt.Sprintf("b%d/*", i)}})
			if err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	session, err := policy.LoadSession(file)
	if err != nil || len(session.Ruleset()) != 400 {
		t.Errorf("got %d rules, %v", len(session.Ruleset()), err)
	}
	if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("got %v, %v", info.Mode(), err)
	}
}

// TestKeepRefuses: what cannot be read afterwards is not written.
func TestKeepRefuses(t *testing.T) {
	dir := t.TempDir()
	broken := filepath.Join(dir, "broken.toml")
	if err := os.WriteFile(broken, []byte("rules = 1\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	good := []policy.Approval{{Surface: "bash", Pattern: "a *"}}
	for name, c := range map[string]struct {
		file      string
		approvals []policy.Approval
	}{
		"no file":          {"", good},
		"a directory":      {dir, good},
		"a misspelt file":  {broken, good},
		"no directory":     {filepath.Join(dir, "none", "s.toml"), good},
		"no surface":       {filepath.Join(dir, "s.toml"), []policy.Approval{{Surface: "bsh", Pattern: "a *"}}},
		"no pattern":       {filepath.Join(dir, "s.toml"), []policy.Approval{{Surface: "bash"}}},
		"no text":          {filepath.Join(dir, "s.toml"), []policy.Approval{{Surface: "bash", Pattern: "a\xff"}}},
		"one bad of many":  {filepath.Join(dir, "s.toml"), append(good, policy.Approval{Surface: "path", Pattern: " "})},
		"a device":         {"/dev/null", good},
		"a fifo of nobody": {fifo(t, dir), good},
	} {
		if err := Keep(c.file, c.approvals); err == nil {
			t.Errorf("%s: kept", name)
		}
	}
	if _, err := os.Stat(filepath.Join(dir, "s.toml")); !os.IsNotExist(err) {
		t.Error("a file was made for nothing")
	}
}

// fifo makes a fifo that nobody reads: who opens it to write would wait.
func fifo(t *testing.T, dir string) string {
	name := filepath.Join(dir, "fifo")
	if err := syscall.Mkfifo(name, 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}
