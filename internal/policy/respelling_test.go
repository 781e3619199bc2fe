package policy

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
)

// spaced are ways to lay a line out that change nothing that bash does.
var spaced = []string{"\n\n%s", " \t%s", "# x\n%s", "%s\n", "%s\n# x", ":;\n%s", "\\\n%s"}

// plainWords is a line that is nothing but words: only there a word in quotes is the
// same word. It holds no pattern, tilde, brace, expansion, assignment or comment, and
// no word of the shell's grammar stands first.
var plainWords = regexp.MustCompile(`^[a-zA-Z0-9/.,:@_+-]+( [a-zA-Z0-9/.,:@_+-]+)*$`)

var grammarWord = regexp.MustCompile(`^(if|while|until|for|select|case|function|time|coproc|declare|export|local|readonly|typeset|let|nameref) `)

func escaped(w string) string {
	var out strings.Builder
	for i := range len(w) {
		out.WriteString(`\` + w[i:i+1])
	}
	return out.String()
}

// quotings write a plain word in another way.
var quotings = append([]func(string) string{
	escaped,
	func(w string) string { return w[:1] + `"` + w[1:] + `"` },
	func(w string) string { return "'" + w[:1] + `'"` + w[1:] + `"` },
}, respelled...)

// rewritten calls try with every way to write the line, in words or in layout.
func rewritten(line string, try func(string)) {
	for _, form := range spaced {
		try(fmt.Sprintf(form, line))
	}
	if !plainWords.MatchString(line) || grammarWord.MatchString(line+" ") {
		return
	}
	words := strings.Split(line, " ")
	for _, quoting := range quotings {
		quoted := make([]string, len(words))
		for i, w := range words {
			quoted[i] = quoting(w)
		}
		try(strings.Join(quoted, " "))
	}
	for _, blank := range []string{"  ", "\t", " \\\n", "\\\n "} {
		try(strings.Join(words, blank))
	}
	try(line + " ;")
	try(line + " # x")
	try("eval '" + line + "'")
}

// TestWritingKeepsVerdict: quotes and blanks make no allowed line refused, and no
// refused line allowed.
func TestWritingKeepsVerdict(t *testing.T) {
	tried := 0
	for _, file := range []string{"allow.jsonl", "own-allow.jsonl", "own-doors-allow.jsonl", "deny.jsonl", "own-deny.jsonl", "own-doors.jsonl"} {
		for _, c := range readCorpus(t, file) {
			arm := shipped(t, c.Arm)
			want := GuardCommand(arm, c.Command).Allowed
			rewritten(c.Command, func(line string) {
				if tried++; GuardCommand(arm, line).Allowed != want {
					t.Errorf("%s: allowed is %v, and no longer as %q", c.ID, want, line)
				}
			})
		}
	}
	if tried < 5000 {
		t.Errorf("only %d lines: the corpus is not what it was", tried)
	}
}
