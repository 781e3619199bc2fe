package policy

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"armshell/internal/parse"
)

// A corpusCase is one command line and what must be true of it. An unknown field
// is fatal, so that a misspelt one cannot pass for a case without it.
type corpusCase struct {
	ID, Class, Arm, Command, Expect, Why, Source string

	Lean     string
	Argument string
	Verified bool
	Reached  []string
	Fixture  map[string]string
	Mode     string
	ASTBlind bool `json:"ast_blind"`
	NoRun    bool `json:"norun"`
	Parser   string
}

func readCorpus(t testing.TB, name string) []corpusCase {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "testdata", "corpus", name))
	if err != nil {
		t.Fatal(err)
	}
	var cases []corpusCase
	seen := map[string]bool{}
	for i, line := range bytes.Split(bytes.TrimSpace(text), []byte("\n")) {
		decoder := json.NewDecoder(bytes.NewReader(line))
		decoder.DisallowUnknownFields()
		var c corpusCase
		if err := decoder.Decode(&c); err != nil {
			t.Fatalf("%s:%d: %v", name, i+1, err)
		}
		if c.ID == "" || seen[c.ID] {
			t.Fatalf("%s:%d: an id that is absent or stands twice: %q", name, i+1, c.ID)
		}
		seen[c.ID] = true
		cases = append(cases, c)
	}
	return cases
}

// shipped returns an arm of the policy at the top of the repository.
func shipped(t testing.TB, name string) Arm {
	t.Helper()
	arms, err := Load(filepath.Join("..", "..", "arms.toml"))
	if err != nil {
		t.Fatal(err)
	}
	arm, err := arms.Arm(name)
	if err != nil {
		t.Fatal(err)
	}
	return arm
}

// TestCorpusDeny: every line that reaches something foreign is refused.
func TestCorpusDeny(t *testing.T) {
	for _, file := range []string{"deny.jsonl", "own-deny.jsonl"} {
		for _, c := range readCorpus(t, file) {
			d := GuardCommand(shipped(t, c.Arm), c.Command)
			if c.Expect != "deny" {
				t.Errorf("%s: expect %q in %s", c.ID, c.Expect, file)
			}
			if d.Allowed || d.Refusal == nil {
				t.Errorf("%s: allowed: %q", c.ID, c.Command)
			}
		}
	}
}

// TestCorpusAllow: honest lines pass, but for those in the golden file of false
// refusals, which can only shrink: a line there that passes is an error too.
func TestCorpusAllow(t *testing.T) {
	var refused []string
	total := 0
	for _, file := range []string{"allow.jsonl", "own-allow.jsonl"} {
		for _, c := range readCorpus(t, file) {
			total++
			if d := GuardCommand(shipped(t, c.Arm), c.Command); !d.Allowed {
				refused = append(refused, fmt.Sprintf("%s %s", c.ID, d.Refusal.Reason))
			}
		}
	}
	golden(t, "false-refusals.txt", refused)
	if len(refused)*100 > total*15 {
		t.Errorf("%d of %d honest lines are refused, more than 15 in a hundred", len(refused), total)
	}
}

// TestCorpusDebatable pins our verdict on the lines that have none, so that a
// change shows.
func TestCorpusDebatable(t *testing.T) {
	var got []string
	for _, c := range readCorpus(t, "debatable.jsonl") {
		verdict := "allow"
		if d := GuardCommand(shipped(t, c.Arm), c.Command); !d.Allowed {
			verdict = "deny " + string(d.Refusal.Reason)
		}
		got = append(got, fmt.Sprintf("%s lean=%s %s", c.ID, c.Lean, verdict))
	}
	golden(t, "debatable-verdicts.txt", got)
}

func golden(t *testing.T, name string, lines []string) {
	t.Helper()
	file := filepath.Join("..", "..", "testdata", "corpus", name)
	text := strings.Join(lines, "\n") + "\n"
	if *update {
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if text != string(want) {
		t.Errorf("%s is not what it was; got:\n%s", name, difference(strings.Split(string(want), "\n"), strings.Split(text, "\n")))
	}
}

func difference(want, got []string) string {
	var out strings.Builder
	for _, line := range want {
		if !slices.Contains(got, line) {
			fmt.Fprintf(&out, "-%s\n", line)
		}
	}
	for _, line := range got {
		if !slices.Contains(want, line) {
			fmt.Fprintf(&out, "+%s\n", line)
		}
	}
	return out.String()
}

// TestReasons: every reason that a refusal can have stands in the table, once and
// in order, with words that are fit to show.
func TestReasons(t *testing.T) {
	var names []string
	for _, row := range Reasons() {
		names = append(names, string(row.Reason))
		if row.Means == "" || row.Hint == "" || Clean(row.Means) != row.Means || Clean(row.Hint) != row.Hint {
			t.Errorf("%s: its words are missing or not fit to print", row.Reason)
		}
	}
	if !slices.IsSorted(names) || len(slices.Compact(slices.Clone(names))) != len(names) {
		t.Errorf("not sorted and unique: %v", names)
	}
	for _, kind := range parse.Kinds() {
		if !slices.Contains(names, string(kind)) {
			t.Errorf("no row for %s", kind)
		}
	}
}

func TestZeroValuesRefuse(t *testing.T) {
	if (Decision{}).Allowed || (Rule{}).Action != Deny || (Ruleset{}).Evaluate("bash", Text("x")).Action != Deny {
		t.Error("a zero value allows")
	}
}

// TestGuardAlone: whether the kernel holds an arm changes no verdict.
func TestGuardAlone(t *testing.T) {
	for _, name := range []string{"deny.jsonl", "own-deny.jsonl", "allow.jsonl", "own-allow.jsonl", "debatable.jsonl"} {
		for _, c := range readCorpus(t, name) {
			arm := shipped(t, c.Arm)
			with := GuardCommand(arm, c.Command)
			arm.Fence, arm.Limits = "off", Limits{Write: []string{"."}, Offline: true}
			without := GuardCommand(arm, c.Command)
			if with.Allowed != without.Allowed || with.Ask != without.Ask || (with.Refusal == nil) != (without.Refusal == nil) ||
				with.Refusal != nil && with.Refusal.Error() != without.Refusal.Error() {
				t.Errorf("%s: %+v with a fence, %+v without", c.ID, with.Refusal, without.Refusal)
			}
		}
	}
}
