package policy

import "armshell/internal/parse"

// denied are the surfaces that an arm confines: those that reach other programs
// and servers. On every other surface what no rule names is allowed.
var denied = [...]string{"bash", "mcp"}

// Compose concatenates an arm's layers in order of precedence: the default, the
// baseline, the config. A session's rules come after them.
func Compose(arm Arm) Ruleset {
	rules := make(Ruleset, 0, 8+len(arm.Utilities)+len(arm.Admit)+len(arm.Launchers)+64+len(arm.Rules))
	rules = append(rules, defaults(arm)...)
	rules = append(rules, baseline(arm)...)
	return append(rules, arm.Rules...)
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
	var rules Ruleset
	allow := func(names ...string) {
		for _, name := range names {
			rules = append(rules, Rule{Surface: "bash", Pattern: name + " *", Action: Allow, Layer: LayerBaseline})
		}
	}
	if arm.Tool != "" {
		allow(arm.Tool)
	}
	allow(arm.Utilities...)
	allow(arm.Admit...)
	allow(arm.Launchers...)
	allow(parse.Builtins()...)
	return rules
}
