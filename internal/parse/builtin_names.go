package parse

import "strings"

// A flag is one option of a builtin as it was given.
type flag struct {
	letter byte
	value  Arg
}

// flags splits the arguments of a builtin into options and operands. spec lists
// the letters, a colon after those that take a value. ok is false if a word that
// is not wholly known could be an option, or a letter is not in spec.
func flags(args []Arg, spec string) (found []flag, rest []Arg, ok bool) {
	for len(args) > 0 {
		word, whole := args[0].Prefix()
		if word == "" && !whole || !args[0].Single() && len(word) < 1 {
			return found, args, false
		}
		if word == "" || word[0] != '-' || word == "-" && whole {
			return found, args, true
		}
		if word == "--" && whole {
			return found, args[1:], true
		}
		var more []flag
		if more, args, ok = cluster(args, spec); !ok {
			return found, args, false
		}
		found = append(found, more...)
	}
	return found, nil, true
}

// cluster takes one word of options, -rn or -d, and the value of its last.
func cluster(args []Arg, spec string) (found []flag, rest []Arg, ok bool) {
	word, whole := args[0].Prefix()
	for i := 1; i < len(word); i++ {
		at := strings.IndexByte(spec, word[i])
		if at < 0 || word[i] == ':' {
			return nil, args, false
		}
		if at+1 == len(spec) || spec[at+1] != ':' {
			found = append(found, flag{letter: word[i]})
			continue
		}
		if i+1 < len(word) || !whole {
			return append(found, flag{word[i], args[0].from(i + 1)}), args[1:], true
		}
		if len(args) < 2 || strings.HasPrefix(spec[at+1:], "::") { // only what is glued to it is its value
			return append(found, flag{letter: word[i]}), args[1:], true
		}
		return append(found, flag{word[i], args[1]}), args[2:], args[1].Single()
	}
	return found, args[1:], whole
}

// assignName notes that a builtin sets the variable that the field names.
func (w *walker) assignName(field, value Arg, by string) {
	name, known := field.Value()
	base, _, subscripted := strings.Cut(name, "[")
	switch {
	case !known:
		w.refuse(KindCode, field.Pos, field.Text, "the name of the variable that %s sets is made at run time: %s", by, field.Text)
	case !isIdentifier(base) && !subscripted:
		// bash refuses it itself: not a valid identifier
	case subscripted && !plainSubscript(name[len(base):]):
		w.refuse(KindCode, field.Pos, field.Text, "%s evaluates the subscript in %s", by, field.Text)
	default:
		w.assign(field.Pos, base, value, by)
		w.element(base, subscripted)
	}
}

// reference checks a name of which a builtin evaluates the subscript.
func (w *walker) reference(field Arg, by string) {
	name, known := field.Value()
	i := strings.IndexByte(name, '[')
	if !known || i >= 0 && !plainSubscript(name[i:]) {
		w.refuse(KindCode, field.Pos, field.Text, "%s evaluates a subscript in %s", by, field.Text)
	}
}

// unclear refuses a builtin whose options are not understood.
func (w *walker) unclear(c Command) {
	for _, a := range c.Args {
		if prefix, whole := a.Prefix(); prefix == "" && !whole {
			w.refuse(KindCode, a.Pos, a.Text, "%s could be an option or a name with a subscript, which %s evaluates", a.Text, c.Name)
			return
		}
	}
	w.refuse(KindBuiltin, c.Pos, c.Name, "what the options of %s are is not known before it runs", c.Name)
}

func unknownValue(c Command) Arg { return unknownArg(c.Pos, c.Name) }

func (w *walker) builtinRead(c Command) {
	found, names, ok := flags(c.Args, "a:d:n:N:p:rst:u:") // -e and -i edit the line: keys can run commands
	if !ok {
		w.unclear(c)
		return
	}
	for _, f := range found {
		if f.letter == 'a' {
			w.assignName(f.value, unknownValue(c), "read")
			if name, ok := f.value.Value(); ok && isIdentifier(name) {
				w.isArray(name)
			}
		}
	}
	for _, name := range names {
		w.assignName(name, unknownValue(c), "read")
	}
	if len(names) == 0 {
		w.assign(c.Pos, "REPLY", unknownValue(c), "read")
	}
}

