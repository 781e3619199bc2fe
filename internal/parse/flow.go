package parse

// A fact is something that surely happened before a point of the text.
type fact struct {
	what factKind
	name string
}

type factKind uint8

const (
	assigned factKind = iota + 1 // the text has assigned the variable: the inherited value is gone
	defined                      // the function is defined
	keyed                        // the variable is an associative array
)

// flow is the set of facts at the point where the walk is. Facts of a construct
// that may not run, or that runs in a subshell, are taken back at its end.
type flow struct {
	sure  map[fact]int // the complete command that established it; sometimes if it only may hold in an interactive shell
	trail []fact       // in the order added, so that a construct's facts can be taken back
}

func (f *flow) add(what factKind, name string, line int) {
	key := fact{what, name}
	if _, is := f.sure[key]; is {
		return
	}
	if f.sure == nil {
		f.sure = map[fact]int{}
	}
	f.sure[key] = line
	f.trail = append(f.trail, key)
}

// sometimes is the line of what holds only because a shell that is not interactive
// ends on errors.
const sometimes = -1

// establish notes a fact of the complete command at the point.
// Where the text makes any variable readonly, no assignment is sure: some ways to
// assign to a readonly variable only fail.
func (w *walker) establish(what factKind, name string) {
	if what != assigned || !w.freezes() {
		w.flow.add(what, name, w.script.Lines)
	}
}

// sure reports whether the fact holds at the point, and notes if that depends on
// what other lines established.
func (w *walker) sure(what factKind, name string) bool {
	line, is := w.flow.sure[fact{what, name}]
	if !is || w.unsets(name) {
		return false
	}
	w.script.carries = w.script.carries || line != w.script.Lines
	return true
}

// isolated runs walk, takes its facts back and returns them.
func (f *flow) isolated(walk func()) []fact {
	mark := len(f.trail)
	walk()
	took := append([]fact(nil), f.trail[mark:]...)
	for _, key := range took {
		delete(f.sure, key)
	}
	f.trail = f.trail[:mark]
	return took
}

// either adds the facts that both branches of a choice established.
func (f *flow) either(a, b []fact, line int) {
	in := map[fact]bool{}
	for _, key := range a {
		in[key] = true
	}
	for _, key := range b {
		if in[key] {
			f.add(key.what, key.name, line)
		}
	}
}

// fresh runs walk with no facts at all: a function that another one defines is
// called after the locals of its maker are gone.
func (f *flow) fresh(walk func()) {
	kept := *f
	*f = flow{}
	walk()
	*f = kept
}
