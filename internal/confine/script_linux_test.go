package confine

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"
)

// observer prints what a script can see of how it was started; the first line
// comes before any command has changed $? or $_.
const observer = `printf '<%s>\n' "$0" "$-" "$?" "$_" "$#" "$@" "$LINENO" "$SHLVL" "$BASH_ARGV0" "$BASH_SUBSHELL" "$!"
set +u
printf '<%s>\n' "${FUNCNAME[@]}" "${BASH_LINENO[@]}" "${BASH_ARGV[@]}" "${BASH_ARGC[@]}" "${DIRSTACK[@]}" "$SHELLOPTS" "$BASHOPTS"
declare -F; trap; hash; jobs; umask; ulimit -a; alias; history
compgen -v
while read -r name value; do
	case $name in Sig[BIC]* | PPid: | Threads: | NoNewPrivs: | Seccomp:) echo "$name ${value/#$PPID/parent}" ;; esac
done < /proc/$$/status
f() { echo "in f: $0 ${FUNCNAME[*]} ${BASH_LINENO[*]}"; }
f
( echo "in a subshell: $0 $BASH_SUBSHELL" )
echo "$(echo "in a substitution: $0")"
cat
compgen -e
nosuch; echo $?
exit 3
`

func TestScriptSeesTheSame(t *testing.T) {
	for _, s := range []scriptRun{
		{},
		{params: []string{"a", "b c", "", "-x", "it's"}},
		{name: "./script", argv0: "/opt/bin/bash"},
		{name: "sub/dir/script", env: []string{"PATH=/usr/bin:/bin"}},
		{env: []string{"PATH=/usr/bin:/bin", "_=it's", "SHLVL=4", "A-B=1"}},
		{opts: []string{"-x"}},
		{opts: []string{"-eo", "pipefail"}},
		{opts: []string{"-t"}},
		{opts: []string{"-ufakbCP"}},
		{opts: []string{"+h", "+B", "-ETH"}},
		{opts: []string{"-O", "expand_aliases", "-O", "nullglob", "-O", "lastpipe", "-O", "localvar_inherit", "-O", "xpg_echo"}},
		{opts: []string{"-O", "inherit_errexit", "-O", "varredir_close", "-o", "history", "-o", "ignoreeof", "-o", "emacs"}},
	} {
		t.Run(strings.Join(s.image().Args, " "), func(t *testing.T) {
			t.Parallel()
			s.text = observer
			plain, ours := s.plain(t), s.ours(t)
			plain.Stdin, ours.Stdin = strings.NewReader("input\n"), strings.NewReader("input\n")
			want := s.normal(plain, run(t, plain))
			if got := s.normal(ours, run(t, ours)); got != want {
				t.Error(difference(got, want))
			}
		})
	}
}

func difference(got, want result) string {
	var out strings.Builder
	fmt.Fprintf(&out, "status %d, want %d\n", got.Status, want.Status)
	for _, c := range [][2]string{{got.Stdout, want.Stdout}, {got.Stderr, want.Stderr}} {
		a, b := strings.Split(c[0], "\n"), strings.Split(c[1], "\n")
		for i := range max(len(a), len(b)) {
			a, b := append(a, make([]string, len(b))...)[i], append(b, make([]string, len(a))...)[i]
			if a != b {
				fmt.Fprintf(&out, "got  %q\nwant %q\n", a, b)
			}
		}
	}
	return out.String()
}

func TestScriptNames(t *testing.T) {
	for _, name := range awkward {
		if name == "" || !utf8.ValidString(name) { // no name of a file, or not to be had through JSON
			continue
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			scriptRun{name: "sub/" + name, text: `printf '<%s>' "$0" "$_"; printf '%s' "$1"`, params: []string{name}}.same(t)
		})
	}
}

func TestScriptTexts(t *testing.T) {
	for _, text := range []string{
		"", "\n", "#", "exit 9", "# no newline", "echo a\necho b", "echo a\r\n", "if true\n", "echo 'open\n", "echo )\n", "\x7fELF\x00\x01\n", "\x00\n",
		"#!/bin/sh\necho $0\n", "cat <<E\n$0\nE\n", "cat <<E\nno end\n", "return 3\n", "set -e; false; echo not\n", "exec echo $0 gone\n",
		"kill -TERM $$\n", "cat $0\n", "exec 9<$0; cat <&9\n", "echo ${1?missing}\n", "trap 'echo bye $0' EXIT; exit 4\n",
		"sleep 0.1 & mkfifo f; exec 9<>f; read -t 0.4 -u 9; jobs; kill -0 $! 2>x || echo reaped\n",
		"sleep 0.1 & sleep 0.2 & wait -n; echo $?; wait; jobs -p\n", "true | false | true; echo ${PIPESTATUS[*]}; (exit 4); echo $?\n",
		"trap 'echo chld' CHLD; sleep 0.1; sleep 0.1; echo end\n", "set -m; sleep 0.1 & fg; echo $?\n", "while read x; do sleep 0.01; done < $0; echo $?\n",
		"sleep 0.1 & wait $!; echo $?\n", "coproc cat; echo x >&${COPROC[1]}; read y <&${COPROC[0]}; echo $y\n",
		"exec 20>out 200>out; echo hi >&20; echo ho >&200; cat out\n", "{ exec {v}>out; } && echo $v\n", "read x < $0; echo \"$x\"\n",
		"shopt -s execfail; exec /nonexistent/x; echo still $0\n", "exec /nonexistent/x; echo not\n", "(exec -a named sh -c 'echo $0')\n",
		"bash -c 'echo $0 $1' zero one; bash -c 'echo $0; shopt execfail'\n", "mapfile -t a < $0; echo ${#a[@]}\n",
		"echo '" + strings.Repeat("x", 70000) + "' | wc -c\n", strings.Repeat("# filling\n", 4000) + "echo $LINENO\n",
	} {
		t.Run("", func(t *testing.T) {
			t.Parallel()
			scriptRun{text: text}.same(t)
		})
	}
}

