package main

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

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
