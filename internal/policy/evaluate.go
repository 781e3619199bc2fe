package policy

import (
	"os"
	"strings"

	"armshell/internal/parse"
)

// A Value is what rules are asked about: text, of which parts may be unknown, and
// for a command its words.
type Value struct {
	begins string // what is surely known of the beginning
	whole  bool   // and that is all
	name   string // a command's
	args   []parse.Arg
	home   string
}

// Text returns a value of which all is known.
func Text(s string) Value { return Value{begins: s, whole: true} }

// CommandValue returns a command as bash would pass it.
func CommandValue(c parse.Command) Value {
	v := Value{name: c.Name, args: c.Args, home: os.Getenv("HOME")}
	v.begins, v.whole = beginning(c)
	return v
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
	if v.name == "" {
		return spell(v.begins)
	}
	return words(v.name, v.args)
}

// Evaluate returns the last rule that matches the command on the surface. An
// allow rule must match whatever the unknown parts are; a deny or ask rule that
// may match decides, and is also asked about the spelling with options left out.
// If none matches, the zero Rule denies.
func (rs Ruleset) Evaluate(surface string, v Value) Rule {
	for i := len(rs) - 1; i >= 0; i-- {
		if rs[i].applies(surface, v) {
			return rs[i]
		}
	}
	return Rule{}
}

func (r Rule) applies(surface string, v Value) bool {
	if r.Surface != surface && compile(r.Surface, "").match(spell(surface)) != yes {
		return false
	}
	if r.Action != Allow && v.name != "" && r.matchesLoosely(v) {
		return true
	}
	if !v.mayBegin(r.Pattern) {
		return false
	}
	if v.surely(r.Pattern) {
		return true
	}
	verdict := compile(r.Pattern, v.home).match(v.tokens())
	return verdict == yes || verdict == maybe && r.Action != Allow
}

// mayBegin compares known beginnings without compiling the pattern: most rules of
// an arm name another program.
func (v Value) mayBegin(pattern string) bool {
	if pattern != "" && v.begins != "" && pattern[0] != v.begins[0] && strings.IndexByte("*?~$", pattern[0]) < 0 {
		return false
	}
	if strings.HasPrefix(pattern, "~") || strings.HasPrefix(pattern, "$") {
		return true
	}
	head := pattern
	if i := strings.IndexAny(pattern, "*?"); i >= 0 {
		head = pattern[:i]
	}
	head = strings.TrimSuffix(head, " ")
	n := min(len(head), len(v.begins))
	return head[:n] == v.begins[:n] && (n == len(head) || !v.whole)
}

// surely reports whether the known beginning alone shows that a pattern of the
// usual form "tea issues *" matches.
func (v Value) surely(pattern string) bool {
	head, tail := strings.CutSuffix(pattern, " *")
	if !tail || strings.ContainsAny(head, "*?~$") {
		return false
	}
	return v.begins == head && v.whole || strings.HasPrefix(v.begins, head+" ")
}

// matchesLoosely reports whether the command may match with options left out
// wherever they stand before the pattern's words: tea --debug api x is tea api x,
// whether or not --debug takes a value.
func (r Rule) matchesLoosely(v Value) bool {
	if name, rest, _ := strings.Cut(r.Pattern, " "); name != v.name || v.otherwise(rest) {
		return false
	}
	heads, rest := literalWords(r.Pattern)
	at := make(positions, len(v.args)+1)
	at[0] = true
	for _, head := range heads[1:] {
		at = at.after(v.args, head)
	}
	at.skipOptions(v.args)
	for i, here := range at {
		if here && restMatches(rest, v.args[i:]) {
			return true
		}
	}
	return false
}

// otherwise reports whether the first argument alone shows that a pattern with this
// rest does not match: the usual case.
func (v Value) otherwise(rest string) bool {
	word, _, _ := strings.Cut(rest, " ")
	if len(v.args) == 0 || strings.ContainsAny(word, "*?") {
		return false
	}
	first, known := v.args[0].Value()
	return known && first != word && first != "" && !strings.HasPrefix(first, "-")
}

// literalWords splits a pattern into its leading words without wildcards, and the rest.
func literalWords(pattern string) (heads []string, rest string) {
	rest = pattern
	for rest != "" {
		word, after, found := strings.Cut(rest, " ")
		if strings.ContainsAny(word, "*?") {
			return heads, rest
		}
		heads = append(heads, word)
		if rest = after; !found {
			break
		}
	}
	return heads, rest
}

// restMatches matches what follows a pattern's literal words. Without wildcards
// there, nothing may follow.
func restMatches(rest string, args []parse.Arg) bool {
	if rest == "*" {
		return true
	}
	v := tokens{}
	for _, a := range args {
		v = appendWord(v, a)
	}
	return compile(" "+rest, "").match(v) != no || rest == "" && len(args) == 0
}

// positions tell for each argument whether a reading of the words can be before it.
type positions []bool

// skipOptions adds what comes after options, each with or without a value.
func (p positions) skipOptions(args []parse.Arg) {
	for i, a := range args {
		if p[i] && mayBeOption(a) {
			p[i+1] = true
			p[min(i+2, len(args))] = true
		}
	}
}

func mayBeOption(a parse.Arg) bool {
	prefix, _ := a.Prefix()
	return strings.HasPrefix(prefix, "-") || prefix == "" // an empty operand may be passed over
}

// after returns where the reading is once it has taken the word.
func (p positions) after(args []parse.Arg, word string) positions {
	p.skipOptions(args)
	out := make(positions, len(p))
	for i, a := range args {
		if !p[i] || a.Single() && compile(word, "").match(appendParts(nil, a)) == no {
			continue
		}
		out[i+1] = true
		out[i] = out[i] || !a.Single() // it may hold several words
	}
	return out
}

// matchesLine reports whether the rule's pattern matches every command of a line
// as an allow rule would have to, or may match one as a deny rule does: the
// examples of a rule are lines.
func (r Rule) matchesLine(line string) (bool, error) {
	commands, err := parse.ExtractCommands(line)
	if err != nil {
		return false, err
	}
	for _, c := range commands {
		if r.applies(r.Surface, CommandValue(c)) {
			return true, nil
		}
	}
	return false, nil
}
