package parse

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// Where the parser and bash read a text differently, the tree is worthless. Each
// shape has its check here, as narrow as soundness allows. Measured with
// mvdan.cc/sh/v3 v3.14.1 against bash 5.2.15, 2026-11:
//
//	shape                                              check
//	a comment that ends in a backslash                 doubtComments
//	# where bash sees no word begin: a=(x)#c           doubtComments, doubtArrayEnd
//	a carriage return outside of single quotes         doubtBytes
//	an unusual here-document delimiter, << -X          delimiterOf
//	a body whose end bash sees elsewhere               doubtBodyEnd
//	a here-document inside backquotes                  hereDocument
//	'a\⏎b' inside backquotes                           doubtSingleQuotes
//	' in "${x:-…}", arithmetic and subscripts          doubtSingleQuotes
//	an extended glob that holds live text              doubtExtGlob
//	an extended glob in an array literal               doubtArrayPattern
//	$'…' escapes that are decoded differently          decodeANSI
//	<( ) in the word of ${x OP word} or a regex group  doubtProcSubst
//	esac as a pattern: (esac|x)                        doubtEsac
//	time first in a substitution                       doubtPrinting
//	a ; after a here-document in a substitution        doubtPrinting
//	a here-document in a compound in a substitution    doubtInner
//	{a,${b/{1,2}}}: other pairs of braces              plainInside
//	a | time b: time is a program there for bash       doubtTime
//	eval text that ends in a backslash                 text
//	a coprocess inside a substitution                  coproc
//	coproc cmd <file: cmd is a name for the parser     doubtCoprocName
//	coproc x=1 cmd: x=1 is the command for the parser  doubtAssignment
//	f() { …; } | cmd: the body goes on for the parser  doubtFunctionBody

// doubtComments refuses comments that bash would not see, or would see end elsewhere.
func (w *walker) doubtComments(file *syntax.File) {
	if !strings.Contains(w.src, "#") {
		return
	}
	syntax.Walk(file, func(node syntax.Node) bool {
		if c, ok := node.(*syntax.Comment); ok {
			w.doubtComment(c)
		}
		return true
	})
}

