package main

import (
	"slices"
	"strings"
)

// A source says where the text comes from that a shell runs.
type source uint8

const (
	sourceUnknown source = iota // not read: to be refused
	sourceNone                  // no text: bash only answers for itself, as with --version or a usage error
	sourceCommand               // the operand of -c
	sourceFile                  // a script file
	sourceStdin                 // standard input
)

// An option is a setting of the shell under its `set -o` or shopt name,
// whichever way the command line spells it.
type option struct {
	name string
	on   bool
}

// An invocation is a shell's command line as bash reads it, and what is left of
// it for bash.
//
// args is what came after argv[0], with three exceptions, each because bash would
// otherwise run a text that nobody has judged (bash 5.2.15, measured 2026-11-30):
//
//   - A login shell runs ~/.bash_logout when it meets `exit`, whatever
//     --noprofile says. So -l, --login and the dash before argv[0] are taken out;
//     of a login shell's other marks --noprofile leaves only `shopt login_shell`.
//   - --debugger and -O extdebug run bashdb's file, if there is one. They are taken
//     out, which is what bash itself does without that file, less its warning.
//   - If bash would stop without running anything, args ends where bash stops, so
//     that a bash that reads further than ours finds no text. Its standard input
//     must then be empty.
//
// Two kinds of text are still the caller's to prevent: start-up files, by
// --noprofile --norc in front (see line), and code in the environment.
type invocation struct {
	name        string   // argv[0] for bash, never with a leading dash
	args        []string // argv after argv[0] for bash
	source      source
	command     string   // sourceCommand: the text
	file        int      // sourceFile: the index in args of the script file's name
	zero        string   // $0
	params      []string // $1 and on
	interactive bool     // -i; whether a terminal makes it so too is for the caller to find out
	noexec      bool     // bash reads the text and runs none of it
	login       bool     // bash would be a login shell
	posix       bool     // the shell is dash or busybox: args holds only its options
	options     []option // in order; the last of a name holds
}

// line returns the argv for the real shell, and the script file's index in it.
func (inv invocation) line() (argv []string, file int) {
	own := []string{inv.name, "--noprofile", "--norc"} // long options must come first
	return append(own, inv.args...), len(own) + inv.file
}

// set reports whether the command line, or the name, leaves the option on.
func (inv invocation) set(name string) bool {
	on := false
	for _, o := range inv.options {
		if o.name == name {
			on = o.on
		}
	}
	return on
}

// readsBashEnv reports whether bash will run the file that $BASH_ENV names, and
// leave no trace of having done so. Of run_startup_files in bash 5.2's shell.c come
// the first four; verbose would print the file, execfail is what it sets itself, and
// with monitor its failed exec would give the terminal away.
func (inv invocation) readsBashEnv() bool {
	if inv.interactive || inv.noexec {
		return false
	}
	for _, name := range []string{"posix", "privileged", "verbose", "execfail", "monitor"} {
		if inv.set(name) {
			return false
		}
	}
	return true
}

// shellNames are the names that bash may see as argv[0]: clients chose them, `sh`
// and `rbash` change what bash does, and error messages begin with them.
var shellNames = []string{"ash", "bash", "dash", "ksh", "mksh", "rbash", "sh", "yash", "zsh"}

// readName returns argv[0] for bash. The dash of a login shell comes before the
// whole of it: exec -l gives "-/opt/arm/armshell".
func readName(argv []string) (name string, login bool) {
	if len(argv) == 0 {
		return "bash", false
	}
	name, login = strings.CutPrefix(argv[0], "-")
	if !slices.Contains(shellNames, baseName(name)) {
		return "bash", login
	}
	return name, login
}

// baseName is bash's base_pathname: what follows the last slash, if anything.
func baseName(path string) string {
	return path[strings.LastIndexByte(path, '/')+1:]
}

// readArgs reads a command line as bash 5.2 does: main, parse_long_options and
// parse_shell_options in its shell.c, tag bash-5.2.
func readArgs(argv []string) invocation {
	name, login := readName(argv)
	r := argReader{inv: invocation{name: name, login: login}}
	if len(argv) > 0 {
		r.rest = argv[1:]
	}
	if !r.long() || !r.short() {
		r.stop()
	} else {
		r.operands()
	}
	r.byName()
	return r.inv
}

// byName adds the options that bash sets for its name alone, after all others.
func (r *argReader) byName() {
	switch baseName(r.inv.name) {
	case "sh":
		r.set("posix", true)
	case "rbash":
		r.set("restricted", true)
	}
}

// operands shares out what follows the options.
func (r *argReader) operands() {
	switch {
	case r.command && len(r.rest) == 0: // "-c: option requires an argument"
		r.stop()
	case r.refused && r.command: // bash finds out only now
		r.inv.args = append(r.inv.args, "")
		r.stop()
	case r.refused:
		r.stop()
	case r.command:
		r.fromCommand()
	case r.stdin || len(r.rest) == 0:
		r.from(sourceStdin, r.inv.name, r.rest)
	default:
		r.inv.file = len(r.inv.args)
		r.from(sourceFile, r.rest[0], r.rest[1:])
	}
}

func (r *argReader) fromCommand() {
	r.inv.command = r.rest[0]
	if len(r.rest) == 1 {
		r.from(sourceCommand, r.inv.name, nil)
		return
	}
	r.from(sourceCommand, r.rest[1], r.rest[2:])
}

func (r *argReader) from(s source, zero string, params []string) {
	r.inv.source, r.inv.zero, r.inv.params = s, zero, params
	r.inv.args = append(r.inv.args, r.rest...)
	r.inv.noexec = r.inv.set("noexec") || r.dump || r.prints()
}

// prints reports whether --pretty-print keeps bash from running the text: not
// that of -c, and not in an interactive shell (both measured: they run).
func (r *argReader) prints() bool {
	return r.pretty && !r.command && !r.inv.interactive
}

// stop ends the reading where bash ends it: nothing runs.
func (r *argReader) stop() {
	r.inv.source = sourceNone
}
