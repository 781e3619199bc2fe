package main

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// argvRows are shapes of a shell's arguments and what bash 5.2 takes as the text:
//
//	c TEXT ZERO PARAMS…   the operand of -c
//	f FILE PARAMS…        a script file
//	s ZERO PARAMS…        standard input
//	none ARGS…            nothing; ARGS is what is left for bash
//
// The first block is shared/clients/optmatrix.json, what clients were seen or said
// to send, recorded from bash 5.2.15 on 2026-11-30. C and D are texts, F a script
// file, R an rc file. argv_bash_test.go asks bash itself.
const argvRows = `
-c C                       | c C bash
-c C zero                  | c C zero
-c C zero a b              | c C zero a b
-lc C                      | c C bash
-cl C                      | c C bash
-ic C                      | c C bash
-ci C zero a               | c C zero a
-c -l C                    | c C bash
-c -i C                    | c C bash
-c -e C                    | c C bash
-c -l -i C zero a          | c C zero a
-ec C                      | c C bash
-ce C                      | c C bash
-euc C                     | c C bash
-xc C                      | c C bash
-e -c C                    | c C bash
-e -u -o pipefail -c C     | c C bash
-eu -o pipefail -c C       | c C bash
-euo pipefail -c C         | c C bash
-o pipefail -c C           | c C bash
-oe pipefail -c C          | c C bash
-ceo pipefail C            | c C bash
-co pipefail C             | c C bash
-c -o pipefail C zero a    | c C zero a
+e -c C                    | c C bash
+o pipefail -c C           | c C bash
-c +e C zero               | c C zero
-O extglob -c C            | c C bash
-O extglob -c C -- a       | c C -- a
-c -O extglob C            | c C bash
+O extglob -c C            | c C bash
-c -- C                    | c C bash
-c -- C zero a             | c C zero a
-c - C                     | c C bash
-- -c C                    | f -c C
-c C -- a b                | c C -- a b
--norc -c C                | c C bash
--noprofile --norc -c C    | c C bash
--norc --noprofile -e -o pipefail F | f F
--login -c C               | c C bash
-l -c C                    | c C bash
-l -i -c C                 | c C bash
-i -l -c C                 | c C bash
-login -c C                | c C bash
-norc -c C                 | c C bash
-c --norc C                | none -c --norc
-c --login C               | none -c --login
-e --norc -c C             | none -e --norc
--rcfile R -c C            | c C bash
--rcfile R -i -c C         | c C bash
--init-file R -c C         | c C bash
--posix -c C               | c C bash
--noediting -c C           | c C bash
--noediting -i -c C        | c C bash
--restricted -c C          | c C bash
-r -c C                    | c C bash
-p -c C                    | c C bash
--debugger -c C            | c C bash
--verbose -c C             | c C bash
-v -c C                    | c C bash
-n -c C                    | c C bash
-D -c C                    | c C bash
--dump-strings -c C        | c C bash
-m -c C                    | c C bash
-f -c C                    | c C bash
-a -c C                    | c C bash
-b -c C                    | c C bash
-h -c C                    | c C bash
-k -c C                    | c C bash
-t -c C                    | c C bash
-B -c C                    | c C bash
-E -T -c C                 | c C bash
-H -c C                    | c C bash
-P -c C                    | c C bash
-s                         | s bash
-s a b                     | s bash a b
-s -- a b                  | s bash a b
-se a                      | s bash a
-es -- a                   | s bash a
-s -c C                    | c C bash
-c -s C                    | c C bash
-i                         | s bash
-l                         | s bash
-li                        | s bash
--login                    | s bash
--login -i                 | s bash
-                          | s bash
- a b                      | f a b
--                         | s bash
-- F a                     | f F a
- F a                      | f F a
-e                         | s bash
-x                         | s bash
F                          | f F
F a b                      | f F a b
-e F a                     | f F a
-x F                       | f F
-xe F                      | f F
-e -- F a                  | f F a
-l F a                     | f F a
--login F a                | f F a
-o pipefail F a            | f F a
-eo pipefail F a           | f F a
-o pipefail -- F -c C      | f F -c C
F -c C                     | f F -c C
-O extglob F a             | f F a
--norc F a                 | f F a
-c                         | none -c
-c ''                      | c '' bash
-o                         | s bash
-O                         | s bash
-o nosuch -c C             | none -o nosuch
-Z -c C                    | none -Z
--nosuch -c C              | none --nosuch
--version                  | none --version
--help                     | none --help
--version -c C             | none --version
/nonexistent               | f /nonexistent
-c C -c D                  | c C -c D
-cc C                      | c C bash
-c -c C                    | c C bash

                           | s bash
''                         | f ''
'' -c C                    | f '' -c C
-c '' zero                 | c '' zero
-co                        | none -co
-c -o                      | none -c -o
-eo                        | s bash
-so                        | s bash
-oo pipefail               | s bash
-oo pipefail nounset F     | f F
-ooe pipefail nounset -c C | c C bash
-ooe pipefail -c C         | none -ooe pipefail -c
-oO pipefail extglob F a   | f F a
-Oo extglob pipefail -c C  | c C bash
-oc pipefail C zero        | c C zero
-o -c C                    | none -o -c
-O -c C                    | none -O -c
-O nosuch F                | none -O nosuch
-O nosuch -c C             | none -O nosuch -c ''
-O nosuch -Z -c C          | none -O nosuch -Z
-O nosuch -c               | none -O nosuch -c
-O nosuch -s a             | none -O nosuch -s
-O pipefail -c C           | none -O pipefail -c ''
-o extglob -c C            | none -o extglob
-c --                      | none -c --
-c -                       | none -c -
-c -- -- C                 | c -- C
-c -- -c C                 | c -c C
-- -- C                    | f -- C
- -c C                     | f -c C
-e - -c C                  | f -c C
- - C                      | f - C
--init-file                | none --init-file
--rcfile                   | none --rcfile
--rcfile -c C              | f C
--rcfile --norc -c C       | c C bash
-rcfile R F                | f F
---login -c C              | none ---login
---- -c C                  | none ----
--c C                      | none --c
--help --nosuch            | none --help --nosuch
--help F                   | none --help
--help -Z                  | none --help
-help -c C                 | none -help
-version                   | none -version
--wordexp C                | none --wordexp
--protected -c C           | none --protected
--pretty-print -c C        | c C bash
+c X                       | c X bash
+ C                        | f C
+ -c C                     | c C bash
++ -c C                    | none ++
+- -c C                    | none +-
+login -c C                | none +ogin -c
+norc -c C                 | none +norc -c
+-norc -c C                | none +-norc
-cs C a                    | c C a
+s a                       | s bash a
+l -c C                    | c C bash
+D F                       | f F
-abc C                     | c C bash
-abcd C                    | none -abcd
-abefhkmnptuvxBCEHPT -c C  | c C bash
-A -c C                    | none -A
-I -c C                    | none -I
-c1 C                      | none -c1
-e- -c C                   | none -e-
-é -c C                    | none -é
-r +r -c C                 | none -r +r
--restricted +r -c C       | none --restricted +r
+r -c C                    | c C bash
-cZl C                     | none -cZl
-coZ pipefail C            | none -coZ pipefail
-O extdebug -c C           | c C bash
-Oe extdebug F             | f F
-eO extdebug -c C          | c C bash
+O extdebug -c C           | c C bash
--debugger F a             | f F a
-debugger -e F a           | f F a
--debugger --nosuch        | none --nosuch
-l -O extdebug             | s bash
-lZ -c C                   | none -Z
-l --norc -c C             | none + --norc
-l -posix pipefail -c C    | c C bash
-O extdebug -posix nounset | s bash
--login -posix -c C        | c C bash
`

