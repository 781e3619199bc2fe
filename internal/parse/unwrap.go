package parse

import (
	"slices"
	"strings"
)

// launch walks what a launcher would start. What cannot be known of it is noted
// on the launcher's own command: it matters only where the launcher may run.
func (w *walker) launch(c Command) {
	row, is := launchers[c.Name]
	if !is {
		return
	}
	at, outer, place := len(w.script.Commands)-1, w.opaque, w.dir.place
	w.opaque, w.dir.inLoop, w.dir.inFunc = nil, false, false
	w.through(c.Name, func() {
		if row.walk != nil {
			row.walk(w, c)
		} else {
			w.launchRow(row, c)
		}
	})
	w.script.Commands[at].Opaque = w.opaque
	w.opaque, w.dir.place = outer, place
}

// opaqueLauncher is for programs of which no word surely tells what they start.
func opaqueLauncher(w *walker, c Command) {
	w.refuse(KindOpaque, c.Pos, c.Name, "what %s starts is not known from its words", c.Name)
}

// launchRow walks a launcher whose command follows its options and operands.
func (w *walker) launchRow(row launcher, c Command) {
	args, ok := row.options(c.Args)
	if row.altered(c.Args[:len(c.Args)-len(args)]) {
		w.alter()
	}
	for ok && row.assigns && len(args) > 0 && w.assignsFirst(args[0]) {
		args = args[1:]
	}
	if !ok || !allSingle(args, row.operands) {
		w.refuse(KindOpaque, c.Pos, c.Name, "an option of %s that is not understood", c.Name)
		return
	}
	if args = args[min(row.operands, len(args)):]; len(args) == 0 {
		return // nothing is started, or the launcher's own default: xargs starts echo
	}
	if row.more {
		args = append(args[:len(args):len(args)], Arg{Pos: c.Pos, Text: "…", Parts: []Part{{}}})
	}
	w.start(args, onlyFiles)
}

// assignsFirst notes NAME=value before a command, as env takes it.
func (w *walker) assignsFirst(a Arg) bool {
	prefix, _ := a.Prefix()
	name, _, found := strings.Cut(prefix, "=")
	if found {
		w.assign(a.Pos, name, a.from(len(name)+1), "env")
	}
	return found
}

func allSingle(args []Arg, n int) bool {
	for _, a := range args[:min(n, len(args))] {
		if !a.Single() {
			return false
		}
	}
	return true
}

// options skips the options of a launcher. It is not ok if one is not in the row,
// or if a word that is not known could be one.
func (l launcher) options(args []Arg) (rest []Arg, ok bool) {
	for len(args) > 0 {
		word, whole := args[0].Prefix()
		switch {
		case word == "" && !whole:
			return args, false
		case word == "" || word[0] != '-' || word == "-" && whole:
			return args, true
		case word == "--" && whole:
			return args[1:], true
		case strings.HasPrefix(word, "--"):
			if args, ok = l.longOption(args, word[2:], whole); !ok {
				return args, false
			}
		default:
			if _, args, ok = cluster(args, l.short); !ok {
				return args, false
			}
		}
	}
	return args, true
}

// longOption skips one long option, by its name or an unambiguous beginning of it.
func (l launcher) longOption(args []Arg, word string, whole bool) ([]Arg, bool) {
	name, _, glued := strings.Cut(word, "=")
	row, ok := l.long1(name)
	switch {
	case !ok || !whole && !glued || glued && !strings.Contains(row, "="):
		return args, false
	case glued || !strings.HasSuffix(row, "="):
		return args[1:], true
	case len(args) < 2:
		return nil, true
	}
	return args[2:], args[1].Single()
}

// altered reports whether one of the options can be among those that alter what is started.
func (l launcher) altered(options []Arg) bool {
	return slices.ContainsFunc(strings.Fields(l.alters), func(option string) bool {
		return option == "*" || slices.ContainsFunc(options, func(a Arg) bool { return a.mayGive(option) })
	})
}

// mayGive reports whether the word can be an option of that name, a letter or a long one.
func (a Arg) mayGive(option string) bool {
	word, whole := a.Prefix()
	long, is := strings.CutPrefix(word, "--")
	if is {
		name, _, _ := strings.Cut(long, "=")
		return name != "" && strings.HasPrefix(option, name)
	}
	return strings.HasPrefix(word, "-") && (strings.Contains(word, option) || !whole)
}

