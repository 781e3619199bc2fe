package provision

import (
	"os"
	"strings"
	"testing"
)

func TestHostile(t *testing.T) {
	for _, c := range []struct {
		name    string
		prepare func(m machine)
		doubt   string
		err     string
	}{
		{"fine", func(machine) {}, "", ""},
		{"tool", func(m machine) { m.chmod("tools/tea-1.0", 0o757) }, "/tools/tea-1.0, and so decide what /tools/tea-1.0 is", ""},
		{"its directory", func(m machine) { m.chmod("tools", 0o775) }, "others than the owner may write /tools,", ""},
		{"shell", func(m machine) { m.chmod("shell/bash", 0o777) }, "/shell/bash, and", ""},
		{"parent", func(m machine) { m.chmod("arms", 0o777) }, "", "anybody may replace /arms/bin: everybody may write in /arms"},
		{"sticky parent", func(m machine) { m.chmod("arms", 0o777|os.ModeSticky) }, "", ""},
		{"relative PATH", func(m machine) { m.t.Setenv("PATH", "/bin:tools") }, "", `PATH holds the relative directory "tools"`},
		{"empty PATH entry", func(m machine) { m.t.Setenv("PATH", "/bin::/usr/bin") }, "", `PATH holds the relative directory ""`},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := newMachine(t)
			t.Setenv("PATH", "/bin")
			m.write("arms/other", "", 0o644)
			c.prepare(m)
			doubts, err := Hostile(m.arm("tea"), m.path("arms/bin"), m.locate)
			text := strings.ReplaceAll(strings.Join(doubts, " "), m.root, "")
			if (c.doubt == "") != (text == "") || !strings.Contains(text, c.doubt) {
				t.Errorf("doubts: %s", text)
			}
			if (c.err == "") != (err == nil) || err != nil && !strings.Contains(strings.ReplaceAll(err.Error(), m.root, ""), c.err) {
				t.Errorf("got %v, want %q", err, c.err)
			}
		})
	}
}

func (m machine) chmod(name string, mode os.FileMode) {
	if err := os.Chmod(m.path(name), mode); err != nil {
		m.t.Fatal(err)
	}
}
