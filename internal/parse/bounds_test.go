package parse

import (
	"errors"
	"strings"
	"testing"
)

// TestBombs: texts of up to a megabyte that would take a parser or a walk very long
// are refused as too large. That the test ends is the point of it.
func TestBombs(t *testing.T) {
	for _, c := range []struct {
		unit string
		n    int
		end  string
	}{
		{"(", MaxText, ""},
		{"$( ", MaxText / 3, ""},
		{"{ ", MaxText / 2, ""},
		{"`", 0, "$((" + strings.Repeat("(", 5000)},
		{"if a; then ", 80_000, ""},
		{"f() { ", 170_000, ""},
		{"a|", MaxText / 2, "a"},
		{"a&&", MaxText / 3, "a"},
		{"env ", MaxText/4 - 2, "tea"},
		{"timeout 1 ", MaxText/10 - 1, "tea"},
		{"xargs ", MaxText/6 - 1, "a"},
		{"eval '", MaxText / 6, ""},
		{"cat <(a) ", 0, "cat" + strings.Repeat(" <(a)", 150_000)},
		{"> a ", MaxText / 4, ""},
		{"a[", MaxText / 2, ""},
		{"", 0, "[[ " + strings.Repeat("! ", 500_000) + "a ]]"},
		{"", 0, "echo " + strings.Repeat("{1..9}", 9)},
		{"", 0, "echo " + strings.Repeat("{a,b}", 200)},
		{"cd a;", MaxText / 5, ""},
		{"unset x;", MaxText / 8, ""},
	} {
		script, err := Parse(strings.Repeat(c.unit, c.n) + c.end)
		for _, c := range script.Commands {
			if c.Opaque != nil { // what a launcher starts matters only where it may run
				err = c.Opaque
			}
		}
		var opaque *OpaqueError
		var syntax *SyntaxError
		if !errors.As(err, &opaque) && !errors.As(err, &syntax) {
			t.Errorf("%.20q times %d: %v", c.unit+c.end, c.n, err)
			continue
		}
		if opaque == nil || opaque.Kind != KindTooLarge {
			t.Errorf("%.20q times %d: not for its size, but %v", c.unit+c.end, c.n, err)
		}
	}
}
