package parse

import (
	"cmp"
	"slices"
	"strings"
	"testing"

	"mvdan.cc/sh/v3/syntax"
)

// minimised drops statements and words of the text, and takes compound commands for
// what is in them, while it still fails.
func minimised(text string, fails func(string) bool) string {
	for tries := 0; tries < 300; {
		smaller := ""
		for _, candidate := range cuts(text) {
			if tries++; fails(candidate) {
				smaller = candidate
				break
			}
		}
		if smaller == "" {
			return text
		}
		text = smaller
	}
	return text
}

// cuts returns the text without one statement or word, and with each statement for
// the whole of it or for one that holds it, the shortest first.
func cuts(text string) []string {
	file, err := Bash.parseFile(text)
	if err != nil {
		return nil
	}
	var all []string
	cut := func(node syntax.Node, by string) {
		from, to := node.Pos().Offset(), node.End().Offset()
		if from < to && to <= uint(len(text)) {
			all = append(all, text[:from]+by+text[to:])
		}
	}
	var within []*syntax.Stmt
	syntax.Walk(file, func(node syntax.Node) bool {
		switch n := node.(type) {
		case *syntax.Stmt:
			inner := strings.TrimRight(text[n.Pos().Offset():min(n.End().Offset(), uint(len(text)))], " \t\n;")
			all = append(all, inner)
			cut(n, "")
			cut(n, ":")
			for _, outer := range within {
				if outer.End().Offset() >= n.End().Offset() {
					cut(outer, inner)
				}
			}
			within = append(within, n)
		case *syntax.Word, *syntax.Assign, *syntax.Redirect, *syntax.Comment:
			cut(n, "")
		}
		return true
	})
	all = slices.DeleteFunc(all, func(s string) bool { return len(s) >= len(text) })
	slices.SortStableFunc(all, func(a, b string) int { return cmp.Compare(len(a), len(b)) })
	return slices.Compact(all)
}

// TestMinimised: what does not matter is dropped.
func TestMinimised(t *testing.T) {
	for _, c := range []struct{ text, keep, want string }{
		{"a; if b; then c x; fi; d", "c", "c"},
		{"a=1; { b | c; }\nd", "d", "d"},
		{"echo $( a; b )", "b", "b"},
		{"f() { a; b; }; f", "f", "f"},
	} {
		got := minimised(c.text, func(text string) bool {
			commands, err := ExtractCommands(text)
			return err == nil && slices.ContainsFunc(commands, func(d Command) bool { return d.Name == c.keep })
		})
		if got != c.want {
			t.Errorf("%q: %q is left, want %q", c.text, got, c.want)
		}
	}
}