// Under `bash FILE` these have the script's name, here the path of a descriptor.
func TestScriptKnownDifferences(t *testing.T) {
	const proc = "/proc/self/fd/"
	for _, c := range []struct {
		what, text, ours, plain string
		opts                    []string
	}{
		{"BASH_SOURCE", `eval 'echo ${BASH_''SOURCE[0]}'`, proc, "script", nil},
		{"caller", "f() { caller; }; f", "1 " + proc, "1 script", nil},
		{"messages", "exec 2>&1; nosuch", proc, "script: line 1: nosuch: command not found", nil},
		{"messages about syntax", "exec 2>&1\necho )", proc, "script: line 2: syntax error", nil},
		{"PIPESTATUS", `echo "${PIPESTATUS[*]}."`, "0.", ".", nil},
		{"BASHOPTS", `echo "${BASHOPTS#*promptvars:}"`, "restricted_shell:sourcepath", "sourcepath", []string{"-r"}},
		{"$0 where BASH_SOURCE occurs", "echo $0 # BASH_SOURCE", proc, "script", nil},
		{"the command line", `exec 3< /proc/$$/cmdline; tr '\0' ' ' <&3`, "bash " + proc, "bash script", nil},
	} {
		s := scriptRun{text: c.text, opts: c.opts}
		if got := run(t, s.plain(t)); !strings.HasPrefix(got.Stdout, c.plain) {
			t.Errorf("%s: bash FILE printed %q, not %q", c.what, got.Stdout, c.plain)
		}
		if got := run(t, s.ours(t)); !strings.HasPrefix(got.Stdout, c.ours) {
			t.Errorf("%s: printed %q, not %q", c.what, got.Stdout, c.ours)
		}
	}
}

func TestScriptThatAsksWhetherItIsSourced(t *testing.T) {
	for _, text := range []string{
		"main() { echo main; }\nif [[ ${BASH_SOURCE[0]} == \"$0\" ]]; then main; fi\n",
		"[ \"$BASH_SOURCE\" = \"$0\" ] && echo main && grep -c main \"$0\"\n",
	} {
		scriptRun{text: text}.same(t)
	}
}

// Without $BASH_ENV nothing gives $0 its name, and the rest stays as it is.
func TestScriptWithoutBashEnv(t *testing.T) {
	const text = "echo $-; shopt execfail; env | grep BASH; echo \"$*\"; cat \"$0\"; nosuch; exit 5\n"
	for _, s := range []scriptRun{
		{opts: []string{"-p"}}, {opts: []string{"--posix"}}, {opts: []string{"-n"}}, {opts: []string{"-v"}}, {argv0: "sh"},
		{opts: []string{"-i", "--norc"}}, {opts: []string{"-D"}}, {opts: []string{"-O", "execfail"}}, {},
	} {
		s.text, s.noEnv = text, true
		plain, ours := s.plain(t), s.ours(t)
		plain.SysProcAttr, ours.SysProcAttr = session, session
		want := s.normal(plain, run(t, plain))
		if got := s.normal(ours, run(t, ours)); got != want {
			t.Errorf("%q: %s", s.image().Args, difference(got, want))
		}
	}
}

// bash is in POSIX mode for these, so that BashEnv is wrong: there is no prologue.
func TestScriptInPosixModeByEnvironment(t *testing.T) {
	for _, name := range []string{"POSIXLY_CORRECT", "POSIX_PEDANTIC"} {
		s := scriptRun{text: "echo ran; env | grep BASH; exit 5\n", env: []string{"PATH=/usr/bin:/bin", name + "="}}
		s.same(t)
	}
}

func TestScriptCannotBeChanged(t *testing.T) {
	s := scriptRun{name: "real", text: `
if [ "$SECOND" ]; then echo pwned 8; exit; fi; export SECOND=1
echo 'echo pwned 1' >> "$0"
echo 'echo pwned 2' >> real
printf 'echo pwned 3\necho pwned 4\n' > real
rm real; echo 'echo pwned 5' > real
for fd in /proc/$$/fd/*; do
	case $(readlink $fd) in
	/memfd:*)
		echo x >> $fd && echo pwned 6
		echo x > $fd && echo pwned 7
		: > $fd && echo pwned 10
		printf x 1<> $fd && echo pwned 9
		truncate -s 0 $fd && echo pwned 11
		truncate -s +9 $fd && echo pwned 12
		chmod 700 $fd; $fd ;;
	esac
done 2>/dev/null
echo end
`}
	for _, s.noEnv = range []bool{false, true} {
		if got := run(t, s.ours(t)); got.Stdout != "end\n" {
			t.Errorf("without $BASH_ENV %v: got %+v", s.noEnv, got)
		}
	}
}

func TestScriptFileChangedMeanwhile(t *testing.T) {
	cmd := scriptRun{text: "echo first\nread line\necho last\n"}.ours(t)
	stdin, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewReader(stdout)
	if line, err := lines.ReadString('\n'); err != nil || line != "first\n" {
		t.Fatalf("got %q, %v", line, err)
	}
	file := filepath.Join(cmd.Dir, "script")
	if err := os.WriteFile(file, []byte(strings.Repeat("echo pwned\n", 100)), 0o600); err != nil {
		t.Fatal(err)
	}
	fmt.Fprintln(stdin)
	rest, err := io.ReadAll(lines)
	if err != nil || string(rest) != "last\n" {
		t.Errorf("got %q, %v", rest, err)
	}
	if err := cmd.Wait(); err != nil {
		t.Error(err)
	}
}
