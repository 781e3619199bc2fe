package parse

import "strings"

// posixDeclare walks export, readonly and local, whose only option is the -p of the
// first two. dash before 0.5.11 splits an unquoted value into further names.
func (w *walker) posixDeclare(c Command) {
	spec := "p"
	if c.Name == "local" {
		spec = ""
	}
	_, names, ok := flags(c.Args, spec)
	if !ok {
		w.unclear(c)
		return
	}
	for _, field := range names {
		w.posixDeclared(c, field)
	}
}

func (w *walker) posixDeclared(c Command, field Arg) {
	prefix, whole := field.Prefix()
	name, _, sets := strings.Cut(prefix, "=")
	switch {
	case !sets && !whole:
		w.refuse(KindCode, field.Pos, field.Text, "the name of the variable that %s sets is made at run time", c.Name)
	case !isIdentifier(name):
		w.refuse(KindBuiltin, field.Pos, field.Text, "%s is given what is no name of a variable", c.Name)
	case !field.Single() && !literalGlobs(field):
		w.refuse(KindAmbiguous, field.Pos, field.Text, "an unquoted value of %s, which some versions of dash split into further names", c.Name).
			Hint = "put it in double quotes"
	default:
		w.posixSet(c, field, name, sets)
	}
}

// literalGlobs reports whether the field is one in a declaration because nothing in
// it but pathname patterns could make it more.
func literalGlobs(a Arg) bool {
	for _, p := range a.Parts {
		if p.Kind != Known && p.Kind != Glob && !p.Quoted {
			return false
		}
	}
	return true
}

// posixSet notes what the name is set to. A local without a value keeps the outer one
// in dash, and is unset in busybox ash (measured, dash 0.5.12, busybox 1.35.0, 2026-12).
func (w *walker) posixSet(c Command, field Arg, name string, sets bool) {
	if c.Name == "readonly" {
		w.freeze(name, sets)
	}
	value := unknownArg(field.Pos, field.Text)
	if text, known := field.Value(); sets && known && !strings.Contains(field.Text, "~") { // which is expanded after = and :
		value = knownArg(field.Pos, text[len(name)+1:])
	}
	if !sets && c.Name != "local" {
		return
	}
	switch {
	case !sets || c.Name == "local" && w.inFunc == 0:
		w.assign(field.Pos, name, value, c.Name)
	case c.Name == "readonly":
		w.assign(field.Pos, name, value, c.Name)
		w.kept(name)
	default:
		w.set(field.Pos, name, value, c.Name)
	}
}
