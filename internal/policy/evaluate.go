package policy

import (
	"cmp"
	"os"
	"slices"
	"strings"

	"armshell/internal/parse"
)

// Evaluate returns the last rule that matches the value on the surface. An
// allow rule must match whatever the unknown parts are; a deny or ask rule that
// may match decides, and is also asked about the spelling with options left out.
// If none matches, the zero Rule denies.
func (rs Ruleset) Evaluate(surface string, v Value) Rule {
	rule, _ := rs.EvaluateAny(surface, []Value{v})
	return rule
}

// EvaluateFirst returns the rule for the first of the values that any rule above
// the default layer answers for, and that value; or else for the first value. No
// values are the value "*".
func (rs Ruleset) EvaluateFirst(surface string, values []Value) (Rule, Value) {
	for _, v := range values {
		if r := rs.Evaluate(surface, v); r.Layer != LayerDefault {
			return r, v
		}
	}
	first := firstOf(values)
	return rs.Evaluate(surface, first), first
}

// EvaluateAny returns the last rule that matches any of the values, which all name
// one thing, and the first of them that it matches. No values are the value "*".
func (rs Ruleset) EvaluateAny(surface string, values []Value) (Rule, Value) {
	if len(values) == 0 {
		values = []Value{firstOf(values)}
	}
	about := topic(surface)
	for i := len(rs) - 1; i >= 0; i-- {
		if !about.concerns(rs[i].Surface) {
			continue
		}
		for j := range values {
			if rs[i].matches(&about, &values[j]) {
				return rs[i].speaking(values[j]), values[j]
			}
		}
	}
	return Rule{}, values[0]
}

// standing returns the strictest of the rules that stand whatever a session
// approves: those of which no later rule says something looser of the same value.
func (rs Ruleset) standing(surface string, values []Value) (floor Rule, at Value, is bool) {
	about := topic(surface)
	for j := range values {
		loosest := Deny
		for i := len(rs) - 1; i >= 0 && loosest < Allow; i-- {
			r := &rs[i]
			if !about.concerns(r.Surface) || !r.matches(&about, &values[j]) {
				continue
			}
			if r.stands() && r.Action >= loosest && (!is || r.Action < floor.Action) {
				floor, at, is = *r, values[j], true
			}
			loosest = max(loosest, r.Action)
		}
	}
	return floor, at, is
}

func firstOf(values []Value) Value {
	if len(values) == 0 {
		return Text("*")
	}
	return values[0]
}

// An about is a surface that rules are asked about.
type about struct {
	surface string
	family  string // the surface whose rules are about this one too, or itself
	tool    bool   // it is the name of a tool that has no surface of its own
}

func topic(surface string) about {
	i, known := findSurface(surface)
	if !known {
		return about{surface, surface, true}
	}
	return about{surface, cmp.Or(surfaces[i].family, surface), false}
}

// concerns reports whether a rule with that surface is about this one: the same,
// the family's, or by a wildcard. The surface tool is every tool without its own.
func (a *about) concerns(surface string) bool {
	return surface == a.family || names(surface, a.surface) || a.tool && names(surface, toolSurface)
}

// names reports whether a rule's surface is the surface, or a pattern that matches it.
func names(rule, surface string) bool {
	return rule == surface || strings.ContainsAny(rule, "*?") && (rule == "*" || compile(rule).match(spell(surface)) == yes)
}

func (r *Rule) matches(on *about, v *Value) bool {
	if r.implies != nil {
		return r.implies.implies(v.program())
	}
	if on.tool && names(r.Surface, toolSurface) { // its pattern is the tool's name
		name := Text(on.surface)
		return r.matchesValue(&name) || names(r.Surface, on.surface) && r.matchesValue(v)
	}
	return r.matchesValue(v)
}

