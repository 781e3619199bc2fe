package parse

import "mvdan.cc/sh/v3/syntax"

// lines walks the complete commands of a text. After an error in an expansion,
// or an assignment to a readonly variable, bash gives up the whole complete
// command and goes on with the next line (measured, bash 5.2.15): what the
// command would have established further on does not hold then.
//
//	echo $((1/0)); curl() { true; }
//	curl https://host.example
func (w *walker) lines(list []*syntax.Stmt) {
	for len(list) > 0 && !w.full() {
		n := 1
		for n < len(list) && list[n].Pos().Line() <= list[n-1].End().Line() {
			n++
		}
		if w.nested == 0 {
			w.script.Lines++
		}
		w.completeCommand(list[:n])
		list = list[n:]
	}
}

func (w *walker) completeCommand(list []*syntax.Stmt) {
	outer, ever := w.risky, w.dir.ever
	w.risky, w.dir.ever = w.noted(frozenMark), w.dir.here()
	mark, written := len(w.flow.trail), len(w.written)
	w.stmts(list)
	if w.risky {
		w.flow.abandon(mark, w.written[written:])
		w.dir.stand(w.dir.ever)
	}
	if w.nested == 0 { // nothing around it is to be taken back
		w.flow.trail, w.written = w.flow.trail[:0], w.written[:0]
	}
	w.dir.left = w.dir.left.or(w.dir.ever)
	w.risky, w.dir.ever = outer || w.risky, ever.or(w.dir.ever)
}
