package policy

import (
	"slices"
	"strings"
)

// A ScopedManager is what a Resolver asks: one method that decides, and questions
// about the policy that decide nothing.
type ScopedManager interface {
	Check(intent ResolvedAccessIntent, session Ruleset) CheckResult
	ConfigureForCwd(cwd string) *Manager
	ToolPermission(tool, agent string) Action
	ConfigIssues(agent string) []string
}

// A ScopedResolver is what gates ask. It has one method, so that no gate can take
// another way, and no test can leave one out.
type ScopedResolver interface {
	Resolve(intent AccessIntent) CheckResult
}

var (
	_ ScopedManager  = (*Manager)(nil)
	_ ScopedResolver = (*Resolver)(nil)
)

// A Resolver answers intents by one arm's rules and the approvals of one session.
type Resolver struct {
	manager *Manager
	session SessionRules
}

// NewResolver returns the resolver of the manager's arm with what the session approved.
func NewResolver(m *Manager, session SessionRules) *Resolver { return &Resolver{m, session} }

// Resolve answers the intent. A line for bash is taken apart, and answered by the
// strictest of all that it would reach. A tool call that carries a path is also
// asked about on the surfaces path and external_directory, since an allow on one
// surface excuses nothing on another.
func (r *Resolver) Resolve(intent AccessIntent) CheckResult {
	switch in := intent.(type) {
	case ToolAccessIntent:
		return r.tool(in)
	case AccessPathAccessIntent:
		return r.path(in)
	}
	return r.check(intent)
}

// path answers for a path in each of its readings, the strictest.
func (r *Resolver) path(intent AccessPathAccessIntent) CheckResult {
	result := r.check(intent)
	for _, other := range intent.Path.readings {
		result = stricter(result, r.check(AccessPathAccessIntent{intent.Surface, other, intent.AgentName}))
	}
	return result
}

func (r *Resolver) tool(call ToolAccessIntent) CheckResult {
	if _, whole := call.Input.(Object); whole && strings.TrimSpace(call.Surface) == "bash" {
		return r.line(call)
	}
	result := r.own(call)
	for _, answer := range r.pathGates(call) {
		if answer.State < Allow {
			result = stricter(answer, result)
		}
	}
	return result
}

// own answers for a call on the surface of its tool.
func (r *Resolver) own(call ToolAccessIntent) CheckResult {
	result := r.check(call)
	surface := strings.TrimSpace(call.Surface)
	o, _ := call.Input.(Object)
	if literal := o.str("path"); surfaceOf(surface).values == spellings && strings.TrimSpace(literal) != "" {
		result = stricter(result, r.path(AccessPathAccessIntent{surface, NewAccessPath(literal, r.manager.cwd), call.AgentName}))
		result.ToolName = call.Surface
	}
	return result
}

// check asks the manager. It is the one caller of Manager.Check.
func (r *Resolver) check(intent AccessIntent) CheckResult {
	return r.manager.Check(toResolvedIntent(intent), r.session.Ruleset())
}

// pathGates returns what the surfaces that go across tools say of the paths in a
// tool call, if it carries any.
func (r *Resolver) pathGates(tool ToolAccessIntent) []CheckResult {
	if _, command := tool.Input.(Reached); command {
		return nil // the guard judges its paths
	}
	surface := Normalize(tool.Surface, tool.Input, r.manager.arm.MCPServers, r.manager.cwd).Surface
	gate := surfaceOf(surface).gate
	if gate == "" {
		return nil
	}
	var answers []CheckResult
	for _, literal := range pathsIn(surface, tool.Input) {
		answers = append(answers, r.pathAnswers(NewAccessPath(literal, r.manager.cwd), gate, tool.AgentName)...)
	}
	return answers
}

// pathAnswers returns what speaks on the surfaces path and external_directory. On
// path an answer that only the default gave is none (every path would be asked
// about), outside the working directory it counts.
func (r *Resolver) pathAnswers(path AccessPath, surface, agent string) []CheckResult {
	var answers []CheckResult
	for _, p := range append([]AccessPath{path}, path.readings...) {
		if p.Outside() != no {
			answers = append(answers, r.check(AccessPathAccessIntent{"external_directory", p, agent}))
		}
	}
	for _, p := range append([]AccessPath{path}, path.readings...) {
		if answer := r.check(AccessPathAccessIntent{surface, p, agent}); answer.rule.Layer != LayerDefault {
			answers = append(answers, answer)
		}
	}
	return answers
}

// pathsIn returns the paths that a tool's arguments hold. Those of an MCP tool are at
// the top, and if it is called by a proxy one level down.
func pathsIn(surface string, input Input) []string {
	o, _ := input.(Object)
	list := []string{o.str("path")}
	if arguments, is := o["arguments"].(map[string]any); is && surface == "mcp" {
		list = append(list, Object(arguments).str("path"))
	}
	return slices.DeleteFunc(list, func(path string) bool { return strings.TrimSpace(path) == "" })
}
