package parse

import (
	"regexp"
	"slices"
	"strings"
	"sync"

	"mvdan.cc/sh/v3/syntax"
)

// A counter is a program of which, called in this way, standard output is numbers
// and blanks, or nothing: as arithmetic that is a number or an error, and runs no
// code. The rule is the program's grammar, not what its input holds: a value that may
// hold arbitrary text is not a number, so cut, head, tr and jq -r .count print none.
type counter struct {
	name string
	// words are what may follow, a line each; those that are numbers stand as 0.
	// It is compiled where it is asked: at the start of every shell that would cost more
	// than judging a line.
	words  string
	any    bool   // whatever follows the first of them
	not    string // no part of them is that
	home   bool   // unless a file in the home directory says otherwise
	passes bool   // it prints nothing but bytes of its input: what it counts is another's
}

// counters, sorted. Sources: manuals of coreutils 9.1 (date, expr, head, seq, stat,
// tail, tr, wc), grep 3.8 and bash 5.2 (echo, printf); read 2026-12. What fails prints
// nothing; wc names no file that it was not given; %d of a text is 0. A jq program that
// ends in length prints numbers, unless it defines length itself (def), has a comment (#),
// or ~/.jq does, which is part of every program (jq 1.6 manual, Modules): Script.Jq says
// that somebody has to look there.
var counters = []counter{
	{name: "cat", words: `^$`, passes: true},
	{name: "date", words: `^\+(%[CdeFHIjkmMNsSuUVwWyYGg]|[0-9 ])+$`},
	{name: "echo", words: `^(-n\n)?[0-9]+(\n[0-9]+)*$`},
	{name: "expr", words: `^\S+\n[-+*/%]\n\S+$`},
	{name: "grep", words: `^(-[EFGPaivwxyz]+\n)*-[EFGPaivwxyz]*c[EFGPaivwxyz]*\n(--\n)?[^-\n][^\n]*(\n[^\s-]\S*)?$`},
	{name: "head", words: `^(-n?\n?[0-9]+)?$`, passes: true},
	{name: "jq", words: `^((-[Secjnrs]+|--compact-output|--exit-status|--null-input|--raw-output|--slurp)\n)*([^#\n]*\| *)?length *(\n[^-\n][^\n]*)*$`, not: `\b(def|import|include)\b`, home: true},
	{name: "printf", words: `^%[-+ 0]?[0-9]*d(\\n)?$`, any: true},
	{name: "seq", words: `^(-w\n)?-?[0-9]+(\n-?[0-9]+){0,2}$`},
	{name: "stat", words: `^(-c\n|--format=|--printf=)%[bBhisWXYZ]\n[^\s-]\S*$`},
	{name: "tail", words: `^(-n?\n?[0-9]+)?$`, passes: true},
	{name: "tr", words: `^-d\n[^-\n][^\n]*$`, passes: true},
	{name: "wc", words: `^(-[clmLw]+|--bytes|--chars|--lines|--words|--max-line-length)(\n(-[clmLw]+|--bytes|--chars|--lines|--words|--max-line-length))*$`},
}

// counts reports whether the output of a command substitution surely is numbers: it
// holds one command, or pipes into one, that is a counter.
func (w *walker) counts(p *syntax.CmdSubst) bool {
	return len(p.Stmts) == 1 && !w.noted(printsMark) && w.counting(p.Stmts[0])
}

func (w *walker) counting(s *syntax.Stmt) bool {
	if s.Negated || s.Background || s.Coprocess || s.Disown {
		return false
	}
	switch c := s.Cmd.(type) {
	case *syntax.BinaryCmd:
		if c.Op == syntax.AndStmt || c.Op == syntax.OrStmt {
			return (w.counting(c.X) || silent(c.X)) && (w.counting(c.Y) || silent(c.Y))
		}
		row, is := w.counterOf(c.Y)
		return is && (!row.passes || c.Op == syntax.Pipe && !feeds(c.Y) && w.counting(c.X))
	default:
		row, is := w.counterOf(s)
		return is && !row.passes
	}
}

// patterns holds those of the counters that were asked for.
var patterns sync.Map

func compiled(pattern string) *regexp.Regexp {
	if known, is := patterns.Load(pattern); is {
		return known.(*regexp.Regexp)
	}
	fresh := regexp.MustCompile(pattern)
	patterns.Store(pattern, fresh)
	return fresh
}

// silent reports whether the command is true or :, which print nothing.
func silent(s *syntax.Stmt) bool {
	call, is := s.Cmd.(*syntax.CallExpr)
	return is && len(s.Redirs) == 0 && len(call.Assigns) == 0 && len(call.Args) == 1 && (call.Args[0].Lit() == "true" || call.Args[0].Lit() == ":")
}

// feeds reports whether the command reads something else than the pipe.
func feeds(s *syntax.Stmt) bool {
	return slices.ContainsFunc(s.Redirs, func(r *syntax.Redirect) bool { return r.Op != syntax.RdrOut })
}

// counterOf returns the row of a command that is a counter.
func (w *walker) counterOf(s *syntax.Stmt) (counter, bool) {
	call, is := s.Cmd.(*syntax.CallExpr)
	if !is || s.Negated || s.Background || len(call.Assigns) > 0 || len(call.Args) == 0 || !onlyReads(s.Redirs) {
		return counter{}, false
	}
	name := call.Args[0].Lit()
	i, is := slices.BinarySearchFunc(counters, name, func(c counter, name string) int { return strings.Compare(c.name, name) })
	if !is || w.noted(functionMark+name) {
		return counter{}, false
	}
	words, known := w.countable(call.Args[1:], counters[i].any)
	row := counters[i]
	if !known || !compiled(row.words).MatchString(words) || row.not != "" && compiled(row.not).MatchString(words) {
		return counter{}, false
	}
	if row.home && w.script.Jq == (Pos{}) {
		w.script.Jq = w.pos(call.Pos())
	}
	return row, true
}

// countable returns the words as a row has them, or the first.
func (w *walker) countable(words []*syntax.Word, first bool) (string, bool) {
	var texts []string
	for _, field := range w.fieldsOf(words) {
		text, known := field.Value()
		if !known && valueOf(field).evaluable() { // or several, or none: then it prints less
			text, known = "0", true
		}
		if !known || strings.Contains(text, "\n") {
			return "", false
		}
		if texts = append(texts, text); first {
			break
		}
	}
	return strings.Join(texts, "\n"), true
}

// onlyReads reports whether the redirects add nothing to standard output.
func onlyReads(list []*syntax.Redirect) bool {
	return !slices.ContainsFunc(list, func(r *syntax.Redirect) bool {
		discards := r.N != nil && r.N.Value == "2" && r.Op == syntax.RdrOut && r.Word.Lit() == "/dev/null"
		feeds := r.N == nil && (r.Op == syntax.RdrIn || r.Op == syntax.Hdoc || r.Op == syntax.DashHdoc || r.Op == syntax.WordHdoc)
		return !discards && !feeds
	})
}

// functionMark before a name stands among the variables for "the text defines a
// function of that name"; it is no name.
const functionMark = "function "
