package parse

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// Where dash and busybox ash read a text differently from one another, or from
// mvdan's parser for POSIX, it is refused. Measured with mvdan.cc/sh/v3 v3.14.1, dash
// 0.5.12 and busybox 1.35.0, 2026-12:
//
//	shape                       dash                        busybox ash              check
//	$'…'                        $ and a quoted text         as bash                  doubtDollar
//	$"…", $[…]                  $ and text, as ash          the same                 none: read so
//	{a,b}                       text, as ash                the same                 none: read so
//	(( … ))                     two subshells, as ash       the same                 none: read so
//	x+=1, x[1]=2                a program's name            the same                 doubtAppend
//	[[, let, source, function   a program's name            its own                  oneSided
//	10>f                        10 is a word                a descriptor             doubtDescriptor
//	>&word                      an error                    a file                   doubtDescriptor
//	&>f                         & and >f                    a file                   the parser refuses
//	<( ), ${x:0:1}, ${x/a/b}    an error                    as bash                  the parser refuses
//	<<<, |&, ;&, a=(…), ${!x},  errors                      errors                   the parser refuses
//	${x@P}, @(…), for ((…))
//	local x                     keeps the outer value       unset                    posixSet
//	eval -- x                   -- is a program             the same                 builtinEval
//	exec -a x n, exec -- n      -a, -- are programs         runs n                   doubtExec
//	\ inside backquotes         levels differ by version                             doubtBackquotes
//	quotes in "${x:-…}"         by version                                           doubtInnerQuotes, doubtSingleQuotes
//	\⏎ inside an operator       by version                                           doubtContinuation
//	a body's end after \⏎       by version                                           doubtBodyEnd
//	$((x)) with x="PATH=7"      an error                    sets PATH                arithmName
//	$(($x)) with the same       sets PATH                   sets PATH                arithmWord
//
// Neither runs a $( ) in a value that arithmetic evaluates. But what is evaluated can
// assign: a PATH of 7 is a directory beside the agent's files, and a variable of which
// the value was known has another. So a value must be a known number here too.

// doubtPosix refuses what the two shells do not surely read alike.
func (w *walker) doubtPosix(file *syntax.File) {
	if w.dialect != Posix {
		return
	}
	w.doubtContinuation()
	d := posixDoubts{w: w}
	syntax.Walk(file, d.visit)
}

// posixDoubts looks at a whole text, with what encloses the node at hand.
type posixDoubts struct {
	w     *walker
	stack []syntax.Node
}

func (d *posixDoubts) visit(node syntax.Node) bool {
	if node == nil {
		d.stack = d.stack[:len(d.stack)-1]
		return true
	}
	w := d.w
	switch n := node.(type) {
	case *syntax.File, *syntax.Comment, *syntax.Stmt, *syntax.IfClause, *syntax.WhileClause, *syntax.ForClause,
		*syntax.WordIter, *syntax.CaseClause, *syntax.CaseItem, *syntax.Block, *syntax.Subshell, *syntax.BinaryCmd,
		*syntax.Lit, *syntax.SglQuoted, *syntax.BinaryArithm, *syntax.UnaryArithm, *syntax.ParenArithm:
	case *syntax.Word:
		w.doubtDollar(n)
	case *syntax.DblQuoted:
		d.doubtInnerQuotes(n)
	case *syntax.CmdSubst:
		d.doubtBackquotes(n)
	case *syntax.ArithmExp:
		w.unless(!n.Bracket && !n.Unsigned, n)
	case *syntax.ParamExp:
		w.unless(n.Index == nil && !n.Excl, n)
	case *syntax.FuncDecl:
		w.unless(!n.RsrvWord, n)
	case *syntax.CallExpr:
		w.doubtAppend(n)
	case *syntax.Assign:
		w.unless(!n.Append && n.Index == nil && n.Array == nil, n)
	case *syntax.Redirect:
		w.doubtDescriptor(n)
	default:
		w.unless(false, n)
	}
	d.stack = append(d.stack, node)
	return true
}

// unless refuses a node that no POSIX shell has.
func (w *walker) unless(known bool, n syntax.Node) {
	if !known {
		w.refuse(KindOpaque, w.pos(n.Pos()), w.source(n), "syntax that a POSIX shell does not have: %s", w.source(n))
	}
}

// doubtDollar refuses $'…'.
func (w *walker) doubtDollar(word *syntax.Word) {
	for i, part := range word.Parts[:max(len(word.Parts)-1, 0)] {
		lit, is := part.(*syntax.Lit)
		if _, single := word.Parts[i+1].(*syntax.SglQuoted); is && single && endsInDollar(lit.Value) {
			w.refuse(KindAmbiguous, w.pos(part.Pos()), w.source(word), "$'…', which busybox ash decodes and dash does not").Hint = "use printf, or plain quotes"
		}
	}
}

