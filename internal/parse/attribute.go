package parse

import "strings"

// attributes notes what the options say of the variable.
func (d *declaration) attributes(name string, valued bool) {
	w := d.w
	if d.freezes() {
		w.freeze(name, valued)
	}
	for _, m := range [...]struct{ options, mark string }{{"np", hiddenMark}, {"lu", attributeMark}, {"A", keyedMark}} {
		if strings.ContainsAny(d.options, m.options) {
			w.note(m.mark + name)
		}
	}
	v, known := w.finds.vars[name]
	if strings.ContainsAny(d.options, "lu") { // the case of what is assigned changes
		v = v.join(values{unknown: true})
	}
	v.number = v.number || strings.Contains(d.options, "i") && !v.unknown // 010 is kept as 8
	if strings.Contains(d.options, "i") {
		w.flow.widen(name, values{number: true})
	}
	v.integer = v.integer || strings.Contains(d.options, "i")
	v.array = v.array || strings.ContainsAny(d.options, "aA")
	d.keys(name, known)
	if v.integer || v.array || v.unknown {
		w.finds.vars[name] = v
	}
}

// freeze notes that the variable is readonly from here on.
func (w *walker) freeze(name string, valued bool) {
	w.note(frozenMark + name)
	if !valued {
		w.note(bareMark + name)
	}
	if w.keptByShell(name) {
		w.note(frozenMark)
	}
}

// keptByShell reports whether the shell itself sets the variable, or says what may be
// assigned to it.
func (w *walker) keptByShell(name string) bool {
	return shellVariables[name] || shellArrays[name] || numericVariables[name] || evaluatedOnAssignment[name] || readonlyAtStart[name] ||
		strings.HasPrefix(name, "BASH_")
}

// unkeyedMark before a name stands among the variables for "something may make it
// another than an associative array, or hide one".
const unkeyedMark = "unkeyed "

// keys notes whether the variable surely is an associative array from here on: where
// the declaration has another option it may fail, or speak of another variable.
func (d *declaration) keys(name string, known bool) {
	own := d.variant == "declare" || d.variant == "typeset" || d.variant == "local" && d.w.inFunc > 0
	if !own || !strings.Contains(d.options, "A") || strings.Trim(d.options, "Axt") != "" {
		d.w.note(unkeyedMark + name)
		return
	}
	if !known {
		d.w.establish(keyed, name)
	}
}

// isKeyed reports whether the variable surely is an associative array.
func (w *walker) isKeyed(name string) bool {
	return w.surely(keyed, name) && !w.noted(unkeyedMark+name) && !w.frozen(name) && !w.keptByShell(name)
}

// kept notes that a variable which becomes readonly here has been assigned, here or
// where it became so before: then it keeps that value.
func (w *walker) kept(name string) {
	if !w.noted(bareMark + name) {
		w.establish(assigned, name)
	}
}

// integral notes whether the variable surely has the integer attribute from here on.
func (d *declaration) integral(name string, valued bool) {
	w, i := d.w, strings.Contains(d.options, "i")
	if strings.Contains(d.options, "+") { // here, or in whatever calls this
		w.note(unsetMark + name)
	}
	switch own := w.inFunc == 0 || d.local(valued); {
	case i && own && !strings.ContainsAny(d.options, "gIpfF"):
		w.establish(integral, name)
	case !i && own && w.inFunc > 0 || strings.Contains(d.options, "p"):
		w.flow.drop(fact{integral, name})
	}
}

// hiddenMark before a name stands among the variables for "the text may hide it from programs".
const hiddenMark = "hidden "

func (d *declaration) mayBeArray(name string) bool {
	return strings.ContainsAny(d.options, "aA") || shellArrays[name] || strings.HasPrefix(name, "BASH_") || d.w.finds.vars[name].array || d.w.assumes(name).array
}
