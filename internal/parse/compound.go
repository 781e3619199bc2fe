package parse

import (
	"slices"

	"mvdan.cc/sh/v3/syntax"
)

func (w *walker) ifClause(c *syntax.IfClause) {
	w.count(&w.tally.branches, 1, maxBranches, "branches")
	w.stmts(c.Cond)
	unmet := w.dir.no
	w.dir.stand(w.dir.yes)
	yes, no := nowhere, nowhere
	last := c.Cond[len(c.Cond)-1]
	w.flow.choose(func() {
		w.tell(last, true)
		w.stmts(c.Then)
		w.ends()
		yes, no = w.dir.yes, w.dir.no
		w.dir.stand(unmet)
	}, func() {
		w.tell(last, false)
		w.otherwise(c.Else)
		w.ends()
	})
	w.dir.yes, w.dir.no = w.dir.yes.or(yes), w.dir.no.or(no)
}

func (w *walker) otherwise(c *syntax.IfClause) {
	switch {
	case c == nil:
		w.dir.no = nowhere // the status is 0
	case len(c.Cond) == 0:
		w.stmts(c.Then)
	default:
		w.ifClause(c)
	}
}

// whileClause walks the loop. A break or continue in the condition, of which bash skips
// the rest then, leaves it anywhere.
func (w *walker) whileClause(c *syntax.WhileClause) {
	w.loop(func() (left dirs) {
		w.flow.maybe(func() { left = w.conditional(c) })
		return left
	})
}

func (w *walker) conditional(c *syntax.WhileClause) (left dirs) {
	mark, written := len(w.flow.trail), len(w.written)
	w.inCond++
	w.stmts(c.Cond)
	w.inCond--
	if jumps := w.dir.jumps; jumps == nil || len(jumps) > 0 {
		w.flow.abandon(mark, w.written[written:])
	}
	met, unmet := w.dir.yes, w.dir.no
	if c.Until {
		met, unmet = unmet, met
	}
	w.dir.stand(met)
	w.flow.maybe(func() { w.stmts(c.Do) })
	return unmet
}

func (w *walker) forClause(c *syntax.ForClause) {
	switch loop := c.Loop.(type) {
	case *syntax.WordIter:
		w.wordIter(c, loop)
	case *syntax.CStyleLoop:
		w.arithmFirst(loop.Init)
		w.arithmAll(loop.Cond)
		w.rounds(func() {
			w.stmts(c.Do)
			w.arithmAll(loop.Post)
		})
	default:
		w.refuse(KindOpaque, w.pos(c.Pos()), w.source(c), "a loop that is not understood: %T", loop)
	}
}

// wordIter walks `for x in …` and `select x in …`. Without `in`, the items are
// the positional parameters; select also sets REPLY to what was typed.
func (w *walker) wordIter(c *syntax.ForClause, loop *syntax.WordIter) {
	by := "for"
	if c.Select {
		by = "select"
		w.assign(w.pos(c.Pos()), "REPLY", unknownArg(w.pos(c.Pos()), "REPLY"), by)
		w.assign(w.pos(c.Pos()), loop.Name.Value, knownArg(w.pos(c.Pos()), ""), by) // no such number
	}
	name, held := loop.Name.Value, values{}
	if c.Select {
		held = held.join(valueOf(knownArg(Pos{}, "")))
	}
	for _, word := range loop.Items {
		if w.full() {
			return
		}
		held = held.join(w.item(word, name, by))
	}
	if !loop.InPos.IsValid() {
		held = held.join(w.parameters(c, name, by))
	}
	w.rounds(func() {
		w.hold(name, held)
		w.stmts(c.Do)
	})
}

// item walks a word of the loop and returns what it makes of the variable.
func (w *walker) item(word *syntax.Word, name, by string) values {
	var held values
	fields := w.words([]*syntax.Word{word})
	for _, field := range fields {
		w.mention(field.Pos, name, field, by)
		held = held.join(valueOf(field))
	}
	if any, known := w.everyElement(word); known && held.unknown {
		held = any
	}
	w.record(name, held)
	w.flow.widen(name, held)
	return held
}

// parameters returns what a loop over the positional parameters makes of the variable.
func (w *walker) parameters(c *syntax.ForClause, name, by string) values {
	at := w.pos(c.Pos())
	w.assign(at, name, Arg{Pos: at, Text: "$@", Parts: []Part{{}}}, by)
	return w.positional().all()
}

// rounds walks a loop that may end before each of its rounds.
func (w *walker) rounds(do func()) {
	w.loop(func() (left dirs) {
		before := w.dir.here()
		w.flow.maybe(do)
		return before
	})
}

// caseClause walks the arms. Without ;& and ;;& one of them runs, or none unless a *
// is among the patterns; with them any may run after another.
func (w *walker) caseClause(c *syntax.CaseClause) {
	w.single(c.Word)
	arms := caseArms{w: w, subject: w.subject(c.Word), no: nowhere}
	if w.patterns(c.Items)[arms.subject] {
		arms.subject = "" // it is another by now than the word was
	}
	arms.before = w.dir.here()
	arms.yes = arms.before
	if slices.ContainsFunc(c.Items, func(item *syntax.CaseItem) bool { return item.Op != syntax.Break }) {
		for i, item := range c.Items {
			fallen := i > 0 && c.Items[i-1].Op == syntax.Fallthrough
			w.flow.maybe(func() { arms.walk(item, fallen) })
		}
	} else {
		arms.choose(c.Items)
	}
	w.dir.yes, w.dir.no = arms.yes, arms.no
}

