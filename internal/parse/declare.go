package parse

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// A declaration is one declare, typeset, local, export or readonly command.
type declaration struct {
	w       *walker
	variant string
	options string // letters given with "-" so far
	ended   bool   // a name or "--" has come: no more options
	at      Pos
	hold    []func() // all words are expanded before the first variable is set
}

// declarationOptions are the options of each: with another one bash does nothing.
// bash 5.2 manual; read 2026-11.
var declarationOptions = map[string]string{
	"declare": "aAfFgiIlnprtux", "export": "fnp", "local": "aAgiIlnprtux", "readonly": "aAfp", "typeset": "aAfFgiIlnprtux",
}

// declClause walks a declaration that the parser knows for one.
func (w *walker) declClause(c *syntax.DeclClause) {
	d := declaration{w: w, variant: c.Variant.Value, at: w.pos(c.Pos())}
	if _, is := builtins[d.variant]; !is {
		w.refuse(KindOpaque, d.at, d.variant, "%s is not a builtin of bash", d.variant)
		return
	}
	for _, a := range c.Args {
		w.script.keywords = w.script.keywords || !a.Naked
		d.clauseArg(a)
	}
	d.settle()
	w.emit(Command{Pos: d.at, Kind: Builtin, Name: d.variant})
}

// builtinDeclare walks a declaration given as words: command declare …, 'declare' ….
func (w *walker) builtinDeclare(c Command) {
	d := declaration{w: w, variant: c.Name, at: c.Pos}
	for _, field := range c.Args {
		d.field(field)
	}
	d.settle()
}

// settle notes what the variables hold after the declaration.
func (d *declaration) settle() {
	for _, hold := range d.hold {
		hold()
	}
}

func (d *declaration) clauseArg(a *syntax.Assign) {
	w := d.w
	switch {
	case a.Name == nil && a.Value != nil:
		w.parts(a.Value.Parts)
		for _, field := range w.fields(a.Value) {
			d.field(field)
		}
	case a.Name == nil:
		w.refuse(KindOpaque, d.at, w.source(a), "a declaration that is not understood")
	case a.Array != nil:
		d.name(a.Name.Value, nil)
		d.hold = append(d.hold, w.array(a.Name.Value, a.Array, a.Append))
	case a.Naked && a.Index == nil:
		d.name(a.Name.Value, nil)
	default:
		w.index(a.Name.Value, a.Index)
		w.element(a.Name.Value, a.Index != nil)
		d.assigned(a)
	}
}

func (d *declaration) assigned(a *syntax.Assign) {
	value := d.w.single(a.Value)
	// declare x={a,b} sets x twice: unlike a plain assignment it expands braces.
	if a.Append || a.Index != nil || a.Value != nil && hasBrace(a.Value) {
		value = unknownArg(d.at, d.w.source(a))
	}
	d.name(a.Name.Value, &value)
}

// field takes one word: an option, a name, or NAME=value.
func (d *declaration) field(field Arg) {
	prefix, whole := field.Prefix()
	if !d.ended && d.option(prefix, whole) {
		return
	}
	d.ended = true
	name, _, hasValue := strings.Cut(prefix, "=")
	if !hasValue && !whole {
		d.w.refuse(KindCode, field.Pos, field.Text, "the name of the variable that %s sets is made at run time", d.variant)
		return
	}
	if strings.ContainsAny(d.options, "fF") {
		return
	}
	if !hasValue {
		d.nameField(field, name, nil)
		return
	}
	value := field.from(len(name) + 1)
	if strings.HasSuffix(name, "+") {
		name, value = name[:len(name)-1], unknownArg(field.Pos, field.Text)
	}
	d.nameField(field, name, &value)
}

// option reports whether the word is one, and takes its letters.
func (d *declaration) option(word string, whole bool) bool {
	switch {
	case word == "--" && whole:
		d.ended = true
		return true
	case word == "-" || word == "" || word[0] != '-' && word[0] != '+':
		return false
	}
	if word[0] == '-' {
		d.options += word[1:]
	} else {
		d.options += "+p" // +p prints, and other attributes may not go away: nothing is sure
	}
	if !whole || strings.Trim(word[1:], declarationOptions[d.variant]) != "" {
		d.w.refuse(KindBuiltin, d.at, word, "an option of %s that is not understood", d.variant)
	}
	return true
}