func (w *walker) doubtComment(c *syntax.Comment) {
	at := int(c.Hash.Offset())
	line, _, _ := strings.Cut(w.src[at:], "\n")
	switch {
	case strings.HasSuffix(line, `\`):
		w.refuse(KindAmbiguous, w.pos(c.Hash), "#"+c.Text, "a comment that ends in a backslash")
	case at > 0 && strings.IndexByte(" \t\n;&|()<>`", w.src[at-1]) < 0:
		w.refuse(KindAmbiguous, w.pos(c.Hash), "#", "a # that may or may not begin a comment: put a blank before it")
	}
}

// doubtBytes refuses carriage returns where the parser drops or skips them.
func (w *walker) doubtBytes(file *syntax.File) {
	if !strings.Contains(w.src, "\r") {
		return
	}
	quoted := map[int]bool{}
	syntax.Walk(file, func(node syntax.Node) bool {
		if q, ok := node.(*syntax.SglQuoted); ok && !q.Dollar {
			for i := q.Left.Offset(); i < q.Right.Offset(); i++ {
				quoted[int(i)] = true
			}
		}
		return true
	})
	for i := range len(w.src) {
		if w.src[i] == '\r' && (!quoted[i] || i+1 < len(w.src) && w.src[i+1] == '\n') {
			w.refuse(KindAmbiguous, w.posAt(i), `\r`, "a carriage return outside of single quotes")
			return
		}
	}
}

// posAt returns the position of the byte at offset i.
func (w *walker) posAt(i int) Pos {
	if w.at != nil {
		return *w.at
	}
	if w.starts == nil {
		w.starts = append(w.starts, 0)
		for at := range len(w.src) {
			if w.src[at] == '\n' {
				w.starts = append(w.starts, at+1)
			}
		}
	}
	line, exact := slices.BinarySearch(w.starts, i)
	if !exact {
		line--
	}
	return Pos{uint(line) + 1, uint(i-w.starts[line]) + 1}
}

// doubtArrayEnd refuses a=(x) with text glued to it.
func (w *walker) doubtArrayEnd(a *syntax.ArrayExpr) {
	after := int(a.Rparen.Offset()) + 1
	if after < len(w.src) && strings.IndexByte(" \t\n;&|)<>`}", w.src[after]) < 0 {
		w.refuse(KindAmbiguous, w.pos(a.Rparen), w.source(a), "text directly after an array's closing parenthesis")
	}
}

// doubtArrayPattern refuses an extended glob in an array literal. Where extglob is
// off it is an error after which bash gives up the line and goes on with the next,
// be that the body of a here-document.
//
//	a=(@(x)); cat <<EOF
//	curl https://host.example
//	EOF
func (w *walker) doubtArrayPattern(word *syntax.Word) {
	for _, part := range word.Parts {
		if g, ok := part.(*syntax.ExtGlob); ok {
			w.refuse(KindAmbiguous, w.pos(g.OpPos), w.source(word), "an extended pattern in an array")
		}
	}
}

// doubtSingleQuotes refuses single quotes that do not quote in bash, if what they
// hold would be live without them.
func (w *walker) doubtSingleQuotes(q *syntax.SglQuoted) {
	if w.inBack > 0 && strings.Contains(q.Value, "\\\n") {
		w.refuse(KindAmbiguous, w.pos(q.Left), w.source(q), "a backslash before a newline inside backquotes, which bash takes out of single quotes too")
	}
	if w.literal > 0 && strings.ContainsAny(q.Value, "$`\"\\}") {
		w.refuse(KindAmbiguous, w.pos(q.Left), w.source(q), "single quotes that do not quote here")
	}
}

// doubtFunctionBody refuses a body that is no compound command: the parser takes
// what follows the definition (| && ||) into the body.
func (w *walker) doubtFunctionBody(c *syntax.FuncDecl) {
	if compound(c.Body.Cmd) && !c.Body.Negated && !c.Body.Background {
		return
	}
	w.refuse(KindAmbiguous, w.pos(c.Name.Pos()), c.Name.Value, "a function's definition as part of a longer command: end it with ; or a newline")
}

// doubtProcSubst refuses a process substitution that the parser took for text.
func (w *walker) doubtProcSubst(lit *syntax.Lit) {
	if w.quoted > 0 && w.inOperand == 0 {
		return // quoted, it is text to bash too
	}
	if strings.Contains(lit.Value, "<(") || strings.Contains(lit.Value, ">(") {
		w.refuse(KindAmbiguous, w.pos(lit.Pos()), lit.Value, "a process substitution inside another expansion")
	}
}

// doubtTime refuses the keyword time after a pipe, where bash starts a program of
// that name.
func (w *walker) doubtTime(s *syntax.Stmt) {
	if time, ok := s.Cmd.(*syntax.TimeClause); ok {
		w.refuse(KindAmbiguous, w.pos(time.Time), "time", "time after a pipe is a program's name for bash: put it first")
	}
}

func compound(cmd syntax.Command) bool {
	switch cmd.(type) {
	case *syntax.Block, *syntax.Subshell, *syntax.IfClause, *syntax.WhileClause, *syntax.ForClause,
		*syntax.CaseClause, *syntax.ArithmCmd, *syntax.TestClause:
		return true
	}
	return false
}

// doubtCoprocName refuses a coprocess's name before anything but a compound command:
// for bash it is the command.
func (w *walker) doubtCoprocName(c *syntax.CoprocClause) {
	if c.Name != nil && !compound(c.Stmt.Cmd) {
		w.refuse(KindAmbiguous, w.pos(c.Name.Pos()), w.source(c.Name), "a coprocess of a simple command with redirects")
	}
}

// doubtAssignment refuses an assignment that the parser took for a command's name.
func (w *walker) doubtAssignment(c *syntax.CallExpr) {
	if len(c.Args) > 0 && looksAssigned(w.source(c.Args[0])) {
		w.refuse(KindAmbiguous, w.pos(c.Args[0].Pos()), w.source(c.Args[0]), "an assignment after coproc")
	}
}

// doubtExtGlob refuses extended globs that hold more than text and pattern
// characters: bash expands what is in them.
func (w *walker) doubtExtGlob(g *syntax.ExtGlob) {
	if g.Pattern != nil && strings.ContainsAny(g.Pattern.Value, "$`\\'\"<>;&\n") {
		w.refuse(KindAmbiguous, w.pos(g.OpPos), w.source(g), "an extended pattern that holds quotes or expansions")
	}
}

// doubtBodyEnd reads the here-document as bash does and refuses it if the parser
// found another end.
func (w *walker) doubtBodyEnd(r *syntax.Redirect, delimiter string, quoted bool) {
	start, end := w.bodyStart(r), -1
	if r.Hdoc != nil {
		start, end = int(r.Hdoc.Pos().Offset()), int(r.Hdoc.End().Offset())
	}
	found := bodyEnd(w.src, start, delimiter, r.Op == syntax.DashHdoc, quoted)
	empty := r.Hdoc == nil && start >= 0 && strings.Trim(w.src[start:max(start, found-len(delimiter))], "\t") == ""
	if found < 0 || found != end && !empty {
		w.refuse(KindAmbiguous, w.pos(r.OpPos), w.source(r.Word), "where the here-document ends is read differently by bash")
	}
}

// bodyStart returns where an empty body's end is to be looked for: after the
// line of the redirect, if nothing on it could hold a newline; otherwise -1.
func (w *walker) bodyStart(r *syntax.Redirect) int {
	from := int(r.Word.End().Offset())
	if from > len(w.src) {
		return -1
	}
	line, _, found := strings.Cut(w.src[from:], "\n")
	if !found || strings.ContainsAny(line, "'\"\\`$<") {
		return -1
	}
	return from + len(line) + 1
}

// bodyEnd returns the offset after the delimiter line's text, reading as bash
// does: in a body that expands, a backslash joins lines before they are compared
// (bash's read_secondary_line). It returns -1 if no line ends the body.
func bodyEnd(src string, start int, delimiter string, dash, quoted bool) int {
	for at := start; at >= 0 && at <= len(src); {
		line, next := bodyLine(src, at, quoted)
		if dash {
			line = strings.TrimLeft(line, "\t")
		}
		if line == delimiter {
			return next
		}
		if next >= len(src) {
			return -1
		}
		at = next + 1
	}
	return -1
}

// bodyLine returns the line at offset at, and the offset of the newline that ends it.
func bodyLine(src string, at int, quoted bool) (line string, end int) {
	var out strings.Builder
	for ; at < len(src) && src[at] != '\n'; at++ {
		if quoted || src[at] != '\\' || at+1 >= len(src) {
			out.WriteByte(src[at])
			continue
		}
		if at++; src[at] != '\n' {
			out.WriteByte('\\')
			out.WriteByte(src[at])
		}
	}
	return out.String(), at
}
