package parse

import "mvdan.cc/sh/v3/syntax"

func (w *walker) ifClause(c *syntax.IfClause) {
	w.stmts(c.Cond)
	unmet := w.dir.no
	w.dir.stand(w.dir.yes)
	then := w.flow.isolated(func() { w.stmts(c.Then) })
	yes, no := w.dir.yes, w.dir.no
	w.dir.stand(unmet)
	var other []fact
	switch {
	case c.Else == nil:
		w.dir.no = nowhere // the status is 0
	case len(c.Else.Cond) == 0:
		other = w.flow.isolated(func() { w.stmts(c.Else.Then) })
	default:
		other = w.flow.isolated(func() { w.ifClause(c.Else) })
	}
	w.dir.yes, w.dir.no = w.dir.yes.or(yes), w.dir.no.or(no)
	w.flow.either(then, other, w.script.Lines)
}

func (w *walker) whileClause(c *syntax.WhileClause) {
	w.loop(func() (left dirs) {
		w.stmts(c.Cond)
		met, unmet := w.dir.yes, w.dir.no
		if c.Until {
			met, unmet = unmet, met
		}
		w.dir.stand(met)
		w.flow.isolated(func() { w.stmts(c.Do) })
		return unmet
	})
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
	items := w.words(loop.Items)
	if !loop.InPos.IsValid() {
		items = []Arg{{Pos: w.pos(c.Pos()), Text: "$@", Parts: []Part{{}}}}
	}
	name := loop.Name.Value
	for _, item := range items {
		w.assign(w.pos(loop.Name.Pos()), name, item, by)
	}
	w.rounds(func() {
		w.establish(assigned, name)
		w.stmts(c.Do)
	})
}

// rounds walks a loop that may end before each of its rounds.
func (w *walker) rounds(do func()) {
	w.loop(func() (left dirs) {
		before := w.dir.here()
		w.flow.isolated(do)
		return before
	})
}

// caseClause walks the arms, each after the word, or after an earlier one that ends
// in ;& or ;;&. It may be that no pattern matches.
func (w *walker) caseClause(c *syntax.CaseClause) {
	w.single(c.Word)
	before := w.dir.here()
	yes, no := before, nowhere
	for _, item := range c.Items {
		w.dir.stand(before)
		for _, pattern := range item.Patterns {
			w.doubtEsac(pattern)
			w.single(pattern)
		}
		w.flow.isolated(func() { w.stmts(item.Stmts) })
		yes, no = yes.or(w.dir.yes), no.or(w.dir.no)
		if item.Op != syntax.Break {
			before = before.or(w.dir.here())
		}
	}
	w.dir.yes, w.dir.no = yes, no
}

// function judges a body where it is defined, for every caller. The name counts
// as defined from here on, and inside the body for its own sake.
func (w *walker) function(c *syntax.FuncDecl) {
	if c.Name == nil || len(c.Names) > 0 {
		w.refuse(KindOpaque, w.pos(c.Pos()), w.source(c), "a function without one name")
		return
	}
	name := c.Name.Value
	w.doubtFunctionBody(c)
	w.script.functions = append(w.script.functions, name)
	w.seen[functionMark+name] = values{unknown: true}
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
		w.body(name, func() { w.flow.isolated(body) })
	} else {
		w.body(name, func() { w.flow.fresh(body) })
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
	w.child(func() { w.stmt(c.Stmt) })
}
