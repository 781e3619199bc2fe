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
	sure  map[fact]bool
	trail []fact // in the order added, so that a construct's facts can be taken back
}

func (f *flow) add(what factKind, name string) {
	key := fact{what, name}
	if f.sure[key] {
		return
	}
	if f.sure == nil {
		f.sure = map[fact]bool{}
	}
	f.sure[key] = true
	f.trail = append(f.trail, key)
}

func (f *flow) has(what factKind, name string) bool { return f.sure[fact{what, name}] }

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
func (f *flow) either(a, b []fact) {
	in := map[fact]bool{}
	for _, key := range a {
		in[key] = true
	}
	for _, key := range b {
		if in[key] {
			f.add(key.what, key.name)
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
