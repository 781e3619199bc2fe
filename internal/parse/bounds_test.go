package parse

import (
	"errors"
	"runtime"
	"strings"
	"testing"

	"armshell/internal/bomb"
)

// bombAllocates is the most that reading one bomb may take from the heap, in bytes,
// collected garbage included: the time that it takes follows from it.
const bombAllocates = 768 << 20

// TestBombs: texts of up to a megabyte that would take a parser or a walk very long
// are read or refused.
func TestBombs(t *testing.T) {
	for _, row := range bomb.Rows {
		t.Run(row.Name, func(t *testing.T) {
			text := row.Text()
			before := allocated()
			script, err := Parse(text)
			if spent := allocated() - before; spent > bombAllocates {
				t.Errorf("allocates %d MiB", spent>>20)
			}
			var opaque *OpaqueError
			var syntax *SyntaxError
			if err != nil && !errors.As(err, &opaque) && !errors.As(err, &syntax) {
				t.Errorf("no verdict: %v", err)
			}
			if err == nil && len(script.Commands)+len(script.Assignments) == 0 && strings.ContainsAny(text, "ae") {
				t.Error("nothing is found")
			}
		})
	}
}

func allocated() uint64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.TotalAlloc
}

// TestHonestScript: a generated script of a megabyte is no bomb.
func TestHonestScript(t *testing.T) {
	const unit = "n=%\ntea issues edit 7 --title \"issue $n\" >>out.txt\nif tea labels list; then\n  for x in a b; do tea comment 7 \"$x\"; done\nfi\n"
	script, err := Parse(strings.Repeat(unit, 30_000/4))
	if err != nil {
		t.Fatal(err)
	}
	if len(script.Commands) < 22_500 {
		t.Errorf("%d commands", len(script.Commands))
	}
}
