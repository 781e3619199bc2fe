package policy

import (
	"cmp"
	"os"
	"path"
	"slices"
)

// denied are the surfaces that an arm confines: those that reach other programs
// and servers. On every other surface what no rule names is allowed.
var denied = [...]string{"bash", "mcp"}

// Compose concatenates the layers of an arm in order of precedence: the default,
// what the arm implies, the policy's rules for all agents and then those for this
// one, each in file order, the rules that keep the arm's own files, and what the session
// approved. A rule that a later scope states again stands only there.
func Compose(arm Arm, agent string, session Ruleset) Ruleset {
	config := configRules(arm.Rules, agent)
	rules := slices.Concat(synthesizeDefaults(arm), synthesizeBaseline(arm, config), config, keepers(arm), session.of(agent))
	home := homeOf(arm)
	for i := range rules {
		rules[i].spelled = atHome(rules[i].Pattern, home)
	}
	return rules
}

// homeOf returns the home directory that bash will have.
func homeOf(arm Arm) string { return cmp.Or(arm.Env["HOME"], os.Getenv("HOME")) }

// synthesizeDefaults is the lowest layer: the operator's catch-all, or what an arm
// confines.
func synthesizeDefaults(arm Arm) Ruleset {
	if arm.Default != nil {
		return Ruleset{{Surface: "*", Pattern: "*", Action: *arm.Default}}
	}
	rules := Ruleset{{Surface: "*", Pattern: "*", Action: Allow}}
	for _, surface := range denied {
		rules = append(rules, Rule{Surface: surface, Pattern: "*"})
	}
	return rules
}

// readOnlyOperations are what an MCP proxy answers without calling a tool. Whoever
// allows anything on the surface allows these.
var readOnlyOperations = [...]string{"mcp_connect", "mcp_describe", "mcp_list", "mcp_search", "mcp_status"}

// keepers are the rules that keep an arm's own files. They come after the policy's, so
// that none lifts them.
func keepers(arm Arm) Ruleset {
	var rules Ruleset
	for _, file := range arm.guarded() {
		rules = append(rules, Rule{
			Surface: "path_write", Pattern: file, Layer: LayerBaseline, Final: true, sure: true,
			Reason: "it says what this shell may do",
		})
	}
	return rules
}

// synthesizeBaseline is what an arm implies: one rule for all its programs, and the
// questions of MCP.
func synthesizeBaseline(arm Arm, config Ruleset) Ruleset {
	rules := Ruleset{{Surface: "bash", Action: Allow, Layer: LayerBaseline, implies: &arm}}
	if slices.ContainsFunc(config, func(r Rule) bool { return r.Surface == "mcp" && r.Action == Allow }) {
		for _, operation := range readOnlyOperations {
			rules = append(rules, Rule{Surface: "mcp", Pattern: operation, Action: Allow, Layer: LayerBaseline})
		}
	}
	return rules
}

// guarded returns the files that decide what the arm's shell may do. A line that
// surely writes one is refused; what else may write them, the agent's user must not be
// able to, or the kernel holds it off.
func (a *Arm) guarded() []string {
	var files []string
	if a.Session != "" {
		files = append(files, a.Session)
	}
	if len(a.Self) > 1 { // a sealed one: the name, and the file
		dir := path.Dir(a.Self[1])
		files = append(files, dir, dir+"/*")
	}
	return files
}

// implies reports whether the arm allows the program or builtin without a rule: it
// is its tool, a utility, what the operator vouches for, a launcher (judged by what
// it launches), or a builtin that the reading of a line did not refuse.
func (a *Arm) implies(name string) bool {
	return name != "" && name == a.Tool || a.hasBuiltin(name) || slices.Contains(a.Utilities, name) ||
		slices.Contains(a.Admit, name) || slices.Contains(a.Launchers, name)
}

// configRules returns the policy's rules that count for the agent: those for all
// agents and then its own. Of the same rule said again the last counts, in its place.
func configRules(rules Ruleset, agent string) Ruleset {
	if !slices.ContainsFunc(rules, func(r Rule) bool { return r.Agent != "" }) {
		return onceEach(rules)
	}
	list := make(Ruleset, 0, len(rules))
	for _, r := range rules {
		if r.Agent == "" {
			list = append(list, r)
		}
	}
	for _, r := range rules.of(agent) {
		if r.Agent != "" {
			list = append(list, r)
		}
	}
	return onceEach(list)
}

// onceEach returns the rules, of the same said again only the last.
func onceEach(rules Ruleset) Ruleset {
	type key struct{ surface, pattern string }
	last := make(map[key]int, len(rules))
	for i := range rules {
		last[key{rules[i].Surface, rules[i].Pattern}] = i
	}
	if len(last) == len(rules) { // nearly always
		return rules
	}
	kept := make(Ruleset, 0, len(last))
	for i, r := range rules {
		if last[key{r.Surface, r.Pattern}] == i {
			kept = append(kept, r)
		}
	}
	return kept
}
