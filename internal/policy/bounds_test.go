package policy

import (
	"runtime"
	"testing"

	"armshell/internal/bomb"
)

// bombAllocates is the most that judging one bomb may take from the heap, in bytes,
// collected garbage included: the time that it takes follows from it.
const bombAllocates = 1 << 30

// TestBombs: every text that would take a judge very long gets a verdict.
func TestBombs(t *testing.T) {
	arms, err := ParsePolicy("bombs", []byte(bomb.Policy))
	if err != nil {
		t.Fatal(err)
	}
	arm, err := arms.Arm("bombs")
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range bomb.Rows {
		t.Run(row.Name, func(t *testing.T) {
			text := row.Text()
			resolver := NewResolver(NewManager(arm, t.TempDir()), SessionRules{})
			before := allocated()
			d := resolver.Guard(text, "", nil)
			if spent := allocated() - before; spent > bombAllocates {
				t.Errorf("allocates %d MiB", spent>>20)
			}
			if !d.Allowed && d.Refusal == nil {
				t.Error("no verdict")
			}
		})
	}
}

func allocated() uint64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.TotalAlloc
}