func (l launcher) long1(name string) (row string, ok bool) {
	for _, candidate := range strings.Fields(l.long) {
		bare, _, _ := strings.Cut(candidate, "=")
		if bare == name {
			return candidate, true
		}
		if strings.HasPrefix(bare, name) {
			if ok {
				return "", false
			}
			row, ok = candidate, true
		}
	}
	return row, ok
}

// launchShell walks sh -c TEXT. A shell that reads a file or standard input
// starts what nobody can know.
func (w *walker) launchShell(c Command) {
	args := c.Args
	isText := false
	for len(args) > 0 {
		word, whole := args[0].Prefix()
		if !whole || len(word) < 2 || word[0] != '-' || word == "--" || strings.Trim(word[1:], "cefluvx") != "" {
			break
		}
		isText = isText || strings.Contains(word, "c")
		if strings.Contains(word, "l") { // start-up files of a login
			w.alter()
		}
		args = args[1:]
	}
	text, known := value(args, 0)
	switch {
	case !isText || strings.HasPrefix(text, "-") || strings.HasPrefix(text, "+"):
		w.refuse(KindOpaque, c.Pos, c.Name, "what %s runs is not in the line", c.Name)
	case !known:
		w.refuse(KindCode, c.Pos, c.Name, "the text that %s -c runs is made at run time", c.Name)
	default:
		w.text(text, args[0].Pos, true)
	}
}

// launchApplet walks busybox APPLET ….
func (w *walker) launchApplet(c Command) {
	if len(c.Args) > 0 {
		w.start(c.Args, onlyFiles)
	}
}

// launchFlock walks flock [options] FILE COMMAND … and flock FILE -c TEXT.
func (w *walker) launchFlock(c Command) {
	row := launcher{short: "seuxnow:E:F", long: "shared exclusive unlock nonblock nb close timeout= wait= conflict-exit-code= no-fork verbose"}
	args, ok := row.options(c.Args)
	if !ok || len(args) < 2 || !args[0].Single() {
		w.refuse(KindOpaque, c.Pos, c.Name, "an option of flock that is not understood")
		return
	}
	if text, _ := value(args, 1); text != "-c" && text != "--command" {
		w.start(args[1:], onlyFiles)
		return
	}
	text, known := value(args, 2)
	if !known {
		w.refuse(KindCode, c.Pos, c.Name, "the text that flock -c runs is made at run time")
		return
	}
	w.text(text, c.Pos, true)
}

// findActions are the actions of find that start programs.
// findutils 4.9.0 manual; read 2026-11.
var findActions = map[string]findAction{"-exec": {}, "-execdir": {elsewhere: true}, "-ok": {}, "-okdir": {elsewhere: true}}

type findAction struct{ elsewhere bool } // in the directory of what was found

// launchFind walks find … -exec COMMAND … ; or +. {} stands for names of files.
func (w *walker) launchFind(c Command) {
	for i := 0; i < len(c.Args); i++ {
		word, known := c.Args[i].Value()
		if !known {
			if prefix, _ := c.Args[i].Prefix(); prefix == "" || prefix[0] == '-' {
				w.refuse(KindOpaque, c.Args[i].Pos, c.Args[i].Text, "%s could be an action of find", c.Args[i].Text)
			}
			continue
		}
		if action, is := findActions[word]; is {
			end := findEnd(c.Args, i+1)
			w.found(c, action, c.Args[i+1:end])
			i = end
		}
	}
}

func findEnd(args []Arg, from int) int {
	for i := from; i < len(args); i++ {
		if text, _ := args[i].Value(); text == ";" || text == "+" {
			return i
		}
	}
	return len(args)
}

func (w *walker) found(c Command, action findAction, words []Arg) {
	command := make([]Arg, len(words))
	for i, a := range words {
		if strings.Contains(a.Text, "{}") {
			a.Parts = []Part{{}}
		}
		command[i] = a
	}
	if len(command) == 0 {
		w.refuse(KindOpaque, c.Pos, c.Name, "an action of find without a command")
		return
	}
	outer := w.dir.place
	if action.elsewhere {
		w.alter()
	}
	w.start(command, onlyFiles)
	w.dir.place = outer
}
