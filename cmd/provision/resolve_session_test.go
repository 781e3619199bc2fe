package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"armshell/internal/approval"
	"armshell/internal/policy"
)

// TestResolveSession: what an operator approves, or spoils, counts for the next intent.
func TestResolveSession(t *testing.T) {
	file := filepath.Join(t.TempDir(), "session.toml")
	c := newTalk(t, "--arm", "pot", "--config", "testdata/resolve.toml", "--session", file)
	intent := bashIntent("pot pour tea")
	want := func(part string) {
		t.Helper()
		if answer := c.ask(intent); !strings.Contains(answer, part) {
			t.Errorf("want %s, got %s", part, answer)
		}
	}
	put := func(text string) {
		t.Helper()
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want(`"state":"ask"`)
	if err := approval.Keep(file, []policy.Approval{{Surface: "bash", Pattern: "pot pour *"}}); err != nil {
		t.Fatal(err)
	}
	want(`"state":"allow","matchedPattern":"pot pour *","source":"session"`)
	put("[[rule]]\n")
	want(`session.toml:1:3: unknown key \"rule\"`)
	want(`"state":"deny"`)
	one := "[[rules]]\nsurface = \"bash\"\npattern = \"pot pour *\"\naction = \"%s\"\n"
	for range 20 { // the same size, and nearly the same time
		put(fmt.Sprintf(one, "allow"))
		want(`"state":"allow"`)
		put(fmt.Sprintf(one, "deny "))
		want(`unknown action`)
	}
	if err := os.Remove(file); err != nil {
		t.Fatal(err)
	}
	want(`"state":"ask"`)
	if err := os.Mkdir(file, 0o700); err != nil {
		t.Fatal(err)
	}
	want(`session.toml: cannot be read: it is not a regular file","state":"deny"`)
	if err := c.end(); err == nil || err.Error() != "23 of 46 intents could not be answered" {
		t.Error(err)
	}
}
