package policy

import (
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"armshell/internal/parse"
)

var fences = []string{"auto", "required", "off"}

// isPlainName reports whether s can name a program that is looked up, or an arm.
func isPlainName(s string) bool {
	if s == "" || s[0] == '-' || s == "." || s == ".." || len(s) > 255 {
		return false
	}
	for i := range len(s) {
		if !isAlnum(s[i]) && !strings.ContainsRune("_+.-", rune(s[i])) {
			return false
		}
	}
	return true
}

func isVariable(s string) bool {
	for i := range len(s) {
		if s[i] != '_' && !isAlnum(s[i]) {
			return false
		}
	}
	return s != "" && !('0' <= s[0] && s[0] <= '9')
}

func isAlnum(c byte) bool {
	return '0' <= c && c <= '9' || 'A' <= c && c <= 'Z' || 'a' <= c && c <= 'z'
}

// isCleanPath reports whether s is absolute and has no part to resolve: what
// looks like one directory must be one.
func isCleanPath(s string) bool {
	return filepath.IsAbs(s) && filepath.Clean(s) == s && !strings.ContainsAny(s, ":\x00\n")
}

// shell reads the file of the real shell.
func (t table) shell(key string) string {
	s := t.str(key)
	switch {
	case !t.has(key):
	case !isCleanPath(s):
		t.failValue(key, `%s is an absolute path without "." and "..": write shell = "/bin/bash"`, key)
	case !isReadShell(s):
		t.failValue(key, "%q is not a shell whose syntax armshell reads: write shell = \"/bin/bash\", or \"/bin/sh\" for dash and busybox", filepath.Base(s))
	}
	return s
}

// directories reads the directories in which utilities are looked up.
func (t table) directories(key string) []string {
	dirs := t.strs(key)
	for i, dir := range dirs {
		switch {
		case !isCleanPath(dir):
			t.failItem(key, i, `%q is not an absolute directory without "..", ":" or a slash at its end`, dir)
		case slices.Index(dirs, dir) < i:
			t.failItem(key, i, "%q is in %s twice", dir, key)
		}
	}
	if t.has(key) && len(dirs) == 0 {
		t.failValue(key, `%s is empty, so that no utility could be found: write %s = ["/usr/bin", "/bin"]`, key, key)
	}
	return dirs
}

// program reads a program and its arguments, which armshell starts itself.
func (t table) program(key string) []string {
	argv := t.strs(key)
	switch {
	case t.has(key) && len(argv) == 0:
		t.failValue(key, `%s is empty: write the program's file and its arguments, or leave the key out`, key)
	case len(argv) > 0 && !isCleanPath(argv[0]):
		t.failItem(key, 0, `%q is not an absolute path without "." and "..": which program is started must not depend on a search`, argv[0])
	}
	return argv
}

// checkServers records a fault for every server's name of t's own, the last of
// all, that no server can have or that is there twice.
func (t table) checkServers(key string, all []string) {
	shared := len(all) - len(t.strs(key))
	for i, name := range all[shared:] {
		switch {
		case strings.TrimSpace(name) != name || name == "" || strings.ContainsAny(name, ":*?"):
			t.failItem(key, i, "%q cannot be a server's name: write it as the MCP configuration has it", name)
		case slices.Index(all, name) < shared+i:
			t.failItem(key, i, "%q is in %s twice", name, key)
		}
	}
}

// action reads an action; nil if the key is not there.
func (t table) action(key string) *Action {
	if !t.has(key) {
		return nil
	}
	a, err := ParseAction(t.str(key))
	if err != nil {
		t.failValue(key, "%s", err)
	}
	return &a
}

// checkTool records a fault for a tool that would make the arm a hole. What only
// can start others, the operator may vouch for; a shell as a tool has no sense.
func (t table) checkTool(tool string, admit []string) {
	switch c := classOf(tool); {
	case !isPlainName(tool):
		t.failValue("tool", "%s", notPlain(tool))
	case tool == "armshell":
		t.failValue("tool", "the tool cannot be armshell itself: name the one program that the arm is for")
	case parse.IsBuiltin(tool):
		t.failValue("tool", "%q is a builtin of the shell, which runs in the tool's place: name a program", tool)
	case c == classShell:
		t.failValue("tool", "%q is %s, and an arm's tool cannot be one: name the one program that the arm is for", tool, c)
	case c.runsOthers() && !slices.Contains(admit, tool):
		t.failValue("tool", "%q is %s, and through it an agent reaches every other program: write admit = [%q] if that is meant", tool, c, tool)
	}
}

// checkPrograms checks an arm's lists of programs against each other. The lists
// hold the shared names and then those of t, at which the faults are.
func checkPrograms(t table, arm Arm) {
	t.checkNames("utilities", arm.Utilities, func(name string) string {
		c := classOf(name)
		switch {
		case c == classHarmless || slices.Contains(arm.Admit, name):
			return ""
		case parse.IsLauncher(name):
			return fmt.Sprintf("%q is %s, not a utility: write launchers = [%q] to have what it starts judged", name, c, name)
		}
		return fmt.Sprintf("%q is %s, not a harmless utility: write admit = [%q] if you vouch for it", name, c, name)
	})
	t.checkNames("launchers", arm.Launchers, func(name string) string {
		if parse.IsLauncher(name) {
			return ""
		}
		return fmt.Sprintf("%q is not a launcher whose options are known: write admit = [%q] if you vouch for it", name, name)
	})
	t.checkNames("admit", arm.Admit, func(string) string { return "" })
}

