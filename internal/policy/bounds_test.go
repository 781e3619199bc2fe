package policy

import (
	"runtime"
	"testing"

	"armshell/internal/bomb"
)

// mostAllocated is how much judging one text may allocate, all told: what takes long
// allocates much.
const mostAllocated = 800 << 20

// TestBombs: every text is decided, and none takes much work.
func TestBombs(t *testing.T) {
	arms, err := ParsePolicy("bombs.toml", []byte(bomb.Policy))
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
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			d := GuardCommand(arm, text)
			runtime.ReadMemStats(&after)
			if d.Allowed == (d.Refusal != nil) {
				t.Errorf("not decided: %+v", d)
			}
			if spent := after.TotalAlloc - before.TotalAlloc; spent > mostAllocated {
				t.Errorf("%d MiB were allocated, no more than %d may be", spent>>20, mostAllocated>>20)
			}
		})
	}
}
