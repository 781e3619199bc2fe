package policy

import (
	"path"
	"slices"
	"strings"
)

// SuggestPattern returns the pattern to offer for a session when somebody approves
// the value on the surface: wider than the value, so that the next one like it is
// not asked about again. On bash, value is one command with single blanks between
// its words; on the surfaces of paths it is the absolute path, or "*" without one.
//
// It is empty where nothing can be offered. Patterns have no escapes, so the part of
// a value that a pattern keeps must not hold * or ?: the grant would be for more
// than was seen, and for "* x" it would be for everything. A wildcard in the part
// that a pattern leaves to its own does no harm: "rm *.o" is offered as "rm *".
func SuggestPattern(surface, value string) string {
	switch {
	case surface == "bash":
		return suggestCommand(withoutComments(value))
	case surface == "mcp":
		return suggestMCP(value)
	case surface == "skill":
		return literally(value, "")
	case surfaceOf(surface).values == spellings && value != "*":
		return suggestPath(value)
	}
	return "*"
}

// literally returns the pattern of exactly the text and then the tail, or none if
// the text cannot stand for itself.
func literally(text, tail string) string {
	if strings.ContainsAny(text, "*?") {
		return ""
	}
	return text + tail
}

// suggestPath offers what is in the same directory, or in the path itself if it ends
// in a separator. What lies below is included, since * takes in slashes.
func suggestPath(value string) string {
	if i := strings.LastIndex(value, "/"); i >= 0 {
		return literally(value[:i+1], "*")
	}
	return literally(value, "") // not absolute: its directory is not in the value
}

// suggestMCP offers the server. What begins with mcp_ is an operation or a tool's
// name as Pi registers it, not the name of a server, and is offered as it is:
// every call goes by the name mcp_call too, so mcp_* would allow them all.
func suggestMCP(name string) string {
	server, _, qualified := parseQualifiedMCPToolName(name)
	prefix, _, split := strings.Cut(name, "_")
	switch {
	case qualified:
		return literally(server, ":*")
	case split && prefix == "mcp":
		return literally(name, "")
	case split:
		return literally(prefix, "_*")
	}
	return "*"
}

// What makes a command that starts another more than a list of plain words. Beyond
// the offered prefix a quote does no harm; an operator may begin a second command.
const (
	shellOperators = "\n;|&<>()$`"
	shellQuoting   = "\"'\\[]{}#"
)

// suggestCommand offers the words that say what is done, whatever follows them.
// Through programs that start another, these are the words of that other and all
// before it (#1055); if it cannot be told where they begin, the command itself.
func suggestCommand(text string) string {
	words := strings.FieldsFunc(text, func(c rune) bool { return c == ' ' || c == '\t' || c == '\n' })
	start, known := innerCommand(words)
	end := min(len(words), start+keptWords(words[start:]))
	prefix := strings.Join(words[:end], " ")
	switch {
	case len(words)-start < 2 || !known || start > 0 && isShellSyntax(prefix, text):
		return literally(text, "")
	case end == len(words):
		return literally(text, "*")
	}
	return literally(prefix, " *")
}

func isShellSyntax(prefix, text string) bool {
	return strings.ContainsAny(prefix, shellQuoting) || strings.ContainsAny(text, shellOperators)
}

// keptWords returns how many leading words of a command say what it does.
func keptWords(words []string) int {
	for n := min(len(words), 2); n > 0; n-- { // keys have two words at most
		key := strings.ToLower(strings.Join(words[:n], " "))
		if i, found := slices.BinarySearchFunc(arities, key, arity.compare); found {
			return arities[i].words
		}
	}
	return 1
}

// innerCommand returns where the command begins that the words start in the end, 0
// if they are that command, and false if it cannot be told. More than four programs
// that start one another are not followed.
func innerCommand(words []string) (start int, known bool) {
	for range 5 {
		w, is := wrapperOf(words[start:])
		if !is {
			return start, true
		}
		n, ok := w.skip(words[start+1:])
		if !ok {
			return 0, false
		}
		start += 1 + n
	}
	return 0, false
}

// wrapperOf returns the row of the program that the words start, however its path is
// written, and false if it is none or does not start another with these words.
func wrapperOf(words []string) (wrapper, bool) {
	if len(words) == 0 {
		return wrapper{}, false
	}
	name := strings.ToLower(path.Base(words[0]))
	i, found := slices.BinarySearchFunc(wrappers, name, wrapper.compare)
	if !found || wrappers[i].opaque != nil && !wrappers[i].opaque(words[1:]) {
		return wrapper{}, false
	}
	return wrappers[i], true
}

// skip returns how many words there are between the wrapper and the command it
// starts, and false if that cannot be told or there is none. Words with = are
// skipped whether or not the wrapper sets variables: the pattern keeps one more
// word then, which makes it narrower.
func (w wrapper) skip(args []string) (int, bool) {
	if w.opaque != nil {
		return 0, false
	}
	n, ok := w.skipOptions(args)
	for n < len(args) && strings.Contains(args[n], "=") {
		n++
	}
	n += w.operands
	return n, ok && n < len(args) && !strings.HasPrefix(args[n], "-")
}

// skipOptions returns the number of words that are options and their values.
func (w wrapper) skipOptions(args []string) (int, bool) {
	for i := 0; i < len(args); {
		if args[i] == "--" {
			return i + 1, true
		}
		if len(args[i]) < 2 || args[i][0] != '-' {
			return i, true
		}
		width := w.width(args[i])
		if width == 0 {
			return 0, false
		}
		i += width
	}
	return len(args), true
}

// width returns how many words an option takes, 0 if the row does not have it:
// abbreviated, or glued where nothing may be.
func (w wrapper) width(option string) int {
	if long, is := strings.CutPrefix(option, "--"); is {
		return w.longWidth(long)
	}
	return w.shortWidth(option[1:])
}

func (w wrapper) longWidth(option string) int {
	name, _, glued := strings.Cut(option, "=")
	switch {
	case hasWord(w.long, name+"=") && !glued:
		return 2
	case hasWord(w.long, name+"="), hasWord(w.long, name+"=?"), hasWord(w.long, name) && !glued:
		return 1
	}
	return 0
}

func (w wrapper) shortWidth(cluster string) int {
	for i, c := range cluster {
		at := strings.IndexRune(w.short, c)
		if at < 0 || c == ':' {
			return 0
		}
		takes := w.short[at+1:]
		switch {
		case strings.HasPrefix(takes, ":") && !strings.HasPrefix(takes, "::") && i+1 == len(cluster):
			return 2
		case strings.HasPrefix(takes, ":"):
			return 1
		}
	}
	return 1
}
