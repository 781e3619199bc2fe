package policy

import (
	"path"
	"slices"
	"strings"
	"sync"
)

// A verdict of matching has three values, since a command may have unknown parts.
type tri uint8

const (
	no    tri = iota
	maybe     // for some values of the unknown parts
	yes       // whatever they are
)

// A pattern matches a whole text: * any run, ? one character, a trailing " *" is
// optional, all else is itself.
type pattern struct {
	chars []rune
	tail  bool // ends in the optional " *", which chars leaves out
}

// patterns holds those that were compiled: they come from rules and tables, never from
// what is judged, so that they are few.
var patterns sync.Map

func compile(text string) pattern {
	if known, is := patterns.Load(text); is {
		return known.(pattern)
	}
	body, tail := strings.CutSuffix(text, " *")
	p := pattern{[]rune(body), tail}
	patterns.Store(text, p)
	return p
}

// atHome writes out the home directory, which a leading ~ or $HOME before a slash or
// the end stands for, as a path in normal form: ~/../x is beside it.
func atHome(text, home string) string {
	for _, prefix := range [...]string{"~", "$HOME", "${HOME}"} {
		rest, ok := strings.CutPrefix(text, prefix)
		if ok && home != "" && (rest == "" || rest[0] == '/') {
			return path.Join(home, rest)
		}
	}
	return text
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

// step moves to where the pattern can be after one more character, and returns that.
// It goes backwards, so that no position is moved twice.
func (p pattern) step(s states, c rune) states {
	end := len(p.chars)
	s[end+1] = s[end+1] || s[end] && p.tail && c == ' '
	s[end] = false
	for i := end - 1; i >= 0; i-- {
		want := p.chars[i]
		if s[i] && want != '*' {
			s[i] = false
			s[i+1] = s[i+1] || want == '?' || want == c
		}
	}
	p.skipStars(s)
	return s
}

// noChar is no character of a text.
const noChar = -1

// stepAny returns where the pattern can be after one more character, whatever it is.
func (p pattern) stepAny(s states) states {
	next := make(states, len(s))
	for i, want := range p.chars {
		next[i] = next[i] || s[i] && want == '*'
		next[i+1] = next[i+1] || s[i] && want != '*'
	}
	end := len(p.chars)
	next[end+1] = s[end+1] || s[end] && p.tail
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
		s = p.advance(s, t)
	}
	return p.accepts(s)
}

// advance returns where the pattern can be after the token, for some value of a gap.
func (p pattern) advance(s states, t token) states {
	switch t.gap {
	case noGap:
		return p.step(s, t.char)
	case digits:
		return p.spread(s, func(c rune) bool { return c == '-' || '0' <= c && c <= '9' })
	case name:
		return p.spread(s, func(c rune) bool { return c != '/' })
	case oneChar:
		return p.stepAny(s)
	case anyText:
		return p.spread(s, func(rune) bool { return true })
	}
	// anyWords: nothing, or a blank and anything
	return s.or(p.spread(p.step(slices.Clone(s), ' '), func(rune) bool { return true }))
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
		switch t.gap {
		case noGap:
			s = p.step(s, t.char)
			continue
		case oneChar:
			s = p.step(s, noChar) // of which only a wildcard is sure
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
	if head := literalHead(later); !strings.HasPrefix(literalHead(earlier), head) {
		return false
	}
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
	return compile(later).certain(v)
}

// literalHead returns the text that all that the pattern matches begins with.
func literalHead(pattern string) string {
	text := strings.TrimSuffix(pattern, " *")
	if i := strings.IndexAny(text, "*?"); i >= 0 {
		return text[:i]
	}
	return text
}
