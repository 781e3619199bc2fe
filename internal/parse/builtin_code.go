package parse

import (
	"slices"
	"strconv"
	"strings"
)

// builtinEval walks the text that eval puts together from its arguments.
func (w *walker) builtinEval(c Command) {
	args := c.Args
	if text, ok := value(args, 0); ok && text == "--" && w.dialect == Bash {
		args = args[1:]
	}
	text, ok := join(args)
	if !ok {
		w.refuse(KindCode, c.Pos, c.Name, "the text that eval runs is made at run time")
		return
	}
	w.through("eval", func() { w.text(text, c.Pos) })
}

func join(args []Arg) (string, bool) {
	words := make([]string, len(args))
	for i, a := range args {
		text, ok := a.Value()
		if !ok {
			return "", false
		}
		words[i] = text
	}
	return strings.Join(words, " "), true
}

func (w *walker) builtinSource(c Command) {
	subject := c.Name
	if len(c.Args) > 0 {
		subject = c.Args[0].Text
	}
	w.refuse(KindSourced, c.Pos, subject, "%s runs a file as part of the line", c.Name)
}

// builtinTrap walks the code of a handler. Its first argument is code unless it
// is an option, "-", empty, or the number of a signal.
func (w *walker) builtinTrap(c Command) {
	found, args, ok := flags(c.Args, "lpP")
	if !ok {
		w.refuse(KindCode, c.Pos, c.Name, "the code that trap registers is made at run time")
		return
	}
	if len(found) > 0 || len(args) == 0 {
		return
	}
	code, known := args[0].Value()
	switch {
	case !known:
		w.refuse(KindCode, args[0].Pos, args[0].Text, "the code that trap registers is made at run time")
	case code != "-" && code != "" && !(isDigits(code) && len(args) == 1):
		if slices.ContainsFunc(args[1:], everywhere) {
			w.note(printsMark)
		}
		w.through("trap", func() { w.handler(code, args[0].Pos) })
	}
}

// printsMark stands among the variables for "a handler may run in substitutions too,
// and print there".
const printsMark = "prints "

// everywhere reports whether the signal may be one of which the handlers are inherited.
func everywhere(signal Arg) bool {
	name, known := signal.Value()
	return !known || inheritedTraps[strings.TrimPrefix(strings.ToUpper(name), "SIG")]
}

// inheritedTraps run in substitutions where functrace or errtrace is on.
// bash 5.2 manual, trap; read 2026-12.
var inheritedTraps = map[string]bool{"DEBUG": true, "ERR": true, "RETURN": true}

// handler walks the code of a trap. Set in a function, it runs when the function
// and its locals are gone; and it runs in whatever directory the shell then is.
func (w *walker) handler(code string, at Pos) {
	inFunc, outer := w.inFunc, w.dir.place
	w.inFunc, w.dir.place = 0, outer.anywhere()
	w.handles(func() {
		if inFunc == 0 {
			w.text(code, at)
			return
		}
		w.flow.fresh(func() { w.text(code, at) })
	})
	w.dir.lost = w.dir.lost || w.dir.moved
	w.inFunc, w.dir.place = inFunc, outer
}

// builtinExec walks the program that replaces the shell; without one, exec only
// redirects. The options empty the environment, or make it a login shell.
func (w *walker) builtinExec(c Command) {
	outer := w.dir.place
	if word, _ := value(c.Args, 0); strings.HasPrefix(word, "-") {
		w.alter()
	}
	w.doubtExec(c)
	starts := w.inner(c, "cla:", onlyFiles)
	if !starts {
		w.note(opensMark)
	}
	w.dir.place = outer
	if starts && !w.optioned("execfail") {
		w.dir.left = w.dir.left.or(w.dir.here())
		w.leave()
	}
}

// builtinCommand walks `command NAME`. -v and -V only mention; -p looks the name
// up on a path of its own, which is no curated one.
func (w *walker) builtinCommand(c Command) {
	found, _, ok := flags(c.Args, "pvV")
	mention := false
	for _, f := range found {
		mention = mention || f.letter == 'v' || f.letter == 'V'
	}
	for _, f := range found {
		if f.letter == 'p' && !mention {
			w.refuse(KindBuiltin, c.Pos, "command -p", "command -p looks the name up on another path")
		}
	}
	if !ok || !mention {
		w.halfway(func() { w.inner(c, "pvV", noFunctions) })
	}
}

// halfway walks what an error may end at any point of it, where the shell goes on:
// command keeps it from ending at an error of a special builtin, in dash, in busybox
// ash and in bash's POSIX mode (measured, dash 0.5.12, 2026-12).
func (w *walker) halfway(walk func()) {
	mark, written := len(w.flow.trail), len(w.written)
	walk()
	w.flow.abandon(mark, w.written[written:])
	if w.dir.moved || w.dir.moves {
		w.dir.no = w.dir.no.or(w.dir.ever)
	}
}

