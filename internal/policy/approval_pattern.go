package policy

import (
	"path"
	"slices"
	"strings"

	"armshell/internal/parse"
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
	case len(words)-start < 2 || !known || start > 0 && isShellSyntax(prefix, text),
		slices.ContainsFunc(words[start:end], isOption): // tea --debug * would be every command of tea
		return literally(text, "")
	case end == len(words):
		return literally(text, "*")
	}
	return literally(prefix, " *")
}

func isOption(word string) bool { return strings.HasPrefix(word, "-") }

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
		if start == len(words) {
			return start, true
		}
		name := strings.ToLower(path.Base(words[start]))
		n, ok := parse.Launched(name, words[start+1:])
		if n < 0 || !ok {
			return start, ok
		}
		start += 1 + n
	}
	return 0, false
}
