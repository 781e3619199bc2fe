package parse

import (
	"reflect"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// wordText walks a word that some shell runs as text.
func (w *walker) wordText(r *reader, c Command, a Arg) {
	text, known := a.Value()
	if !known {
		w.refuse(KindCode, c.Pos, c.Name, "the text that %s runs is made at run time", c.Name)
		return
	}
	w.shellText(r.launcher, c, text, a.Pos)
}

// joinedText walks the words that a launcher joins and gives to sh -c.
func (w *walker) joinedText(r *reader, c Command) {
	text, known := join(r.rest)
	if !known {
		w.refuse(KindCode, c.Pos, c.Name, "the text that %s runs is made at run time", c.Name)
		return
	}
	w.shellText(r.launcher, c, text, r.rest[0].Pos)
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
		w.wordText(r, c, g.value)
	}
}

// shellText walks a text as bash reads it. If another shell may run it, it is
// refused unless that reads the same.
func (w *walker) shellText(row launcher, c Command, text string, at Pos) {
	if row.posix && !readsAlike(text) {
		w.refuse(KindOpaque, at, text, "the text that %s runs means something else to a shell that is not bash", c.Name)
		return
	}
	w.text(text, at, true)
}

// readsAlike reports whether bash and a POSIX shell make the same tree of the text.
// To one of them $'\” is a quote and what follows it code. Text that is no valid
// bash is told so elsewhere.
func readsAlike(text string) bool {
	if checkBytes(text) != nil {
		return true
	}
	bash, err := parseFile(text)
	if err != nil {
		return true
	}
	parser := syntax.NewParser(syntax.KeepComments(true), syntax.Variant(syntax.LangPOSIX))
	posix, err := parser.Parse(strings.NewReader(text), "")
	return err == nil && reflect.DeepEqual(bash, posix) && !hasBraces(posix)
}

// hasBraces reports whether bash would expand braces, which are text to POSIX. It
// takes the tree apart.
func hasBraces(file *syntax.File) bool {
	found := false
	syntax.Walk(file, func(n syntax.Node) bool {
		if word, is := n.(*syntax.Word); is {
			found = syntax.SplitBraces(word) || found
		}
		return !found
	})
	return found
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
		w.wordText(r, c, r.rest[0])
	case !ok || !isText:
		w.hide(c, "what %s runs is not in the line", c.Name)
	case len(r.rest) > 0:
		w.wordText(r, c, r.rest[0])
	}
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
