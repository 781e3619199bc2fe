package parse

// What runs again, or at another time, finds variables as it may have left them
// itself: the rounds of a loop, a function's body, a trap's handler.

// turn walks one round of a loop. Others came before and come after.
func (w *walker) turn(number int, walk func() dirs) dirs {
	w.again(number)
	mark, calls := len(w.written), w.flow.now.calls
	left := walk()
	r := roundOf(w.written[mark:], w.flow.now.calls != calls)
	if r.calls || r.lost || len(r.assigned) > 0 {
		if w.finds.rounds == nil {
			w.finds.rounds = map[int]round{}
		}
		w.finds.rounds[number] = r
	}
	w.again(number)
	return left
}

func roundOf(written []write, calls bool) round {
	if len(written) > maxWritten {
		return round{calls: calls, lost: true}
	}
	return round{calls: calls, assigned: joined(written)}
}

// again notes what the rounds of the loop assign, wherever they were left.
func (w *walker) again(number int) {
	r := w.assumed.rounds[number]
	if r.lost || w.assumed.loose {
		w.flow.forget()
		return
	}
	if r.calls {
		w.flow.now.calls++
	}
	for name, v := range r.assigned {
		w.flow.widen(name, v)
	}
}

// later walks a body that runs at some later time, and gives what it assigns to note:
// where it stands it assigns nothing.
func (w *walker) later(walk func(), note func(write)) {
	mark := len(w.written)
	w.flow.body(walk)
	for _, one := range w.written[mark:] {
		note(one)
	}
	w.written = w.written[:mark]
}

// bodyOf walks a function's body, which gets the parameters of all its calls.
func (w *walker) bodyOf(name string, walk func()) {
	w.body(name, func() {
		w.later(func() {
			w.takes(name)
			walk()
		}, w.outlives)
	})
}

// outlives notes what a function assigns, but to its own variables and parameters.
func (w *walker) outlives(one write) {
	if one.local || one.name == "@" {
		return
	}
	if w.finds.bodies == nil {
		w.finds.bodies = map[string]values{}
	}
	w.finds.bodies[one.name] = w.finds.bodies[one.name].join(one.value)
}

// takes notes what a function is called with. bash calls one by itself.
func (w *walker) takes(name string) {
	if name == "command_not_found_handle" {
		return
	}
	if l := w.assumed.params[name]; l != nil {
		w.hold("@", values{unknown: true, list: l})
	}
}

// calls notes that a function runs, if there can be one of the name.
func (w *walker) calls(c Command) {
	if w.noted(functionMark + c.Name) {
		w.flow.now.calls++
		l := listOf(c.Args)
		if before, is := w.finds.params[c.Name]; is {
			l = before.join(l)
		}
		if w.finds.params == nil {
			w.finds.params = map[string]*list{}
		}
		w.finds.params[c.Name] = l
	}
	w.called(c.Name)
}

// handles walks the code of a trap's handler.
func (w *walker) handles(walk func()) {
	calls := w.flow.now.calls
	w.later(walk, func(one write) { w.note(handledMark + one.name) })
	if w.flow.now.calls != calls {
		w.note(handledMark)
	}
}
