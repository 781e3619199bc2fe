package parse

import (
	"slices"
	"strings"
)

// values is what a variable can hold by the assignments of a text: a few texts,
// some number, or anything. The zero value holds nothing.
type values struct {
	texts   []string // sorted
	number  bool     // a decimal number of unknown value
	unknown bool
	counts  bool   // unknown, but made of numbers and blanks, or empty
	shape   []Part // what is known of the one text that it can hold, if unknown
	array   bool   // it can be an array
	integer bool   // it can have the integer attribute: assigned values are evaluated
}

func (v values) equal(w values) bool {
	return v.number == w.number && v.unknown == w.unknown && v.counts == w.counts && v.array == w.array && v.integer == w.integer &&
		slices.Equal(v.texts, w.texts) && slices.Equal(v.shape, w.shape)
}

// join returns what can be held by either.
func (v values) join(w values) values {
	if len(v.texts) > 0 || v.number || v.unknown && !slices.Equal(v.shape, w.shape) {
		v.shape = nil
	} else {
		v.shape = w.shape
	}
	v.counts = (v.counts || w.counts) && (v.evaluable() || v.nothing()) && (w.evaluable() || w.nothing())
	v.number = v.number || w.number
	v.unknown = v.unknown || w.unknown
	for _, text := range w.texts {
		if i, found := slices.BinarySearch(v.texts, text); !found {
			v.texts = slices.Insert(slices.Clone(v.texts), i, text)
		}
	}
	if v.unknown || len(v.texts) > maxChoices {
		v.unknown, v.texts, v.number = true, nil, false
	}
	return v
}

// nothing reports whether nothing was assigned.
func (v values) nothing() bool { return !v.unknown && !v.number && len(v.texts) == 0 }

// evaluable reports whether every value runs no code where it is evaluated as
// arithmetic: it is a number, empty, or what a counter prints.
func (v values) evaluable() bool {
	ok, _ := v.numeric()
	return ok || v.unknown && v.counts
}

// choices returns the texts if they are all that the variable can hold.
func (v values) choices() []string {
	if v.unknown || v.number {
		return nil
	}
	return v.texts
}

// numeric reports whether every value is a decimal number or empty, so that its
// evaluation as arithmetic runs nothing; empty, whether it may be empty.
func (v values) numeric() (ok, empty bool) {
	for _, text := range v.texts {
		if !isNumber(text) && text != "" {
			return false, false
		}
		empty = empty || text == ""
	}
	return !v.unknown && (v.number || len(v.texts) > 0), empty
}

func isNumber(s string) bool {
	s = strings.TrimPrefix(s, "-")
	return s != "" && strings.Trim(s, "0123456789") == ""
}

// valueOf returns what an assigned word can hold.
func valueOf(a Arg) values {
	if text, ok := a.Value(); ok {
		return values{texts: []string{text}}
	}
	exact, counts := true, true
	for _, p := range a.Parts {
		digits := p.Kind == Number || p.Kind == Known && isDigits(p.Text)
		exact = exact && digits
		counts = counts && (digits || p.Kind == Unknown && p.Counts)
	}
	if exact {
		return values{number: true}
	}
	return values{unknown: true, counts: counts, shape: shapeOf(a)}
}

// shapeOf returns the parts of a text, if the field stands for one: it is a single
// field, or each of the names of files that a pattern matches.
func shapeOf(a Arg) []Part {
	shape := slices.Clone(a.Parts)
	for i := range shape {
		if shape[i].Kind != Known && shape[i].Kind != Glob && !shape[i].Quoted {
			return nil
		}
		shape[i].Quoted, shape[i].Pwd = true, false // where the shell is when the variable is used may be elsewhere
	}
	return shape
}

func isDigits(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }
