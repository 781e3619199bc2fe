package parse

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// call walks a simple command: assignments, then the fields of its words.
func (w *walker) call(c *syntax.CallExpr) {
	prefix := len(c.Args) > 0
	reads := prefix && c.Args[0].Lit() == "read"
	for _, a := range c.Assigns {
		if w.full() {
			return
		}
		w.assignment(a, prefix, reads)
	}
	w.doubtAssignment(c)
	for _, word := range c.Args {
		if w.full() {
			return
		}
		w.parts(word.Parts)
		w.script.keywords = w.script.keywords || looksAssigned(w.source(word))
	}
	if prefix && len(c.Assigns) > 0 { // what eval or declare sets may go with the prefix
		w.flow.maybe(func() { w.run(c.Args) })
		return
	}
	w.run(c.Args)
}

// run walks the command that the words make, for each of their values.
func (w *walker) run(words []*syntax.Word) {
	if w.full() {
		return
	}
	here, yes, no := w.dir.here(), nowhere, nowhere
	w.eachChoice(words, func() {
		w.dir.stand(here)
		w.simple(w.fieldsOf(words))
		yes, no = yes.or(w.dir.yes), no.or(w.dir.no)
	})
	w.dir.yes, w.dir.no = yes, no
}

func (w *walker) fieldsOf(words []*syntax.Word) []Arg {
	if w.full() {
		return nil
	}
	fields := make([]Arg, 0, min(len(words), maxWords-w.taken+1))
	for _, word := range words {
		if lit := word.Lit(); plainText(lit) { // most words
			fields = append(fields, w.literalArg(word, lit))
		} else {
			fields = append(fields, w.fields(word)...)
		}
		if w.taken+len(fields) > maxWords {
			w.exceed("", "more than %d words of commands", maxWords)
			return nil
		}
	}
	return fields
}

// simple notes the command that the fields make.
func (w *walker) simple(fields []Arg) {
	if len(fields) == 0 {
		return
	}
	w.start(fields, anywhere)
}

// A lookup is where bash looks a command's name up.
type lookup uint8

const (
	anywhere    lookup = iota // functions, builtins, files
	noFunctions               // command NAME
	onlyFiles                 // exec NAME, and every launcher
)

// start notes the command whose name is the first field.
func (w *walker) start(fields []Arg, where lookup) {
	if w.full() {
		return
	}
	first := fields[0]
	name, known := first.Value()
	if !known {
		w.refuse(KindDynamic, first.Pos, first.Text, "the name of a command is made at run time: %s", first.Text)
		return
	}
	c := Command{Pos: first.Pos, Name: name, Args: fields[1:], Via: w.via}
	row, isBuiltin := w.dialect.builtin(name)
	switch {
	case where == anywhere && w.surely(defined, name):
		c.Kind = Function
		w.risky = true
		w.emit(c)
		w.calls(c)
	case where != onlyFiles && isBuiltin:
		c.Kind = Builtin
		w.emit(c)
		if row.walk != nil {
			row.walk(w, c)
		}
	case where != onlyFiles && w.oneSided(c):
	default:
		w.emit(c)
		w.launch(c)
		if where == anywhere {
			w.calls(c)
		}
	}
}

func (w *walker) emit(c Command) {
	if w.taken += len(c.Args); w.taken > maxWords {
		w.exceed(c.Name, "more than %d words of commands", maxWords)
	}
	if len(w.script.Commands) == MaxCommands {
		w.exceed(c.Name, "more than %d commands", MaxCommands)
	}
	if w.full() {
		return
	}
	c.Via, c.Dirs, c.Quoted = slices.Clip(w.via), w.dirs(), w.inQuotes
	w.script.Commands = append(w.script.Commands, c)
}

// through runs walk with a launcher added to the chain.
func (w *walker) through(launcher string, walk func()) {
	outer := w.via
	w.via = append(slices.Clip(outer), launcher)
	walk()
	w.via = outer
}

// text walks shell text that the line holds as a word: eval, trap, sh -c.
func (w *walker) text(src string, at Pos) {
	w.spent += len(src)
	w.count(&w.tally.code, 1, maxCode, "texts that are run as code")
	if w.nested >= maxNested || w.spent > maxInner {
		w.refuse(KindTooLarge, at, src, "more than %d texts in texts, or too long ones", maxNested)
		return
	}
	if err := checkBytes(src); err != nil {
		w.refuse(KindTooLarge, at, "", "text in text that is too large or not text")
		return
	}
	if strings.HasSuffix(strings.TrimRight(src, "\n"), `\`) {
		w.refuse(KindAmbiguous, at, src, "text that is run as code ends in a backslash: bash then reads the next line's keywords as names")
	}
	file, err := w.dialect.parseFile(src)
	if err != nil {
		w.refuse(KindOpaque, at, src, "text that is run as code is not understood: %s", err)
		return
	}
	pick := w.pick
	w.pick = nil // the text may assign to the variables
	defer func() { w.pick = pick }()
	w.inText(src, at, func() {
		w.doubtComments(file)
		w.doubtBytes(file)
		w.doubtPosix(file)
		w.lines(file.Stmts)
	})
}

// inText runs walk on a text that the word at holds.
func (w *walker) inText(src string, at Pos, walk func()) {
	documents := w.documents
	w.documents = strings.Contains(src, "<<")
	outer, outerAt, quoted, literal, inBack := w.src, w.at, w.quoted, w.literal, w.inBack // with an at, w.starts is not read
	w.src, w.at, w.quoted, w.literal, w.inBack = src, &at, 0, 0, 0
	w.nested++
	walk()
	w.nested--
	w.src, w.at, w.quoted, w.literal, w.inBack = outer, outerAt, quoted, literal, inBack
	w.documents = documents
}
