package parse

import (
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// braces returns the words that brace expansion makes of word, each as its parts.
// More than maxBraces of them are refused, before they take memory.
func (w *walker) braces(word *syntax.Word) [][]syntax.WordPart {
	if w.dialect != Bash || !hasBrace(word) {
		return [][]syntax.WordPart{word.Parts}
	}
	split := &syntax.Word{Parts: word.Parts}
	if !syntax.SplitBraces(split) {
		return [][]syntax.WordPart{word.Parts}
	}
	if !w.plainInside(word) {
		return [][]syntax.WordPart{{&syntax.CmdSubst{}}} // any words
	}
	expanded, ok := expandBraces(split.Parts, maxBraces)
	if !ok {
		w.refuse(KindTooLarge, w.pos(word.Pos()), w.source(word), "braces that become more than %d words", maxBraces)
		return nil
	}
	return expanded
}

// plainInside reports whether the expansions of a word hold no braces but those of
// ${name}. bash expands braces in the text of a word, before it looks for the ends
// of expansions, and finds other pairs than the parser in {x,${b/a/{1..3}}}.
func (w *walker) plainInside(word *syntax.Word) bool {
	for _, part := range word.Parts {
		switch part.(type) {
		case *syntax.Lit, *syntax.SglQuoted:
			continue
		}
		text := w.source(part)
		opening := strings.Count(text, "{")
		if opening != strings.Count(text, "${") || opening != strings.Count(text, "}") {
			return false
		}
	}
	return true
}

func hasBrace(word *syntax.Word) bool {
	for _, part := range word.Parts {
		if lit, ok := part.(*syntax.Lit); ok && strings.Contains(lit.Value, "{") {
			return true
		}
	}
	return false
}

// expandBraces multiplies out the brace expressions among parts, leftmost slowest.
func expandBraces(parts []syntax.WordPart, limit int) (out [][]syntax.WordPart, ok bool) {
	out = [][]syntax.WordPart{nil}
	for _, part := range parts {
		choices, ok := braceChoices(part, limit)
		if !ok || len(choices)*len(out) > limit {
			return nil, false
		}
		out = product(out, choices)
	}
	return out, true
}

func product(heads, tails [][]syntax.WordPart) [][]syntax.WordPart {
	out := make([][]syntax.WordPart, 0, len(heads)*len(tails))
	for _, head := range heads {
		for _, tail := range tails {
			out = append(out, append(head[:len(head):len(head)], tail...))
		}
	}
	return out
}

func braceChoices(part syntax.WordPart, limit int) ([][]syntax.WordPart, bool) {
	brace, is := part.(*syntax.BraceExp)
	if !is {
		return [][]syntax.WordPart{{part}}, true
	}
	if brace.Sequence {
		return sequence(brace, limit)
	}
	var out [][]syntax.WordPart
	for _, elem := range brace.Elems {
		words, ok := expandBraces(elem.Parts, limit)
		if out = append(out, words...); !ok || len(out) > limit {
			return nil, false
		}
	}
	return out, true
}

// sequence expands {x..y[..step]}. A sequence of letters of both cases passes
// through characters that bash then reads as syntax, so only its being there is
// known: one unknown word.
func sequence(brace *syntax.BraceExp, limit int) ([][]syntax.WordPart, bool) {
	from, err1 := strconv.ParseInt(brace.Elems[0].Lit(), 10, 64)
	to, err2 := strconv.ParseInt(brace.Elems[1].Lit(), 10, 64)
	step := int64(1)
	if len(brace.Elems) > 2 {
		step, _ = strconv.ParseInt(brace.Elems[2].Lit(), 10, 64)
	}
	if err1 != nil || err2 != nil || padded(brace) {
		return letters(brace, step)
	}
	step = max(step, -step, 1)
	if uint64(max(to, from)-min(to, from))/uint64(step) >= uint64(limit) {
		return nil, false
	}
	if from > to {
		step = -step
	}
	var out [][]syntax.WordPart
	for n := from; step > 0 && n <= to || step < 0 && n >= to; n += step {
		out = append(out, []syntax.WordPart{&syntax.Lit{Value: strconv.FormatInt(n, 10)}})
	}
	return out, true
}

// padded reports whether bash would pad the numbers with zeros, {01..10}.
func padded(brace *syntax.BraceExp) bool {
	for _, elem := range brace.Elems[:2] {
		digits := strings.TrimPrefix(elem.Lit(), "-")
		if len(digits) > 1 && digits[0] == '0' || strings.HasPrefix(elem.Lit(), "+") {
			return true
		}
	}
	return false
}

func letters(brace *syntax.BraceExp, step int64) ([][]syntax.WordPart, bool) {
	from, to := brace.Elems[0].Lit(), brace.Elems[1].Lit()
	if len(from) != 1 || len(to) != 1 || !sameCase(from[0], to[0]) || step != 1 {
		return [][]syntax.WordPart{{&syntax.CmdSubst{}}}, true
	}
	var out [][]syntax.WordPart
	for c := from[0]; ; {
		out = append(out, []syntax.WordPart{&syntax.Lit{Value: string(c)}})
		switch {
		case c < to[0]:
			c++
		case c > to[0]:
			c--
		default:
			return out, true
		}
	}
}

func sameCase(a, b byte) bool {
	lower := func(c byte) bool { return 'a' <= c && c <= 'z' }
	upper := func(c byte) bool { return 'A' <= c && c <= 'Z' }
	return lower(a) && lower(b) || upper(a) && upper(b)
}
