package policy

import (
	"slices"
	"strings"
	"testing"

	"armshell/internal/parse"
)

// posixArm is a shipped arm whose shell is dash or busybox.
func posixArm(t testing.TB, name string) Arm {
	t.Helper()
	arm := shipped(t, name)
	arm.Shell = "/bin/sh"
	if arm.Dialect() != parse.Posix {
		t.Fatal("/bin/sh is read as another dialect")
	}
	return arm
}

// TestPosixCorpus: what a POSIX shell would reach decides, and what honest lines for
// one are: no line of the golden files is judged otherwise.
func TestPosixCorpus(t *testing.T) {
	for _, file := range []struct {
		name, expect string
		least        int
	}{{"posix-allow.jsonl", "allow", 60}, {"posix-deny.jsonl", "deny", 60}} {
		cases := readCorpus(t, file.name)
		if len(cases) < file.least {
			t.Errorf("%s has %d lines, of at least %d", file.name, len(cases), file.least)
		}
		for _, c := range cases {
			d := GuardCommand(posixArm(t, c.Arm), c.Command)
			if c.Expect != file.expect {
				t.Errorf("%s: expect %q in %s", c.ID, c.Expect, file.name)
			}
			if d.Allowed != (c.Expect == "allow") {
				t.Errorf("%s: %q: allowed %v, %v", c.ID, c.Command, d.Allowed, d.Refusal)
			}
		}
	}
}

// harmlessElsewhere are the lines that reach something foreign in bash and nothing in
// dash or busybox ash, as TestPosixOracle in parse proves: they evaluate no subscripts,
// have no printf -v, expand no braces and do not print a substitution back to text.
var harmlessElsewhere = strings.Fields(`
	arith-variable-value-04 arith-variable-value-19 builtin-subscript-04 builtin-subscript-06 builtin-subscript-11
	builtin-subscript-12 builtin-subscript-23 builtin-subscript-24 hash-table-05 integer-special-variables-09
	own-declare-brace-01 own-neighbour-06 own-neighbour-07 own-neighbour-08 own-neighbour-09 own-neighbour-10
	own-neighbour-11 own-neighbour-12 own-neighbour-13 own-neighbour-14 own-neighbour-15 own-neighbour-16
	own-neighbour-17 own-reprint-09 own-reprint-10 own-reprint-11 own-reprint-12 own-reprint-13 own-reprint-14
	path-variable-15 path-variable-30 prompt-expansion-12 tea-api-17 tool-exec-options-08 trap-and-callbacks-15`)

// TestPosixDenies: what reaches something foreign in bash does not get through by
// being read as another shell's, but for lines that are harmless there.
func TestPosixDenies(t *testing.T) {
	for _, file := range []string{"deny.jsonl", "own-deny.jsonl"} {
		for _, c := range readCorpus(t, file) {
			d := GuardCommand(posixArm(t, c.Arm), c.Command)
			if d.Allowed != slices.Contains(harmlessElsewhere, c.ID) {
				t.Errorf("%s: %q: allowed %v, %v", c.ID, c.Command, d.Allowed, d.Refusal)
			}
		}
	}
}

func TestCheckShell(t *testing.T) {
	for _, c := range []struct {
		shell, file string
		ok          bool
	}{
		{"/bin/bash", "/usr/bin/bash", true},
		{"/bin/bash", "/usr/bin/bash-5.2", true},
		{"/bin/bash", "/usr/bin/dash", false},
		{"/bin/bash", "/usr/bin/sh", false},
		{"/bin/sh", "/usr/bin/dash", true},
		{"/bin/sh", "/bin/busybox", true},
		{"/bin/sh", "/usr/bin/bash", false},
		{"/bin/sh", "/bin/sh", false},
		{"/bin/dash", "/usr/bin/zsh", false},
		{"", "", false},
	} {
		if err := (Arm{Shell: c.shell}).CheckShell(c.file); (err == nil) != c.ok {
			t.Errorf("%s is %s: %v", c.shell, c.file, err)
		}
	}
}
