package confine

import (
	"bytes"
	"fmt"
	"strings"
)

// descriptors are the numbers that a script and its prologue need. Three are the
// sealed script.
type descriptors struct {
	script   int // as it comes to bash
	opened   int // as bash shall open it
	lent     int // to make bash keep a copy of it
	kept     int // the copy: where bash puts a descriptor away, if it has put one away already
	prologue int // the sealed prologue
}

// prologue returns the text that bash runs before it opens the script.
//
// How it gives $0 a name: when bash opens its script, it takes for $0 the name that
// `exec -a` was given last (open_shell_script in shell.c of bash 5.2), even if that
// exec failed, as this one must: nothing can be under /dev/null. BASH_ARGV0 would be
// overwritten there. A failed exec leaves bash without its handler for SIGCHLD. A
// substitution puts it back (command_substitute in subst.c); because it costs half as
// much as starting bash, it is done only if jobs.
//
// How it keeps the script from the script's children: while a group runs with a
// descriptor closed, bash keeps a copy of that which is close-on-exec, and a copy of
// the copy inherits the mark (do_redirection_internal in redir.c). Whether that number
// was guessed right is proved before bash opens the result: if not, nothing runs.
// Where a low limit keeps bash from copying, what bash opens is ours, without the mark.
//
// The function is for `local -`, which puts back all that `set +x` and others change;
// the redirect hides what -x shows until then; the argument is what is left in $_.
func prologue(name, last string, jobs bool, fd descriptors) string {
	handler := ":"
	if jobs {
		handler = `: "$(:)"`
	}
	return fmt.Sprintf(`armshell() {
local -
set +x
unset BASH_ENV
unset -f armshell
exec %[1]d<&-
{ exec %[2]d<&%[3]d; } %[4]d<&-
[[ /proc/self/fd/%[2]d -ef /proc/self/fd/%[5]d ]] || return 125
exec %[4]d<&- %[5]d<&-
shopt -s execfail
exec -a %[6]s /dev/null/armshell
shopt -u execfail
%[8]s
}
{ armshell %[7]s; } 2>/dev/null || { echo 'armshell: the script to run is not the one that was judged' >&2; exit 125; }
`, fd.prologue, fd.opened, fd.kept, fd.lent, fd.script, quote(name), quote(last), handler)
}

// usesJobs reports whether a script may need bash's handler for SIGCHLD before its
// own first substitution sets it: only for children that it does not wait for at once,
// and for a trap. It says yes when in doubt, also where another file is read in.
func usesJobs(script []byte) bool {
	for _, word := range []string{"coproc", "trap", "source", ". "} {
		if bytes.Contains(script, []byte(word)) {
			return true
		}
	}
	for i, c := range script {
		if c == '&' && !isDouble(script, i) {
			return true
		}
	}
	return false
}

// isDouble reports whether the & at i is part of &&, >&, <& or &>.
func isDouble(script []byte, i int) bool {
	return i > 0 && strings.IndexByte("&<>", script[i-1]) >= 0 ||
		i+1 < len(script) && strings.IndexByte("&>", script[i+1]) >= 0
}

// quote returns s as one word of bash. Between single quotes every byte but the
// quote itself stands for itself, also newlines and what is no character.
func quote(s string) string {
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}
