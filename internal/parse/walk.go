package parse

import (
	"fmt"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// A walker goes once through a text and notes what running it could reach.
type walker struct {
	src       string
	starts    []int // offsets of src's lines, once they are needed
	dialect   Dialect
	script    *Script
	opaque    *OpaqueError // the first by position
	excess    *OpaqueError // a bound of the whole text was passed: nothing else counts then
	taken     int          // words of all commands, those of a launcher for each program that gets them
	tally     account
	assumed   *findings // of an earlier walk
	finds     findings  // of this walk
	written   []write   // what was assigned, in the order walked
	flow      flow
	spare     []Part // for the parts of plain words
	dir       track
	via       []string
	at        *Pos // positions in a nested text are those of the word that holds it
	nested    int  // texts in texts
	spent     int  // the bytes of all of them
	doubled   int  // launched texts around the point
	documents bool // the text may hold a here-document
	inFunc    int
	inCond    int               // conditions of loops around the point
	inOperand int               // words of ${x OP word} around the point
	inQuotes  bool              // the point is in a substitution inside double quotes
	inSubst   int               // command and process substitutions around the point
	inBack    int               // command substitutions by backquotes around the point
	quoted    int               // double quotes or here-document bodies around the point
	literal   int               // constructs around the point in which single quotes do not quote
	pick      map[string]string // the one of several values that is being looked at
	risky     bool              // the complete command at the point may be given up half-way
}

func (s Shell) walkFile(src string, file *syntax.File, assumed *findings, assumedRoutes routes) *walker {
	w := &walker{src: src, dialect: s.Dialect, documents: strings.Contains(src, "<<"), script: &Script{Commands: make([]Command, 0, len(file.Stmts))}, assumed: assumed, finds: findings{vars: map[string]values{}}}
	w.dir = track{assumed: assumedRoutes, place: place{yes: atStart, no: atStart, ever: atStart, jumps: nowhere, left: nowhere}}
	w.begin(s.Args)
	w.doubtComments(file)
	w.doubtBytes(file)
	w.doubtPosix(file)
	w.lines(file.Stmts)
	return w
}

// begin notes what the text is given.
func (w *walker) begin(args []string) {
	if args == nil {
		return
	}
	fields := make([]Arg, len(args))
	for i, arg := range args {
		fields[i] = knownArg(Pos{}, encode(arg))
	}
	w.hold("@", values{unknown: true, list: listOf(fields)})
}

func (w *walker) err() error {
	switch {
	case w.excess != nil:
		return w.excess
	case w.opaque != nil:
		return w.opaque
	}
	return nil
}

// exceed notes that a bound of the whole text was passed, which ends the walk.
func (w *walker) exceed(subject, format string, args ...any) {
	if w.excess == nil {
		w.excess = &OpaqueError{Kind: KindTooLarge, Pos: Pos{1, 1}, Subject: subject, Detail: fmt.Sprintf(format, args...)}
	}
}

// pos returns the position of p, or of the word whose text is being walked.
func (w *walker) pos(p syntax.Pos) Pos {
	if w.at != nil {
		return *w.at
	}
	if p.Col() != 0 {
		return pos(p)
	}
	return w.posAt(int(p.Offset())) // past what the parser counts
}

// refuse notes that nobody can know what the text would reach. The caller may give
// what it returns a hint of its own.
func (w *walker) refuse(kind Kind, at Pos, subject, format string, args ...any) *OpaqueError {
	if w.opaque != nil && !at.before(w.opaque.Pos) {
		return &OpaqueError{}
	}
	for i, arg := range args {
		if text, ok := arg.(string); ok && len(text) > maxShown {
			args[i] = text[:maxShown] + "…"
		}
	}
	w.opaque = &OpaqueError{Kind: kind, Pos: at, Subject: subject, Detail: fmt.Sprintf(format, args...)}
	return w.opaque
}

// maxShown is how much of the text a detail repeats, in bytes.
const maxShown = 80

// source returns the node as written.
func (w *walker) source(n syntax.Node) string {
	from, to := n.Pos().Offset(), n.End().Offset()
	if from > to || to > uint(len(w.src)) {
		return ""
	}
	return w.src[from:to]
}

func (w *walker) stmts(list []*syntax.Stmt) {
	for _, s := range list {
		if w.full() {
			return
		}
		w.stmt(s)
	}
}

// full reports whether more was found than is looked at: the text is refused.
func (w *walker) full() bool { return w.excess != nil }

// noted reports whether a variable, or what a mark stands for, is among those that
// the text sets somewhere.
func (w *walker) noted(name string) bool {
	_, found := w.finds.vars[name]
	_, assumed := w.assumed.vars[name]
	return found || assumed
}

// note notes a mark.
func (w *walker) note(mark string) { w.finds.vars[mark] = values{unknown: true} }

func (w *walker) stmt(s *syntax.Stmt) {
	if s.Coprocess || s.Disown {
		w.refuse(KindOpaque, w.pos(s.Position), w.source(s), "a way to run in the background that is not bash's")
	}
	here := w.dir.here()
	w.dir.stand(here)
	switch {
	case s.Background:
		w.child(func() { w.foreground(s) })
	case len(s.Redirs) > 0: // one that fails skips the command
		w.flow.maybe(func() { w.foreground(s) })
		w.dir.no = w.dir.no.or(here)
		w.opened(s)
		w.fed(s)
	default:
		w.foreground(s)
	}
	if s.Negated {
		w.dir.yes, w.dir.no = w.dir.no, w.dir.yes
	}
}

// opened adds what `exec {fd}>file` establishes: if its redirect fails, the shell
// ends.
func (w *walker) opened(s *syntax.Stmt) {
	call, ok := s.Cmd.(*syntax.CallExpr)
	if !ok || len(call.Args) != 1 || call.Args[0].Lit() != "exec" || w.unsets("exec") {
		return
	}
	for _, r := range s.Redirs {
		if name := redirectName(r); name != "" {
			w.opens(name)
		}
	}
}

func (w *walker) opens(name string) {
	w.replaced(name, sometimes)
}

func (w *walker) foreground(s *syntax.Stmt) {
	for _, r := range s.Redirs {
		if w.full() {
			return
		}
		w.redirect(r)
	}
	if s.Cmd != nil {
		w.command(s.Cmd)
	}
}

// command accepts by list: a node that it does not name is refused, so that a
// newer parser can only make it refuse more.
func (w *walker) command(cmd syntax.Command) {
	switch c := cmd.(type) {
	case *syntax.CallExpr:
		w.call(c)
	case *syntax.IfClause:
		w.ifClause(c)
	case *syntax.WhileClause:
		w.whileClause(c)
	case *syntax.ForClause:
		w.forClause(c)
	case *syntax.CaseClause:
		w.caseClause(c)
	case *syntax.Block:
		w.stmts(c.Stmts)
	case *syntax.Subshell:
		w.child(func() { w.stmts(c.Stmts) })
	case *syntax.BinaryCmd:
		w.binary(c)
	case *syntax.FuncDecl:
		w.function(c)
	case *syntax.ArithmCmd:
		w.arithmCmd(c)
	case *syntax.TestClause:
		w.test(c.X)
	case *syntax.DeclClause:
		w.declClause(c)
	case *syntax.LetClause:
		w.letClause(c)
	case *syntax.TimeClause:
		w.script.timed = true
		if c.Stmt != nil {
			w.stmt(c.Stmt)
		}
	case *syntax.CoprocClause:
		w.coproc(c)
	default:
		w.refuse(KindOpaque, w.pos(cmd.Pos()), w.source(cmd), "syntax that is not understood: %T", cmd)
	}
}

func (w *walker) binary(c *syntax.BinaryCmd) {
	switch c.Op {
	case syntax.AndStmt, syntax.OrStmt:
		w.andOr(c)
	case syntax.Pipe, syntax.PipeAll:
		w.doubtTime(c.Y)
		w.child(func() { w.stmt(c.X) })
		w.lastMember(c.Y)
	default:
		w.refuse(KindOpaque, w.pos(c.OpPos), c.Op.String(), "an operator that is not understood: %s", c.Op)
	}
}

// lastMember walks the last member of a pipeline, which with lastpipe is the shell
// itself, and otherwise a child.
func (w *walker) lastMember(s *syntax.Stmt) {
	here, inLoop := w.dir.here(), w.dir.inLoop
	w.dir.inLoop = false
	w.flow.maybe(func() { w.stmt(s) })
	w.dir.inLoop = inLoop
	w.dir.stand(here.or(w.dir.here()))
}
