package policy

import (
	"slices"

	"armshell/internal/parse"
)

// denied are the surfaces that an arm confines: those that reach other programs
// and servers. On every other surface what no rule names is allowed.
var denied = [...]string{"bash", "mcp"}

// Compose concatenates an arm's layers in order of precedence: the default, the
// baseline, the config. A session's rules come after them. A process judges one
// line, so of the baseline it builds only the rules that can answer for the
// commands: each of those names one program.
func Compose(arm Arm, commands []parse.Command) Ruleset {
	return slices.Concat(defaults(arm), baseline(arm, commands), arm.Rules)
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
func baseline(arm Arm, commands []parse.Command) Ruleset {
	var rules Ruleset
	var names []string // those with a rule: no more than the arm has programs
	for _, c := range commands {
		if arm.implies(c.Name) && !slices.Contains(names, c.Name) {
			names = append(names, c.Name)
			rules = append(rules, Rule{Surface: "bash", Pattern: c.Name + " *", Action: Allow, Layer: LayerBaseline})
		}
	}
	return rules
}

// implies reports whether the arm allows the program or builtin without a rule.
func (a Arm) implies(name string) bool {
	return name != "" && name == a.Tool || parse.IsBuiltin(name) || slices.Contains(a.Utilities, name) ||
		slices.Contains(a.Admit, name) || slices.Contains(a.Launchers, name)
}
