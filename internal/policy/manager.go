package policy

import "sync"

// A Manager answers by one arm's rules. It may be used by several goroutines.
type Manager struct {
	arm   Arm
	cwd   string // the working directory, which relative paths are below
	start func() start
	rules *composed
}

// composed holds what Compose gave, by agent. What a session approves is kept apart.
type composed struct {
	mu      sync.Mutex
	byAgent map[string]*agentRules
}

// agentRules are the rules for one agent: default, baseline and config, and those
// followed by what a session approves.
type agentRules struct {
	base    Ruleset
	session Ruleset // the approvals that full was made with
	full    Ruleset
}

// NewManager returns the manager of the arm for the working directory cwd.
func NewManager(arm Arm, cwd string) *Manager {
	start := sync.OnceValue(func() start { return startAt(cwd) })
	return &Manager{arm, cwd, start, &composed{byAgent: map[string]*agentRules{}}}
}

// ConfigureForCwd returns the manager for another working directory.
func (m *Manager) ConfigureForCwd(cwd string) *Manager { return NewManager(m.arm, cwd) }

// CurrentCwd returns the working directory, empty where none is known.
func (m *Manager) CurrentCwd() string { return m.cwd }

// ConfiguredMCPServerNames returns the servers that the policy names.
func (m *Manager) ConfiguredMCPServerNames() []string { return m.arm.MCPServers }

// resolvePermissions returns the agent's rules without those of a session, and with
// them.
func (m *Manager) resolvePermissions(agent string, session Ruleset) (base, full Ruleset) {
	m.rules.mu.Lock()
	defer m.rules.mu.Unlock()
	rules := m.rules.byAgent[agent]
	if rules == nil {
		rules = &agentRules{base: m.compose(agent, nil)}
		m.rules.byAgent[agent] = rules
	}
	if len(session) == 0 {
		return rules.base, rules.base
	}
	if !sameRules(session, rules.session) {
		rules.session, rules.full = session, m.compose(agent, session)
	}
	return rules.base, rules.full
}

func (m *Manager) compose(agent string, session Ruleset) Ruleset {
	rules := Compose(m.arm, agent, session)
	for i := range rules {
		rules[i].follow(m.cwd)
	}
	return rules
}

// sameRules reports whether two lists are one: a session's list never changes.
func sameRules(a, b Ruleset) bool {
	return len(a) == len(b) && (len(a) == 0 || &a[0] == &b[0])
}

// Check answers an intent by the agent's rules and then those of the session. It
// is the one place in which rules are evaluated. An intent that is none, and one
// that no rule answers, is denied.
func (m *Manager) Check(intent ResolvedAccessIntent, session Ruleset) CheckResult {
	switch in := intent.(type) {
	case ToolAccessIntent:
		n := Normalize(in.Surface, in.Input, m.arm.MCPServers, m.cwd)
		return m.decide(in.Surface, in.AgentName, n, session)
	case PathValuesAccessIntent:
		return m.decide(in.Surface, in.AgentName, NormalizedInput{Surface: in.Surface, Values: in.Values}, session)
	}
	return CheckResult{}
}

// decide returns the strictest answer of the surfaces that the input is about.
func (m *Manager) decide(toolName, agent string, n NormalizedInput, session Ruleset) CheckResult {
	base, full := m.resolvePermissions(agent, session)
	var decided CheckResult
	for i, surface := range members(n.Surface) {
		rule, value := withApprovals(base, full, surface, n.Values)
		result := buildCheckResult(toolName, surface, n, rule, value)
		if i == 0 {
			decided = result
		}
		decided = stricter(decided, result)
	}
	return decided
}

// withApprovals asks the rules with those of the session after them. A session that
// would allow more than a rule which stands leaves the answer to that rule.
func withApprovals(base, full Ruleset, surface string, values []Value) (Rule, Value) {
	rule, value := evaluate(full, surface, values)
	if rule.Layer != LayerSession {
		return rule, value
	}
	if floor, at, is := base.standing(surface, values); is && floor.Action < rule.Action {
		return floor, at
	}
	return rule, value
}

// evaluate asks the rules as the surface's values are related.
func evaluate(rules Ruleset, surface string, values []Value) (Rule, Value) {
	switch surfaceOf(surface).values {
	case single:
		return rules.EvaluateFirst(surface, values)
	case spellings:
		values = rules.alsoNamed(topic(surface), values)
		for _, v := range values {
			if rule, _ := rules.EvaluateAny(surface, []Value{v}); rule.Action == Deny && rule.targeted() {
				return rule, v
			}
		}
	}
	return rules.EvaluateAny(surface, values)
}
