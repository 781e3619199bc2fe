package main

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"armshell"
	"armshell/internal/parse"
)

// posixShells are what an arm's sh can be, with the name that a policy gives it.
var posixShells = []struct{ file, name string }{{"/usr/bin/dash", "sh"}, {"/usr/bin/busybox", "ash"}}

// posixProvisioned is provisioned with the shipped policy for a POSIX shell. It returns
// the link to that shell besides.
func posixProvisioned(t *testing.T, file, name, arm, tool string) (bin, shell string, env []string) {
	t.Helper()
	dir := t.TempDir()
	shell = filepath.Join(dir, name)
	stand := "#!/bin/sh\necho " + tool + " \"$@\"\n"
	policy := strings.Replace(string(armshell.Policy), `"/bin/bash"`, `"`+shell+`"`, 1)
	tools := filepath.Join(dir, "tools")
	err := errors.Join(os.Symlink(file, shell), os.Mkdir(tools, 0o755), os.WriteFile(filepath.Join(tools, tool), []byte(stand), 0o755),
		os.WriteFile(filepath.Join(dir, "arms.toml"), []byte(policy), 0o644))
	if err != nil {
		t.Fatal(err)
	}
	bin = filepath.Join(dir, "bin")
	cmd := exec.Command(filepath.Join(programs, "provision"), "--config", filepath.Join(dir, "arms.toml"), "--arm", arm, bin)
	cmd.Env = append(os.Environ(), "PATH="+tools+":"+os.Getenv("PATH"))
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return bin, shell, []string{"PATH=" + bin + ":/usr/local/bin:/usr/bin:/bin", "SHELL=" + filepath.Join(bin, "armshell"),
		"LC_ALL=C.UTF-8", "GITEA_URL=http://127.0.0.1:1", "GITEA_TOKEN=t", "TOKEN=t"}
}

// TestPosixHonestLines: an allowed line gives the same output, messages and status as
// in the shell itself.
func TestPosixHonestLines(t *testing.T) {
	compared, refused := 0, 0
	for arm, tool := range map[string]string{"tea": "tea", "raw-api": "curl", "gitea-axi": "gitea-axi"} {
		bin, shell, env := posixProvisioned(t, "/usr/bin/dash", "sh", arm, tool)
		dir := filepath.Join(t.TempDir(), "work")
		for _, c := range append(honest(t, arm), ofArm(corpus[corpusLine](t, "posix-allow.jsonl"), arm)...) {
			if _, err := (parse.Shell{Dialect: parse.Posix}).Parse(c.Command); err != nil {
				continue
			}
			got := start(t, empty(t, dir), env, "", filepath.Join(bin, "armshell"), "-c", c.Command, "sh")
			if got.status == statusRefused && strings.HasPrefix(got.stderr, "armshell: refused: ") {
				refused++ // policy's test holds that none is of this dialect's own corpus
				t.Logf("%s: %q: %s", c.ID, c.Command, got.stderr)
				continue
			}
			compared++
			if want := start(t, empty(t, dir), env, "", shell, "-c", c.Command, "sh"); got != want {
				t.Errorf("%s: %q\n dash %+v\n ours %+v", c.ID, c.Command, want, got)
			}
		}
	}
	if compared < 150 || refused > compared/10 {
		t.Errorf("%d lines were compared, and %d refused", compared, refused)
	}
}

// posixArgv are command lines of which the shell itself says what it takes for the
// text; C and D are texts, F is a script. Those after the blank line are refused.
const posixArgv = `
-c C
-c C zero
-c C zero a b
-c -- C zero a
-ec C
-ce C
-euc C
-c -e C zero
-e -c C
-e -u -c C
-o errexit -c C
-eo nounset -c C a
-oe nounset -c C a
-ceo nounset C a
+e -c C
-e +e -c C
-fC -a -c C
-b -c C
-n -c C
-nc C
- F a
-- F a b
F
F a -c D
-e F a
-en F
-s a b
-es a
-e
-
--
-c C -e D
-c C -- D
-c '' a
-o noglob F

-i -c C
-l -c C
-lc C
-x +c C
-c
-s -c C
-o
-o vi -c C
-o posix -c C
-p -c C
-h -c C
-m -c C
--login -c C
--version
-cz C
+ F
-vs
`

// TestPosixArgv: every command line of a shell gives the same output and status as the
// shell, or is refused.
func TestPosixArgv(t *testing.T) {
	understood, refused, _ := strings.Cut(strings.TrimSpace(posixArgv), "\n\n")
	for _, shell := range posixShells {
		bin, link, env := posixProvisioned(t, shell.file, shell.name, "tea", "tea")
		dir := t.TempDir()
		body := func(source string) string {
			return `printf "%s|%s|%s\n" ` + source + ` "${0##*/}" "$*"; false; echo on; echo $unset`
		}
		if err := os.WriteFile(filepath.Join(dir, "script"), []byte(body("f")+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
		words := map[string]string{"C": body("c"), "D": "echo D", "F": "script", "''": ""}
		split := func(line string) []string {
			args := strings.Fields(line)
			for i, word := range args {
				if value, is := words[word]; is {
					args[i] = value
				}
			}
			return args
		}
		for _, line := range strings.Split(understood, "\n") {
			want := startAs(t, shell.name, dir, env, body("s")+"\n", link, split(line)...)
			got := startAs(t, shell.name, dir, env, body("s")+"\n", filepath.Join(bin, "armshell"), split(line)...)
			if got.stdout != want.stdout || got.status != want.status {
				t.Errorf("%s: %s\n shell %+v\n ours %+v", shell.name, line, want, got)
			}
		}
		for _, line := range strings.Split(refused, "\n") {
			got := startAs(t, shell.name, dir, env, body("s")+"\n", filepath.Join(bin, "armshell"), split(line)...)
			if got.stdout != "" || got.status != statusRefused {
				t.Errorf("%s: %s is not refused: %+v", shell.name, line, got)
			}
		}
	}
}
