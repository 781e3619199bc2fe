package policy

import (
	"strings"

	"armshell/internal/parse"
)

// What bash itself does for a text: it assigns, and it opens files.

func (g *guard) assignments(list []parse.Assignment) {
	for _, a := range list {
		if g.selfJudged(a.Via) {
			continue
		}
		if (BecomesCode(a.Name) || strings.HasPrefix(a.Name, "ARMSHELL_")) && !harmlessPager(a) {
			g.deny(Environment, a.Pos, a.Name, "%s is a variable that becomes code or moves where programs are found", a.Name)
		}
		if value, known := a.Value.Value(); localeVariables[a.Name] && (!known || !safeLocale(value)) {
			g.deny(Environment, a.Pos, a.Name, "%s would change how the text is read: only C, POSIX and UTF-8 locales are known to be safe", a.Name)
		}
	}
}

// socketFiles are the targets at which bash opens a connection itself.
// bash 5.2 manual, Redirections; read 2026-11.
var socketFiles = [...]string{"/dev/tcp/*", "/dev/udp/*"}

func (g *guard) redirects(list []parse.Redirect) {
	for _, r := range list {
		if g.selfJudged(r.Via) || r.Op == "<&" {
			continue
		}
		g.startUpRedirect(r)
		target := appendParts(nil, g.place().settled(r.Target))
		for _, socket := range socketFiles {
			if compile(socket).match(target) != no {
				g.deny(NetworkRedirect, r.Pos, r.Target.Text, "%s opens, or could open, a network connection", Printable(r.Target.Text))
			}
		}
		if r.Op != "<" && g.isMemory(target) {
			g.deny(ProcessMemory, r.Pos, r.Target.Text, "%s is, or could be, a process's memory, which becomes its code", Printable(r.Target.Text))
		}
	}
}

// isMemory reports whether a redirect's target is /proc/PID/mem or could be: by
// that path, or by a name in a directory into which the text may have gone.
func (g *guard) isMemory(target tokens) bool {
	if compile("/proc/*/mem").match(target) != no {
		return true
	}
	need := yes
	if g.moves {
		need = maybe
	}
	return compile("mem").match(target) >= need || compile("*/mem").match(target) >= need
}

// movesDirectory are the builtins after which a relative name is one elsewhere.
var movesDirectory = map[string]bool{"cd": true, "popd": true, "pushd": true}