// patterns walks what expanding the patterns runs, up to the one that matches, and
// returns the variables that it sets.
func (w *walker) patterns(items []*syntax.CaseItem) map[string]bool {
	written := len(w.written)
	for _, item := range items {
		if w.count(&w.tally.branches, len(item.Patterns), maxBranches, "branches"); w.full() {
			break
		}
		for _, pattern := range item.Patterns {
			w.doubtEsac(pattern)
			w.flow.maybe(func() { w.single(pattern) })
		}
	}
	set := map[string]bool{}
	for _, one := range w.written[written:] {
		set[one.name] = true
	}
	return set
}

// caseArms are the arms of a case while they are walked.
type caseArms struct {
	w       *walker
	subject string
	digits  bool // an arm before took all texts that are no number
	before  dirs // where an arm can begin
	yes, no dirs // where the case can end
}

func (a *caseArms) choose(items []*syntax.CaseItem) {
	walks, any := []func(){}, false
	for _, item := range items {
		leaves := a.w.leavesDigits(item.Patterns)
		any = any || slices.ContainsFunc(item.Patterns, func(p *syntax.Word) bool { return p.Lit() == "*" })
		walks = append(walks, func() {
			a.walk(item, false)
			a.digits = a.digits || leaves
		})
	}
	if !any {
		walks = append(walks, a.tell)
	}
	a.w.flow.choose(walks...)
}

// tell notes what the arms before tell of the subject.
func (a *caseArms) tell() {
	if a.digits && a.subject != "" {
		a.w.compared(a.subject, digits)
	}
}

// walk walks an arm, fallen if the one before it may go on in it.
func (a *caseArms) walk(item *syntax.CaseItem, fallen bool) {
	w := a.w
	w.dir.stand(a.before)
	if !fallen {
		a.tell()
		w.matched(a.subject, item.Patterns)
	}
	w.stmts(item.Stmts)
	w.ends()
	a.yes, a.no = a.yes.or(w.dir.yes), a.no.or(w.dir.no)
	if item.Op != syntax.Break {
		a.before = a.before.or(w.dir.here())
	}
}

// subject returns the name of the variable that is all of a case's word.
func (w *walker) subject(word *syntax.Word) string {
	parts := word.Parts
	if len(parts) == 1 {
		if q, is := parts[0].(*syntax.DblQuoted); is {
			parts = q.Parts
		}
	}
	if len(parts) != 1 {
		return ""
	}
	p, is := parts[0].(*syntax.ParamExp)
	if !is || !plain(p) || !isIdentifier(p.Param.Value) && (!isDigits(p.Param.Value) || p.Param.Value == "0") {
		return ""
	}
	return p.Param.Value
}

// matched notes in the arm of a case that the variable is one of the patterns, if
// they are texts. With nocasematch it need not be.
func (w *walker) matched(name string, patterns []*syntax.Word) {
	if name == "" || w.optioned("nocasematch") || len(patterns) > maxChoices {
		return
	}
	var held values
	for _, pattern := range patterns {
		text, known := w.build(pattern, fieldBuilder{whole: true, glob: true}).Value()
		if !known || text == "" && isDigits(name) { // which a parameter that is not there matches too
			return
		}
		held = held.join(values{texts: []string{text}})
	}
	w.script.compares = true
	w.compared(name, held)
}

// function judges a body where it is defined, for every caller. The name counts
// as defined from here on, and inside the body for its own sake.
func (w *walker) function(c *syntax.FuncDecl) {
	if c.Name == nil || len(c.Names) > 0 {
		w.refuse(KindOpaque, w.pos(c.Pos()), w.source(c), "a function without one name")
		return
	}
	name := c.Name.Value
	w.count(&w.tally.bodies, 1, maxBodies, "functions")
	w.doubtFunctionBody(c)
	w.script.functions = append(w.script.functions, name)
	w.note(functionMark + name)
	w.script.oddFunctions = w.script.oddFunctions || !isIdentifier(name)
	if w.dialect.reserved(name) {
		w.refuse(KindRebinds, w.pos(c.Name.Pos()), name, "a function would replace the builtin %q", name)
	}
	body := func() {
		w.establish(defined, name)
		w.stmt(c.Body)
	}
	risky := w.risky
	if w.inFunc++; w.inFunc == 1 {
		w.bodyOf(name, body)
	} else {
		w.flow.fresh(func() { w.bodyOf(name, body) })
	}
	w.inFunc--
	w.risky = risky // defining evaluates nothing
	w.establish(defined, name)
}

func (w *walker) coproc(c *syntax.CoprocClause) {
	if w.inSubst > 0 {
		w.refuse(KindAmbiguous, w.pos(c.Coproc), "coproc", "a coprocess inside a substitution: bash runs another command there")
	}
	name := "COPROC"
	w.doubtCoprocName(c)
	if c.Name != nil {
		fields := w.words([]*syntax.Word{c.Name})
		known, ok := "", false
		if len(fields) == 1 {
			known, ok = fields[0].Value()
		}
		if !ok || !isIdentifier(known) {
			w.refuse(KindDynamic, w.pos(c.Name.Pos()), w.source(c.Name), "the coprocess's name is made at run time")
		}
		name = known
	}
	for _, v := range []string{name, name + "_PID"} {
		w.assign(w.pos(c.Coproc), v, unknownArg(w.pos(c.Coproc), v), "coproc")
	}
	w.isArray(name)
	w.note(unkeyedMark + name)
	w.note(opensMark)
	w.child(func() { w.stmt(c.Stmt) })
}
