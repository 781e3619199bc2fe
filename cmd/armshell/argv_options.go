package main

import (
	"slices"
	"strings"
)

// An argReader is the state of reading a command line. Every word that it has
// read is in inv.args, unless invocation says why not.
type argReader struct {
	inv     invocation
	rest    []string // not yet read
	command bool     // -c
	stdin   bool     // -s
	dump    bool     // -D, --dump-strings, --dump-po-strings
	pretty  bool     // --pretty-print
	answers bool     // --help, --version
	refused bool     // a name after -O that bash will refuse
}

// take moves the next word to args.
func (r *argReader) take() (word string, ok bool) {
	if len(r.rest) == 0 {
		return "", false
	}
	word, r.rest = r.rest[0], r.rest[1:]
	r.inv.args = append(r.inv.args, word)
	return word, true
}

// drop keeps the word read last from bash.
func (r *argReader) drop() {
	r.inv.args = r.inv.args[:len(r.inv.args)-1]
}

func (r *argReader) set(name string, on bool) {
	r.inv.options = append(r.inv.options, option{name, on})
}

// long reads the long options. bash accepts them with one dash or two, and only
// before the first other word; a word with one dash that is none is left to short.
// It reports whether bash goes on.
func (r *argReader) long() bool {
	for len(r.rest) > 0 && strings.HasPrefix(r.rest[0], "-") {
		name, two := r.rest[0][1:], false
		if len(name) > 1 && name[0] == '-' {
			name, two = name[1:], true
		}
		if !slices.Contains(longNames, name) {
			if two {
				r.take()
			}
			return !two && !r.answers
		}
		r.take()
		if !r.longOption(name) {
			return false
		}
	}
	return !r.answers
}

// longNames: long_args in shell.c of bash 5.2. --protected and --wordexp are
// compiled into no bash known to us, so they are bash's to refuse.
var longNames = []string{
	"debug", "debugger", "dump-po-strings", "dump-strings", "help", "init-file", "login", "noediting",
	"noprofile", "norc", "posix", "pretty-print", "rcfile", "restricted", "verbose", "version",
}

// longOption notes a long option. It reports whether bash goes on.
func (r *argReader) longOption(name string) bool {
	switch name {
	case "posix", "restricted", "verbose":
		r.set(name, true)
	case "dump-po-strings", "dump-strings":
		r.dump = true
	case "help", "version":
		r.answers = true
	case "pretty-print":
		r.pretty = true
	case "login":
		r.inv.login = true
		r.drop()
	case "debugger":
		r.drop()
	case "init-file", "rcfile":
		_, ok := r.take()
		return ok
	}
	return true
}

// short reads groups of letters, up to `-`, `--` or a word that is none.
// It reports whether bash goes on.
func (r *argReader) short() bool {
	for len(r.rest) > 0 && r.rest[0] != "" && strings.ContainsRune("-+", rune(r.rest[0][0])) {
		word, _ := r.take()
		if word == "-" || word == "--" {
			return true
		}
		if !r.group(word) {
			return false
		}
	}
	return true
}

// group reads one group, such as -euo, with the words that its letters take. It
// puts the group back without the letters that bash shall not see.
func (r *argReader) group(word string) bool {
	at := len(r.inv.args) - 1
	kept, on := word[:1], word[0] == '-'
	for i := 1; i < len(word); i++ {
		keep, ok := r.letter(word[i], on)
		if !ok {
			r.inv.args[at] = kept + word[i:]
			return false
		}
		if keep {
			kept += word[i : i+1]
		}
	}
	if kept == "-" { // would end the options; without any word, long options could follow
		kept = "+"
	}
	r.inv.args[at] = kept
	return true
}

