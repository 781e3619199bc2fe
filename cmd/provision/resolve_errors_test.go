package main

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"
)

// TestResolveErrors holds what is said of every intent that is not understood. The
// file's lines begin with "> " if a schema refuses the intent too, with "- " if none
// can, and with "\ " if it is written as in Go besides; what follows is the answer.
func TestResolveErrors(t *testing.T) {
	const file = "testdata/resolve-errors.txt"
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var got strings.Builder
	for _, c := range refusedIntents(t, string(text)) {
		fmt.Fprintln(&got, c.written)
		if !c.comment {
			answers, err := resolved(c.intent+"\n", "--arm", "tea")
			if err == nil || len(answers) != 1 {
				t.Errorf("%s: %v, %q", c.written, err, answers)
			}
			fmt.Fprintln(&got, answers[0])
		}
	}
	if *update {
		if err := os.WriteFile(file, []byte(got.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	} else if got.String() != string(text) {
		t.Errorf("what is said has changed:\n%s", got.String())
	}
}

// A refusedIntent is one of the file, or a comment in it.
type refusedIntent struct {
	written, intent string
	comment, schema bool
}

func refusedIntents(t *testing.T, text string) (list []refusedIntent) {
	t.Helper()
	for _, line := range strings.Split(text, "\n") {
		c := refusedIntent{written: line, schema: strings.HasPrefix(line, "> ")}
		switch {
		case strings.HasPrefix(line, "#"):
			c.comment = true
		case strings.HasPrefix(line, `\ `):
			var err error
			if c.intent, err = strconv.Unquote(`"` + line[2:] + `"`); err != nil {
				t.Fatalf("%s: %v", line, err)
			}
		case c.schema, strings.HasPrefix(line, "- "):
			c.intent = line[2:]
		default:
			continue
		}
		list = append(list, c)
	}
	return list
}
