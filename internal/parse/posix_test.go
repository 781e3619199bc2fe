package parse

import (
	"errors"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// posixShells are the shells that the dialect stands for.
var posixShells = [][]string{{"/usr/bin/dash"}, {"/usr/bin/busybox", "sh"}}

// TestPosixBuiltins: the tables are what both shells say of themselves. Asked is about
// every name that bash, dash(1) or busybox has for a builtin, keyword or applet.
func TestPosixBuiltins(t *testing.T) {
	names := append(mapKeys(builtins), mapKeys(keywords)...)
	names = append(names, mapKeys(posixBuiltins)...)
	names = append(names, mapKeys(oneSided)...)
	names = append(names, "bindcmd", "getconf", "jobid", "login", "newgrp", "printenv", "setvar", "strerror", "umount", "wordexp")
	applets, err := exec.Command("/usr/bin/busybox", "--list").Output()
	if err != nil {
		t.Fatal(err)
	}
	names = append(names, strings.Fields(string(applets))...)
	has := map[string]int{}
	for _, shell := range posixShells {
		script := `for n; do case $(type "$n" 2>&1) in *" builtin"|*" keyword") echo "$n"; esac; done`
		cmd := exec.Command(shell[0], append(slices.Clone(shell[1:]), append([]string{"-c", script, "sh"}, names...)...)...)
		cmd.Env = []string{"PATH=" + t.TempDir()}
		out, err := cmd.Output()
		if err != nil {
			t.Fatal(err)
		}
		own := strings.Fields(string(out))
		slices.Sort(own)
		for _, name := range slices.Compact(own) {
			has[name]++
		}
	}
	for _, name := range names {
		_, both := posixBuiltins[name]
		_, one := oneSided[name]
		switch shells := has[name]; {
		case both != (shells == 2 && !keywords[name]):
			t.Errorf("%s: %d of 2 shells have it, and the table of both says %v", name, shells, both)
		case shells == 1 && !one:
			t.Errorf("%s: one shell has it, and the table of such names does not", name)
		case shells == 2 && one:
			t.Errorf("%s: both shells have it", name)
		}
	}
}

// TestPosix: what a POSIX shell would reach, or why nobody knows.
func TestPosix(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"n1 {a,b}", "n1 {a,b}"},
		{"export A=1 B; n1 \"$A\"", "export(builtin) A=1 B; n1 1"},
		{"export A=$(n1)", "!ambiguous"},
		{"export A=\"$(n1)\"", "n1; export(builtin) ?"},
		{"local x; $x", "!dynamic-command"},
		{"T=n1; f() { local T; $T; }; f", "!dynamic-command"},
		{"T=n1; $T a", "n1 a"},
		{"T=n1 :; $T", "!dynamic-command"},
		{"((n1); n2)", "n1; n2"},
		{"[[ a = a ]]", "!ambiguous"},
		{"[ a = a ] && n1", "[(builtin) a = a ]; n1"},
		{"test -v 'a[$(n1)]'", "test(builtin) -v a[$(n1)]"},
		{"printf -v x a", "printf(builtin) -v x a"},
		{"command [[ a ]]", "!ambiguous"},
		{"env [[ a ]]", "env [[ a ]]; [[ a ]]"},
		{"source ./f", "!ambiguous"},
		{". ./f", "!sourced-file"},
		{"let x=1", "!ambiguous"},
		{"function f\n{ n1; }\nf", "!ambiguous"},
		{"alias n1=n2\nn1", "!rebinds"},
		{"pushd a", "pushd a"},
		{"declare x=1", "declare x=1"},
		{"time n1", "time n1; n1"},
		{"n1 $'a'", "!ambiguous"},
		{"n1 \"$'a'\"", "n1 $'a'"},
		{"n1 \\$'a'", "n1 $a"},
		{"n1 $\"a\"", "n1 $a"},
		{"n1 10>f", "!ambiguous"},
		{"n1 >&f", "!ambiguous"},
		{"n1 >&$x", "!ambiguous"},
		{"n1 >f 2>&1", "n1"},
		{"n1 &>f", "!syntax"},
		{"n1 <<<x", "!syntax"},
		{"n1 ${x:0:1}", "!syntax"},
		{"a=(x)", "!syntax"},
		{"x+=1", "!ambiguous"},
		{"x[1]=2", "!ambiguous"},
		{"eval -- n1", "eval(builtin) -- n1; -- n1"},
		{"exec -a x n1", "!ambiguous"},
		{"exec -- n1", "!ambiguous"},
		{"exec n1", "exec(builtin) n1; n1"},
		{"`n1 \\`n2\\``", "!ambiguous"},
		{"n1 `n2 a`", "n2 a; n1 ?"},
		{"n1 \"${x:-\"a\"}\"", "!ambiguous"},
		{"n1 \"${x#'$a'}\"", "!ambiguous"},
		{"n1 &\\\n& n2", "!syntax"},
		{"n1 $\\\n(n2)", "!syntax"},
		{"n1 a |\\\nn2 && \\\nn3", "n1 a; n2; n3"},
		{"n1 $((a[1]))", "!opaque"},
		{"i=0; n1 $((i + 1))", "n1 ?"},
		{"n1 $((x))", "!unknown-number"},
		{"n1 $(($x))", "!unknown-number"},
		{"n1 $((UID))", "!unknown-number"},
		{"n1 $(($#))", "n1 ?"},
		{"n1 <<E\n$(n2)\nE", "n2; n1"},
		{"n1 <<E\na\\\nE\nE", "!ambiguous"},
		{"x=$(cat <<E; n1\na\nE\n)", "cat; n1"},
		{"echo() { n1; }", "!rebinds"},
		{"chdir() { n1; }", "!rebinds"},
		{"let() { n1; }", "!rebinds"},
		{"x='a\\*'; n1 $x", "n1 ?"},
		{"set -i", "!rebinds"},
	} {
		script, err := Shell{Dialect: Posix}.Parse(c.in)
		if got := told(script, err); got != c.want {
			t.Errorf("%q:\n got %s\nwant %s", c.in, got, c.want)
		}
	}
}

// told returns the commands in one line, or the kind of the error.
func told(s *Script, err error) string {
	var opaque *OpaqueError
	var syntax *SyntaxError
	switch {
	case errors.As(err, &opaque):
		return "!" + string(opaque.Kind)
	case errors.As(err, &syntax):
		return "!syntax"
	}
	var out []string
	for _, c := range s.Commands {
		text := c.Name
		if c.Kind == Builtin {
			text += "(builtin)"
		}
		for _, a := range c.Args {
			word, known := a.Value()
			if !known {
				word = "?"
			}
			text += " " + word
		}
		out = append(out, text)
	}
	return strings.Join(out, "; ")
}

// TestPosixDoubled: texts in texts that are each read for two shells are bounded.
func TestPosixDoubled(t *testing.T) {
	script, _ := Parse(strings.Repeat("watch ", 12) + "a")
	if !slices.ContainsFunc(script.Commands, func(c Command) bool { return c.Opaque != nil && c.Opaque.Kind == KindTooLarge }) {
		t.Error("twelve texts in texts are read")
	}
}
