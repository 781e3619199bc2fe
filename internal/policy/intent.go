package policy

import "armshell/internal/parse"

// An AccessIntent is one thing that somebody wants to reach: what a gate emits and
// Resolver.Resolve answers. It is one of ToolAccessIntent, PathValuesAccessIntent
// and AccessPathAccessIntent, and says nothing of who wants it but the agent.
type AccessIntent interface{ accessIntent() }

// A ResolvedAccessIntent is what Manager.Check takes: an AccessIntent of which the
// path, if it was one, has become its values. The manager never sees an AccessPath.
type ResolvedAccessIntent interface {
	AccessIntent
	resolvedAccessIntent()
}

// A ToolAccessIntent is a tool call as it was made, not normalized yet.
type ToolAccessIntent struct {
	Surface   string // the tool's name: a surface, or any other
	Input     Input
	AgentName string
}

// A PathValuesAccessIntent is a path as the values that rules are matched against,
// all of one thing. No values are the value "*".
type PathValuesAccessIntent struct {
	Surface   string
	Values    []Value
	AgentName string
}

// An AccessPathAccessIntent is a path that has not become values yet.
type AccessPathAccessIntent struct {
	Surface   string
	Path      AccessPath
	AgentName string
}

func (ToolAccessIntent) accessIntent()       {}
func (PathValuesAccessIntent) accessIntent() {}
func (AccessPathAccessIntent) accessIntent() {}

func (ToolAccessIntent) resolvedAccessIntent()       {}
func (PathValuesAccessIntent) resolvedAccessIntent() {}

// toResolvedIntent asks the path for its values.
func toResolvedIntent(intent AccessIntent) ResolvedAccessIntent {
	switch in := intent.(type) {
	case AccessPathAccessIntent:
		return PathValuesAccessIntent{in.Surface, in.Path.MatchValues(), in.AgentName}
	case ResolvedAccessIntent:
		return in
	}
	return nil
}

// An Input is what a tool is called with: an Object, or a command of a line.
type Input interface{ input() }

// An Object is a tool's arguments as a harness sends them, a JSON object.
type Object map[string]any

// A Reached is a command that a line would reach, and the same with its paths written
// out from the root, if rules could tell the two apart.
type Reached struct {
	parse.Command
	Absolute *parse.Command
}

func (Object) input()  {}
func (Reached) input() {}

// str returns a field that is a string; any other counts as absent.
func (o Object) str(name string) string {
	s, _ := o[name].(string)
	return s
}
