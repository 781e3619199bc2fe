package policy

import (
	"slices"
	"strings"

	"armshell/internal/parse"
)

// denied are the surfaces that an arm confines: those that reach other programs
// and servers. On every other surface what no rule names is allowed.
var denied = [...]string{"bash", "mcp"}

// Compose concatenates an arm's layers in order of precedence: the default, the
// baseline, the config. A session's rules come after them.
func Compose(arm Arm) Ruleset {
	return slices.Concat(defaults(arm), baseline(arm), arm.Rules)
}

func defaults(arm Arm) Ruleset {
	if arm.Default != nil {
		return Ruleset{{Surface: "*", Pattern: "*", Action: *arm.Default}}
	}
	rules := Ruleset{{Surface: "*", Pattern: "*", Action: Allow}}
	for _, surface := range denied {
		rules = append(rules, Rule{Surface: surface, Pattern: "*"})
	}
	return rules
}

// baseline is what an arm implies: its tool, its utilities, what the operator
// vouches for, the launchers (judged by what they launch), and the builtins that
// the reading of a line did not refuse.
func baseline(arm Arm) Ruleset {
	var names []string
	if arm.Tool != "" {
		names = append(names, arm.Tool)
	}
	return slices.Concat(allowAll(names), allowAll(arm.Utilities), allowAll(arm.Admit), allowAll(arm.Launchers), builtinRules)
}

// builtinRules are the same for every arm.
var builtinRules = allowAll(parse.Builtins())

// allowAll returns a rule for each program. A process judges one line, so that
// building them counts: the patterns share one text.
func allowAll(names []string) Ruleset {
	var text strings.Builder
	for _, name := range names {
		text.Grow(len(name) + len(" *"))
		text.WriteString(name)
		text.WriteString(" *")
	}
	patterns, rules := text.String(), make(Ruleset, len(names))
	for i, name := range names {
		n := len(name) + len(" *")
		rules[i] = Rule{Surface: "bash", Pattern: patterns[:n], Action: Allow, Layer: LayerBaseline}
		patterns = patterns[n:]
	}
	return rules
}
