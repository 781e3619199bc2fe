package policy

import (
	"path"
	"strings"
)

// A linkedHead is the directory, or the whole path, that a pattern begins with and
// that leads elsewhere by a link. Who denies ~/.ssh/* means also where ~/.ssh leads.
// The zero value is none.
type linkedHead struct {
	written string // as in the pattern
	full    string // absolute
	real    string // where it leads
}

// follow notes where the pattern of a rule that restricts leads. What is allowed
// under one name is not under all, and a pattern that begins with a wildcard has no
// directory: it names links by their own names only.
func (r *Rule) follow(cwd string) {
	if r.Action == Allow || !r.onPaths() && !r.speaksOfPaths() {
		return
	}
	head, tail := r.glob(), ""
	if i := strings.IndexAny(head, "*?"); i >= 0 {
		head, tail = head[:strings.LastIndexByte(head[:i], '/')+1], "/"
	}
	if head == "" || head == "/" {
		return
	}
	full := head
	if !path.IsAbs(head) {
		full = cwd + "/" + head
	}
	if real := canonical(full); real != path.Clean(full) {
		r.link = linkedHead{head, path.Clean(full) + tail, strings.TrimSuffix(real, "/") + tail}
	}
}

// again returns the name that something has by way of the link, in both spellings,
// if the path is what the link leads to, or below it.
func (l linkedHead) again(path string) []string {
	rest, is := strings.CutPrefix(path, l.real)
	if l.real == "" || !is || rest != "" && !strings.HasSuffix(l.real, "/") {
		return nil
	}
	return []string{l.full + rest, l.written + rest}
}

// alsoNamed returns the values, and after them the names that the paths among them
// have by way of links in the patterns of rules that restrict.
func (rs Ruleset) alsoNamed(on about, values []Value) []Value {
	all := values
	for _, r := range rs {
		if r.link.real == "" || !on.concerns(r.Surface) {
			continue
		}
		for _, v := range values {
			if v.whole {
				all = append(all[:len(all):len(all)], texts(r.link.again(v.begins)...)...)
			}
		}
	}
	return all
}
