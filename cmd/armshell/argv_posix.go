package main

import (
	"path/filepath"
	"slices"
	"strings"

	"armshell/internal/parse"
)

// readArgs reads a command line as the arm's shell does.
func (p place) readArgs(argv []string) invocation {
	if p.arm.Dialect() == parse.Bash {
		return readArgs(argv)
	}
	return readPosixArgs(argv, filepath.Base(p.arm.Shell))
}

// posixLetters are the options that dash and busybox ash both have and that leave the
// reading of a text as it is, but for -c, -s, -i, -l and -o. dash(1), Argument List
// Processing, and optletters in busybox's shell/ash.c; read 2026-12. Sorted.
var posixLetters = map[byte]string{
	'C': "noclobber", 'a': "allexport", 'b': "notify", 'e': "errexit", 'f': "noglob",
	'n': "noexec", 'u': "nounset", 'v': "verbose", 'x': "xtrace",
}

// posixNames are what -o may name. pipefail is busybox ash's alone: dash ends there.
var posixNames = []string{
	"allexport", "errexit", "noclobber", "noexec", "noglob", "notify", "nounset", "pipefail", "verbose", "xtrace",
}

// A posixReader is the state of reading a command line.
type posixReader struct {
	inv     invocation
	rest    []string
	command bool // -c
	stdin   bool // -s
}

// readPosixArgs reads a command line as procargs and options in dash's options.c and
// in busybox's shell/ash.c do (dash 0.5.12, busybox 1.35.0, measured 2026-12). What it
// does not know has sourceUnknown, with the word in args.
func readPosixArgs(argv []string, shell string) invocation {
	r := posixReader{inv: invocation{name: shell, posix: true}}
	if len(argv) > 0 {
		name, login := strings.CutPrefix(argv[0], "-")
		r.inv.login = login
		if filepath.Base(name) == "sh" || filepath.Base(name) == shell { // busybox obeys the name
			r.inv.name = name
		}
		r.rest = argv[1:]
	}
	for len(r.rest) > 0 && len(r.rest[0]) > 0 && strings.IndexByte("-+", r.rest[0][0]) >= 0 {
		word := r.rest[0]
		r.rest = r.rest[1:]
		if word == "-" || word == "--" {
			break
		}
		if !r.group(word) {
			r.inv.args = []string{word}
			return r.inv
		}
	}
	r.operands()
	return r.inv
}

// group reads one group of letters, and reports whether it is understood.
func (r *posixReader) group(word string) bool {
	on := word[0] == '-'
	for i := 1; i < len(word); i++ {
		name := posixLetters[word[i]]
		switch {
		case name != "":
			r.inv.options = append(r.inv.options, option{name, on})
		case word[i] == 'o' && r.named(on):
		case on && word[i] == 'c':
			r.command = true
		case on && word[i] == 's':
			r.stdin = true
		case on && word[i] == 'i':
			r.inv.interactive = true
		case on && word[i] == 'l':
			r.inv.login = true
		default:
			return false
		}
	}
	return len(word) > 1
}

// named reads the word of -o or +o.
func (r *posixReader) named(on bool) bool {
	if len(r.rest) == 0 || !slices.Contains(posixNames, r.rest[0]) {
		return false
	}
	r.inv.options = append(r.inv.options, option{r.rest[0], on})
	r.rest = r.rest[1:]
	return true
}

// operands shares out what follows the options. -c together with -s would read both.
func (r *posixReader) operands() {
	inv := &r.inv
	inv.noexec = inv.set("noexec")
	switch {
	case r.command && (r.stdin || len(r.rest) == 0):
		inv.args = []string{"-c"}
	case r.command:
		inv.source, inv.command, inv.zero = sourceCommand, r.rest[0], inv.name
		if inv.params = r.rest[1:]; len(inv.params) > 0 {
			inv.zero, inv.params = inv.params[0], inv.params[1:]
		}
	case r.stdin || len(r.rest) == 0:
		inv.source, inv.zero, inv.params = sourceStdin, inv.name, r.rest
	default:
		inv.source, inv.zero, inv.params = sourceFile, r.rest[0], r.rest[1:]
		inv.args = r.rest[:1]
	}
}

// posixLine returns the argv for the real shell. Every text is given with -c, so that
// the shell has all of it before it runs any: from a file or from standard input it
// would read on while commands run, and what they had changed or taken away.
func (inv invocation) posixLine(text string) []string {
	argv := []string{inv.name}
	for _, o := range inv.options {
		sign := "+o"
		if o.on {
			sign = "-o"
		}
		argv = append(argv, sign, o.name)
	}
	return append(append(argv, "-c", "--", text, inv.zero), inv.params...)
}
