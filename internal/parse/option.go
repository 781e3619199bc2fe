package parse

import "strings"

// inertOptions are what `set -o` and `shopt` may change: they decide what happens
// on errors, how names of files match and what is printed, not what a word means
// or which program a name is. (No alias can be made, so expanding them changes
// nothing.) Letters of `set -e` stand for their long names.
// Left out on purpose: posix (special builtins and functions change places),
// keyword (arguments become assignments), history and histexpand (! is rewritten),
// failglob (an error gives up the rest of the line), interactive_comments (comments become live), localvar_inherit,
// localvar_unset, compat* (older readings), restricted_shell, progcomp*, syslog_history.
// bash 5.2 manual, The Set Builtin and The Shopt Builtin; read 2026-11.
var inertOptions = map[string]bool{
	"allexport": true, "braceexpand": true, "checkjobs": true, "checkwinsize": true, "dotglob": true,
	"errexit": true, "errtrace": true, "execfail": true, "expand_aliases": true, "extglob": true, "functrace": true,
	"globasciiranges": true, "globskipdots": true, "globstar": true, "hashall": true, "huponexit": true,
	"ignoreeof": true, "inherit_errexit": true, "lastpipe": true, "lithist": true, "login_shell": true,
	"monitor": true, "nocaseglob": true, "nocasematch": true, "noclobber": true, "noexec": true, "noglob": true,
	"nolog": true, "notify": true, "nounset": true, "nullglob": true, "onecmd": true, "physical": true,
	"pipefail": true, "promptvars": true, "shift_verbose": true, "verbose": true, "xpg_echo": true, "xtrace": true,
}

// optionLetters are the one-letter forms of `set`.
// bash 5.2 manual, The Set Builtin; read 2026-11.
var optionLetters = map[byte]string{
	'B': "braceexpand", 'C': "noclobber", 'E': "errtrace", 'H': "histexpand", 'P': "physical", 'T': "functrace",
	'a': "allexport", 'b': "notify", 'e': "errexit", 'f': "noglob", 'h': "hashall", 'k': "keyword",
	'm': "monitor", 'n': "noexec", 'p': "privileged", 'r': "restricted", 't': "onecmd", 'u': "nounset",
	'v': "verbose", 'x': "xtrace",
}

// steeringOptions decide where cd leads, whether exec ends the shell, and what the
// patterns of case match.
// bash 5.2 manual, The Set Builtin and The Shopt Builtin; read 2026-11.
var steeringOptions = map[string]bool{"execfail": true, "globasciiranges": true, "nocasematch": true, "physical": true}

// optionMark before a name stands among the variables for "the text changes the option somewhere".
const optionMark = "option "

func (w *walker) noteOption(name string) {
	if steeringOptions[name] {
		w.note(optionMark + name)
	}
}

func (w *walker) optioned(name string) bool { return w.noted(optionMark + name) }

// inertOption reports whether a shell option, by its `set -o` or `shopt` name or
// by its letter, leaves the reading of a text as it is when the text changes it.
func inertOption(name string) bool {
	if len(name) == 1 {
		name = optionLetters[name[0]]
	}
	return inertOptions[name]
}

// ReadsAlike reports whether a shell that is started with the option on or off
// reads the text as Parse did. Measured with bash 5.2.15, 2026-11: histexpand does
// nothing without history; posix takes `time -p` for a program's name and defines no function a-b; keyword
// takes NAME=value for an assignment wherever it stands.
func (s *Script) ReadsAlike(option string, on bool) bool {
	switch option {
	case "keyword":
		return !on || !s.keywords
	case "posix":
		return !on || !s.timed && !s.oddFunctions
	case "histexpand", "privileged", "restricted":
		return true
	case "history":
		return !on
	case "interactive_comments":
		return on
	case "interactive": // errors give up a line and go on, where others end the shell
		return !on || !s.carries
	case "nocasematch":
		return !on || !s.compares
	case "globasciiranges":
		return on || !s.compares
	case "execfail", "physical":
		return !on || !s.moves
	}
	return inertOptions[option]
}

// looksAssigned reports whether set -k would take the word for an assignment.
func looksAssigned(word string) bool {
	name, _, found := strings.Cut(word, "=")
	name, _, _ = strings.Cut(strings.TrimSuffix(name, "+"), "[")
	return found && isIdentifier(name)
}
