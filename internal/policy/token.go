package policy

import (
	"strings"

	"armshell/internal/parse"
)

// A token is one step of a value that a pattern is matched against.
type token struct {
	char rune
	gap  gap
}

// A gap stands for text that is not known.
type gap uint8

const (
	noGap    gap = iota
	anyText      // any text, the empty one too
	anyWords     // any number of words, each with the blank before it
	digits       // digits and a sign
	name         // any text without a slash
	oneChar      // one character
)

// tokens is text with gaps, what patterns are matched against.
type tokens []token

func spell(s string) tokens {
	v := make(tokens, 0, len(s))
	for _, c := range s {
		v = append(v, token{char: c})
	}
	return v
}

// unknownText stands for what is not known where a value is shown.
const unknownText = "…"

// String returns the text, with … for each gap.
func (t tokens) String() string {
	var out strings.Builder
	for _, step := range t {
		switch step.gap {
		case noGap:
			out.WriteRune(step.char)
		case anyWords:
			out.WriteString(" " + unknownText)
		default:
			out.WriteString(unknownText)
		}
	}
	return out.String()
}

// key returns a text that only the same tokens have.
func (t tokens) key() string {
	var out strings.Builder
	for _, step := range t {
		out.WriteByte(byte(step.gap))
		out.WriteRune(step.char)
	}
	return out.String()
}

// words returns the words as bash would pass them, with single blanks between them.
func words(name string, args []parse.Arg) tokens {
	v := spell(name)
	for _, a := range args {
		v = appendWord(v, a)
	}
	return v
}

// appendWord appends a blank and one field. A field of which nothing is surely
// there, or whose pathname pattern may match nothing (nullglob), may be absent.
func appendWord(v tokens, a parse.Arg) tokens {
	if !a.Single() && !anchored(a) {
		return append(v, token{gap: anyWords})
	}
	return appendParts(append(v, token{char: ' '}), a)
}

func appendParts(v tokens, a parse.Arg) tokens {
	for _, p := range a.Parts {
		switch p.Kind {
		case parse.Known:
			v = append(v, spell(p.Text)...)
		case parse.Number:
			v = append(v, token{gap: digits})
		case parse.Glob:
			v = append(v, token{gap: globGap(p)})
		default:
			v = append(v, token{gap: anyText})
		}
	}
	return v
}

// globGap is what the names of files that a pattern matches are like: without a
// slash, if it holds none and no ** .
func globGap(p parse.Part) gap {
	if p.Quoted && !strings.Contains(p.Text, "/") && !strings.Contains(p.Text, "**") {
		return name
	}
	return anyText
}

// anchored reports whether a field that may become several begins with known text
// and holds no pathname pattern.
func anchored(a parse.Arg) bool {
	if len(a.Parts) == 0 || a.Parts[0].Kind != parse.Known {
		return false
	}
	for _, p := range a.Parts {
		if p.Kind == parse.Glob {
			return false
		}
	}
	return true
}
