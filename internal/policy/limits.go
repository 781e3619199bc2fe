package policy

import (
	"slices"
	"strings"
)

func (t table) fence(key string) string {
	if !t.has(key) {
		return fences[0]
	}
	s := t.str(key)
	if !slices.Contains(fences, s) {
		t.failValue(key, "unknown fence %q%s", s, suggestion(s, fences))
	}
	return s
}

// limits reads what widens or narrows the fence of an arm.
func (t table) limits(key string) Limits {
	f, ok := t.table(key)
	if !ok || !f.only("read", "write", "execute", "connect") {
		return Limits{}
	}
	if len(f.values) == 0 {
		t.failKey(key, "an empty fence: leave it out, or write read, write, execute or connect")
	}
	l := Limits{Read: f.places("read", true), Write: f.places("write", true), Execute: f.places("execute", false), Connect: f.ports("connect")}
	l.Offline = f.has("connect") && len(l.Connect) == 0
	return l
}

// places reads files and directories; here says that they may be named from the
// directory that the shell starts in.
func (t table) places(key string, here bool) []string {
	places := t.strs(key)
	for i, place := range places {
		switch {
		case !isPlace(place) && here:
			t.failItem(key, i, `%q is no place: write ".", "./NAME", "~/NAME" or an absolute path, without ".." or a slash at its end`, place)
		case !isPlace(place) || !here && place[0] == '.':
			t.failItem(key, i, `%q is no place: write "~/NAME" or an absolute path, without ".." or a slash at its end`, place)
		case slices.Index(places, place) < i:
			t.failItem(key, i, "%q is in %s twice", place, key)
		}
	}
	if t.has(key) && len(places) == 0 {
		t.failValue(key, "%s is empty: leave it out, or name what the fence shall let through", key)
	}
	return places
}

// isPlace reports whether the path is absolute, of the home or of the starting
// directory, and in normal form.
func isPlace(path string) bool {
	if path == "." || path == "~" || path == "/" {
		return true
	}
	for _, begin := range []string{"./", "~/", "/"} {
		if rest, ok := strings.CutPrefix(path, begin); ok {
			return isCleanPath("/" + rest)
		}
	}
	return false
}

// Programs returns the names of the programs that rules let run, at once or when asked,
// and whether they let run others besides, of which no name is known.
func (rs Ruleset) Programs() (programs []string, others bool) {
	for _, r := range rs {
		if r.Action == Deny || !names(r.Surface, "bash") {
			continue
		}
		name, _, _ := strings.Cut(r.Pattern, " ")
		if strings.ContainsAny(name, "*?") {
			others = true
			continue
		}
		programs = appendNew(programs, name)
	}
	return programs, others
}

// RunsOthers reports whether the arm lets programs run that it does not name.
func (a Arm) RunsOthers() bool {
	_, others := a.Rules.Programs()
	return others || a.Default != nil && *a.Default != Deny
}

const maxPort = 1<<16 - 1

// ports reads a list of TCP ports.
func (t table) ports(key string) []int {
	if !t.has(key) {
		return nil
	}
	list, ok := t.values[key].([]any)
	if !ok {
		t.wrongType(key, "a list of ports")
		return nil
	}
	var ports []int
	for i, v := range list {
		n, ok := v.(int64)
		switch {
		case !ok:
			t.failItem(key, i, "%s must be a list of ports, and this is %s", key, kind(v))
		case n < 1 || n > maxPort:
			t.failItem(key, i, "%d is no port: write a number from 1 to %d", n, maxPort)
		case slices.Contains(ports, int(n)):
			t.failItem(key, i, "%d is in %s twice", n, key)
		}
		ports = append(ports, int(n))
	}
	return ports
}
