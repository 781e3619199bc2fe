package parse

import (
	"slices"
	"strconv"
)

// A list is the elements of an array in order, from the first without a gap, or the
// positional parameters.
type list struct {
	elems []values
	open  bool // any number of others follow
}

// maxElems is how many elements of a list are told apart.
const maxElems = 256

func (l *list) equal(m *list) bool {
	if l == nil || m == nil {
		return l == m
	}
	return l.open == m.open && slices.EqualFunc(l.elems, m.elems, values.equal)
}

// listOf returns the elements that the fields make.
func listOf(fields []Arg) *list {
	l := &list{}
	for _, field := range fields {
		if l.open = !field.Single() || len(l.elems) == maxElems; l.open {
			break
		}
		l.elems = append(l.elems, valueOf(field))
	}
	return l
}

// and returns the list with others after it.
func (l *list) and(fields []Arg) *list {
	if l == nil || l.open {
		return l
	}
	more := listOf(fields)
	if len(l.elems)+len(more.elems) > maxElems {
		return &list{elems: l.elems, open: true}
	}
	return &list{elems: slices.Concat(l.elems, more.elems), open: more.open}
}

// from returns the list without its first n, as shift leaves it: none go if there
// are fewer.
func (l *list) from(n int) *list {
	switch {
	case l == nil || n > len(l.elems) && l.open:
		return nil
	case n > len(l.elems):
		return l
	}
	return &list{elems: l.elems[n:], open: l.open}
}

// at returns what the element at index i can hold: nothing is known past the open
// end of a list, and a closed one has an empty text there.
func (l *list) at(i int) values {
	switch {
	case l == nil || i >= len(l.elems) && l.open:
		return values{unknown: true}
	case i >= len(l.elems):
		return values{texts: []string{""}}
	}
	return l.elems[i]
}

// having returns the list of which the numbered element surely is there and holds v.
func (l *list) having(number string, v values) *list {
	n, err := strconv.Atoi(number)
	if err != nil || n < 1 || n > maxElems {
		return l
	}
	if l == nil {
		l = &list{open: true}
	}
	if len(l.elems) < n && !l.open {
		return l
	}
	out := &list{elems: slices.Clone(l.elems), open: l.open}
	for len(out.elems) < n {
		out.elems = append(out.elems, values{unknown: true})
	}
	out.elems[n-1] = v
	return out
}

// all returns what any element can hold.
func (l *list) all() values {
	if l == nil || l.open {
		return values{unknown: true}
	}
	var v values
	for _, elem := range l.elems {
		v = v.join(elem)
	}
	return v
}

// join returns the elements that both lists have, and then any.
func (l *list) join(m *list) *list {
	if l == nil || m == nil {
		return nil
	}
	n := min(len(l.elems), len(m.elems))
	out := &list{open: l.open || m.open || len(l.elems) != len(m.elems)}
	for i := range n {
		out.elems = append(out.elems, l.elems[i].join(m.elems[i]))
	}
	return out
}
