package policy

import (
	"strings"
	"testing"
)

// TestSeed is the acceptance of the document that the guard was created from, for
// each arm: what passes, and what is refused with the name in the reason.
func TestSeed(t *testing.T) {
	for arm, foreign := range map[string]string{"tea": "curl", "gitea-axi": "tea", "raw-api": "gitea-axi"} {
		a := shipped(t, arm)
		for _, c := range []struct{ line, names string }{
			{a.Tool + " list", ""},
			{a.Tool + " list | head -n 3", ""},
			{a.Tool + " list 2>&1", ""},
			{"NAME=value " + a.Tool + " list", ""},
			{foreign + " list", foreign},
			{"/usr/bin/" + foreign + " list", "/usr/bin/" + foreign},
			{"/usr/local/bin/" + a.Tool + " list", "/usr/local/bin/" + a.Tool},
			{`python3 -c 'import urllib.request'`, "python3"},
			{`node -e 'fetch("http://127.0.0.1")'`, "node"},
			{a.Tool + " list | " + foreign + " list", foreign},
			{"echo $(" + foreign + " list)", foreign},
		} {
			d := GuardCommand(a, c.line)
			switch {
			case c.names == "" && !d.Allowed:
				t.Errorf("%s: %s: refused: %v", arm, c.line, d.Refusal)
			case c.names != "" && (d.Allowed || d.Refusal.Subject != c.names || !strings.Contains(d.Refusal.Detail, c.names)):
				t.Errorf("%s: %s: got %+v", arm, c.line, d.Refusal)
			}
		}
	}
	none := shipped(t, "gitea-mcp")
	for _, line := range []string{"", "echo hello", "gitea-mcp", "curl x", "if"} {
		if d := GuardCommand(none, line); d.Allowed || d.Refusal.Reason != ShellDisabled || !strings.Contains(d.Refusal.Detail, "shell") {
			t.Errorf("%q: got %+v", line, d.Refusal)
		}
	}
}
