package parse

import "maps"

// findings are what a walk finds out about the whole text, for the next one to
// assume. A walk that finds no more than it assumed has found what holds for every
// run of the text.
type findings struct {
	vars   map[string]values // all that the text assigns to each variable, and marks
	bodies map[string]values // what functions and handlers assign, as far as they are known
	params map[string]*list  // by function: what it is called with
	rounds map[int]round     // by the loop's number
	loose  bool              // nothing is known of loops and functions
}

// A round is what the rounds of a loop do to variables.
type round struct {
	assigned map[string]values
	calls    bool // they call functions
	lost     bool // they assign too many to tell
}

// maxWritten bounds the assignments of a loop that are told apart: loops in loops
// look at them again.
const maxWritten = 2048

// A write is one assignment that a walk came to, with what the variable then holds.
type write struct {
	name  string
	value values
	local bool // the variable is gone when the function ends
}

func joined(written []write) map[string]values {
	all := make(map[string]values)
	for _, one := range written {
		all[one.name] = all[one.name].join(one.value)
	}
	return all
}

// cover reports whether all that g found is among what f assumes.
func (f *findings) cover(g *findings) bool {
	if !coverAll(f.vars, g.vars) || !coverAll(f.bodies, g.bodies) {
		return false
	}
	for name, l := range g.params {
		if of, is := f.params[name]; !is || !of.covers(l) {
			return false
		}
	}
	for n, r := range g.rounds {
		of := f.rounds[n]
		if !of.lost && (r.lost || r.calls && !of.calls || !coverAll(of.assigned, r.assigned)) {
			return false
		}
	}
	return true
}

func (l *list) covers(m *list) bool { return l.join(m).equal(l) }

func coverAll(have, want map[string]values) bool {
	for name, v := range want {
		if of, is := have[name]; !is || !of.covers(v) {
			return false
		}
	}
	return true
}

// settling is the round from which on what still changes is taken for unknown.
const settling = 3

// next returns what to assume after a walk that assumed before and found f.
func (f *findings) next(before *findings, round int) *findings {
	if round < settling {
		return f
	}
	out := &findings{vars: unsettled(before.vars, f.vars), bodies: unsettled(before.bodies, f.bodies), params: maps.Clone(f.params), rounds: maps.Clone(f.rounds)}
	for name, l := range f.params {
		if of, is := before.params[name]; !is || !of.covers(l) {
			out.params[name] = nil
		}
	}
	for n, r := range f.rounds {
		r.assigned = unsettled(before.rounds[n].assigned, r.assigned)
		out.rounds[n] = r
	}
	return out
}

// unsettled returns the values found, and unknown ones where another was found
// before.
func unsettled(before, found map[string]values) map[string]values {
	out := make(map[string]values, len(found))
	for name, v := range found {
		if of, is := before[name]; is && !of.covers(v) {
			v = v.lost()
		}
		out[name] = v
	}
	return out
}

// lost returns a variable that can hold anything, of the same kind.
func (v values) lost() values {
	return values{unknown: true, counts: v.counts || v.evaluable() && !v.unknown, array: v.array, integer: v.integer}
}

// nothingKnown is the assumption that always holds: every variable that the text
// sets can hold anything. What the text unsets, freezes or makes an array stays noted.
func (f *findings) nothingKnown() *findings {
	out := &findings{vars: make(map[string]values, len(f.vars)), loose: true}
	for name, v := range f.vars {
		out.vars[name] = values{unknown: true, array: v.array, integer: v.integer}
	}
	return out
}
