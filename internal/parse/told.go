package parse

import (
	"slices"

	"mvdan.cc/sh/v3/syntax"
)

// What a condition tells of a variable holds where it was met: that it is one text, or
// that it holds digits only.

// digitPatterns match every text that holds anything but digits, digitFilters are the
// patterns of one character that is none. With globasciiranges, which is on unless a
// text changes it, a range is the characters of ASCII.
// bash 5.2 manual, Pattern Matching and The Shopt Builtin; read 2026-12.
var (
	digitPatterns = []string{"*[!0-9]*", "*[^0-9]*"}
	digitFilters  = []string{"[!0-9]", "[^0-9]"}
)

// digitRegexps match no text but numbers. A digit that is none of ASCII's makes
// arithmetic an error, and runs no code.
// regex(7), POSIX extended; read 2026-12.
var digitRegexps = []string{"^[0-9]+$", "^[0-9]*$", "^-?[0-9]+$", "^[1-9][0-9]*$", "^[[:digit:]]+$"}

// digits is what is known of a text that holds digits only, or a sign before them.
var digits = values{unknown: true, counts: true}

// tell notes what is known of a variable where the statement succeeded, or failed.
func (w *walker) tell(s *syntax.Stmt, succeeded bool) {
	if s.Negated {
		succeeded = !succeeded
	}
	if !succeeded || s.Background || len(s.Redirs) > 0 {
		return
	}
	switch c := s.Cmd.(type) {
	case *syntax.TestClause:
		w.tellTest(c.X)
	case *syntax.CallExpr:
		w.tellBracket(c)
	}
}

func (w *walker) tellTest(x syntax.TestExpr) {
	test, is := x.(*syntax.BinaryTest)
	if !is || assignsIn(x) {
		return
	}
	if test.Op == syntax.AndTest {
		w.tellTest(test.X)
		w.tellTest(test.Y)
		return
	}
	left, isWord := test.X.(*syntax.Word)
	right, areWords := test.Y.(*syntax.Word)
	if !isWord || !areWords {
		return
	}
	switch name := w.subject(left); {
	case name == "":
	case test.Op == syntax.TsReMatch && slices.Contains(digitRegexps, w.source(right)):
		w.compared(name, digits)
	case test.Op == syntax.TsMatch || test.Op == syntax.TsMatchShort:
		w.matched(name, []*syntax.Word{right})
	}
}

// assignsIn reports whether expanding the condition may set a variable.
func assignsIn(x syntax.TestExpr) bool {
	found := false
	syntax.Walk(x, func(node syntax.Node) bool {
		switch n := node.(type) {
		case *syntax.ArithmExp:
			found = true
		case *syntax.ParamExp:
			found = found || n.Exp != nil && (n.Exp.Op == syntax.AssignUnset || n.Exp.Op == syntax.AssignUnsetOrNull) || n.Slice != nil || n.Index != nil
		case *syntax.BinaryTest:
			found = found || arithmeticTests[n.Op]
		}
		return !found
	})
	return found
}

// arithmeticTests evaluate their operands.
// bash 5.2 manual, Bash Conditional Expressions; read 2026-12.
var arithmeticTests = map[syntax.BinTestOperator]bool{
	syntax.TsEql: true, syntax.TsNeq: true, syntax.TsLeq: true, syntax.TsGeq: true, syntax.TsLss: true, syntax.TsGtr: true,
}

// tellBracket reads [ "$x" = text ].
func (w *walker) tellBracket(c *syntax.CallExpr) {
	if len(c.Assigns) > 0 || len(c.Args) != 5 || c.Args[0].Lit() != "[" || c.Args[2].Lit() != "=" && c.Args[2].Lit() != "==" {
		return
	}
	fields := w.fields(c.Args[3])
	name := w.subject(c.Args[1])
	if _, quoted := c.Args[1].Parts[0].(*syntax.DblQuoted); !quoted || name == "" || len(fields) != 1 {
		return
	}
	if text, known := fields[0].Value(); known && (text != "" || !isDigits(name)) {
		w.compared(name, values{texts: []string{text}})
	}
}

// leavesDigits reports whether one of the patterns matches all that is no number, so
// that what comes after it is one.
func (w *walker) leavesDigits(patterns []*syntax.Word) bool {
	return !w.optioned("globasciiranges") && slices.ContainsFunc(patterns, func(p *syntax.Word) bool {
		return slices.Contains(digitPatterns, w.source(p))
	})
}

// filtersDigits reports whether the expansion takes away all that is no digit.
func (w *walker) filtersDigits(p *syntax.ParamExp) bool {
	if !onVariable(p) || p.Repl == nil || !p.Repl.All || p.Repl.Orig == nil || w.optioned("globasciiranges") || !isIdentifier(p.Param.Value) && !isDigits(p.Param.Value) {
		return false
	}
	empty := p.Repl.With == nil || len(p.Repl.With.Parts) == 0
	return empty && slices.Contains(digitFilters, w.source(p.Repl.Orig))
}

// ends notes that the walk does not go on from here: exit, return, break or continue
// came. An interactive shell may go on after exit. In a loop's condition a jump leads on.
func (w *walker) ends() {
	if here := w.dir.here(); here != nil && len(here) == 0 && w.inCond == 0 {
		w.flow.dead, w.script.carries = true, true
	}
}