// nameField takes a name that may carry a subscript.
func (d *declaration) nameField(field Arg, name string, value *Arg) {
	base, subscript, _ := strings.Cut(name, "[")
	if name == "-" && value == nil {
		return // local - makes the shell's options local
	}
	if !isIdentifier(base) || subscript != "" && !plainSubscript("["+subscript) {
		d.w.refuse(KindCode, field.Pos, field.Text, "%s evaluates the subscript in %s", d.variant, field.Text)
		return
	}
	d.w.element(base, subscript != "")
	if subscript != "" && value != nil {
		unknown := unknownArg(field.Pos, field.Text)
		value = &unknown
	}
	d.name(base, value)
}

// name declares a variable: value is what it is set to, nil if nothing.
func (d *declaration) name(name string, value *Arg) {
	w := d.w
	d.ended = true
	if strings.Contains(d.options, "n") && d.variant != "export" {
		w.refuse(KindRebinds, d.at, name, "%s -n makes a name stand for another variable", d.variant)
	}
	d.attributes(name, value != nil)
	if d.local(value != nil) {
		w.establish(local, name)
	}
	d.integral(name, value != nil)
	switch {
	case value != nil:
		d.value(name, *value)
	case d.local(false):
		value := knownArg(d.at, "")
		w.assign(d.at, name, value, d.variant)
		if w.noted(prefixMark + name) {
			d.hold = append(d.hold, func() { w.replaced(name, w.script.Lines) })
			return
		}
		d.holds(name, value)
	}
}

// value sets the variable.
func (d *declaration) value(name string, value Arg) {
	w := d.w
	if prefix, whole := value.Prefix(); strings.HasPrefix(prefix, "(") || prefix == "" && !whole && d.mayBeArray(name) {
		w.refuse(KindCode, d.at, name, "%s reads the value of an array again as words with substitutions", d.variant)
	}
	w.assign(d.at, name, value, d.variant)
	switch {
	case strings.ContainsAny(d.options, "pfFaA") || d.variant == "local" && w.inFunc == 0:
	case w.frozen(name):
		if d.freezes() {
			d.hold = append(d.hold, func() { w.kept(name) })
		}
	case strings.Contains(d.options, "g"): // a local of the name is another variable
		d.hold = append(d.hold, func() { w.replaced(name, w.script.Lines) })
	default:
		d.holds(name, value)
	}
}

func (d *declaration) holds(name string, value Arg) {
	v := d.w.evaluated(name, valueOf(value))
	d.hold = append(d.hold, func() { d.w.hold(name, v) })
}

func (d *declaration) freezes() bool {
	return d.variant == "readonly" || strings.Contains(d.options, "r")
}

// local reports whether the variable becomes the function's own. readonly makes none;
// with a value export neither.
func (d *declaration) local(valued bool) bool {
	keeps := "gIp"
	if valued {
		keeps = "gp"
	}
	return d.w.inFunc > 0 && !strings.ContainsAny(d.options, keeps) && d.variant != "export" && d.variant != "readonly"
}

// from returns the field without its first n bytes, which are known.
func (a Arg) from(n int) Arg {
	rest := Arg{Pos: a.Pos, Text: a.Text}
	for _, p := range a.Parts {
		if p.Kind == Known && n > 0 {
			cut := min(n, len(p.Text))
			p.Text, n = p.Text[cut:], n-cut
			if p.Text == "" {
				continue
			}
		}
		rest.Parts = append(rest.Parts, p)
	}
	return rest
}

// plainSubscript reports whether a subscript evaluates to itself: [7], [@], [*].
func plainSubscript(s string) bool {
	inner, ok := strings.CutSuffix(strings.TrimPrefix(s, "["), "]")
	return ok && (isDigits(inner) || inner == "@" || inner == "*")
}