// builtinMapfile walks mapfile and readarray; -C registers code.
func (w *walker) builtinMapfile(c Command) {
	found, names, ok := flags(c.Args, "d:n:O:s:tu:C:c:")
	if !ok {
		w.unclear(c)
		return
	}
	for _, f := range found {
		if f.letter == 'C' {
			w.refuse(KindBuiltin, c.Pos, c.Name, "%s -C runs the code it is given", c.Name)
		}
	}
	if len(names) == 0 {
		names = []Arg{knownArg(c.Pos, "MAPFILE")}
	}
	w.assignName(names[0], unknownValue(c), c.Name)
	if name, ok := names[0].Value(); ok && isIdentifier(name) {
		w.isArray(name)
	}
}

// builtinPrintf walks printf: -v sets a variable, and a format that is not known
// could be that option.
func (w *walker) builtinPrintf(c Command) {
	if len(c.Args) == 0 {
		return
	}
	first, whole := c.Args[0].Prefix()
	if first == "" && !whole {
		w.refuse(KindCode, c.Args[0].Pos, c.Args[0].Text, "the format could be the option -v, which evaluates a subscript")
		return
	}
	if !strings.HasPrefix(first, "-") || first == "-" && whole {
		return
	}
	found, rest, ok := flags(c.Args, "v:")
	if !ok {
		w.unclear(c)
		return
	}
	for _, f := range found {
		w.printed(f.value, rest)
	}
}

// printed notes what printf -v sets the variable to: a number, if the format is %d,
// whatever the argument.
func (w *walker) printed(name Arg, rest []Arg) {
	const by = "printf -v"
	format, _ := value(rest, 0)
	variable, _ := name.Value()
	switch {
	case format != "%d" || len(rest) > 1 && !rest[1].Single() || len(rest) > 2:
		w.assignName(name, unknownArg(name.Pos, by), by)
	case isIdentifier(variable):
		w.set(name.Pos, variable, numberArg(name.Pos, by), by)
	default:
		w.assignName(name, numberArg(name.Pos, by), by)
	}
}

func (w *walker) builtinGetopts(c Command) {
	if len(c.Args) < 2 {
		return
	}
	w.assignName(c.Args[1], unknownValue(c), "getopts")
	w.assign(c.Pos, "OPTARG", unknownValue(c), "getopts")
	w.assign(c.Pos, "OPTIND", numberArg(c.Pos, "OPTIND"), "getopts")
}

// builtinUnset walks unset. A variable or function that is unset anywhere is
// never sure again: what was hidden behind it comes back.
func (w *walker) builtinUnset(c Command) {
	_, names, ok := flags(c.Args, "fnv")
	if !ok {
		w.unclear(c)
		return
	}
	for _, field := range names {
		w.reference(field, "unset")
		name, _ := field.Value()
		base, _, _ := strings.Cut(name, "[")
		w.assign(field.Pos, base, unknownArg(field.Pos, field.Text), "unset")
		w.note(unsetMark + base)
	}
}

// unsetMark before a name stands among the variables for "the text unsets it somewhere".
const unsetMark = "unset "

func (w *walker) unsets(name string) bool {
	return w.noted(unsetMark + name)
}

func (w *walker) builtinWait(c Command) {
	found, _, ok := flags(c.Args, "fnp:")
	if !ok && len(c.Args) > 0 {
		if _, whole := c.Args[0].Prefix(); !whole {
			ok = w.onlyNumbers(c.Args)
		}
	}
	if !ok {
		w.unclear(c)
		return
	}
	for _, f := range found {
		if f.letter == 'p' {
			w.assignName(f.value, numberArg(c.Pos, "wait -p"), "wait -p")
			name, _ := f.value.Value()
			w.note(unkeyedMark + name)
		}
	}
}

// onlyNumbers reports whether every field is a number or known text.
func (w *walker) onlyNumbers(args []Arg) bool {
	for _, a := range args {
		for _, p := range a.Parts {
			if p.Kind != Number && p.Kind != Known {
				return false
			}
		}
	}
	return true
}

func (w *walker) builtinLet(c Command) {
	for _, a := range c.Args {
		text, known := a.Value()
		if !known {
			w.refuse(KindCode, a.Pos, a.Text, "let evaluates %s", a.Text)
			continue
		}
		w.arithmString(a, text)
	}
}
