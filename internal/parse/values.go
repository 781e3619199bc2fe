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
	list    *list  // the elements of an array, the positional parameters; nil if nobody knows which
	array   bool   // it can be an array
	integer bool   // it can have the integer attribute: assigned values are evaluated
}

func (v values) equal(w values) bool {
	return v.number == w.number && v.unknown == w.unknown && v.counts == w.counts && v.array == w.array && v.integer == w.integer &&
		slices.Equal(v.texts, w.texts) && slices.Equal(v.shape, w.shape) && v.list.equal(w.list)
}

// covers reports whether all that w stands for is among what v does.
func (v values) covers(w values) bool { return v.join(w).equal(v) }

// join returns what can be held by either.
func (v values) join(w values) values {
	array, integer := v.array || w.array, v.integer || w.integer
	switch {
	case w.nothing():
		w = v
	case !v.nothing():
		w = v.with(w)
	}
	w.array, w.integer = array, integer
	return w
}

// with joins two that both hold something.
func (v values) with(w values) values {
	out := values{number: v.number || w.number, unknown: v.unknown || w.unknown, list: v.list.join(w.list)}
	out.texts = mergeTexts(v.texts, w.texts)
	if out.number {
		out.texts = slices.DeleteFunc(slices.Clone(out.texts), isNumber)
	}
	switch counts := v.evaluable() && w.evaluable(); {
	case !out.unknown && len(out.texts) <= maxChoices:
		return out
	case !out.unknown && out.allNumbers():
		return values{number: true, list: out.list}
	case v.unknown && w.unknown && slices.Equal(v.shape, w.shape):
		return values{unknown: true, counts: counts, shape: v.shape, list: out.list}
	default:
		return values{unknown: true, counts: counts, list: out.list}
	}
}

func mergeTexts(texts, more []string) []string {
	for _, text := range more {
		if i, found := slices.BinarySearch(texts, text); !found {
			texts = slices.Insert(slices.Clone(texts), i, text)
		}
	}
	return texts
}

func (v values) allNumbers() bool {
	ok, empty := v.numeric()
	return ok && !empty
}

// nothing reports whether nothing was assigned.
func (v values) nothing() bool {
	return !v.unknown && !v.number && len(v.texts) == 0 && v.list == nil
}

// evaluable reports whether every value runs no code where it is evaluated as
// arithmetic: it is digits, empty, or what a counter prints.
func (v values) evaluable() bool {
	for _, text := range v.texts {
		if text != "" && !isDigits(strings.TrimPrefix(text, "-")) {
			return false
		}
	}
	return v.counts || !v.unknown && (v.number || len(v.texts) > 0)
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

// isNumber reports whether s is a decimal number as bash prints one: to arithmetic,
// digits after a 0 are octal, and 08 an error.
func isNumber(s string) bool {
	s = strings.TrimPrefix(s, "-")
	return isDigits(s) && (s[0] != '0' || s == "0")
}

// valueOf returns what an assigned word can hold.
func valueOf(a Arg) values {
	if text, ok := a.Value(); ok {
		return values{texts: []string{text}}
	}
	if a.can != nil {
		return *a.can
	}
	if len(a.Parts) == 1 && a.Parts[0].Kind == Number {
		return values{number: true}
	}
	counts := true
	for _, p := range a.Parts {
		if p.unassigned {
			return values{}
		}
		counts = counts && (p.Kind == Number || p.Kind == Known && isDigits(p.Text) || p.Kind == Unknown && p.Counts)
	}
	return values{unknown: true, counts: counts, shape: shapeOf(a)}
}

// shapeOf returns the parts of a text, if the field stands for one: it is a single
// field, or each of the names of files that a pattern matches.
func shapeOf(a Arg) []Part {
	if len(a.Parts) > maxShape {
		return nil
	}
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