func (r *Rule) matchesValue(v *Value) bool {
	if v.doubtful && r.Action == Allow {
		return false
	}
	if r.Action != Allow && v.name != "" && r.matchesLoosely(v) {
		return true
	}
	glob := r.glob()
	if r.link.real != "" && !v.whole && v.mayBegin(r.link.real) { // what is not known of it may lead there
		return true
	}
	if !v.mayBegin(glob) {
		return false
	}
	if v.surely(glob) {
		return true
	}
	verdict := compile(glob).match(v.tokens())
	return verdict == yes || verdict == maybe && r.Action != Allow && !r.sure
}

// mayBegin compares known beginnings without compiling the pattern: most rules of
// an arm name another program.
func (v *Value) mayBegin(pattern string) bool {
	if pattern != "" && v.begins != "" && pattern[0] != v.begins[0] && strings.IndexByte("*?", pattern[0]) < 0 {
		return false
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
func (v *Value) surely(pattern string) bool {
	head, tail := strings.CutSuffix(pattern, " *")
	if !tail || strings.ContainsAny(head, "*?") {
		return false
	}
	return v.begins == head && v.whole || strings.HasPrefix(v.begins, head+" ")
}

// matchesLoosely reports whether the command may match with options left out
// wherever they stand before the pattern's words: tea --debug api x is tea api x,
// whether or not --debug takes a value.
func (r *Rule) matchesLoosely(v *Value) bool {
	if name, rest, _ := strings.Cut(r.Pattern, " "); name != v.name || v.settled && !v.mentions(rest) {
		return false
	}
	heads, rest := literalWords(r.Pattern)
	at := make(positions, len(v.args)+1)
	at[0] = true
	for _, head := range heads[1:] {
		at = at.after(v.args, head)
	}
	at.skipOptions(v.args)
	return at.restMatches(rest, v.args)
}

// mentions reports whether every plain word of a pattern's rest is an argument: of
// most rules one is not.
func (v *Value) mentions(rest string) bool {
	for word := range strings.SplitSeq(rest, " ") {
		if !strings.ContainsAny(word, "*?") && !v.has(word) {
			return false
		}
	}
	return true
}

func (v *Value) has(word string) bool {
	for i := range v.args {
		if text, _ := v.args[i].Value(); text == word {
			return true
		}
	}
	return word == ""
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

// restMatches matches what follows a pattern's literal words, from any of the
// positions on. Without wildcards there, nothing may follow.
func (p positions) restMatches(rest string, args []parse.Arg) bool {
	if rest == "*" {
		return slices.Contains(p, true)
	}
	glob := compile(" " + rest)
	s := make(states, len(glob.chars)+2)
	word := tokens{}
	for i, a := range args {
		if p[i] {
			s = s.or(glob.start())
		}
		word = appendWord(word[:0], a)
		for _, t := range word {
			if glob.settled(s) {
				return true
			}
			s = glob.advance(s, t)
		}
	}
	last := p[len(args)]
	return glob.accepts(s) || last && (rest == "" || glob.accepts(glob.start()))
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
		if !p[i] || a.Single() && !mayBe(a, word) {
			continue
		}
		out[i+1] = true
		out[i] = out[i] || !a.Single() // it may hold several words
	}
	return out
}

// mayBe reports whether a single field can be the word.
func mayBe(a parse.Arg, word string) bool {
	if text, known := a.Value(); known {
		return text == word
	}
	return compile(word).match(appendParts(nil, a)) != no
}

// matchesExample reports whether the rule's pattern matches the example as the
// rule's action has it: surely for allow, perhaps for the others. On bash examples
// are lines, and one of the commands must match; elsewhere they are values.
func (r Rule) matchesExample(example string) (bool, error) {
	if r.Surface != "bash" {
		home := os.Getenv("HOME")
		return compile(atHome(r.Pattern, home)).match(spell(atHome(example, home))) == yes, nil
	}
	commands, err := parse.ExtractCommands(example)
	if err != nil {
		return false, err
	}
	on := topic(r.Surface)
	for _, c := range commands {
		if v := CommandValue(c); r.matches(&on, &v) {
			return true, nil
		}
	}
	return false, nil
}
