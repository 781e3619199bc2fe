package policy

import (
	"strings"

	"armshell/internal/parse"
)

// A verdict of matching has three values, since a command may have unknown parts.
type tri uint8

const (
	no    tri = iota
	maybe     // for some values of the unknown parts
	yes       // whatever they are
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

// A pattern matches a whole text: * any run, ? one character, a trailing " *" is
// optional, a leading ~/ or $HOME/ is the home directory, all else is itself.
type pattern struct {
	chars []rune
	tail  bool // ends in the optional " *", which chars leaves out
}

// compile reads a pattern; home replaces a leading ~/ or $HOME/.
func compile(text, home string) pattern {
	for _, prefix := range [...]string{"~/", "$HOME/"} {
		if rest, ok := strings.CutPrefix(text, prefix); ok && home != "" {
			text = home + "/" + rest
		}
	}
	text, tail := strings.CutSuffix(text, " *")
	return pattern{[]rune(text), tail}
}

// match says whether the pattern matches the value.
func (p pattern) match(v tokens) tri {
	if !p.mayBegin(v) {
		return no
	}
	if !p.possible(v) {
		return no
	}
	if p.certain(v) {
		return yes
	}
	return maybe
}

// mayBegin compares the known beginnings, which settles most rules.
func (p pattern) mayBegin(v tokens) bool {
	for i, c := range p.chars {
		switch {
		case c == '*' || i < len(v) && v[i].gap != noGap:
			return true
		case i >= len(v) || c != '?' && v[i].char != c:
			return false
		}
	}
	return true
}

// states are positions in a pattern: i before chars[i]; len(chars) at the tail;
// len(chars)+1 inside the tail, where everything matches.
type states []bool

func (p pattern) start() states {
	s := make(states, len(p.chars)+2)
	s[0] = true
	p.skipStars(s)
	return s
}

// skipStars lets every * match nothing.
func (p pattern) skipStars(s states) {
	for i, c := range p.chars {
		if s[i] && c == '*' {
			s[i+1] = true
		}
	}
}

// step returns where the pattern can be after one more character.
func (p pattern) step(s states, c rune) states {
	next := make(states, len(s))
	for i, want := range p.chars {
		switch {
		case !s[i]:
		case want == '*':
			next[i] = true
		case want == '?' || want == c:
			next[i+1] = true
		}
	}
	end := len(p.chars)
	next[end+1] = s[end+1] || s[end] && p.tail && c == ' '
	p.skipStars(next)
	return next
}

// settled reports whether whatever follows is matched.
func (p pattern) settled(s states) bool {
	end := len(p.chars)
	return s[end+1] || end > 0 && p.chars[end-1] == '*' && s[end-1]
}

func (p pattern) accepts(s states) bool {
	return s[len(p.chars)] || s[len(p.chars)+1]
}

// possible reports whether some value of the gaps lets the pattern match.
func (p pattern) possible(v tokens) bool {
	s := p.start()
	for _, t := range v {
		if p.settled(s) {
			return true
		}
		switch t.gap {
		case noGap:
			s = p.step(s, t.char)
		case digits:
			s = p.spread(s, func(c rune) bool { return c == '-' || '0' <= c && c <= '9' })
		case name:
			s = p.spread(s, func(c rune) bool { return c != '/' })
		case anyText:
			s = p.spread(s, func(rune) bool { return true })
		default: // anyWords: nothing, or a blank and anything
			s = s.or(p.spread(p.step(s, ' '), func(rune) bool { return true }))
		}
	}
	return p.accepts(s)
}

func (s states) or(t states) states {
	for i := range s {
		s[i] = s[i] || t[i]
	}
	return s
}

// spread returns where the pattern can be after any text of the given characters.
func (p pattern) spread(s states, in func(rune) bool) states {
	for i, want := range p.chars {
		if s[i] && (want == '*' || want == '?' || in(want)) { // ? may stand for a / too
			s[i+1] = true
		}
	}
	end := len(p.chars)
	s[end+1] = s[end+1] || s[end] && p.tail && in(' ')
	return s
}

// certain reports whether every value of the gaps is matched. A gap can hold what
// nothing but a * matches; a gap of whole words also fits the optional tail.
func (p pattern) certain(v tokens) bool {
	s := p.start()
	for _, t := range v {
		if p.settled(s) {
			return true
		}
		if t.gap == noGap {
			s = p.step(s, t.char)
			continue
		}
		s = p.surviving(s, t.gap == anyWords)
	}
	return p.accepts(s)
}

// surviving returns the positions that hold after any text whatever.
func (p pattern) surviving(s states, wholeWords bool) states {
	next := make(states, len(s))
	for i, want := range p.chars {
		next[i] = s[i] && want == '*'
	}
	end := len(p.chars)
	next[end+1] = s[end+1]
	next[end] = s[end] && p.tail && wholeWords
	p.skipStars(next)
	return next
}

// covers reports whether every text that the pattern earlier matches is matched by later.
func covers(later, earlier string) bool {
	body, tail := strings.CutSuffix(earlier, " *")
	v := tokens{}
	for _, c := range body {
		if c == '*' || c == '?' {
			v = append(v, token{gap: anyText})
			continue
		}
		v = append(v, token{char: c})
	}
	if tail {
		v = append(v, token{gap: anyWords})
	}
	return compile(later, "").certain(v)
}
