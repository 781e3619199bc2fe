package parse

import "strings"

// Launched returns where among the literal words after a program's name the command
// begins that it starts: -1 if none of them is one, and not known where they start
// something that no single word begins, or where an option makes an approval one
// for the command alone.
func Launched(name string, args []string) (start int, known bool) {
	row, is := launcherIn(launchers[:], name)
	switch {
	case !is && builtins[name].class == runs && len(args) > 0:
		return 0, false
	case !is || row.reads == byInput:
		return -1, true
	}
	r := &reader{launcher: row, rest: make([]Arg, len(args))}
	for i, word := range args {
		r.rest[i] = knownArg(Pos{1, 1}, word)
	}
	switch row.reads {
	case asCommand:
		return r.launched(len(args))
	case asShell:
		_, text := r.shellText()
		return -1, !text
	case asFind:
		return -1, !mayAct(r.rest)
	case asRuns:
		ok := r.permuted()
		_, starts := r.gave(r.runs)
		return -1, ok && !starts
	}
	return 0, false
}

// shellText reads a shell's options and reports whether it runs text of the line,
// as one may that is not understood.
func (r *reader) shellText() (ok, text bool) {
	ok = r.shellOptions()
	_, text = r.gave("c")
	return ok, text || !ok
}

func (r *reader) launched(words int) (start int, known bool) {
	if !r.begin() {
		return 0, false
	}
	for _, g := range r.found {
		if !g.exact || listed(r.narrow, g.name) {
			return 0, false
		}
	}
	for r.assigns && len(r.rest) > 0 {
		if _, is := assignedName(r.rest[0]); !is {
			break
		}
		r.rest = r.rest[1:]
	}
	if len(r.rest) == 0 {
		return 0, false
	}
	word, _ := r.rest[0].Value()
	return words - len(r.rest), !strings.HasPrefix(word, "-")
}
