package parse

import "strings"

// readFind walks find … -exec COMMAND … ; or {} +.
func (w *walker) readFind(c Command) {
	for args := c.Args; len(args) > 0; {
		word, known := args[0].Value()
		if prefix, _ := args[0].Prefix(); !known && (prefix == "" || prefix[0] == '-' || args[0].splits()) {
			w.refuse(KindOpaque, args[0].Pos, args[0].Text, "%s could be an action of %s", args[0].Text, c.Name)
			return
		}
		i, is := findWord(word)
		if row := findWords[i]; !known || !is && !strings.HasPrefix(word, "-") {
			args = args[1:]
		} else if is && row.command {
			args = w.found(c, i, args[1:])
		} else if is && allSingle(args[1:], row.args) {
			args = args[1+min(row.args, len(args)-1):]
		} else {
			w.hide(c, "%s of %s is not understood", word, c.Name)
			return
		}
	}
}

func allSingle(args []Arg, n int) bool {
	for _, a := range args[:min(n, len(args))] {
		if !a.Single() {
			return false
		}
	}
	return true
}

// splits reports whether the field can be several that do not all begin as it does.
func (a Arg) splits() bool {
	for _, p := range a.Parts {
		if p.Kind == Unknown && !p.Quoted {
			return true
		}
	}
	return false
}

// found walks one action's command and returns the words after it.
func (w *walker) found(c Command, row int, args []Arg) (rest []Arg) {
	command, end, ok := untilEnd(args, findWords[row].plus)
	if !ok || len(command) == 0 {
		w.hide(c, "where a command of %s ends is not understood", c.Name)
		return nil
	}
	outer := w.dir.place
	if findWords[row].alters {
		w.alter()
	}
	many := end == "+"
	command = unknownFrom(command, "{}")
	if many {
		last := &command[len(command)-1]
		last.Parts = []Part{{}}
	}
	w.start(command, onlyFiles)
	w.dir.place = outer
	return args[min(len(command)+1, len(args)):]
}

// untilEnd returns the words of a command up to a ; or, with plus, a + after {}. A
// + that stands elsewhere ends it for some versions of find; like a word that may be
// a ;, it is one of the command only if no other action can follow.
func untilEnd(args []Arg, plus bool) (command []Arg, end string, ok bool) {
	for i, a := range args {
		text, _ := a.Value()
		before := ""
		if i > 0 {
			before, _ = args[i-1].Value()
		}
		switch {
		case text == ";":
			return args[:i], ";", true
		case text == "+" && plus && before == "{}":
			return args[:i], "+", true
		case a.splits(), (a.may("+") || a.may(";")) && mayAct(args[i+1:]):
			return nil, "", false
		}
	}
	return args, "", true // and find complains
}

// mayAct reports whether a word can be an action that starts a command.
func mayAct(args []Arg) bool {
	for _, a := range args {
		text, known := a.Value()
		if i, is := findWord(text); known && is && findWords[i].command {
			return true
		}
		if prefix, _ := a.Prefix(); !known && (prefix == "" || prefix[0] == '-' || a.splits()) {
			return true
		}
	}
	return false
}

// readRuns walks fd … -x COMMAND … ; with more options after it. A word that holds
// a { may hold a place for a name.
func (w *walker) readRuns(r *reader, c Command) {
	for {
		if !r.permuted() {
			w.hide(c, "an option of %s that is not understood", c.Name)
			return
		}
		if !r.atCommand() {
			return
		}
		g := r.found[len(r.found)-1]
		command, rest, ok := untilSemicolon(append([]Arg{g.value}, r.rest...))
		if !ok || !g.has || g.glued {
			w.hide(c, "where a command of %s ends is not understood", c.Name)
			return
		}
		r.found, r.rest = nil, rest
		command = unknownFrom(command, "{")
		w.start(append(command, Arg{Pos: c.Pos, Text: "…", Parts: []Part{{}}}), onlyFiles)
	}
}

func untilSemicolon(args []Arg) (command, rest []Arg, ok bool) {
	for i, a := range args {
		if text, _ := a.Value(); text == ";" {
			return args[:i], args[i+1:], true
		}
		if a.may(";") || a.splits() {
			return nil, nil, false
		}
	}
	return args, nil, true
}
