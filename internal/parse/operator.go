package parse

import (
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// transformed returns what ${x OP word} yields where x has one known value and the
// operator works on text alone. It is known for ASCII only: what a character is, and
// how it is spelled in capitals, depends on the locale.
// bash 5.2 manual, Shell Parameter Expansion; read 2026-12.
func (w *walker) transformed(p *syntax.ParamExp) (string, bool) {
	if !onVariable(p) {
		return "", false
	}
	choices := w.picked(p.Param.Value).choices()
	if len(choices) != 1 || !isASCII(choices[0]) {
		return "", false
	}
	switch text := choices[0]; {
	case p.Slice != nil:
		return sliced(text, p.Slice)
	case p.Repl != nil:
		return w.replacedIn(text, p.Repl)
	default:
		return w.operated(text, p.Exp)
	}
}

// onVariable reports whether p is one operator on a variable.
func onVariable(p *syntax.ParamExp) bool {
	return p.Param != nil && !p.Excl && !p.Length && p.Index == nil && p.Names == 0 && (p.Slice != nil || p.Repl != nil || p.Exp != nil)
}

func isASCII(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool { return r >= 0x7f || r < ' ' && r != '\n' && r != '\t' }) < 0
}

func (w *walker) operated(text string, exp *syntax.Expansion) (string, bool) {
	switch exp.Op {
	case syntax.DefaultUnsetOrNull:
		return w.instead(text, text == "", exp.Word)
	case syntax.AlternateUnsetOrNull:
		if text == "" {
			return "", true
		}
		return w.instead(text, true, exp.Word)
	case syntax.UpperAll, syntax.LowerAll, syntax.UpperFirst, syntax.LowerFirst:
		return recased(text, exp)
	}
	pattern, known := w.plainPattern(exp.Word)
	if !known {
		return "", false
	}
	return cutMatch(text, pattern, exp.Op)
}

// instead returns the operator's word in the place of the text. Unquoted parts of it
// could be split, so that only plain words are known.
func (w *walker) instead(text string, replaced bool, word *syntax.Word) (string, bool) {
	if !replaced {
		return text, true
	}
	if word == nil {
		return "", true
	}
	other, known := w.build(word, fieldBuilder{whole: true, glob: true}).Value()
	return other, known && isASCII(other) && !strings.ContainsAny(other, " \t\n*?[")
}

func recased(text string, exp *syntax.Expansion) (string, bool) {
	first, rest := text[:min(1, len(text))], text[min(1, len(text)):]
	if exp.Word != nil {
		return "", false
	}
	switch exp.Op {
	case syntax.UpperAll:
		return strings.ToUpper(text), true
	case syntax.LowerAll:
		return strings.ToLower(text), true
	case syntax.UpperFirst:
		return strings.ToUpper(first) + rest, true
	default:
		return strings.ToLower(first) + rest, true
	}
}

// plainPattern returns a pattern of text, * and ?, with the text's own quoted by a
// backslash.
func (w *walker) plainPattern(word *syntax.Word) (string, bool) {
	if word == nil {
		return "", true
	}
	var out strings.Builder
	for _, p := range w.build(word, fieldBuilder{whole: true, glob: true}).Parts {
		switch {
		case !isASCII(p.Text) || p.Kind != Known && p.Kind != Glob:
			return "", false
		case p.Kind == Glob && strings.ContainsAny(p.Text, `[\(`):
			return "", false
		case p.Kind == Glob:
			out.WriteString(p.Text)
		default:
			out.WriteString(strings.NewReplacer("*", `\*`, "?", `\?`, `\`, `\\`).Replace(p.Text))
		}
	}
	return out.String(), out.Len() <= maxPattern
}

// maxPattern bounds the patterns that are tried on texts.
const maxPattern = 64

// cutMatch takes the shortest or longest match away at one end of the text.
func cutMatch(text, pattern string, op syntax.ParExpOperator) (string, bool) {
	if len(text) > maxPiped {
		return "", false
	}
	switch op {
	case syntax.RemSmallPrefix, syntax.RemLargePrefix:
		if n := matchLength(text, pattern, op == syntax.RemLargePrefix); n >= 0 {
			text = text[n:]
		}
	case syntax.RemSmallSuffix:
		for i := len(text); i >= 0; i-- {
			if matches(text[i:], pattern) {
				return text[:i], true
			}
		}
	case syntax.RemLargeSuffix:
		for i := range len(text) + 1 {
			if matches(text[i:], pattern) {
				return text[:i], true
			}
		}
	default:
		return "", false
	}
	return text, true
}

// matchLength returns the length of the shortest or longest beginning of the text that
// matches, -1 if none does.
func matchLength(text, pattern string, longest bool) int {
	found := -1
	for i := range len(text) + 1 {
		if matches(text[:i], pattern) {
			if found = i; !longest {
				return i
			}
		}
	}
	return found
}

// matches reports whether the pattern matches all of the text.
func matches(text, pattern string) bool {
	star, from := -1, 0
	i, j := 0, 0
	for i < len(text) {
		switch {
		case j < len(pattern) && pattern[j] == '*':
			star, from = j, i
			j++
		case j+1 < len(pattern) && pattern[j] == '\\' && pattern[j+1] == text[i]:
			i, j = i+1, j+2
		case j < len(pattern) && pattern[j] != '\\' && (pattern[j] == '?' || pattern[j] == text[i]):
			i, j = i+1, j+1
		case star >= 0:
			from++
			i, j = from, star+1
		default:
			return false
		}
	}
	return strings.Trim(pattern[j:], "*") == ""
}

// replacedIn returns the text with the first or all matches replaced. With
// nocasematch they are others, and & in the replacement stands for the match.
func (w *walker) replacedIn(text string, r *syntax.Replace) (string, bool) {
	pattern, known := w.plainPattern(r.Orig)
	if !known || w.optioned("nocasematch") || pattern == "" || pattern[0] == '#' || pattern[0] == '%' || len(text) > maxPiped {
		return "", false
	}
	with := ""
	if r.With != nil {
		with, known = w.build(r.With, fieldBuilder{whole: true, glob: true}).Value()
	}
	if !known || !isASCII(with) || strings.ContainsAny(with, `&\`) {
		return "", false
	}
	w.script.compares = true
	var out strings.Builder
	for i := 0; i < len(text); {
		n := matchLength(text[i:], pattern, true)
		if n <= 0 {
			out.WriteByte(text[i])
			i++
			continue
		}
		out.WriteString(with)
		if i += n; !r.All {
			return out.String() + text[i:], true
		}
	}
	return out.String(), true
}

// sliced returns ${x:offset:length} where both are plain numbers.
func sliced(text string, s *syntax.Slice) (string, bool) {
	offset, ok := constant(s.Offset)
	if !ok || offset > len(text) {
		return "", ok
	}
	text = text[offset:]
	if s.Length == nil {
		return text, true
	}
	length, ok := constant(s.Length)
	return text[:min(length, len(text))], ok
}

// constant returns a small number that is not negative.
func constant(x syntax.ArithmExpr) (int, bool) {
	word, is := x.(*syntax.Word)
	if !is || !isNumber(word.Lit()) || len(word.Lit()) > 6 {
		return 0, false
	}
	n, err := strconv.Atoi(word.Lit())
	return n, err == nil && n >= 0
}
