package parse

import (
	"maps"
	"slices"

	"mvdan.cc/sh/v3/syntax"
)

// eachChoice runs walk once for every combination of the values that variables
// in the words can have, if there are few; otherwise once, with them unknown.
func (w *walker) eachChoice(words []*syntax.Word, walk func()) {
	picks := w.picks(words)
	if len(picks) == 0 {
		walk()
		return
	}
	outer := w.pick
	walks := make([]func(), len(picks))
	for i, pick := range picks {
		walks[i] = func() {
			w.pick = pick
			walk()
		}
	}
	w.flow.choose(walks...)
	w.pick = outer
}

// picks returns the combinations of values that the variables in the words can have,
// none if there is nothing to choose.
func (w *walker) picks(words []*syntax.Word) []map[string]string {
	if w.tally.picks > maxPicks {
		return nil
	}
	var picks []map[string]string
	for _, name := range variablesIn(words) {
		choices := w.picked(name).choices()
		if len(choices) < 2 || max(len(picks), 1)*len(choices) > maxChoices {
			continue
		}
		if picks == nil {
			picks = []map[string]string{w.pick}
		}
		var more []map[string]string
		for _, pick := range picks {
			for _, text := range choices {
				one := map[string]string{name: text}
				maps.Copy(one, pick)
				more = append(more, one)
			}
		}
		picks = more
	}
	w.tally.picks += len(picks)
	return picks
}

// picked returns what the variable can hold here, in the combination being looked at.
func (w *walker) picked(name string) values {
	if text, ok := w.pick[name]; ok {
		return values{texts: []string{text}}
	}
	return w.values(name)
}

// variablesIn returns the names of $x and ${x OP word} in the words, also in double
// quotes.
func variablesIn(words []*syntax.Word) []string {
	var names []string
	var visit func(parts []syntax.WordPart)
	visit = func(parts []syntax.WordPart) {
		for _, part := range parts {
			switch p := part.(type) {
			case *syntax.DblQuoted:
				visit(p.Parts)
			case *syntax.ParamExp:
				if (plain(p) || onVariable(p)) && !slices.Contains(names, p.Param.Value) {
					names = append(names, p.Param.Value)
				}
			}
		}
	}
	for _, word := range words {
		visit(word.Parts)
	}
	return names
}

// each returns what the word can be by the values of its variables, nil if those are
// not few.
func (w *walker) each(word *syntax.Word) *values {
	var can values
	outer := w.pick
	picks := w.picks([]*syntax.Word{word})
	for _, w.pick = range picks {
		can = can.join(valueOf(w.build(word, fieldBuilder{whole: true})))
	}
	w.pick = outer
	if len(picks) == 0 {
		return nil
	}
	return &can
}
