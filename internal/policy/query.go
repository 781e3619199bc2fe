package policy

import (
	"fmt"
	"slices"
)

// ToolPermission returns the most that the agent's rules allow of a tool, whatever
// it is called with: a tool is denied only if everything that can be done with it is.
func (m *Manager) ToolPermission(tool, agent string) Action {
	on := topic(Normalize(tool, Object{}, m.arm.MCPServers, m.cwd).Surface)
	rules, _ := m.resolvePermissions(agent, nil)
	most := Deny
	for i := range rules {
		if _, is := on.extent(&rules[i]); is && rules.hiddenBy(i, on) < 0 {
			most = max(most, rules[i].Action)
		}
	}
	return most
}

// extent returns the pattern of all that the rule answers for on the surface. A rule
// on the surface tool answers for a whole tool or for nothing of it.
func (a *about) extent(r *Rule) (pattern string, is bool) {
	switch {
	case !a.concerns(r.Surface):
		return "", false
	case a.tool && names(r.Surface, toolSurface) && compile(r.Pattern).match(spell(a.surface)) == yes:
		return "*", true
	case a.tool && !names(r.Surface, a.surface):
		return "", false
	}
	return r.glob(), true
}

// hiddenBy returns the first later rule that matches all that rule i does on the
// surface, -1 if there is none.
func (rs Ruleset) hiddenBy(i int, on about) int {
	pattern, is := on.extent(&rs[i])
	for j := i + 1; is && j < len(rs); j++ {
		if later, has := on.extent(&rs[j]); has && covers(later, pattern) {
			return j
		}
	}
	return -1
}

// Matched returns the rules that speak of what the answer is about, in order of
// precedence, for people: the one that decided is the answer's own.
func (r *Resolver) Matched(answer CheckResult, agent string) []Rule {
	var matched []Rule
	on := topic(answer.surface)
	_, rules := r.manager.resolvePermissions(agent, r.session.Ruleset())
	for _, rule := range rules {
		for _, v := range answer.values {
			if on.concerns(rule.Surface) && rule.matches(&on, &v) {
				matched = append(matched, rule.speaking(v))
				break
			}
		}
	}
	return matched
}

// Stands reports whether the answer is one that no approval of a session lifts.
func (r CheckResult) Stands() bool { return r.State != Allow && r.rule.stands() }

// ConfigIssues returns what in the agent's policy is no error and yet is probably
// not meant, a sentence each.
func (m *Manager) ConfigIssues(agent string) []string {
	rules := configRules(m.arm.Rules, agent)
	issues := ambiguousMCPServers(m.arm.MCPServers)
	for i, r := range rules {
		if j := rules.neverBy(i); j >= 0 {
			issues = append(issues, fmt.Sprintf("%s: the rule %q on %s never decides%s: %q on %s at %s comes later and matches all that it matches",
				r.Origin, r.Pattern, r.Surface, forAgent(r, rules[j]), rules[j].Pattern, rules[j].Surface, rules[j].Origin))
		}
	}
	for _, r := range m.arm.Rules.of(agent) {
		if again := restated(r, rules); again != nil && again.Action > r.Action {
			issues = append(issues, fmt.Sprintf("%s: the rule %q on %s is lost%s: %s says %s of the same",
				r.Origin, r.Pattern, r.Surface, forAgent(r, *again), again.Origin, again.Action))
		}
	}
	if m.arm.Default != nil && *m.arm.Default == Allow && !speaksOf(rules, "bash") {
		issues = append(issues, `default = "allow" lets every program run: write rules for the surface bash`)
	}
	return issues
}

// forAgent says whom it concerns that a later rule takes the place of one: all whom
// the earlier is for, or one agent.
func forAgent(early, later Rule) string {
	if later.Agent == early.Agent {
		return ""
	}
	return " for the agent " + later.Agent
}

// neverBy returns the first later rule that leaves rule i nothing to decide on any
// surface, or the last of several that do together; -1 if there is none.
func (rs Ruleset) neverBy(i int) int {
	last := -1
	for _, surface := range members(rs[i].Surface) {
		j := rs.hiddenOn(i, surface)
		if j < 0 {
			return -1
		}
		last = max(last, j)
	}
	return last
}

func (rs Ruleset) hiddenOn(i int, surface string) int {
	r := &rs[i]
	on := topic(surface)
	for j := i + 1; j < len(rs); j++ {
		wider := on.concerns(rs[j].Surface) && !(on.tool && rs[j].Surface == toolSurface)
		if wider && covers(rs[j].Pattern, r.Pattern) || rs[j].hidesTool(r) {
			return j
		}
	}
	return -1
}

// hidesTool reports whether both rules are about the same tools, of which one is
// named by its surface and the other by the pattern of a rule for tools.
func (r *Rule) hidesTool(early *Rule) bool {
	switch {
	case r.Surface == toolSurface && !isSurface(early.Surface):
		return covers(r.Pattern, early.Surface)
	case early.Surface == toolSurface && !isSurface(r.Surface):
		return r.Pattern == "*" && covers(r.Surface, early.Pattern)
	}
	return false
}

// Issues returns the ConfigIssues of every arm and agent of a policy, each once.
func (as Arms) Issues() []string {
	var issues []string
	for _, arm := range as {
		m := NewManager(arm, "")
		for _, agent := range arm.agents() {
			for _, issue := range m.ConfigIssues(agent) {
				issues = appendNew(issues, issue)
			}
		}
	}
	return issues
}

// agents returns the agents that rules are for, and first none in particular.
func (a Arm) agents() []string {
	agents := []string{""}
	for _, r := range a.Rules {
		agents = appendNew(agents, r.Agent)
	}
	return agents
}

// restated returns the rule of another scope that stands in the place of r.
func restated(r Rule, rules Ruleset) *Rule {
	for i := range rules {
		if rules[i].Surface == r.Surface && rules[i].Pattern == r.Pattern && rules[i].Origin != r.Origin {
			return &rules[i]
		}
	}
	return nil
}

func speaksOf(rules Ruleset, surface string) bool {
	on := topic(surface)
	return slices.ContainsFunc(rules, func(r Rule) bool { return on.concerns(r.Surface) })
}

// Unliftable returns the rule for the arm's agent that leaves an approval without
// any effect: it stands, and matches all that this does.
func Unliftable(arm Arm, a Approval) *Rule {
	rules := configRules(arm.Rules, arm.Agent)
	on := topic(a.Surface)
	for i := len(rules) - 1; i >= 0; i-- {
		if on.concerns(rules[i].Surface) && covers(rules[i].Pattern, a.Pattern) {
			if rules[i].stands() && rules[i].Action < Allow {
				return &rules[i]
			}
			return nil
		}
	}
	return nil
}

// speaksOfPaths reports whether the values of the rule's surface are paths.
func (r Rule) speaksOfPaths() bool {
	return slices.ContainsFunc(surfaces, func(s surfaceRow) bool { return s.values == spellings && names(r.Surface, s.name) && r.Surface != "*" })
}
