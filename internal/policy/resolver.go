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
	tool, is := intent.(ToolAccessIntent)
	if !is {
		return r.check(intent)
	}
	if _, whole := tool.Input.(Object); whole && strings.TrimSpace(tool.Surface) == "bash" {
		return r.line(tool)
	}
	result := r.check(tool)
	for _, answer := range r.pathGates(tool) {
		if answer.State < Allow {
			result = stricter(answer, result)
		}
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
	if path.Outside() != no {
		answers = append(answers, r.check(AccessPathAccessIntent{"external_directory", path, agent}))
	}
	if answer := r.check(AccessPathAccessIntent{surface, path, agent}); answer.rule.Layer != LayerDefault {
		answers = append(answers, answer)
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
