package policy

import (
	"regexp"
	"strings"
	"testing"
)

// respelled are ways to write a word that mean the same to bash.
var respelled = []func(word string) string{
	func(w string) string { return "'" + w + "'" },
	func(w string) string { return `"` + w + `"` },
	func(w string) string { return `\` + w },
	func(w string) string { return w[:1] + "''" + w[1:] },
	func(w string) string { return w[:1] + `""` + w[1:] },
	func(w string) string { return w[:1] + "\\\n" + w[1:] },
	func(w string) string { return "$'" + w + "'" },
}

// firstWord is the name of a line's first program, where it stands alone. A word of the
// shell's grammar means something else in quotes.
var firstWord = regexp.MustCompile(`^(curl|gitea-axi|python3|tea|cat|jq|grep|head|bash|env|git|node|wget)( |$)`)

// TestRespelling: quotes and backslashes in the name of a line's first program change
// no verdict, and so does a variable that holds it, or more blanks before it.
func TestRespelling(t *testing.T) {
	tried := 0
	for _, file := range []string{"allow.jsonl", "deny.jsonl", "own-allow.jsonl", "own-deny.jsonl", "own-doors.jsonl", "own-doors-allow.jsonl"} {
		for _, c := range readCorpus(t, file) {
			word := strings.TrimSuffix(firstWord.FindString(c.Command), " ")
			if word == "" {
				continue
			}
			arm := shipped(t, c.Arm)
			want, rest := GuardCommand(arm, c.Command).Allowed, c.Command[len(word):]
			for _, spell := range respelled {
				tried++
				if line := spell(word) + rest; GuardCommand(arm, line).Allowed != want {
					t.Errorf("%s: allowed is %v, and no longer as %q", c.ID, want, line)
				}
			}
			for _, before := range []string{"T=" + word + "; $T", "T=" + word + "; \"$T\"", "\n \t" + word, ":; " + word, "# x\n" + word} {
				tried++
				if line := before + rest; GuardCommand(arm, line).Allowed != want {
					t.Errorf("%s: allowed is %v, and no longer as %q", c.ID, want, line)
				}
			}
		}
	}
	if tried < 1000 {
		t.Errorf("only %d lines: the corpus is not what it was", tried)
	}
}
