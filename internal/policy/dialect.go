package policy

import (
	"fmt"
	"path/filepath"

	"armshell/internal/parse"
)

// A realShell is a name that a shell's file can have.
type realShell struct {
	name    string
	dialect parse.Dialect
	names   bool // a policy may name it
	is      bool // a file of that name, links followed, is a shell of the dialect
}

// realShells, sorted. A link called sh says which dialect the operator means, not
// which shell it leads to: on some systems that is bash, which reads more. busybox is
// started by the name of its applet. debian-policy 10.4, dash(1), `busybox --help`;
// read 2026-12.
var realShells = [...]realShell{
	{"ash", parse.Posix, true, false},
	{"bash", parse.Bash, true, true},
	{"busybox", parse.Posix, false, true},
	{"dash", parse.Posix, true, true},
	{"sh", parse.Posix, true, false},
}

func realShellOf(file string) (realShell, bool) {
	name := unversioned(filepath.Base(file))
	for _, row := range realShells {
		if row.name == name {
			return row, true
		}
	}
	return realShell{}, false
}

// isReadShell reports whether a policy may name the file as its shell.
func isReadShell(file string) bool {
	row, known := realShellOf(file)
	return known && row.names
}

// Dialect is how the arm's shell reads a text.
func (a Arm) Dialect() parse.Dialect {
	row, _ := realShellOf(a.Shell)
	return row.dialect
}

func (a Arm) shell() parse.Shell { return parse.Shell{Dialect: a.Dialect()} }

// hasBuiltin reports whether the name is a builtin of the arm's shell. Of a bash arm
// also those of the shells that it may start.
func (a *Arm) hasBuiltin(name string) bool {
	if a.Dialect() == parse.Bash {
		return parse.IsBuiltin(name)
	}
	return a.shell().IsBuiltin(name)
}

// Reserves reports whether the arm's shell may know the name without a program.
func (a Arm) Reserves(name string) bool { return a.shell().Reserves(name) }

// CheckShell reports why the file, which no link is, cannot be the arm's real shell.
func (a Arm) CheckShell(file string) error {
	row, known := realShellOf(file)
	switch {
	case !known || !row.is:
		return fmt.Errorf("the real shell %s is %s, of which nobody knows how it reads a line: write the file of bash, dash or a link to busybox", a.Shell, file)
	case row.dialect == a.Dialect():
		return nil
	case row.dialect == parse.Bash:
		return fmt.Errorf("the real shell %s is bash, which reads more than a POSIX shell: write shell = \"/bin/bash\"", a.Shell)
	default:
		return fmt.Errorf("the real shell %s is %s, and no bash: write shell = \"/bin/sh\"", a.Shell, row.name)
	}
}

// IsBusybox reports whether the shell is one of many programs in its file, of which it
// may run the others without looking them up.
func IsBusybox(file string) bool {
	row, _ := realShellOf(file)
	return row.name == "busybox"
}
