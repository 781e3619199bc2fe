package parse

import "strings"

// launch walks what a launcher would start.
func (w *walker) launch(c Command) {
	row, is := launcherIn(launchers[:], c.Name)
	switch {
	case !is, w.full():
	case len(w.via) >= maxLaunched:
		w.refuse(KindTooLarge, c.Pos, c.Name, "more than %d programs that start one another", maxLaunched)
	default:
		w.launchBy(row, c)
	}
}

// launchBy walks what a launcher would start. What cannot be known of it is noted
// on the launcher's own command: it matters only where the launcher may run.
func (w *walker) launchBy(row launcher, c Command) {
	at, outer, place := len(w.script.Commands)-1, w.opaque, w.dir.place
	w.opaque, w.dir.inLoop, w.dir.inFunc = nil, false, false
	w.through(c.Name, func() { w.read(row, c) })
	w.script.Commands[at].Opaque = w.opaque
	w.opaque, w.dir.place = outer, place
}

func (w *walker) read(row launcher, c Command) {
	r := &reader{launcher: row, rest: c.Args}
	switch row.reads {
	case asCommand, asText, asTexts, asOption:
		w.readOptions(r, c)
	case asShell:
		w.readShell(r, c)
	case asApplet:
		w.readApplet(c)
	case asFind:
		w.readFind(c)
	case asRuns:
		w.readRuns(r, c)
	case byWords:
		w.hide(c, "what %s starts is not known from its words", c.Name)
	case byInput:
		w.hide(c, "what %s starts is not among its words", c.Name)
	}
}

// hide refuses a launcher of which nobody knows what it starts.
func (w *walker) hide(c Command, format string, args ...any) {
	w.refuse(KindOpaque, c.Pos, c.Name, format, args...)
}

// readOptions walks what follows the options and operands of a launcher.
func (w *walker) readOptions(r *reader, c Command) {
	ok := r.begin() && w.inherit(r, c)
	if r.altered() {
		w.alter()
	}
	for ok && r.assigns && len(r.rest) > 0 {
		name, is := assignedName(r.rest[0])
		if !is {
			break
		}
		ok = r.rest[0].Single() && !strings.HasPrefix(name, "/") // to sudo, that is the command
		w.assign(r.rest[0].Pos, name, r.rest[0].from(len(name)+1), c.Name)
		r.rest = r.rest[1:]
	}
	if !ok {
		w.hide(c, "an option or operand of %s that is not understood", c.Name)
		return
	}
	w.readRest(r, c)
}

// assignedName returns the name in NAME=value, as env takes it.
func assignedName(a Arg) (string, bool) {
	prefix, _ := a.Prefix()
	name, _, found := strings.Cut(prefix, "=")
	return name, found
}

// inherit notes what the options do to the environment of the command, and reports
// whether that is known.
func (w *walker) inherit(r *reader, c Command) bool {
	for _, g := range r.found {
		switch by := c.Name; {
		case listed(r.empties, g.name): // programs are then looked up on a path of the system's
			w.assign(c.Pos, "PATH", unknownArg(c.Pos, by), by)
		case g.has && listed(r.unsets, g.name):
			name, known := g.value.Value()
			if !known {
				return false
			}
			w.assign(g.value.Pos, name, unknownArg(g.value.Pos, by), by)
		case g.has && listed(r.sets, g.name):
			if !w.sets(g.value, by) {
				return false
			}
		case g.has && listed(r.pipes, g.name):
			if text, whole := g.value.Prefix(); text == "" && !whole || strings.HasPrefix(text, "|") || strings.HasPrefix(text, "!") {
				return false
			}
		}
	}
	return true
}

// sets notes NAME=value, or a NAME of which the value is not told.
func (w *walker) sets(a Arg, by string) bool {
	text, whole := a.Prefix()
	name, is := assignedName(a)
	switch {
	case is:
		w.assign(a.Pos, name, a.from(len(name)+1), by)
	case whole:
		w.assign(a.Pos, text, unknownArg(a.Pos, by), by)
	}
	return is || whole
}

