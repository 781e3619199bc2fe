package parse

import (
	"maps"
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

// assignment walks NAME=value before a command or alone. IFS before read splits
// only what that read reads.
func (w *walker) assignment(a *syntax.Assign, prefix, reads bool) {
	if a.Name == nil {
		w.refuse(KindOpaque, w.pos(a.Pos()), w.source(a), "an assignment without a name")
		return
	}
	at, name := w.pos(a.Pos()), a.Name.Value
	w.index(name, a.Index)
	switch {
	case a.Array != nil:
		w.array(name, a.Array, a.Append)()
		return
	case a.Append && a.Index == nil:
		w.append(at, name, w.single(a.Value), w.source(a), prefix)
		return
	case a.Index != nil:
		value := w.single(a.Value)
		if a.Append {
			value = unknownArg(at, w.source(a))
		}
		w.assign(at, name, value, "=")
		w.element(name, true)
		return
	}
	value := w.single(a.Value)
	switch {
	case name == "IFS" && reads:
		w.script.Assignments = append(w.script.Assignments, Assignment{Pos: at, Name: name, Value: value, By: "=", Via: w.via})
	case prefix:
		w.assign(at, name, value, "=")
	default:
		w.set(at, name, value, "=")
	}
}

// append walks NAME+=value. With the integer attribute it adds.
func (w *walker) append(at Pos, name string, value Arg, source string, prefix bool) {
	had := w.picked(name)
	after := Arg{Pos: at, Text: source, Parts: slices.Concat(w.wholeOf(had), value.Parts)}
	if w.assumes(name).integer || w.finds.vars[name].integer {
		after = value
	}
	if prefix || had.unknown && had.shape == nil {
		w.assign(at, name, after, "=")
		return
	}
	w.set(at, name, after, "=")
}

// wholeOf returns what a variable yields in double quotes.
func (w *walker) wholeOf(v values) []Part {
	b := fieldBuilder{w: w, whole: true}
	b.holding(v, Part{Counts: v.counts})
	b.flush()
	return b.arg.Parts
}

// array walks NAME=( … ) and NAME+=( … ). The plain $NAME is the first element, or
// nothing. It returns what notes that the variable holds that.
func (w *walker) array(name string, a *syntax.ArrayExpr, appends bool) (hold func()) {
	w.doubtArrayEnd(a)
	at := w.pos(a.Pos())
	list := &list{}
	if appends {
		list = w.values(name).list
	}
	held := values{texts: []string{""}}
	w.mention(at, name, knownArg(at, ""), "=")
	for _, elem := range a.Elems {
		if w.full() {
			return func() {}
		}
		w.index(name, elem.Index)
		if elem.Index != nil || elem.Value == nil {
			list = nil
		}
		if elem.Value == nil {
			continue
		}
		w.doubtArrayPattern(elem.Value)
		w.parts(elem.Value.Parts)
		fields := w.fields(elem.Value)
		for _, field := range fields {
			w.mention(at, name, field, "=")
			held = held.join(valueOf(field))
		}
		list = list.and(fields)
	}
	if appends {
		held = held.join(w.values(name))
	}
	held.list = list
	w.record(name, held)
	w.isArray(name)
	w.flow.widen(name, held)
	return func() {
		if !appends || list != nil { // what += adds to may not be known
			w.hold(name, held)
		}
	}
}

// element notes that a subscript makes the variable an array, of which other
// elements may not be set.
func (w *walker) element(name string, subscripted bool) {
	if subscripted {
		w.isArray(name)
		w.record(name, values{texts: []string{""}})
		w.flow.widen(name, values{texts: []string{""}})
	}
}

func (w *walker) isArray(name string) {
	v := w.finds.vars[name]
	v.array = true
	w.finds.vars[name] = v
}

// eachChoice runs walk once for every combination of the values that variables
// in the words can have, if there are few; otherwise once, with them unknown.
func (w *walker) eachChoice(words []*syntax.Word, walk func()) {
	picks := w.picks(words)
	if len(picks) == 0 {
		walk()
		return
	}
	outer := w.pick
	walks := make([]func(), len(picks))
	for i, pick := range picks {
		walks[i] = func() {
			w.pick = pick
			walk()
		}
	}
	w.flow.choose(walks...)
	w.pick = outer
}

// picks returns the combinations of values that the variables in the words can have,
// none if there is nothing to choose.
func (w *walker) picks(words []*syntax.Word) []map[string]string {
	var picks []map[string]string
	for _, name := range variablesIn(words) {
		choices := w.picked(name).choices()
		if len(choices) < 2 || max(len(picks), 1)*len(choices) > maxChoices {
			continue
		}
		if picks == nil {
			picks = []map[string]string{w.pick}
		}
		var more []map[string]string
		for _, pick := range picks {
			for _, text := range choices {
				one := map[string]string{name: text}
				maps.Copy(one, pick)
				more = append(more, one)
			}
		}
		picks = more
	}
	return picks
}

// picked returns what the variable can hold here, in the combination being looked at.
func (w *walker) picked(name string) values {
	if text, ok := w.pick[name]; ok {
		return values{texts: []string{text}}
	}
	return w.values(name)
}

// variablesIn returns the names of $x and ${x OP word} in the words, also in double
// quotes.
func variablesIn(words []*syntax.Word) []string {
	var names []string
	var visit func(parts []syntax.WordPart)
	visit = func(parts []syntax.WordPart) {
		for _, part := range parts {
			switch p := part.(type) {
			case *syntax.DblQuoted:
				visit(p.Parts)
			case *syntax.ParamExp:
				if (plain(p) || onVariable(p)) && !slices.Contains(names, p.Param.Value) {
					names = append(names, p.Param.Value)
				}
			}
		}
	}
	for _, word := range words {
		visit(word.Parts)
	}
	return names
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