// endsInDollar reports whether the text ends in a $ that no backslash quotes.
func endsInDollar(s string) bool {
	rest, is := strings.CutSuffix(s, "$")
	slashes := len(rest) - len(strings.TrimRight(rest, `\`))
	return is && slashes%2 == 0
}

// doubtInnerQuotes refuses double quotes in an expansion inside double quotes.
func (d *posixDoubts) doubtInnerQuotes(q *syntax.DblQuoted) {
	if d.quotedExpansion() {
		d.w.refuse(KindAmbiguous, d.w.pos(q.Pos()), d.w.source(q), "quotes in an expansion in quotes, which shells pair differently")
	}
}

// quotedExpansion reports whether the node stands in the word of an expansion that
// is itself in double quotes or a here-document.
func (d *posixDoubts) quotedExpansion() bool {
	inside := false
	for i := len(d.stack) - 1; i >= 0; i-- {
		switch n := d.stack[i].(type) {
		case *syntax.CmdSubst:
			return false
		case *syntax.ParamExp, *syntax.ArithmExp:
			inside = true
		case *syntax.DblQuoted:
			return inside
		case *syntax.Redirect:
			return inside && n.Hdoc != nil
		}
	}
	return false
}

// doubtBackquotes refuses backquotes in which a backslash or a quote may be another's.
func (d *posixDoubts) doubtBackquotes(s *syntax.CmdSubst) {
	text := d.w.source(s)
	if !s.Backquotes {
		return
	}
	quoted := false
	for _, n := range d.stack {
		_, is := n.(*syntax.DblQuoted)
		quoted = quoted || is
	}
	if strings.Contains(text, `\`) || quoted && strings.Contains(text, `"`) {
		d.w.refuse(KindAmbiguous, d.w.pos(s.Pos()), text, "backslashes or quotes inside backquotes").Hint = "write $( … ) instead"
	}
}

// doubtAppend refuses x+=1 and x[1]=2, which are no assignments.
func (w *walker) doubtAppend(c *syntax.CallExpr) {
	if len(c.Args) > 0 && looksAssigned(w.source(c.Args[0])) {
		w.refuse(KindAmbiguous, w.pos(c.Args[0].Pos()), w.source(c.Args[0]), "%s is a program's name for a POSIX shell, no assignment", w.source(c.Args[0])).
			Hint = "write x=\"${x}more\" or x=$((x + 1))"
	}
}

// doubtDescriptor refuses descriptors of more than one digit, and >& and <& with
// anything else.
func (w *walker) doubtDescriptor(r *syntax.Redirect) {
	if r.N != nil && (len(r.N.Value) != 1 || !isDigits(r.N.Value)) {
		w.refuse(KindAmbiguous, w.pos(r.N.Pos()), r.N.Value, "a descriptor of more than one digit is a word for dash")
	}
	if r.Op != syntax.DplIn && r.Op != syntax.DplOut {
		return
	}
	if to := r.Word.Lit(); len(to) != 1 || to != "-" && !isDigits(to) {
		w.refuse(KindAmbiguous, w.pos(r.Word.Pos()), w.source(r.Word), "%s takes one digit or - in a POSIX shell", r.Op).Hint = "write >file 2>&1"
	}
}

// doubtExec refuses words of exec that are options to only one of the shells.
func (w *walker) doubtExec(c Command) {
	if word, _ := value(c.Args, 0); w.dialect == Posix && strings.HasPrefix(word, "-") {
		w.refuse(KindAmbiguous, c.Args[0].Pos, word, "%s after exec is a program's name for dash", word)
	}
}

// doubtContinuation refuses a line that goes on in the middle of an operator or
// between $ and what it expands.
func (w *walker) doubtContinuation() {
	for at := 0; ; {
		i := strings.Index(w.src[at:], "\\\n")
		if i < 0 {
			return
		}
		at += i + 2
		before, after := w.src[:at-2], strings.TrimLeft(w.src[at:], "\\\n")
		if before == "" || after == "" {
			continue
		}
		if last := before[len(before)-1]; last == '$' || strings.IndexByte("<>&|;(", last) >= 0 && strings.IndexByte("<>&|;-(", after[0]) >= 0 {
			w.refuse(KindAmbiguous, w.posAt(at-2), `\`, "a line that goes on in the middle of an operator")
		}
	}
}

// posixPattern reports whether an unquoted value may be a pattern in some version of
// dash: to it a backslash quotes there, and may go.
func (w *walker) posixPattern(value string) bool {
	return w.dialect != Bash && strings.Contains(value, `\`)
}
