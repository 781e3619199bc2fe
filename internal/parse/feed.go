package parse

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// maxPiped is the length of a here-string that bash surely hands over through a pipe,
// for which no file is needed that could not be written: PIPE_BUF
// (bash 5.1 and later, redir.c, here_document_to_fd; read 2026-12).
const maxPiped = 4096

// opensMark stands among the variables for "the text opens descriptors for good": a
// pipe may then be one too many.
const opensMark = "opens "

// fed adds what `read NAME… <<< text` establishes, if all of it is known.
func (w *walker) fed(s *syntax.Stmt) {
	call, is := s.Cmd.(*syntax.CallExpr)
	if !is || len(call.Assigns) > 0 || len(s.Redirs) != 1 || s.Redirs[0].Op != syntax.WordHdoc || s.Redirs[0].N != nil {
		return
	}
	words := w.fieldsOf(call.Args)
	text, known := w.build(s.Redirs[0].Word, fieldBuilder{whole: true}).Value()
	if command, _ := value(words, 0); command != "read" || !known || len(text) > maxPiped || strings.ContainsAny(text, "\\\n") {
		return
	}
	_, names, ok := flags(words[1:], "r")
	if !ok || w.splitsOddly() || w.noted(opensMark) {
		return
	}
	w.script.Feeds = true
	for i, name := range names {
		var first string
		first, text = nextWord(text, i+1 == len(names))
		variable, _ := name.Value()
		if !isIdentifier(variable) || w.frozen(variable) || w.keptByShell(variable) { // read ends where it cannot assign
			return
		}
		w.hold(variable, values{texts: []string{first}})
	}
}

// nextWord returns what read gives to a variable, and what is left of the line.
func nextWord(line string, last bool) (word, rest string) {
	line = strings.Trim(line, " \t")
	if last {
		return line, ""
	}
	if i := strings.IndexAny(line, " \t"); i >= 0 {
		return line[:i], line[i:]
	}
	return line, ""
}
