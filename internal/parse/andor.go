package parse

import "mvdan.cc/sh/v3/syntax"

// andOr walks X && Y and X || Y. In A && B && C the parser has A && B for X: C runs only
// where B did, and finds what B left.
func (w *walker) andOr(c *syntax.BinaryCmd) {
	chain := []*syntax.Stmt{c.Y}
	for c.Op == syntax.AndStmt && len(chain) < maxChain {
		inner, is := c.X.Cmd.(*syntax.BinaryCmd)
		if !is || inner.Op != syntax.AndStmt || c.X.Negated || len(c.X.Redirs) > 0 {
			break
		}
		c = inner
		chain = append(chain, c.Y)
	}
	w.stmt(c.X)
	w.then(c.Op, c.X, chain)
}

// maxChain bounds the commands of a list that are taken for one: each is a level of
// the walk.
const maxChain = 64

// then walks what follows in the list, the last one first in chain.
func (w *walker) then(op syntax.BinCmdOperator, before *syntax.Stmt, chain []*syntax.Stmt) {
	w.count(&w.tally.branches, 1, maxBranches, "branches")
	and := op == syntax.AndStmt
	yes, no := w.dir.yes, w.dir.no
	w.dir.stand(no)
	if and {
		w.dir.stand(yes)
	}
	w.flow.choose(func() {
		w.tell(before, and)
		next := chain[len(chain)-1]
		w.stmt(next)
		if len(chain) > 1 {
			w.then(op, next, chain[:len(chain)-1])
		}
		w.ends()
	}, func() { w.tell(before, !and) })
	if and {
		w.dir.no = w.dir.no.or(no)
	} else {
		w.dir.yes = w.dir.yes.or(yes)
	}
}
