package policy

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// An Action is what a rule says. They are ordered: the smaller is the stricter,
// so the strictest of several answers is their minimum, and a forgotten field denies.
type Action uint8

const (
	Deny Action = iota
	Ask
	Allow
)

var actionNames = [...]string{Deny: "deny", Ask: "ask", Allow: "allow"}

func (a Action) String() string {
	if int(a) < len(actionNames) {
		return actionNames[a]
	}
	return fmt.Sprintf("Action(%d)", uint8(a))
}

// MarshalText returns the action's name, as JSON answers have it.
func (a Action) MarshalText() ([]byte, error) { return []byte(a.String()), nil }

// ParseAction returns the action of that name.
func ParseAction(name string) (Action, error) {
	for a, n := range actionNames {
		if n == name {
			return Action(a), nil
		}
	}
	return Deny, fmt.Errorf("unknown action %q: write \"allow\", \"ask\" or \"deny\"", name)
}

// A Layer says where a rule comes from. Layers are named in order of precedence,
// lowest first; only the order of rules decides, the layer is for the reader.
type Layer uint8

const (
	LayerDefault  Layer = iota // one catch-all
	LayerBaseline              // what the arm implies: its tool, the utilities, the inert builtins
	LayerConfig                // arms.toml
	LayerSession               // approvals given in this session
)

var layerNames = [...]string{
	LayerDefault: "default", LayerBaseline: "baseline", LayerConfig: "config", LayerSession: "session",
}

func (l Layer) String() string { return layerNames[l] }

// MarshalText returns the layer's name, as JSON answers have it.
func (l Layer) MarshalText() ([]byte, error) { return []byte(l.String()), nil }

// An Origin is the place in a policy file where a rule was written. It is empty
// for rules that no file holds.
type Origin struct {
	File string `json:"file"`
	Line int    `json:"line"`
}

func (o Origin) String() string {
	if o.File == "" {
		return ""
	}
	return fmt.Sprintf("%s:%d", o.File, o.Line)
}

// A Rule answers for every value on a surface that its pattern matches.
type Rule struct {
	Surface  string // may hold wildcards
	Pattern  string // anchored; * any run, ? one character, a trailing " *" is optional
	Agent    string // the one agent that it is for; empty for all
	Action   Action
	Layer    Layer
	Origin   Origin
	Reason   string   // shown to the agent when the rule decides
	Final    bool     // no approval of a session lifts it
	Match    []string // examples that the pattern must match, checked at load
	NotMatch []string // examples that it must not match

	spelled string // the pattern with the home directory written out, once it is composed
	link    linkedHead
	sure    bool // only what surely matches is matched, also by a rule that restricts
	implies *Arm // the rule is one for each program that the arm implies
}

// speaking returns the rule as it is for one value: a rule for many programs is the
// one for that program.
func (r *Rule) speaking(v Value) Rule {
	rule := *r
	if r.implies != nil {
		rule.Pattern = v.program() + " *"
	}
	return rule
}

// glob returns the pattern that values are matched against.
func (r Rule) glob() string { return cmp.Or(r.spelled, r.Pattern) }

// targeted reports whether the rule speaks of something in particular.
func (r Rule) targeted() bool { return strings.Trim(r.Pattern, "*") != "" }

// stands reports whether no approval of a session lifts the rule's answer: it is
// final, or the operator denied this very thing. What is asked about, or only denied
// along with all else, an approval allows.
func (r Rule) stands() bool {
	return r.Final || r.Action == Deny && r.Layer == LayerConfig && r.targeted()
}

// A Ruleset is a list of rules. The last that matches decides; if none does, the answer is Deny.
type Ruleset []Rule

// of returns the rules that count for the agent.
func (rs Ruleset) of(agent string) Ruleset {
	others := func(r Rule) bool { return r.Agent != "" && r.Agent != agent }
	if !slices.ContainsFunc(rs, others) {
		return rs
	}
	return slices.DeleteFunc(slices.Clone(rs), others)
}
