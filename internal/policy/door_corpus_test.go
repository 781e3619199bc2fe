package policy

import (
	"slices"
	"strings"
	"testing"
)

// doorReason is what a class of own-doors.jsonl is refused for: another
// reason would hide that the door stands open.
func doorReason(class string) Reason {
	if class == "start-up-files" {
		return StartupFile
	}
	return UtilityOption
}

func TestDoorCorpus(t *testing.T) {
	deny, allow := readCorpus(t, "own-doors.jsonl"), readCorpus(t, "own-doors-allow.jsonl")
	if len(deny) < 60 || len(allow) < 30 {
		t.Errorf("only %d and %d lines", len(deny), len(allow))
	}
	for _, c := range deny {
		d := GuardCommand(shipped(t, c.Arm), c.Command)
		switch {
		case c.Expect != "deny":
			t.Errorf("%s: expect %q", c.ID, c.Expect)
		case d.Allowed:
			t.Errorf("%s: allowed: %q", c.ID, c.Command)
		case d.Refusal.Reason != doorReason(c.Class):
			t.Errorf("%s: %q: refused for another reason: %v", c.ID, c.Command, d.Refusal)
		}
	}
	for _, c := range allow {
		if d := GuardCommand(shipped(t, c.Arm), c.Command); !d.Allowed {
			t.Errorf("%s: refused: %q: %v", c.ID, c.Command, d.Refusal)
		}
	}
}

// doorless are the shipped utilities that have been read and have no door. A utility
// that is added to the policy must be read first.
const doorless = "base64 basename cat cksum cmp column comm cut dirname expand expr fmt fold grep head join ls md5sum mkdir nl numfmt " +
	"od paste readlink realpath rev seq sha1sum sha256sum sleep stat sum tac tail tee tr tsort unexpand wc"

func TestDoorsAreComplete(t *testing.T) {
	for _, utility := range shipped(t, "tea").Utilities {
		if _, has := doorOf(utility); has == slices.Contains(strings.Fields(doorless), utility) {
			t.Errorf("%s: neither in doors nor among those without one, or both", utility)
		}
	}
}

func TestDoorTablesAreSorted(t *testing.T) {
	for i := 1; i < len(doors); i++ {
		if doors[i-1].name >= doors[i].name {
			t.Errorf("%s stands after %s", doors[i].name, doors[i-1].name)
		}
	}
	for i := 1; i < len(startUpRows); i++ {
		a, b := startUpRows[i-1], startUpRows[i]
		if a.dir > b.dir || a.dir == b.dir && a.names >= b.names {
			t.Errorf("%s %s stands after %s %s", b.dir, b.names, a.dir, a.names)
		}
	}
}

// TestDoorAdmitted: who vouches for sort opens its door, but not to start-up files.
func TestDoorAdmitted(t *testing.T) {
	arm := shipped(t, "tea")
	arm.Admit = append(arm.Admit, "cp", "sort")
	arm.Utilities = append(arm.Utilities, "cp")
	arms := Arms{arm}
	for line, want := range map[string]Reason{
		"sort -o out x": "", "sort --comp=gzip x": "", "sort -o ~/.bashrc x": StartupFile, "sort x --outp=.profile": StartupFile,
	} {
		d := GuardCommand(arms[0], line)
		if d.Allowed != (want == "") || !d.Allowed && d.Refusal.Reason != want {
			t.Errorf("%s: %+v", line, d.Refusal)
		}
	}
}

// TestDoorHint: a refusal that surely is one says what to write instead; one that is
// only in doubt says how to leave no doubt.
func TestDoorHint(t *testing.T) {
	for line, want := range map[string]string{
		"sort -o out x": "write > FILE", "uniq a b": "write > FILE", "date -s 12:00": "write date -d",
		"read f; sort \"$f\"": "after --", "diff -l a b": "leave the option out",
	} {
		if d := GuardCommand(shipped(t, "tea"), line); d.Allowed || !strings.Contains(d.Refusal.Hint, want) {
			t.Errorf("%s: %+v", line, d.Refusal)
		}
	}
}
