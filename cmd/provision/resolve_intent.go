package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"armshell/internal/policy"
)

// A kind is a form of intents, as one bit.
type kind uint8

const (
	toolCall kind = 1 << iota
	pathValues
	accessPath
	everyKind = toolCall | pathValues | accessPath
)

// kindNames are the names of the kinds, in the order of their bits.
var kindNames = []string{"tool", "path-values", "access-path"}

// A question is an intent as it was written.
type question struct {
	kind                      kind
	surface, path, cwd, agent string // empty if absent
	input                     policy.Object
	values                    []policy.Value
}

// A field is a key of intents.
type field struct {
	name string
	of   kind   // the kinds that have it
	must kind   // and those that cannot be without it
	like string // how it is written, if it must be there
	read func(*reading, *question) error
}

var fields = []field{
	{"kind", everyKind, everyKind, `"kind":"tool", "path-values" or "access-path"`, (*reading).kind},
	{"surface", everyKind, everyKind, `"surface":"path", or for a call the name of the tool`, (*reading).surface},
	{"input", toolCall, 0, "", (*reading).input},
	{"values", pathValues, pathValues, `"values":["src/a"]`, (*reading).values},
	{"path", accessPath, accessPath, `"path":"/etc/hosts"`, (*reading).path},
	{"cwd", toolCall | accessPath, 0, "", (*reading).cwd},
	{"agentName", everyKind, 0, "", (*reading).agent},
}

func fieldNames() []string {
	names := make([]string, len(fields))
	for i := range fields {
		names[i] = fields[i].name
	}
	return names
}

// complete wants the keys that the kind must have, and no other kind's. seen holds a
// bit for every field.
func (q *question) complete(seen uint) error {
	for i, f := range fields {
		switch has := seen&(1<<i) != 0; {
		case !has && (f.must&q.kind != 0 || f.must == everyKind):
			return fmt.Errorf("no %s: write %s", f.name, f.like)
		case has && f.of&q.kind == 0:
			return fmt.Errorf("%s is no key of the kind %s: leave it out", f.name, q.kindName())
		}
	}
	return nil
}

func (q *question) kindName() string {
	return kindNames[slices.Index([]kind{toolCall, pathValues, accessPath}, q.kind)]
}

// check wants a surface and an input that the rules can be asked about.
func (q *question) check() error {
	if q.kind == toolCall {
		return q.checkInput()
	}
	if !policy.IsPathSurface(q.surface) {
		return fmt.Errorf("%s is no surface of paths%s", shown(q.surface), policy.Nearest(q.surface, policy.PathSurfaces()))
	}
	return nil
}

// judgedKeys returns the keys of an input that the surface's rules are about.
func judgedKeys(surface string) []string {
	switch {
	case surface == "bash":
		return []string{"command"}
	case surface == "skill":
		return []string{"name"}
	case surface == "mcp":
		return []string{"connect", "describe", "search", "server", "tool"}
	case policy.IsPathSurface(surface):
		return []string{"path"}
	}
	return nil
}

// checkInput refuses what would be judged as a call without the text that it runs:
// the rules take a key in another case, or of another type, for absent.
func (q *question) checkInput() error {
	surface := strings.TrimSpace(q.surface) // as the rules read it
	for _, key := range judgedKeys(surface) {
		value, has := q.input[key]
		if is := typeOf(value); has && is != aString {
			return fmt.Errorf("input.%s is %s: write a string", key, is)
		}
		if other := inOtherCase(q.input, key); other != "" {
			return fmt.Errorf("unknown key %s in input: did you mean %q", shown(other), key)
		}
	}
	if text, _ := q.input["path"].(string); strings.Contains(text, "\x00") {
		return errors.New("input.path holds a NUL: write a path")
	}
	if is := typeOf(q.input["arguments"]); surface == "mcp" && q.input["arguments"] != nil && is != typeNames['{'] {
		return fmt.Errorf("input.arguments is %s: write an object", is)
	}
	if _, has := q.input["command"]; surface == "bash" && !has {
		return errors.New(`input has no command: write "input":{"command":"tea issues list"}`)
	}
	return nil
}

// inOtherCase returns the first key, by name, that is the given one but for its case.
func inOtherCase(input policy.Object, key string) string {
	found := ""
	for k := range input {
		if k != key && strings.EqualFold(k, key) && (found == "" || k < found) {
			found = k
		}
	}
	return found
}
