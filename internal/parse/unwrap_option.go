package parse

import (
	"slices"
	"strings"
)

// A given is one option of a launcher as it was given.
type given struct {
	name  string // a letter, or the whole of a long name
	value Arg
	has   bool // it has a value
	glued bool // in the same word
	exact bool // the name is not abbreviated
}

// A reader goes over the words of a launcher.
type reader struct {
	launcher
	found    []given
	operands []Arg // of those that options may follow
	rest     []Arg
	ended    bool // by --
}

// listed reports whether name is one of the blank-separated names.
func listed(names, name string) bool { return slices.Contains(strings.Fields(names), name) }

// gave returns the last option given that is one of the names.
func (r *reader) gave(names string) (given, bool) {
	for _, g := range slices.Backward(r.found) {
		if listed(names, g.name) {
			return g, true
		}
	}
	return given{}, false
}

// altered reports whether the options alter what is started.
func (r *reader) altered() bool {
	_, gave := r.gave(r.alters)
	return gave || r.alters == "*"
}

// options reads options up to the first operand, or to one that a command follows.
// It is not ok if one is not in the row, or if a word that is not known could be
// one, several, or none, so that nobody knows which word is what.
func (r *reader) options() (ok bool) {
	for len(r.rest) > 0 {
		word, whole := r.rest[0].Prefix()
		switch {
		case word == "" && !whole:
			return false
		case word == "" || word[0] != '-' || word == "-" && whole:
			return true
		case !r.rest[0].Single():
			return false
		case word == "--" && whole:
			r.rest, r.ended = r.rest[1:], true
			return true
		case r.digits && isDigitOption(word):
			ok = r.take(given{name: "digits", exact: true}, 1)
		case strings.HasPrefix(word, "--"):
			ok = r.longOption(word[2:], whole)
		default:
			ok = r.cluster(word, whole)
		}
		if !ok || r.atCommand() {
			return ok
		}
	}
	return true
}

// atCommand reports whether the last option is one that a command follows.
func (r *reader) atCommand() bool {
	last := len(r.found) - 1
	return last >= 0 && listed(r.runs, r.found[last].name)
}

func isDigitOption(word string) bool {
	number := strings.TrimPrefix(word, "-")
	if number != "" && (number[0] == '-' || number[0] == '+') {
		number = number[1:]
	}
	return number != "" && isDigits(number[:1])
}

// take notes an option of n words.
func (r *reader) take(g given, n int) bool {
	r.found, r.rest = append(r.found, g), r.rest[n:]
	if g.has && listed(r.splits, g.name) {
		return r.split(g.value)
	}
	return true
}

// takeNext notes an option whose value is the next word.
func (r *reader) takeNext(g given) bool {
	if len(r.rest) < 2 { // it complains
		r.rest = nil
		return true
	}
	g.value, g.has = r.rest[1], true
	if text, whole := g.value.Prefix(); r.plain && !listed(r.runs, g.name) && (text == "" && !whole || strings.HasPrefix(text, "-")) {
		return false
	}
	return g.value.Single() && r.take(g, 2)
}

// longOption reads one long option, by its name or an unambiguous beginning of it.
func (r *reader) longOption(word string, whole bool) bool {
	name, _, glued := strings.Cut(word, "=")
	row, known := r.longNamed(name)
	bare, takes, _ := strings.Cut(row, "=")
	g := given{name: bare, exact: bare == name}
	switch {
	case !known || !whole && !glued || glued && bare == row:
		return false
	case glued:
		g.value, g.has, g.glued = r.rest[0].from(len("--")+len(name)+1), true, true
		return r.take(g, 1)
	case bare == row || takes == "?":
		return r.take(g, 1)
	}
	return r.takeNext(g)
}

func (r *reader) longNamed(name string) (row string, known bool) {
	for _, candidate := range strings.Fields(r.long) {
		bare, _, _ := strings.Cut(candidate, "=")
		if bare == name {
			return candidate, true
		}
		if strings.HasPrefix(bare, name) {
			if known {
				return "", false
			}
			row, known = candidate, true
		}
	}
	return row, known
}

// cluster reads one word of short options. A value glued to its option that may be
// empty is none: the next word may be it.
func (r *reader) cluster(word string, whole bool) bool {
	for i := 1; i < len(word); i++ {
		at := strings.IndexByte(r.short, word[i])
		if at < 0 || word[i] == ':' {
			return false
		}
		g, takes := given{name: word[i : i+1], exact: true}, r.short[at+1:]
		optional := strings.HasPrefix(takes, "::")
		switch {
		case !strings.HasPrefix(takes, ":"):
			r.found = append(r.found, g)
			continue
		case i+1 < len(word) || optional && !whole:
			g.value, g.has, g.glued = r.rest[0].from(i+1), true, true
			return r.take(g, 1)
		case optional:
			return r.take(g, 1)
		}
		return whole && r.takeNext(g)
	}
	r.rest = r.rest[1:]
	return whole
}

// split puts the words of env -S in its place. Quotes, escapes, variables and
// comments are not read.
func (r *reader) split(value Arg) bool {
	text, known := value.Value()
	if !known || strings.ContainsAny(text, `"'\$#`) {
		return false
	}
	words := strings.FieldsFunc(text, func(c rune) bool { return strings.ContainsRune(" \t\n\v\f\r", c) })
	args := make([]Arg, len(words), len(words)+len(r.rest))
	for i, word := range words {
		args[i] = knownArg(value.Pos, word)
	}
	r.rest = append(args, r.rest...)
	return true
}

// permuted reads options also between operands, which it leaves as the rest.
func (r *reader) permuted() bool {
	for {
		if !r.options() {
			return false
		}
		if r.atCommand() {
			return true
		}
		if r.ended || len(r.rest) == 0 {
			r.rest = append(r.operands, r.rest...)
			return true
		}
		if !r.rest[0].Single() {
			return false
		}
		r.operands, r.rest = append(r.operands, r.rest[0]), r.rest[1:]
	}
}

// begin reads what comes before the command: it becomes the rest.
func (r *reader) begin() bool {
	if r.leading && len(r.rest) > 0 {
		word, whole := r.rest[0].Prefix()
		if word == "" && !whole || !r.rest[0].Single() {
			return false
		}
		if !strings.HasPrefix(word, "-") {
			r.rest = r.rest[1:]
		}
	}
	read := r.options
	if r.permutes {
		read = r.permuted
	}
	if !read() {
		return false
	}
	if word, _ := value(r.rest, 0); r.dash && word == "-" {
		r.take(given{name: "-", exact: true}, 1)
	}
	_, needed := r.gave(r.needs)
	return (needed || r.needs == "") && r.skipOperands()
}

func (r *reader) skipOperands() bool {
	n := min(r.launcher.operands, len(r.rest))
	for _, a := range r.rest[:n] {
		if text, _ := a.Value(); !a.Single() || r.numbers && !isNumber(text) {
			return false
		}
	}
	r.rest = r.rest[n:]
	return true
}