// checkNames records a fault for every name of t's own, the last of all, that is
// not a plain name, is there twice, or against which check says something.
func (t table) checkNames(key string, all []string, check func(name string) string) {
	shared := len(all) - len(t.strs(key))
	for i, name := range all[shared:] {
		message := check(name)
		switch {
		case !isPlainName(name) && name != "[":
			message = notPlain(name)
		case slices.Index(all, name) < shared+i:
			message = fmt.Sprintf("%q is in %s twice", name, key)
		}
		if message != "" {
			t.failItem(key, i, "%s", message)
		}
	}
}

func notPlain(name string) string {
	return fmt.Sprintf("%q is not the plain name of a program: write it without directory, blanks and signs", name)
}

// checkRule checks what one rule says, and its examples.
func checkRule(t table, r Rule) {
	if t.has("surface") && !knownSurface(r.Surface) {
		t.failValue("surface", "unknown surface %q%s; a rule for a tool has surface = \"tool\" and the tool's name as its pattern",
			r.Surface, suggestion(r.Surface, surfaceNames()))
	}
	if t.has("pattern") && strings.TrimSpace(r.Pattern) == "" {
		t.failValue("pattern", `an empty pattern matches nothing: write "*" for everything`)
	}
	if normal := path.Clean(r.Pattern); normal != r.Pattern && atHome(r.Pattern, "/") == r.Pattern && r.speaksOfPaths() {
		t.failValue("pattern", "no path looks like %q, since rules see paths in normal form: write %q", r.Pattern, normal)
	}
	if fault := toolFault(r); fault != "" {
		t.failValue("pattern", "%s", fault)
	}
	if fault := commandFault(r); fault != "" {
		t.failValue("pattern", "%s", fault)
	}
	if t.has("agent") && !isPlainName(r.Agent) {
		t.failValue("agent", "%q cannot be an agent's name: write letters, digits, - and _", r.Agent)
	}
	if t.has("reason") && strings.TrimSpace(r.Reason) == "" {
		t.failValue("reason", "a blank reason tells the agent nothing: write one, or leave it out")
	}
	switch {
	case r.Reason != "" && r.Action == Allow:
		t.failValue("reason", "a reason is shown when a rule refuses or asks: leave it out where the action is allow")
	case utf8.RuneCountInString(r.Reason) > maxReason:
		t.failValue("reason", "a reason of more than %d characters: write one that an agent can act on", maxReason)
	}
	if strings.ContainsFunc(r.Reason, func(c rune) bool { return c < ' ' || c == 0x7f }) {
		t.failValue("reason", "a reason is one line of text")
	}
	checkExamples(t, "match", r, r.Match, true)
	checkExamples(t, "not_match", r, r.NotMatch, false)
}

// toolFault says why a pattern of tools names one that has a surface of its own.
func toolFault(r Rule) string {
	switch {
	case r.Surface != toolSurface:
	case isSurface(r.Pattern) && r.Pattern != toolSurface:
		return fmt.Sprintf("%s has a surface of its own: write surface = %q and pattern = \"*\"", r.Pattern, r.Pattern)
	case isMCPName(r.Pattern):
		return fmt.Sprintf("%s is a tool of an MCP server: write surface = \"mcp\"", r.Pattern)
	}
	return ""
}

// commandFault says why a pattern of commands can match none: rules see the words as
// the program gets them, with single blanks, and no path as a name.
func commandFault(r Rule) string {
	name, _, _ := strings.Cut(r.Pattern, " ")
	switch single := strings.Join(strings.Fields(r.Pattern), " "); {
	case r.Surface != "bash" || single == "":
	case single != r.Pattern:
		return fmt.Sprintf("rules see single blanks between a command's words: write %q", single)
	case strings.Contains(name, "/") && !strings.ContainsAny(name, "*?"):
		return fmt.Sprintf("%q names a program by its path, which is refused before any rule is asked: write the bare name", name)
	case strings.Contains(name, "="):
		return fmt.Sprintf("%q is an assignment, which is no part of the command that rules see: leave it out", name)
	}
	return ""
}

// checkExamples records a fault for every example that lies.
func checkExamples(t table, key string, r Rule, examples []string, want bool) {
	for i, example := range examples {
		got, err := r.matchesExample(example)
		switch {
		case err != nil:
			t.failItem(key, i, "the example cannot be judged: %s", err)
		case got && !want:
			t.failItem(key, i, "the pattern %q matches this example of what it does not", r.Pattern)
		case !got && want:
			t.failItem(key, i, "the pattern %q does not match this example", r.Pattern)
		}
	}
}

// checkReach records a fault for every rule that a later one of the same list
// leaves nothing to decide.
func checkReach(tables []table, rules Ruleset) {
	for i, early := range rules {
		for _, later := range rules[i+1:] {
			if early.Surface == later.Surface && early.Agent == later.Agent && covers(later.Pattern, early.Pattern) {
				tables[i].failValue("pattern", "this rule never decides: the later one at line %d matches all that it matches, and the last match decides",
					later.Origin.Line)
				break
			}
		}
	}
}
