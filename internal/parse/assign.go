package parse

import "strings"

// assign notes that the variable is set. It is up to the policy which names may be.
func (w *walker) assign(at Pos, name string, value Arg, by string) {
	w.script.Assignments = append(w.script.Assignments, Assignment{Pos: at, Name: name, Value: value, By: by, Via: w.via})
	w.seen[name] = w.seen[name].join(valueOf(value))
	if evaluatedOnAssignment[name] {
		w.risky = true
		w.mustBeNumber(at, name, value)
	}
}

// mustBeNumber refuses a value that bash would evaluate as arithmetic.
func (w *walker) mustBeNumber(at Pos, name string, value Arg) {
	if !valueOf(value).evaluable() {
		w.refuse(KindNumber, at, name, "the value of %s is evaluated as arithmetic, and is no known number", name)
	}
}

// values returns what the variable can hold here.
func (w *walker) values(name string) values {
	switch {
	case w.unsets(name):
		return values{unknown: true}
	case name == "!": // empty before the first command in the background
		return values{number: true, texts: []string{""}}
	case w.dialect.numeric(name):
		return values{number: true}
	case numericVariables[name] || shellVariables[name] || strings.HasPrefix(name, "BASH_") || w.assumed == nil || !w.sure(assigned, name):
		return values{unknown: true}
	}
	return w.assumed[name]
}

func isIdentifier(s string) bool {
	for i := range len(s) {
		c := s[i]
		if c != '_' && !isLetter(c) && (i == 0 || c < '0' || c > '9') {
			return false
		}
	}
	return s != ""
}

func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }
