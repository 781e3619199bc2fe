package parse

// An account counts what of one walk has a bound of its own.
type account struct {
	assigned, forks, branches, loops, bodies, code, moves, expanded, picks int
}

// count adds n to what was counted, and ends the walk where that passes the bound.
func (w *walker) count(counted *int, n, most int, what string) {
	if *counted += n; *counted > most {
		w.exceed("", "more than %d %s", most, what)
	}
}
