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
	array   bool // it can be an array
	integer bool // it can have the integer attribute: assigned values are evaluated
}

func (v values) equal(w values) bool {
	return v.number == w.number && v.unknown == w.unknown && v.array == w.array && v.integer == w.integer &&
		slices.Equal(v.texts, w.texts)
}

// join returns what can be held by either.
func (v values) join(w values) values {
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
	for _, p := range a.Parts {
		if p.Kind != Number && !(p.Kind == Known && isDigits(p.Text)) {
			return values{unknown: true}
		}
	}
	return values{number: true}
}

func isDigits(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }
