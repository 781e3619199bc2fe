package parse

import (
	"slices"

	"mvdan.cc/sh/v3/syntax"
)

// assignment walks NAME=value before a command or alone. IFS before read splits
// only what that read reads.
func (w *walker) assignment(a *syntax.Assign, prefix, reads bool) {
	if a.Name == nil {
		w.refuse(KindOpaque, w.pos(a.Pos()), w.source(a), "an assignment without a name")
		return
	}
	at, name := w.pos(a.Pos()), a.Name.Value
	if prefix {
		w.note(unkeyedMark + name)
		w.note(prefixMark + name)
	}
	w.index(name, a.Index)
	switch {
	case a.Array != nil:
		w.array(name, a.Array, a.Append)()
		return
	case a.Append && a.Index == nil:
		w.append(at, name, w.single(a.Value), w.source(a), prefix)
		return
	case a.Index != nil:
		value := w.single(a.Value)
		if a.Append {
			value = unknownArg(at, w.source(a))
		}
		w.assign(at, name, value, "=")
		w.element(name, true)
		return
	}
	value := w.single(a.Value)
	switch {
	case name == "IFS" && reads:
		w.script.Assignments = append(w.script.Assignments, Assignment{Pos: at, Name: name, Value: value, By: "=", Via: w.via})
	case prefix:
		w.assign(at, name, value, "=")
	default:
		w.set(at, name, value, "=")
	}
}

// append walks NAME+=value. With the integer attribute it adds.
func (w *walker) append(at Pos, name string, value Arg, source string, prefix bool) {
	had := w.picked(name)
	after := Arg{Pos: at, Text: source, Parts: slices.Concat(w.wholeOf(had), value.Parts)}
	if w.assumes(name).integer || w.finds.vars[name].integer {
		after = value
	}
	if prefix || had.unknown && had.shape == nil {
		w.assign(at, name, after, "=")
		return
	}
	w.set(at, name, after, "=")
}

// wholeOf returns what a variable yields in double quotes.
func (w *walker) wholeOf(v values) []Part {
	b := fieldBuilder{w: w, whole: true}
	b.holding(v, Part{Counts: v.counts})
	b.flush()
	return b.arg.Parts
}

// array walks NAME=( … ) and NAME+=( … ). The plain $NAME is the first element, or
// nothing. It returns what notes that the variable holds that.
func (w *walker) array(name string, a *syntax.ArrayExpr, appends bool) (hold func()) {
	w.doubtArrayEnd(a)
	at := w.pos(a.Pos())
	before := &list{}
	if appends {
		before = w.values(name).list
	}
	w.mention(at, name, knownArg(at, ""), "=")
	held, list := w.arrayElements(at, name, a.Elems, before)
	if w.full() {
		return func() {}
	}
	if appends {
		held = held.join(w.values(name))
	}
	held.list = list
	w.record(name, held)
	w.isArray(name)
	w.flow.widen(name, held)
	return func() {
		if !appends || list != nil { // what += adds to may not be known
			w.hold(name, held)
		}
	}
}

// arrayElements walks the elements. It returns what any of them can hold, and the list
// that they make after the one given.
func (w *walker) arrayElements(at Pos, name string, elems []*syntax.ArrayElem, list *list) (values, *list) {
	held := values{texts: []string{""}}
	for _, elem := range elems {
		if w.full() {
			break
		}
		w.index(name, elem.Index)
		if elem.Index != nil || elem.Value == nil {
			list = nil
		}
		if elem.Value == nil {
			continue
		}
		w.doubtArrayPattern(elem.Value)
		w.parts(elem.Value.Parts)
		fields := w.fields(elem.Value)
		for _, field := range fields {
			w.mention(at, name, field, "=")
			held = held.join(valueOf(field))
		}
		list = list.and(fields)
	}
	return held, list
}

// element notes that a subscript makes the variable an array, of which other
// elements may not be set.
func (w *walker) element(name string, subscripted bool) {
	if subscripted {
		w.isArray(name)
		w.record(name, values{texts: []string{""}})
		w.flow.widen(name, values{texts: []string{""}})
	}
}

func (w *walker) isArray(name string) {
	v := w.finds.vars[name]
	v.array = true
	w.finds.vars[name] = v
}
