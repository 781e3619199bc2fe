package parse

import (
	"maps"
	"slices"
	"strings"
)

// dirs is a sorted set of directories as Command.Dirs has them: nil is any, empty is
// none, for a point that is not reached. It is replaced, never changed, so that it
// can be shared.
type dirs []string

var (
	atStart = dirs{""}
	nowhere = dirs{}
)

// maxDirText bounds a set in bytes: every command of a long list may hold another.
const maxDirText = 2048

// or returns the directories of either.
func (d dirs) or(e dirs) dirs {
	switch {
	case e.within(d):
		return d
	case d.within(e):
		return e
	}
	return bounded(slices.Concat(d, e))
}

func (d dirs) within(e dirs) bool {
	switch {
	case d == nil || e == nil:
		return e == nil
	case len(d) == len(e) && (len(d) == 0 || &d[0] == &e[0]): // nearly always
		return true
	}
	for _, dir := range d {
		if _, found := slices.BinarySearch(e, dir); !found {
			return false
		}
	}
	return true
}

// bounded makes a set of what is listed.
func bounded(list dirs) dirs {
	slices.Sort(list)
	list = slices.Compact(list)
	size := 0
	for _, dir := range list {
		size += len(dir)
	}
	if len(list) > maxChoices || size > maxDirText {
		return nil
	}
	return slices.Clip(list)
}

// below returns what the relative path leads to from each of the directories.
func (d dirs) below(path string) dirs {
	if d == nil {
		return nil
	}
	out := make(dirs, len(d))
	for i, dir := range d {
		switch {
		case dir == "" && strings.HasPrefix(path, "~"):
			out[i] = "./" + path
		case dir == "" || path == "" || strings.HasSuffix(dir, "/"):
			out[i] = dir + path
		default:
			out[i] = dir + "/" + path
		}
	}
	return bounded(out)
}

// A place is what is known of the shell's directory at a point. The zero value
// knows nothing.
type place struct {
	yes, no dirs // where it is if the last command succeeded, and if it failed
	ever    dirs // where it has been since the complete command began
	jumps   dirs // where it was at a break or continue of the loop around the point
	left    dirs // where it was when exit ended it: an interactive one may go on
	moved   bool // the body or handler around the point changes directory, or leaves what it interrupts
	inLoop  bool // break leaves a loop of this shell
	inFunc  bool // return leaves a function
	altered bool // a launcher has changed the directory, the environment or the text itself
}

// anywhere is a place of which nothing is known, inside of no loop.
func (p place) anywhere() place {
	return place{jumps: nowhere, left: nowhere, altered: p.altered}
}

func (p *place) here() dirs { return p.yes.or(p.no) }

func (p *place) stand(d dirs) { p.yes, p.no = d, d }

// A track follows the directories through one walk.
type track struct {
	place
	assumed routes // by an earlier walk
	found   routes
	loops   int  // that have begun
	moves   bool // a command changes the directory of some shell
	lost    bool // a handler does, which runs at any time
	leans   bool // something is known only because exit ended the shell, or a line ran to its end
}

// routes say where the points can be reached from that the walk comes to before it
// knows: the beginning of a loop from its end, and what follows a call from a body.
type routes struct {
	rounds    map[int]dirs    // by the loop's number, where a round ends if not where the loop began
	functions map[string]bool // that change directory
	unknown   bool            // every round may end anywhere
}

func (r routes) equal(s routes) bool {
	return maps.EqualFunc(r.rounds, s.rounds, slices.Equal) && maps.Equal(r.functions, s.functions)
}

// nothingOf assumes nothing of the loops, nor of the functions that the text defines.
func nothingOf(s *Script) routes {
	r := routes{functions: map[string]bool{}, unknown: true}
	for _, name := range s.functions {
		r.functions[name] = true
	}
	return r
}

// dirs returns what a command at the point gets as its Dirs.
func (w *walker) dirs() []string {
	here := w.dir.here()
	if len(here) == 0 {
		return nil
	}
	w.dir.leans = w.dir.leans || !w.dir.left.within(here)
	return here
}

// settleDirs gives all commands the same directories where the text decides so: it
// changes directory nowhere, or at any time.
func (w *walker) settleDirs() {
	w.script.moves = w.dir.moves
	w.script.carries = w.script.carries || w.dir.moves && w.dir.leans
	if w.dir.moves && !w.dir.lost {
		return
	}
	all := []string(atStart)
	if w.dir.moves {
		all = nil
	}
	for i := range w.script.Commands {
		w.script.Commands[i].Dirs = all
	}
	for i := range w.script.Redirects {
		w.script.Redirects[i].Dirs = all
	}
}

// move notes a command after which the shell is elsewhere.
func (w *walker) move(yes, no dirs) {
	w.count(&w.tally.moves, 1, maxMoves, "changes of directory")
	w.dir.yes, w.dir.no = yes, no
	w.dir.ever = w.dir.ever.or(yes).or(no)
	w.dir.moved, w.dir.moves = true, true
}

// alter notes that a launcher starts what follows elsewhere, or as something else.
func (w *walker) alter() {
	w.dir.altered = true
	w.dir.place = w.dir.anywhere()
	w.dir.moves = true
}

// leave notes that the shell, the function or the loop ends here.
func (w *walker) leave() { w.dir.stand(nowhere) }

// child walks what runs in a process of its own: neither its facts nor its
// directories outlive it. A break in it leaves no loop around it.
func (w *walker) child(walk func()) {
	if w.count(&w.tally.forks, 1, maxForks, "processes"); w.full() {
		return
	}
	outer := w.dir.place
	w.dir.inLoop = false
	written := len(w.written)
	w.flow.apart(walk)
	w.written = w.written[:written]
	w.dir.place = outer
}

// loop walks a loop. round walks one time through and returns where the shell is
// when there is no other.
func (w *walker) loop(round func() dirs) {
	if w.count(&w.tally.loops, 1, maxLoops, "loops"); w.full() {
		return
	}
	number, start := w.dir.loops, w.dir.here()
	jumps, inLoop := w.dir.jumps, w.dir.inLoop
	w.dir.loops++
	w.dir.stand(start.or(w.assumedRound(number)))
	w.dir.ever = w.dir.ever.or(w.dir.yes)
	w.dir.jumps, w.dir.inLoop = nowhere, true
	left := w.turn(number, round)
	if end := w.dir.here().or(w.dir.jumps); !end.within(start) {
		if w.dir.found.rounds == nil {
			w.dir.found.rounds = map[int]dirs{}
		}
		w.dir.found.rounds[number] = end
	}
	w.dir.stand(left.or(w.dir.jumps))
	w.dir.jumps, w.dir.inLoop = jumps.or(w.dir.jumps), inLoop // break 2 leaves the outer one too
}

func (w *walker) assumedRound(number int) dirs {
	if w.dir.assumed.unknown {
		return nil
	}
	if end, is := w.dir.assumed.rounds[number]; is {
		return end
	}
	return nowhere
}

// body walks a function's body, which runs wherever it is called.
func (w *walker) body(name string, walk func()) {
	outer := w.dir.place
	w.dir.place = outer.anywhere()
	w.dir.inFunc = true
	walk()
	if w.dir.moved {
		if w.dir.found.functions == nil {
			w.dir.found.functions = map[string]bool{}
		}
		w.dir.found.functions[name] = true
	}
	w.dir.place = outer
}

// called notes that a function runs, if there can be one of the name: where it
// changes directory, nobody knows where it leaves the shell.
func (w *walker) called(name string) {
	if w.dir.assumed.functions[name] || w.dir.found.functions[name] {
		w.move(nil, nil)
	}
}
