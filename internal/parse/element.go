package parse

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// keyedMark before a name stands among the variables for "it may be an associative
// array": its keys are texts.
const keyedMark = "keyed "

// spread returns the expansion if the word is nothing but all elements or indices of
// an array, "${a[@]}" and "${!a[@]}", or all positional parameters, "$@"; and whether
// it is quoted.
func spread(word *syntax.Word) (p *syntax.ParamExp, quoted bool) {
	parts := word.Parts
	if len(parts) == 1 {
		if q, is := parts[0].(*syntax.DblQuoted); is && !q.Dollar {
			parts, quoted = q.Parts, true
		}
	}
	if len(parts) != 1 {
		return nil, false
	}
	p, is := parts[0].(*syntax.ParamExp)
	if !is || p.Param == nil || p.Length || p.Slice != nil || p.Repl != nil || p.Exp != nil || p.Names != 0 {
		return nil, false
	}
	index, is := p.Index.(*syntax.Word)
	if is && index.Lit() == "@" || p.Index == nil && p.Param.Value == "@" && !p.Excl {
		return p, quoted
	}
	return nil, false
}

// elements returns the fields that a word of all elements makes, if the word is one
// and something is known of them.
func (w *walker) elements(word *syntax.Word) ([]Arg, bool) {
	p, quoted := spread(word)
	if p == nil {
		return nil, false
	}
	whole := Arg{Pos: w.pos(word.Pos()), Text: w.source(word)}
	if p.Excl { // any number of indices
		whole.Parts = []Part{{Kind: Number}}
		return []Arg{whole}, !w.noted(keyedMark+p.Param.Value) && !w.splitsOddly()
	}
	l := w.listed(p)
	if l == nil {
		return nil, false
	}
	var fields []Arg
	for _, elem := range l.elems {
		b := fieldBuilder{w: w, glob: true, arg: whole, inDbl: quoted, open: quoted}
		b.holding(elem, Part{Quoted: quoted})
		b.close()
		fields = append(fields, b.fields...)
	}
	if l.open {
		whole.Parts = []Part{{}}
		fields = append(fields, whole)
	}
	return fields, true
}

// listed returns the elements that the expansion of all of them has.
func (w *walker) listed(p *syntax.ParamExp) *list {
	if p.Param.Value == "@" {
		return w.positional()
	}
	return w.values(p.Param.Value).list
}

// everyElement returns what one of the elements can hold, if the word is all of them,
// in whatever order.
func (w *walker) everyElement(word *syntax.Word) (values, bool) {
	p, quoted := spread(word)
	if p == nil || p.Excl || !quoted || p.Param.Value == "@" {
		return values{}, false
	}
	v := w.anyElement(p.Param.Value)
	return v, !v.unknown
}

// oneElement returns what ${a[7]} can hold.
func (w *walker) oneElement(p *syntax.ParamExp) (values, bool) {
	if p.Param == nil || p.Index == nil || p.Excl || p.Length || p.Slice != nil || p.Repl != nil || p.Exp != nil || p.Names != 0 || allElements(p.Index) {
		return values{}, false
	}
	v := w.anyElement(p.Param.Value)
	l := w.values(p.Param.Value).list
	if i, plain := constant(p.Index); plain && l != nil && !w.noted(keyedMark+p.Param.Value) {
		v = l.at(i)
	}
	return v, !v.unknown
}

// anyElement returns what an element of a variable can hold: all that was assigned to
// any, since an assignment without a subscript leaves the others.
func (w *walker) anyElement(name string) values {
	if w.unsets(name) || shellVariables[name] || strings.HasPrefix(name, "BASH_") || !w.surely(assigned, name) {
		return values{unknown: true}
	}
	v := w.assumed.vars[name].join(values{texts: []string{""}}) // one that is not set
	v.list = nil
	return v
}