// readRest walks a command or a text.
func (w *walker) readRest(r *reader, c Command) {
	_, direct := r.gave(r.direct)
	first, _ := value(r.rest, 0)
	switch {
	case r.reads == asOption:
		w.optionText(r, c)
	case len(r.rest) == 0:
		if r.shell {
			w.hide(c, "%s starts a shell if no command is given", c.Name)
		}
	case r.reads == asText && !direct:
		w.joinedText(r, c)
	case r.reads == asTexts:
		for _, a := range r.rest {
			w.wordText(r, c, a, nil)
		}
	case listed(r.code, first):
		if len(r.rest) != 2 || !r.rest[1].Single() {
			w.hide(c, "%s takes one text", c.Name)
			return
		}
		w.wordText(r, c, r.rest[1], nil)
	default:
		w.startRest(r, c)
	}
}

// startRest walks a command to which words may be added at run time. None begins
// with a dash: that is an option which our reading did not expect.
func (w *walker) startRest(r *reader, c Command) {
	if word, _ := r.rest[0].Prefix(); strings.HasPrefix(word, "-") {
		w.hide(c, "%s could be an option of %s", r.rest[0].Text, c.Name)
		return
	}
	args, replaced, ok := r.replaced()
	if !ok {
		w.hide(c, "what %s replaces is made at run time", c.Name)
		return
	}
	if _, joins := r.gave(r.joins); r.more && (joins || !replaced) {
		args = append(args[:len(args):len(args)], Arg{Pos: c.Pos, Text: "…", Parts: []Part{{}}})
	}
	w.start(args, onlyFiles)
}

// replaced returns the words with what stands for text of run time as unknown.
// Several such options are all heeded, though the last counts.
func (r *reader) replaced() (args []Arg, any, ok bool) {
	args = r.rest
	for _, g := range r.found {
		if !listed(r.replaces, g.name) {
			continue
		}
		mark, known := "{}", true
		if g.has {
			mark, known = g.value.Value()
		}
		if !known {
			return nil, true, false
		}
		args, any = unknownFrom(args, mark), true
	}
	return args, any, true
}

// unknownFrom makes each word unknown from the point on where it holds the mark.
func unknownFrom(args []Arg, mark string) []Arg {
	out := make([]Arg, len(args))
	for i, a := range args {
		out[i] = a.unknownFrom(mark)
	}
	return out
}

// unknownFrom makes a word that is not wholly known unknown from where the mark may
// begin, be the rest of it what it may.
func (a Arg) unknownFrom(mark string) Arg {
	text, whole := a.Prefix()
	at := strings.Index(text, mark)
	if !whole && mark != "" {
		at = strings.IndexByte(text, mark[0])
		if at < 0 {
			at = len(text)
		}
	}
	if at < 0 {
		return a
	}
	rest := Arg{Pos: a.Pos, Text: a.Text}
	if at > 0 {
		rest.Parts = append(rest.Parts, Part{Kind: Known, Text: text[:at]})
	}
	rest.Parts = append(rest.Parts, Part{Quoted: a.Single()})
	return rest
}

// readApplet walks busybox APPLET …: what is no launcher is as the program of its name.
func (w *walker) readApplet(c Command) {
	if len(c.Args) == 0 {
		return // it lists them
	}
	name, known := c.Args[0].Value()
	row, is := launcherIn(applets[:], name)
	switch {
	case known && strings.HasPrefix(name, "-"):
		w.hide(c, "an option of %s that is not understood", c.Name)
	case !known || !is && !IsLauncher(name):
		w.start(c.Args, onlyFiles)
	default:
		if !is {
			row.reads = byWords
		}
		inner := Command{Pos: c.Args[0].Pos, Name: name, Args: c.Args[1:], Via: w.via}
		w.emit(inner)
		w.launchBy(row, inner)
	}
}
