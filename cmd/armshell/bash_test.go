package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// start runs a program in a fresh directory and home, with standard input from text.
func start(t *testing.T, dir string, env []string, stdin, program string, args ...string) outcome {
	t.Helper()
	return startAs(t, "bash", dir, env, stdin, program, args...)
}

// hangs is after what a program counts as one that does not end, on a busy machine too.
const hangs = 90 * time.Second

// startAs runs a program under another name.
func startAs(t *testing.T, name, dir string, env []string, stdin, program string, args ...string) outcome {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), hangs)
	defer cancel()
	cmd := exec.CommandContext(ctx, program, args...)
	cmd.Args[0] = name
	cmd.Dir, cmd.Env = dir, append(env, "HOME="+dir, "PWD="+dir)
	cmd.Stdin = strings.NewReader(stdin)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	cmd.WaitDelay = time.Second
	err := cmd.Run()
	var failed *exec.ExitError
	if err != nil && !errors.As(err, &failed) {
		t.Fatalf("%s %q: %v", program, args, err)
	}
	return outcome{stdout.String(), stderr.String(), cmd.ProcessState.ExitCode()}
}

// provisioned builds the directory of an arm whose tool is a stand-in that says
// what it was given, and returns it with the environment that its armshell makes.
func provisioned(t *testing.T, arm, tool string) (bin string, env []string) {
	t.Helper()
	tools := t.TempDir()
	stand := "#!/bin/sh\necho " + tool + " \"$@\"\n"
	if err := os.WriteFile(filepath.Join(tools, tool), []byte(stand), 0o755); err != nil {
		t.Fatal(err)
	}
	bin = filepath.Join(t.TempDir(), "bin")
	cmd := exec.Command(filepath.Join(programs, "provision"), "--arm", arm, bin)
	cmd.Env = append(os.Environ(), "PATH="+tools+":"+os.Getenv("PATH"))
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	env = []string{"PATH=" + bin + ":/usr/local/bin:/usr/bin:/bin", "SHELL=" + filepath.Join(bin, "armshell"),
		"LC_ALL=C.UTF-8", "GITEA_URL=http://127.0.0.1:1", "GITEA_TOKEN=t", "TOKEN=t"}
	return bin, env
}

// TestHonestLines: an allowed line gives the same output, messages and status as in bash.
func TestHonestLines(t *testing.T) {
	arms := map[string]string{"tea": "tea", "raw-api": "curl", "gitea-axi": "gitea-axi"}
	compared := 0
	for arm, tool := range arms {
		bin, env := provisioned(t, arm, tool)
		dir := filepath.Join(t.TempDir(), "work") // one name for both runs
		for _, c := range honest(t, arm) {
			got := start(t, empty(t, dir), env, "", filepath.Join(bin, "armshell"), "-c", c.Command)
			if got.status == statusRefused && strings.HasPrefix(got.stderr, "armshell: refused: ") {
				continue // a false refusal: policy's corpus test counts them
			}
			compared++
			want := start(t, empty(t, dir), env, "", "/bin/bash", "--noprofile", "--norc", "-c", c.Command)
			if normal(got) != normal(want) {
				t.Errorf("%s: %q\n bash %+v\n ours %+v", c.ID, c.Command, want, got)
			}
		}
	}
	if compared < 200 {
		t.Errorf("only %d lines were compared", compared)
	}
}

func empty(t *testing.T, dir string) string {
	t.Helper()
	if err := errors.Join(os.RemoveAll(dir), os.Mkdir(dir, 0o755)); err != nil {
		t.Fatal(err)
	}
	return dir
}

// normal takes out what differs between two runs of bash itself: times.
func normal(o outcome) outcome {
	for _, text := range []*string{&o.stdout, &o.stderr} {
		var lines []string
		for _, line := range strings.Split(*text, "\n") {
			name, _, timed := strings.Cut(line, "\t0m")
			if timed {
				line = name
			}
			lines = append(lines, line)
		}
		*text = strings.Join(lines, "\n")
	}
	return o
}

type corpusLine struct{ ID, Arm, Command string }

func honest(t *testing.T, arm string) []corpusLine {
	t.Helper()
	return ofArm(corpus[corpusLine](t, "allow.jsonl", "own-allow.jsonl"), arm)
}

func ofArm(lines []corpusLine, arm string) []corpusLine {
	return slices.DeleteFunc(lines, func(c corpusLine) bool { return c.Arm != arm })
}

// corpus reads the cases of the files.
func corpus[T any](t *testing.T, names ...string) []T {
	t.Helper()
	var all []T
	for _, name := range names {
		text, err := os.ReadFile(filepath.Join("../../testdata/corpus", name))
		if err != nil {
			t.Fatal(err)
		}
		for _, row := range bytes.Split(bytes.TrimSpace(text), []byte("\n")) {
			var c T
			if err := json.Unmarshal(row, &c); err != nil {
				t.Fatal(err)
			}
			all = append(all, c)
		}
	}
	return all
}

// TestOptionMatrix: every command line of a shell gives the same output and status
// as bash: which text runs, $0, the positional parameters and the flags.
func TestOptionMatrix(t *testing.T) {
	bin, env := provisioned(t, "tea", "tea")
	text, err := os.ReadFile("../../testdata/optmatrix.txt")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	body := func(source string) string { return `printf "%s|%s|%s|%s\n" ` + source + ` "$0" "$*" "$-"` }
	for name, content := range map[string]string{"script": body("f"), "rc": "#"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	words := map[string]string{"C": body("c"), "D": "echo D", "F": filepath.Join(dir, "script"), "R": filepath.Join(dir, "rc"), "''": ""}
	for _, line := range strings.Split(strings.TrimSpace(string(text)), "\n") {
		if strings.HasPrefix(line, "#") {
			continue
		}
		args := strings.Fields(line)
		for i, word := range args {
			if value, is := words[word]; is {
				args[i] = value
			}
		}
		want := start(t, dir, env, body("s")+"\n", "/bin/bash", args...)
		got := start(t, dir, env, body("s")+"\n", filepath.Join(bin, "armshell"), args...)
		if strings.HasPrefix(got.stderr, "armshell: refused: ") && strings.Contains(got.stderr, "(interactive)") && typed(line) {
			continue // shells that stay open are not judged yet
		}
		if got.stdout != want.stdout || got.status != want.status {
			t.Errorf("%s\n bash %+v\n ours %+v", line, want, got)
		}
	}
}

// typed reports whether bash would be interactive and read standard input.
func typed(line string) bool {
	return !strings.ContainsAny(line, "CF") && strings.Contains(line, "i")
}