// inner starts the command that a builtin's operands name, if there is one.
func (w *walker) inner(c Command, spec string, where lookup) (starts bool) {
	_, operands, ok := flags(c.Args, spec)
	if !ok {
		first := c.Args[0]
		w.refuse(KindDynamic, first.Pos, first.Text, "which command %s runs is made at run time", c.Name)
		return false
	}
	if len(operands) > 0 {
		w.through(c.Name, func() { w.start(operands, where) })
	}
	return len(operands) > 0
}

// builtinBuiltin walks `builtin NAME`, which finds nothing but builtins.
func (w *walker) builtinBuiltin(c Command) {
	args := c.Args
	if text, ok := value(args, 0); ok && text == "--" {
		args = args[1:]
	}
	if len(args) == 0 {
		return
	}
	name, known := args[0].Value()
	if _, is := builtins[name]; known && !is {
		return // bash: not a shell builtin
	}
	w.through("builtin", func() { w.start(args, noFunctions) })
}

// builtinSet walks set: options, then positional parameters.
func (w *walker) builtinSet(c Command) {
	for i := 0; i < len(c.Args); i++ {
		word, whole := c.Args[i].Prefix()
		switch {
		case !whole && (word == "" || word[0] == '-' || word[0] == '+'):
			w.refuse(KindBuiltin, c.Args[i].Pos, c.Args[i].Text, "%s could be an option of set: write set -- first", c.Args[i].Text)
			return
		case word == "-" || word == "--":
			w.setParameters(c.Args[i+1:], word == "--")
			return
		case word == "" || word[0] != '-' && word[0] != '+':
			w.setParameters(c.Args[i:], true)
			return
		}
		w.setLetters(c.Args[i].Pos, word)
		for range strings.Count(word, "o") {
			if i++; i < len(c.Args) {
				w.setOption(c.Args[i])
			}
		}
	}
}

// setParameters notes what set makes the positional parameters. Without any, set -
// keeps them.
func (w *walker) setParameters(args []Arg, even bool) {
	if even || len(args) > 0 {
		w.setPositional(listOf(args))
	}
}

// builtinShift walks shift, which takes a number.
func (w *walker) builtinShift(c Command) {
	text, known := value(c.Args, 0)
	if len(c.Args) == 0 {
		text, known = "1", true
	}
	n, err := strconv.Atoi(text)
	if !known || err != nil || n < 0 || len(c.Args) > 1 {
		w.setPositional(nil)
		return
	}
	w.setPositional(w.positional().from(n))
}

func (w *walker) setLetters(at Pos, word string) {
	for j := 1; j < len(word); j++ {
		if word[j] != 'o' && !inertOption(word[j:j+1]) {
			w.refuse(KindRebinds, at, word, "set %s changes how the rest is read", word)
		}
		w.noteOption(optionLetters[word[j]])
	}
}

func (w *walker) setOption(name Arg) {
	text, ok := name.Value()
	if !ok || !inertOption(text) || len(text) == 1 {
		w.refuse(KindRebinds, name.Pos, name.Text, "the option %s changes how the rest is read", name.Text)
	}
	w.noteOption(text)
}

func (w *walker) builtinShopt(c Command) {
	found, names, ok := flags(c.Args, "opqsu")
	if !ok {
		w.unclear(c)
		return
	}
	for _, f := range found {
		if f.letter == 's' || f.letter == 'u' {
			for _, name := range names {
				w.setOption(name)
			}
		}
	}
}

// builtinHash allows to forget and to list; -p makes a name mean a file.
func (w *walker) builtinHash(c Command) {
	found, _, ok := flags(c.Args, "lrdtp:")
	for _, f := range found {
		ok = ok && f.letter != 'p'
	}
	if !ok {
		w.refuse(KindRebinds, c.Pos, c.Name, "hash -p makes a name mean another file")
	}
}

// builtinHistory allows to list; other options rewrite lines or read files as them.
func (w *walker) builtinHistory(c Command) {
	for _, a := range c.Args {
		if text, ok := a.Value(); !ok || !isDigits(text) {
			w.refuse(KindBuiltin, a.Pos, a.Text, "history with options changes what lines are run again")
		}
	}
}

func (w *walker) builtinJobs(c Command) {
	found, _, ok := flags(c.Args, "lnprsx")
	for _, f := range found {
		ok = ok && f.letter != 'x'
	}
	if !ok {
		w.refuse(KindBuiltin, c.Pos, c.Name, "jobs -x runs the command it is given")
	}
}

// builtinUlimit allows to show limits. A lowered limit makes forks fail, and then
// bash gives up the rest of a line.
func (w *walker) builtinUlimit(c Command) {
	_, operands, ok := flags(c.Args, "SHabcdefiklmnpqrstuvxPRT")
	if !ok || len(operands) > 0 {
		w.refuse(KindBuiltin, c.Pos, c.Name, "ulimit changes what can be started later")
	}
}