// splitRow returns the arguments of a row and the words that say what they mean.
func splitRow(t *testing.T, row string) (args, want []string) {
	t.Helper()
	left, right, ok := strings.Cut(row, "|")
	if !ok {
		t.Fatalf("row without a bar: %q", row)
	}
	words := func(s string) []string {
		fields := strings.Fields(s)
		for i, f := range fields {
			if f == "''" {
				fields[i] = ""
			}
		}
		return fields
	}
	return words(left), words(right)
}

func rows(text string) []string {
	return slices.DeleteFunc(strings.Split(text, "\n"), func(s string) bool { return s == "" })
}

// says returns what an invocation means in the words of argvRows.
func says(inv invocation) []string {
	switch inv.source {
	case sourceNone:
		return append([]string{"none"}, inv.args...)
	case sourceCommand:
		return append([]string{"c", inv.command, inv.zero}, inv.params...)
	case sourceFile:
		if inv.args[inv.file] != inv.zero {
			return []string{"file is not at its index"}
		}
		return append([]string{"f", inv.zero}, inv.params...)
	case sourceStdin:
		return append([]string{"s", inv.zero}, inv.params...)
	default:
		return []string{"unknown"}
	}
}

func TestReadArgs(t *testing.T) {
	seen := map[string]bool{}
	for _, row := range rows(argvRows) {
		args, want := splitRow(t, row)
		if key := fmt.Sprintf("%q", args); seen[key] {
			t.Errorf("%s is there twice", key)
		} else {
			seen[key] = true
		}
		if got := says(readArgs(append([]string{"bash"}, args...))); !slices.Equal(got, want) {
			t.Errorf("%q: got %q, want %q", args, got, want)
		}
	}
}

