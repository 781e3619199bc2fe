package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"armshell/internal/policy"
)

var update = flag.Bool("update", false, "rewrite golden files")

// TestMessages: what is said about a line, for every reason. A line of the golden
// file that begins with "$ " is a line of shell in the policy's arm before it
// ("# arm: NAME"); what follows is what armshell says.
func TestMessages(t *testing.T) {
	const file = "testdata/messages.txt"
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	arms, err := policy.Load("testdata/messages.toml")
	if err != nil {
		t.Fatal(err)
	}
	said := map[policy.Reason]bool{}
	var got strings.Builder
	var arm policy.Arm
	for _, line := range strings.Split(string(text), "\n") {
		if name, is := strings.CutPrefix(line, "# arm: "); is {
			if arm, err = arms.Arm(name); err != nil {
				t.Fatal(err)
			}
			fmt.Fprintln(&got, line)
		}
		if command, is := strings.CutPrefix(line, "$ "); is {
			refusal := policy.GuardCommand(arm, strings.ReplaceAll(command, "⏎", "\n")).Refusal
			if refusal == nil {
				t.Fatalf("allowed: %s", command)
			}
			said[refusal.Reason] = true
			fmt.Fprintf(&got, "%s\n%s", line, message(refusal))
		}
	}
	if *update {
		if err := os.WriteFile(file, []byte(got.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	} else if got.String() != string(text) {
		t.Errorf("what is said has changed:\n%s", got.String())
	}
	notOfALine := map[policy.Reason]bool{policy.Declined: true, policy.Interactive: true, policy.SealedDrift: true, policy.ShellOption: true, "unreadable": true}
	for _, row := range policy.Reasons() {
		if !said[row.Reason] && !notOfALine[row.Reason] {
			t.Errorf("no line is refused as %s", row.Reason)
		}
	}
}

// TestAlarmingWords: none of the words that agents take for another confinement's
// failure is said, not even where the line holds it, and no byte of it is raw.
func TestAlarmingWords(t *testing.T) {
	arms, err := policy.Load("testdata/messages.toml")
	if err != nil {
		t.Fatal(err)
	}
	arm, err := arms.Arm("tea")
	if err != nil {
		t.Fatal(err)
	}
	for _, word := range []string{"Permission denied", "operation not permitted", "read-only file system", "sandbox", "seccomp", "LANDLOCK", "failed to write file", "\x1b[31m", "\x00", "ä"} {
		for _, line := range []string{"'" + word + "'", "$'x'" + "\"" + word + "\"$y", "eval \"$x " + word + "\"", "> \"$x" + word + "\""} {
			said := message(policy.GuardCommand(arm, line).Refusal)
			if strings.Contains(strings.ToLower(said), strings.ToLower(word)) {
				t.Errorf("%q: %s", line, said)
			}
		}
	}
	if said := message(errors.New("open x: permission denied")); strings.Contains(said, "permission denied") {
		t.Error(said)
	}
}