// letter reads one letter. It reports whether bash shall see it and goes on.
func (r *argReader) letter(c byte, on bool) (keep, ok bool) {
	switch c {
	case 'c':
		r.command = true
	case 's':
		r.stdin = true
	case 'D':
		r.dump = true
	case 'i':
		r.inv.interactive = on
	case 'l': // +l makes a login shell too, as +c, +s and +D do what -c, -s and -D do
		r.inv.login = true
		return false, true
	case 'o':
		return true, r.setOption(on)
	case 'O':
		return r.shopt(on), true
	default:
		return true, r.flag(c, on)
	}
	return true, true
}

// flag reads a letter of the `set` builtin.
func (r *argReader) flag(c byte, on bool) bool {
	name := flagName(c)
	if name == "" || name == "restricted" && !on && r.inv.set(name) { // no way back
		return false
	}
	r.set(name, on)
	return true
}

// flagName returns the name of a letter of `set`: shell_flags in flags.c of bash
// 5.2, with the names of `set -o`. -r has none there; -i, -o and -D are not flags.
func flagName(c byte) string {
	const letters = "abefhkmnprtuvxBCEHPT"
	names := [len(letters)]string{
		"allexport", "notify", "errexit", "noglob", "hashall", "keyword", "monitor", "noexec",
		"privileged", "restricted", "onecmd", "nounset", "verbose", "xtrace", "braceexpand",
		"noclobber", "errtrace", "histexpand", "physical", "functrace",
	}
	if i := strings.IndexByte(letters, c); i >= 0 {
		return names[i]
	}
	return ""
}

// setOption reads the word of -o or +o. Without one bash lists the options and
// goes on; with a name that it does not know it stops.
func (r *argReader) setOption(on bool) bool {
	name, ok := r.take()
	if !ok {
		return true
	}
	r.set(name, on)
	return slices.Contains(setNames, name)
}

// setNames: `set -o` of bash 5.2.15.
var setNames = []string{
	"allexport", "braceexpand", "emacs", "errexit", "errtrace", "functrace", "hashall", "histexpand",
	"history", "ignoreeof", "interactive-comments", "keyword", "monitor", "noclobber", "noexec",
	"noglob", "nolog", "notify", "nounset", "onecmd", "physical", "pipefail", "posix", "privileged",
	"verbose", "vi", "xtrace",
}

// shopt reads the word of -O or +O. Without one bash lists the options and goes
// on; a name that it does not know it refuses only after the last option. It
// reports whether bash shall see the letter.
func (r *argReader) shopt(on bool) bool {
	name, ok := r.take()
	if !ok {
		return true
	}
	if name == "extdebug" && on {
		r.drop()
		return false
	}
	r.set(name, on)
	r.refused = r.refused || !slices.Contains(shoptNames, name)
	return true
}

// shoptNames: `shopt` of bash 5.2.15, and what 5.3 adds. A name that this list
// has and bash does not is harmless: the text is judged, and bash then refuses.
var shoptNames = []string{
	"array_expand_once", "assoc_expand_once", "autocd", "bash_source_fullpath", "cdable_vars", "cdspell",
	"checkhash", "checkjobs", "checkwinsize", "cmdhist", "compat31", "compat32", "compat40", "compat41",
	"compat42", "compat43", "compat44", "complete_fullquote", "direxpand", "dirspell", "dotglob", "execfail",
	"expand_aliases", "extdebug", "extglob", "extquote", "failglob", "force_fignore", "globasciiranges",
	"globskipdots", "globstar", "gnu_errfmt", "histappend", "histreedit", "histverify", "hostcomplete",
	"huponexit", "inherit_errexit", "interactive_comments", "lastpipe", "lithist", "localvar_inherit",
	"localvar_unset", "login_shell", "mailwarn", "no_empty_cmd_completion", "nocaseglob", "nocasematch",
	"noexpand_translation", "nullglob", "patsub_replacement", "progcomp", "progcomp_alias", "promptvars",
	"restricted_shell", "shift_verbose", "sourcepath", "varredir_close", "xpg_echo",
}
