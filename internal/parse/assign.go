package parse

import (
	"strconv"
	"strings"
)

// assign notes that the variable may be set here. It is up to the policy which names
// may be.
func (w *walker) assign(at Pos, name string, value Arg, by string) {
	w.mention(at, name, value, by)
	v := w.evaluated(name, valueOf(value))
	w.record(name, v)
	w.flow.widen(name, v)
}

// set notes that the variable surely is set here.
func (w *walker) set(at Pos, name string, value Arg, by string) {
	w.mention(at, name, value, by)
	v := w.evaluated(name, valueOf(value))
	w.record(name, v)
	w.hold(name, v)
}

// evaluated returns what the variable holds after v was assigned to it: a number, if
// the integer attribute is surely its own.
func (w *walker) evaluated(name string, v values) values {
	s, is := w.sure(integral, name)
	if is && s.age.body == w.flow.now.body {
		return values{number: true}
	}
	return v
}

// mention lists an assignment, and refuses one that bash would evaluate.
func (w *walker) mention(at Pos, name string, value Arg, by string) {
	w.count(&w.tally.assigned, 1, maxAssigned, "assignments")
	w.script.Assignments = append(w.script.Assignments, Assignment{Pos: at, Name: name, Value: value, By: by, Via: w.via})
	if w.frozen(name) || w.noted(frozenMark) || readonlyAtStart[name] {
		w.risky = true
	}
	if evaluatedOnAssignment[name] || w.assumes(name).integer || w.finds.vars[name].integer {
		w.risky = true
		w.mustEvaluate(at, name, value)
	}
}

// mustEvaluate refuses a value that is not known to run nothing where bash evaluates
// it as arithmetic.
func (w *walker) mustEvaluate(at Pos, name string, value Arg) {
	text, known := value.Value()
	switch {
	case valueOf(value).evaluable():
	case known:
		w.arithmString(Arg{Pos: at, Text: text}, text)
	default:
		w.refuse(KindNumber, at, name, "the value of %s is evaluated as arithmetic, and is no known number", name)
	}
}

// record notes what the text assigns to the variable.
func (w *walker) record(name string, v values) {
	w.finds.vars[name] = w.finds.vars[name].join(v)
	_, local := w.flow.sure[fact{local, name}]
	w.written = append(w.written, write{name, v, local})
}

// hold notes what the variable surely holds from here on. One that the text makes
// readonly somewhere may keep its value instead.
func (w *walker) hold(name string, v values) {
	if w.frozen(name) {
		w.flow.widen(name, v)
		return
	}
	w.flow.put(fact{assigned, name}, state{line: w.script.Lines, held: v, tight: true, age: w.flow.now})
}

// replaced notes that the inherited value of the variable is gone, whatever it holds.
func (w *walker) replaced(name string, line int) {
	if !w.frozen(name) {
		w.flow.put(fact{assigned, name}, state{line: line, age: w.flow.now})
	}
}

// compared notes what the variable holds where a comparison has told.
func (w *walker) compared(name string, v values) {
	if isDigits(name) {
		name, v = "@", values{unknown: true, list: w.positional().having(name, v)}
	}
	w.flow.put(fact{assigned, name}, state{line: w.script.Lines, held: v, tight: true, alone: true, age: w.flow.now})
}

// assumes returns all that the text assigns to the variable, by an earlier walk.
func (w *walker) assumes(name string) values {
	return w.assumed.vars[name]
}

// values returns what the variable can hold here.
func (w *walker) values(name string) values {
	switch {
	case w.unsets(name):
		return values{unknown: true}
	case name == "!": // empty before the first command in the background
		return values{number: true, texts: []string{""}}
	case w.dialect.numeric(name):
		return values{number: true}
	case isDigits(name) && name != "0":
		return w.parameter(name)
	case numericVariables[name] || shellVariables[name] || strings.HasPrefix(name, "BASH_"):
		return values{unknown: true}
	}
	return w.held(name)
}

// held returns what is known of a variable of the text's own.
func (w *walker) held(name string) values {
	s, is := w.sure(assigned, name)
	all := w.assumed.vars[name]
	switch tight := s.tight && s.age.body == w.flow.now.body && !w.handled(name) && !w.noted(attributeMark+name); {
	case !is || s.alone && !tight:
		return values{unknown: true}
	case !tight || w.assumed.loose && s.age.calls != w.flow.now.calls:
		return all
	case s.age.calls != w.flow.now.calls:
		return s.held.join(w.assumed.bodies[name])
	}
	return s.held
}

// handled reports whether a trap's handler may assign the variable.
func (w *walker) handled(name string) bool {
	_, called := w.assumed.bodies[name]
	return w.noted(handledMark+name) || (called || w.assumed.loose) && w.noted(handledMark)
}

// parameter returns what a positional parameter holds.
func (w *walker) parameter(name string) values {
	n, err := strconv.Atoi(name)
	if err != nil {
		return values{unknown: true}
	}
	return w.positional().at(n - 1)
}

// positional returns the positional parameters, nil if nobody knows them.
func (w *walker) positional() *list {
	s, is := w.flow.sure[fact{assigned, "@"}]
	if !is || s.age.body != w.flow.now.body || w.handled("@") {
		return nil
	}
	w.script.carries = w.script.carries || s.line > 0 && s.line != w.script.Lines // the shell's own came before all lines
	return s.held.list
}

// setPositional notes that the positional parameters are others from here on.
func (w *walker) setPositional(l *list) {
	v := values{unknown: true, list: l}
	w.record("@", v)
	w.hold("@", v)
}

// Marks stand among the variables for what the text does to one somewhere; they are
// no names.
const (
	handledMark   = "handled "   // a trap's handler assigns it, at any time; alone: one calls functions
	attributeMark = "attribute " // its attributes may change what is assigned to it
	frozenMark    = "frozen "    // it is made readonly, so that assigning to it fails; alone: one is that the shell itself assigns
	prefixMark    = "prefix "    // it is set for one command: a function's local of the name begins with that
	bareMark      = "bare "      // it is made readonly with the value that it has
)

// frozen reports whether the text makes the variable readonly somewhere.
func (w *walker) frozen(name string) bool { return w.noted(frozenMark + name) }

func isIdentifier(s string) bool {
	for i := range len(s) {
		c := s[i]
		if c != '_' && !isLetter(c) && (i == 0 || c < '0' || c > '9') {
			return false
		}
	}
	return s != ""
}

func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }
