package parse

import "strings"

// builtinCd follows cd. One that fails leaves the directory as it is, unless PWD or
// OLDPWD is readonly: then it fails and changes it (measured, bash 5.2.15).
func (w *walker) builtinCd(c Command) {
	args := c.Args
	for _, option := range []string{"-L", "--"} {
		if text, _ := value(args, 0); text == option {
			args = args[1:]
		}
	}
	if len(args) == 0 {
		args = []Arg{{Parts: []Part{{Quoted: true, Home: w.untouched("HOME")}}}}
	}
	w.goes(args, w.frozen("PWD") || w.frozen("OLDPWD"))
}

// builtinPushd follows pushd DIR, which prints the stack and can fail at that.
func (w *walker) builtinPushd(c Command) { w.goes(c.Args, true) }

func (w *walker) builtinPopd(Command) { w.move(nil, nil) }

// goes follows a change to the directory that is the only operand.
func (w *walker) goes(operands []Arg, evenFailing bool) {
	here, to := w.dir.here(), dirs(nil)
	if len(operands) == 1 && !w.dir.altered && !w.optioned("physical") {
		to = w.destination(operands[0])
	}
	switch {
	case to == nil:
		w.move(nil, nil)
	case evenFailing:
		w.move(to, here.or(to))
	default:
		w.move(to, here)
	}
}

// destination returns where the operand leads from here.
func (w *walker) destination(a Arg) dirs {
	if len(a.Parts) > 0 && a.Parts[0].Kind == Unknown {
		return w.fromVariable(a.Parts[0], Arg{Parts: a.Parts[1:]})
	}
	text, known := a.Value()
	switch {
	case !known || oddDirectory(text, a.Text):
		return nil
	case strings.HasPrefix(text, "/"):
		return w.outright(text)
	case text == "" || text == ".":
		return w.dir.here()
	case !w.untouched("PWD") || !w.untouched("CDPATH") && !dotted(text):
		return nil
	}
	return w.dir.here().below(text)
}

// fromVariable returns where a path leads that begins with a variable's value.
func (w *walker) fromVariable(first Part, rest Arg) dirs {
	text, known := rest.Value()
	switch {
	case !known || !first.Quoted || text != "" && text[0] != '/' || oddDirectory(text, ""):
		return nil
	case first.Home:
		return w.outright("~" + text)
	case first.Pwd:
		return w.dir.here().below(strings.TrimLeft(text, "/"))
	}
	return nil
}

// outright returns the one directory, if the point is reached.
func (w *walker) outright(dir string) dirs {
	if here := w.dir.here(); here != nil && len(here) == 0 {
		return nowhere
	}
	return bounded(dirs{dir})
}

// dotted reports whether bash does not look the path up on CDPATH.
func dotted(path string) bool {
	first, _, _ := strings.Cut(path, "/")
	return first == "." || first == ".."
}

// oddDirectory reports whether an operand that is known may mean something else. It
// may be an option, the previous directory or a place on the stack; encode may have
// replaced a byte; and a ~ may have been expanded, in a value or after = and : in
// a word like an assignment.
func oddDirectory(text, written string) bool {
	tilde := strings.HasPrefix(text, "~") && !strings.HasPrefix(strings.TrimLeft(written, `'"\`), "~")
	return strings.HasPrefix(text, "-") || strings.HasPrefix(text, "+") || strings.Contains(text, "\x7f") ||
		strings.Contains(text, "=~") || strings.Contains(text, ":~") || tilde
}

// builtinExit ends the shell. With two operands bash gives up the line instead.
func (w *walker) builtinExit(c Command) {
	if w.countOnly(c.Args) {
		w.dir.left = w.dir.left.or(w.dir.here())
		w.leave()
	}
}

// builtinReturn ends a function. In a handler it ends what was interrupted.
func (w *walker) builtinReturn(c Command) {
	w.dir.moved = w.dir.moved || !w.dir.inFunc
	if w.countOnly(c.Args) && w.dir.inFunc {
		w.leave()
	}
}

// builtinBreak walks break and continue. In a handler they leave the loop that was
// interrupted.
func (w *walker) builtinBreak(c Command) {
	w.dir.jumps = w.dir.jumps.or(w.dir.here())
	w.dir.moved = w.dir.moved || !w.dir.inLoop && !w.dir.inFunc
	if w.countOnly(c.Args) && w.dir.inLoop {
		w.leave()
	}
}

// countOnly reports whether the arguments are no more than one number. With others
// the command may do nothing, or give up the line.
func (w *walker) countOnly(args []Arg) bool {
	if len(args) == 0 {
		return true
	}
	text, _ := args[0].Value()
	ok, empty := valueOf(args[0]).numeric()
	if len(args) == 1 && ok && !empty && args[0].Single() && len(text) < 10 { // longer ones overflow
		return true
	}
	w.risky = true
	return false
}
