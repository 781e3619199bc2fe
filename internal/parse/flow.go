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
	local                        // the variable is the function's own
	integral                     // the variable has the integer attribute
)

// A state is what is known of a fact at the point.
type state struct {
	line  int    // the complete command that established it; sometimes if it only may hold in an interactive shell
	held  values // what the variable holds
	tight bool   // that is all; otherwise it holds whatever the text assigns to it anywhere
	alone bool   // the text need not have assigned it: if not tight, nothing is known
	age   age
}

// An age says when a state was set: it counts functions' bodies, and calls.
type age struct{ body, calls int }

// sometimes is the line of what holds only because a shell that is not interactive
// ends on errors.
const sometimes = -1

// establish notes a fact of the complete command at the point that is no variable's.
func (w *walker) establish(what factKind, name string) {
	w.flow.put(fact{what, name}, state{line: w.script.Lines, age: w.flow.now})
}

// sure returns the state of the fact, if it holds at the point, and notes if that
// depends on what other lines established.
func (w *walker) sure(what factKind, name string) (state, bool) {
	s, is := w.flow.sure[fact{what, name}]
	if !is || w.unsets(name) {
		return state{}, false
	}
	w.script.carries = w.script.carries || s.line != w.script.Lines
	return s, true
}

func (w *walker) surely(what factKind, name string) bool {
	_, is := w.sure(what, name)
	return is
}

// join returns what is known where one of two ways was taken.
func (s state) join(t state) state {
	return state{
		line:  min(s.line, t.line),
		held:  s.held.join(t.held),
		tight: s.tight && t.tight && s.age.body == t.age.body,
		alone: s.alone || t.alone,
		age:   age{s.age.body, min(s.age.calls, t.age.calls)},
	}
}

// flow is the set of facts at the point where the walk is. What a construct that may
// not run establishes is joined with what held before it; what one establishes that
// runs in a child is taken back.
type flow struct {
	sure  map[fact]state
	trail []step // in the order made, so that a construct's can be taken back
	now   age
	ages  int  // bodies walked so far
	dead  bool // the way that was walked last does not go on
}

// A step is one change to the facts: what it replaced.
type step struct {
	key fact
	was state
	had bool
}

func (f *flow) put(key fact, s state) {
	was, had := f.sure[key]
	f.trail = append(f.trail, step{key, was, had})
	if f.sure == nil {
		f.sure = map[fact]state{}
	}
	f.sure[key] = s
}

func (f *flow) drop(key fact) {
	if was, had := f.sure[key]; had {
		f.trail = append(f.trail, step{key, was, had})
		delete(f.sure, key)
	}
}

// undo takes back what was done since the mark, and returns how it stood: a nil for
// what was dropped.
func (f *flow) undo(mark int) map[fact]*state {
	if len(f.trail) == mark {
		return nil
	}
	ends := map[fact]*state{}
	for i := len(f.trail) - 1; i >= mark; i-- {
		s := f.trail[i]
		if _, is := ends[s.key]; !is {
			ends[s.key] = nil
			if end, had := f.sure[s.key]; had {
				ends[s.key] = &end
			}
		}
		if s.had {
			f.sure[s.key] = s.was
		} else {
			delete(f.sure, s.key)
		}
	}
	f.trail = f.trail[:mark]
	return ends
}

// apart runs walk and takes its facts back: it runs in a child, or at another time.
func (f *flow) apart(walk func()) {
	mark := len(f.trail)
	walk()
	f.undo(mark)
}

// maybe runs walk, which may not run.
func (f *flow) maybe(walk func()) { f.choose(walk, func() {}) }

// choose runs walks of which one will run. Those that do not go on from their end leave
// nothing.
func (f *flow) choose(walks ...func()) {
	var ends, dead []map[fact]*state
	changed := 0
	for _, walk := range walks {
		mark := len(f.trail)
		f.dead = false
		walk()
		end := f.undo(mark)
		changed += len(end)
		if f.dead {
			dead = append(dead, end)
		} else {
			ends = append(ends, end)
		}
	}
	if f.dead = false; len(ends) == 0 { // nobody comes here
		ends = dead
	}
	if changed > maxChanged {
		f.forget()
		return
	}
	for i, end := range ends {
		for key := range end {
			f.merge(key, ends)
			for _, later := range ends[i+1:] {
				delete(later, key)
			}
		}
	}
}

// maxChanged bounds what a choice changes and is followed: past it, what is held is
// forgotten, or nested choices would take the square of the text.
const maxChanged = 512

// merge establishes what every way leaves of the fact.
func (f *flow) merge(key fact, ends []map[fact]*state) {
	before, had := f.sure[key]
	var all *state
	for _, end := range ends {
		s, changed := end[key]
		if !changed && had {
			s = &before
		}
		switch {
		case s == nil:
			f.drop(key)
			return
		case all == nil:
			all = s
		default:
			joined := all.join(*s)
			all = &joined
		}
	}
	f.put(key, *all)
}

// forget leaves of every variable only what the whole text assigns to it.
func (f *flow) forget() {
	f.ages++
	f.now.body = f.ages
}

// body runs walk for a body that runs at any later time: what is held here may be
// replaced by then.
func (f *flow) body(walk func()) {
	outer := f.now.body
	f.forget()
	f.apart(walk)
	f.now.body = outer
}

// fresh runs walk with no facts at all: a function that another one defines is
// called after the locals of its maker are gone.
func (f *flow) fresh(walk func()) {
	sure, trail := f.sure, f.trail
	f.sure, f.trail = nil, nil
	walk()
	f.sure, f.trail = sure, trail
}

// widen notes that the variable may have been assigned v since.
func (f *flow) widen(name string, v values) {
	key := fact{assigned, name}
	if s, is := f.sure[key]; is && s.tight {
		s.held = s.held.join(v)
		f.put(key, s)
	}
}

// abandon notes that what happened since the mark may have ended at any point of it.
// The values were written meanwhile.
func (f *flow) abandon(mark int, written []write) {
	first := map[fact]step{}
	for _, s := range f.trail[mark:] {
		if _, is := first[s.key]; !is {
			first[s.key] = s
		}
	}
	for key, s := range first {
		if end, is := f.sure[key]; is && s.had {
			f.put(key, s.was.join(end))
		} else {
			f.drop(key)
		}
	}
	for _, one := range written {
		f.widen(one.name, one.value)
	}
}