func TestReadArgsZeroValueIsUnknown(t *testing.T) {
	var inv invocation
	if inv.source != sourceUnknown {
		t.Errorf("zero invocation has source %d", inv.source)
	}
}

func TestReadName(t *testing.T) {
	for _, c := range []struct {
		argv  []string
		name  string
		login bool
	}{
		{nil, "bash", false},
		{[]string{""}, "bash", false},
		{[]string{"-"}, "bash", true},
		{[]string{"bash"}, "bash", false},
		{[]string{"-bash"}, "bash", true},
		{[]string{"--bash"}, "bash", true},
		{[]string{"/opt/arm/bin/bash"}, "/opt/arm/bin/bash", false},
		{[]string{"-/opt/arm/bin/bash"}, "/opt/arm/bin/bash", true},
		{[]string{"sh"}, "sh", false},
		{[]string{"-sh"}, "sh", true},
		{[]string{"rbash"}, "rbash", false},
		{[]string{"zsh"}, "zsh", false},
		{[]string{"armshell"}, "bash", false},
		{[]string{"-armshell"}, "bash", true},
		{[]string{"-/opt/arm/armshell"}, "bash", true},
		{[]string{"weird"}, "bash", false},
		{[]string{"bash "}, "bash", false},
		{[]string{"/opt/bash/"}, "bash", false},
		{[]string{"su"}, "bash", false},
	} {
		if inv := readArgs(c.argv); inv.name != c.name || inv.login != c.login {
			t.Errorf("%q: got %q, %v", c.argv, inv.name, inv.login)
		}
	}
}

func TestReadArgsKeepsTheLine(t *testing.T) {
	for _, c := range []struct{ args, want string }{
		{"-lc C", "-c C"},
		{"-l -c -l C", "+ -c + C"},
		{"--login -i -l F a", "-i + F a"},
		{"-login -leO extglob F -l", "-eO extglob F -l"},
		{"-c C -l --login", "-c C -l --login"},
		{"-l -- -l", "+ -- -l"},
		{"+l -c C", "+ -c C"},
		{"--debugger --norc -c C", "--norc -c C"},
		{"-eO extdebug -o pipefail F", "-e -o pipefail F"},
		{"-c -O extdebug C", "-c + C"},
		{"+O extdebug -c C", "+O extdebug -c C"},
		{"-O extglob -c C -- P", "-O extglob -c C -- P"},
	} {
		inv := readArgs(append([]string{"bash"}, strings.Fields(c.args)...))
		if got := strings.Join(inv.args, " "); got != c.want {
			t.Errorf("%s: got %s, want %s", c.args, got, c.want)
		}
	}
}

func TestLine(t *testing.T) {
	argv, file := readArgs([]string{"-armshell", "-le", "F", "a"}).line()
	want := []string{"bash", "--noprofile", "--norc", "-e", "F", "a"}
	if !slices.Equal(argv, want) || argv[file] != "F" {
		t.Errorf("got %q with the file at %d", argv, file)
	}
}
