package parse

import (
	"reflect"
	"strings"
)

// wordText walks a word that some shell runs as text, with the parameters given.
func (w *walker) wordText(r *reader, c Command, a Arg, given *list) {
	text, known := a.Value()
	if !known {
		w.refuse(KindCode, c.Pos, c.Name, "the text that %s runs is made at run time", c.Name)
		return
	}
	w.shellText(r.launcher, text, a.Pos, given)
}

// joinedText walks the words that a launcher joins and gives to sh -c.
func (w *walker) joinedText(r *reader, c Command) {
	text, known := join(r.rest)
	if !known {
		w.refuse(KindCode, c.Pos, c.Name, "the text that %s runs is made at run time", c.Name)
		return
	}
	w.shellText(r.launcher, text, r.rest[0].Pos, nil)
}

// optionText walks the value of an option. More operands than the name of a file
// would be the words of a command, in versions that take one.
func (w *walker) optionText(r *reader, c Command) {
	switch g, gave := r.gave(r.code); {
	case !gave:
		w.hide(c, "%s starts a shell if no command is given", c.Name)
	case len(r.rest) > 1 || !g.has:
		w.hide(c, "an operand of %s that is not understood", c.Name)
	default:
		w.wordText(r, c, g.value, nil)
	}
}

// shellText walks a text as the shell reads it to which it is given: bash, or dash and
// busybox ash, or an sh that may be any of them. Of that both readings are judged.
func (w *walker) shellText(row launcher, text string, at Pos, given *list) {
	if row.posix && w.doubled >= maxDoubled {
		w.refuse(KindTooLarge, at, text, "more than %d texts in texts for a shell that may be another", maxDoubled)
		return
	}
	w.doubled++
	defer func() { w.doubled-- }()
	place, first := w.dir.place, w.mark()
	if !row.ash {
		w.inDialect(Bash, func() { w.textOfShell(text, at, given) })
	}
	if row.posix || row.ash {
		second := w.mark()
		w.dir.place = place
		w.inDialect(Posix, func() { w.textOfShell(text, at, given) })
		w.once(first, second)
	}
}

// textOfShell walks the text of a shell of its own.
func (w *walker) textOfShell(text string, at Pos, given *list) {
	w.flow.fresh(func() {
		if given != nil {
			w.hold("@", values{unknown: true, list: given})
		}
		w.text(text, at)
	})
}

func (w *walker) inDialect(d Dialect, walk func()) {
	outer := w.dialect
	w.dialect = d
	walk()
	w.dialect = outer
}

// A mark is how much of the script is found.
type mark struct{ commands, redirects, assignments int }

func (w *walker) mark() mark {
	s := w.script
	return mark{len(s.Commands), len(s.Redirects), len(s.Assignments)}
}

// once takes the second reading of a text back, if it found what the first did.
func (w *walker) once(first, second mark) {
	s := w.script
	if reflect.DeepEqual(s.Commands[first.commands:second.commands], s.Commands[second.commands:]) &&
		reflect.DeepEqual(s.Redirects[first.redirects:second.redirects], s.Redirects[second.redirects:]) &&
		reflect.DeepEqual(s.Assignments[first.assignments:second.assignments], s.Assignments[second.assignments:]) {
		s.Commands, s.Redirects, s.Assignments = s.Commands[:second.commands], s.Redirects[:second.redirects], s.Assignments[:second.assignments]
	}
}

// readShell walks sh -c TEXT. A shell that reads a file or standard input starts
// what nobody can know.
func (w *walker) readShell(r *reader, c Command) {
	ok := r.shellOptions()
	if _, login := r.gave("l"); login { // start-up files
		w.alter()
	}
	switch _, isText := r.gave("c"); {
	case !ok && isText && len(r.rest) > 0 && !r.rest[0].known():
		w.wordText(r, c, r.rest[0], nil)
	case !ok || !isText:
		w.hide(c, "what %s runs is not in the line", c.Name)
	case len(r.rest) > 0:
		w.wordText(r, c, r.rest[0], parametersAfter(r.rest))
	}
}

// parametersAfter returns the parameters of a text: what follows it and its $0.
func parametersAfter(words []Arg) *list {
	switch {
	case len(words) == 1:
		return &list{}
	case !words[1].Single():
		return nil
	}
	return listOf(words[2:])
}

func (a Arg) known() bool {
	_, known := a.Value()
	return known
}

// shellOptions reads the options of a shell: -o takes the next word, wherever it
// stands in its own. It is not ok at one that changes how the text is read.
func (r *reader) shellOptions() bool {
	for len(r.rest) > 0 {
		word, whole := r.rest[0].Prefix()
		switch {
		case !whole && (word == "" || word[0] == '-' || word[0] == '+') || word == "-" || word == "+":
			return false
		case word == "" || word[0] != '-' && word[0] != '+':
			return true
		case word == "--":
			r.rest = r.rest[1:]
			return true
		case strings.HasPrefix(word, "--"):
			if !listed(r.long, word[2:]) {
				return false
			}
			r.rest = r.rest[1:]
		default:
			if !r.shellLetters(word) {
				return false
			}
		}
	}
	return true
}

func (r *reader) shellLetters(word string) bool {
	r.rest = r.rest[1:]
	for i := 1; i < len(word); i++ {
		at := strings.IndexByte(r.short, word[i])
		if at < 0 || word[i] == ':' || word[0] == '+' && word[i] == 'c' {
			return false
		}
		r.found = append(r.found, given{name: word[i : i+1], exact: true})
		if !strings.HasPrefix(r.short[at+1:], ":") {
			continue
		}
		if name, _ := value(r.rest, 0); len(name) < 2 || !inertOption(name) {
			return false
		}
		r.rest = r.rest[1:]
	}
	return true
}
