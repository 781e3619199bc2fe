package parse

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"strings"
	"testing"

	"armshell/internal/bomb"
)

// bombAllocates is the most that reading one bomb may take from the heap, in bytes,
// collected garbage included: the time that it takes follows from it.
const bombAllocates = 768 << 20

// TestBombs: texts of up to a megabyte that would take a parser or a walk very long are
// read or refused, each for the reason that testdata/bombs.txt has (-update writes it).
func TestBombs(t *testing.T) {
	const golden = "testdata/bombs.txt"
	var verdicts strings.Builder
	for _, row := range bomb.Rows {
		text := row.Text()
		before := allocated()
		script, err := Parse(text)
		if spent := allocated() - before; spent > bombAllocates {
			t.Errorf("%s: allocates %d MiB", row.Name, spent>>20)
		}
		fmt.Fprintf(&verdicts, "%s: %s\n", row.Name, verdict(t, script, err))
	}
	if *update {
		if err := os.WriteFile(golden, []byte(verdicts.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(string(want), "\n")
	for i, line := range strings.Split(verdicts.String(), "\n") {
		if i >= len(lines) || line != lines[i] {
			t.Errorf("now it is %q", line)
		}
	}
}

// verdict returns what the text is refused for, or which of its launchers is not
// understood: what that starts matters only where it may run.
func verdict(t *testing.T, script *Script, err error) string {
	t.Helper()
	var opaque *OpaqueError
	var syntax *SyntaxError
	switch {
	case errors.As(err, &opaque):
		return string(opaque.Kind)
	case errors.As(err, &syntax):
		return "no shell text"
	case err != nil:
		t.Fatal(err)
	}
	for _, c := range script.Commands {
		if c.Opaque != nil {
			return "a launcher: " + string(c.Opaque.Kind)
		}
	}
	return "read"
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
