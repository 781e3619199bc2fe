package confine

import (
	"maps"
	"slices"
	"strings"
)

// Environ returns the environment of the real shell: the variables of parent
// without those that drop reports, and then set in the order of names, each in
// place of what parent had.
//
// Gone are also entries that bash would make a function of (imported by name as in
// bash since 2014, or by value as before and in vendors' versions of the fix), and
// entries without a name or without a value, which bash leaves out itself. A name
// that occurs twice keeps its last value, as in bash: a program that looks for the
// first would otherwise see one that nobody else does. Names that are no identifiers
// stay. bash gives them on without using them, and honest ones exist: npm's
// npm_config_//host/:_authToken, the INPUT_MY-NAME of GitHub's actions.
func Environ(parent []string, drop func(name string) bool, set map[string]string) []string {
	var env []string
	seen := map[string]bool{}
	for _, entry := range slices.Backward(parent) {
		name, value, ok := strings.Cut(entry, "=")
		_, replaced := set[name]
		if !ok || name == "" || seen[name] || replaced || isFunction(name, value) || drop(name) {
			continue
		}
		seen[name] = true
		env = append(env, entry)
	}
	slices.Reverse(env)
	for _, name := range slices.Sorted(maps.Keys(set)) {
		env = append(env, name+"="+set[name])
	}
	return env
}

// isFunction reports whether some bash imports the entry as a function: bash
// itself BASH_FUNC_x%%, Red Hat's BASH_FUNC_x(), Apple's __BASH_FUNC<x>().
func isFunction(name, value string) bool {
	return strings.HasPrefix(name, "BASH_FUNC_") || strings.HasPrefix(name, "__BASH_FUNC<") ||
		strings.HasPrefix(value, "() {")
}
