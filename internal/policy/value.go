package policy

import (
	"strings"

	"armshell/internal/parse"
)

// A Value is what rules are asked about: text, of which parts may be unknown, and
// for a command its words.
type Value struct {
	begins string // what is surely known of the beginning
	whole  bool   // and that is all
	gaps   tokens // a path of which parts are unknown
	name   string // a command's
	args   []parse.Arg

	settled  bool // all of the arguments is known
	doubtful bool // it may be another name of the thing: no rule allows by it
}

// Text returns a value of which all is known.
func Text(s string) Value { return Value{begins: s, whole: true} }

// CommandValue returns a command as bash would pass it.
func CommandValue(c parse.Command) Value {
	v := Value{name: c.Name, args: c.Args}
	v.begins, v.whole = beginning(c)
	v.settled = v.whole
	return v
}

// program returns the name of the program: a command's, or the first word of a text.
func (v *Value) program() string {
	if v.name != "" {
		return v.name
	}
	name, _, _ := strings.Cut(v.begins, " ")
	return name
}

// gapped returns text with gaps.
func gapped(t tokens) Value {
	v := Value{gaps: t}
	n := 0
	for n < len(t) && t[n].gap == noGap {
		n++
	}
	v.begins = t[:n].String()
	return v
}

// texts returns a value of each string.
func texts(list ...string) []Value {
	values := make([]Value, len(list))
	for i, s := range list {
		values[i] = Text(s)
	}
	return values
}

// beginning returns the text that the words, with single blanks between them,
// surely begin with.
func beginning(c parse.Command) (text string, whole bool) {
	var out strings.Builder
	out.WriteString(c.Name)
	for _, a := range c.Args {
		if !a.Single() && !anchored(a) {
			return out.String(), false
		}
		prefix, all := a.Prefix()
		out.WriteString(" " + prefix)
		if !all {
			return out.String(), false
		}
	}
	return out.String(), true
}

func (v Value) tokens() tokens {
	switch {
	case v.name != "":
		return words(v.name, v.args)
	case v.gaps != nil:
		return v.gaps
	}
	return spell(v.begins)
}

// String returns the value as a person reads it, with … for what is not known.
func (v Value) String() string {
	if v.whole {
		return v.begins
	}
	return v.tokens().String()
}
