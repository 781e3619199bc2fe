package policy

import (
	"fmt"
	"testing"

	"armshell/internal/parse"
)

// BenchmarkRules judges one command by a policy of many rules, none of which
// matches: each is looked at. It reports how many are per second.
func BenchmarkRules(b *testing.B) {
	commands, err := parse.ExtractCommands("tea issues list --state open")
	if err != nil {
		b.Fatal(err)
	}
	intent := ToolAccessIntent{Surface: "bash", Input: Reached{Command: commands[0]}}
	for _, n := range []int{10, 1_000, 10_000} {
		arm := Arm{Name: "a", Tool: "tea"}
		for i := range n {
			arm.Rules = append(arm.Rules, Rule{Surface: "bash", Pattern: fmt.Sprintf("tea issues x%d *", i), Action: Deny, Layer: LayerConfig})
		}
		m := NewManager(arm, "/w/p")
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if r := m.Check(intent, nil); r.State != Allow {
					b.Fatal(r)
				}
			}
			b.ReportMetric(float64(n*b.N)/b.Elapsed().Seconds(), "rules/s")
		})
	}
}
