package policy

import "fmt"

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

// An Origin is the place in a policy file where a rule was written. It is empty
// for rules that no file holds.
type Origin struct {
	File string
	Line int
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
	Action   Action
	Layer    Layer
	Origin   Origin
	Reason   string   // shown to the agent when the rule decides
	Final    bool     // no approval of a session lifts it
	Match    []string // examples that the pattern must match, checked at load
	NotMatch []string // examples that it must not match
}

// A Ruleset is a list of rules. The last that matches decides; if none does, the answer is Deny.
type Ruleset []Rule
