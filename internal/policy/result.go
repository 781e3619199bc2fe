package policy

import "strings"

// A CheckResult is the answer to one intent. Its zero value denies. In JSON what
// does not apply is absent.
type CheckResult struct {
	ToolName       string  `json:"toolName"`                 // as it was given, with its blanks; of path values the surface
	State          Action  `json:"state"`                    // allow, deny or ask
	MatchedPattern string  `json:"matchedPattern,omitempty"` // of a rule of the policy or the session; absent if only what the arm implies or the default answered
	Source         string  `json:"source"`                   // session, bash, mcp, skill, special (paths), tool, or default
	Layer          string  `json:"layer,omitempty"`          // of the rule: default, baseline, config or session; absent if no rule answered
	Origin         *Origin `json:"origin,omitempty"`         // file and line of the rule; absent for rules that no file holds
	Reason         string  `json:"reason,omitempty"`         // why it is not allowed, if somebody says
	Command        string  `json:"command,omitempty"`        // the command that decided, as written
	Target         string  `json:"target,omitempty"`         // the name of the MCP target that decided

	surface string
	rule    Rule
	value   Value
	values  []Value
}

// Rule returns the rule that decided; the zero Rule if none did.
func (r CheckResult) Rule() Rule { return r.rule }

// Surface returns the surface on which the answer was given.
func (r CheckResult) Surface() string { return r.surface }

// Value returns what the rule was matched against, for people.
func (r CheckResult) Value() string { return r.value.String() }

// buildCheckResult puts the answer together. The source follows from the surface,
// which the trimmed name gave; the result shows the name as it came.
func buildCheckResult(toolName, surface string, n NormalizedInput, rule Rule, value Value) CheckResult {
	r := CheckResult{
		ToolName: toolName,
		State:    rule.Action,
		Source:   deriveSource(rule, n.Surface),
		Command:  n.ResultExtras.Command,
		Target:   n.ResultExtras.Target,
		surface:  surface,
		rule:     rule,
		value:    value,
		values:   n.Values,
	}
	if rule.Surface != "" {
		r.Layer = rule.Layer.String()
	}
	if rule.Origin.File != "" {
		r.Origin = &rule.Origin
	}
	if rule.Action != Allow {
		r.Reason = rule.Reason
	}
	if r.fromRule() {
		r.MatchedPattern = rule.Pattern
	}
	if r.Target != "" && rule.Layer != LayerDefault {
		r.Target = value.begins
	}
	return r
}

// Spellings returns all that rules were matched against, for people.
func (r CheckResult) Spellings() []string {
	list := make([]string, len(r.values))
	for i, v := range r.values {
		list[i] = v.String()
	}
	return list
}

// Suggestion returns the pattern that an operator would approve for the session, so
// that this and its like are allowed; empty where no pattern says that much and no
// more, and where the rule stands whatever is approved.
func (r CheckResult) Suggestion() string {
	value := r.value
	if surfaceOf(r.surface).values == spellings && len(r.values) > 0 {
		value = r.values[0] // the absolute one: the session may go elsewhere
	}
	if r.Stands() {
		return ""
	}
	pattern := SuggestPattern(r.surface, value.String())
	if strings.Contains(pattern, unknownText) {
		return ""
	}
	return pattern
}

// fromRule reports whether somebody wrote the rule that decided, in the policy or
// as an approval.
func (r CheckResult) fromRule() bool {
	return r.rule.Layer == LayerConfig || r.rule.Layer == LayerSession
}

// deriveSource says in one word what gave the answer.
func deriveSource(rule Rule, surface string) string {
	row := surfaceOf(surface)
	switch rule.Layer {
	case LayerSession:
		return LayerSession.String()
	case LayerConfig, LayerBaseline:
		return row.source
	}
	return row.unruled
}

// stricter returns the stricter of two answers, of equal ones the first.
func stricter(a, b CheckResult) CheckResult {
	if b.State < a.State {
		return b
	}
	return a
}
