package provision

import (
	"strings"
	"testing"
)

// TestBusybox: a busybox that runs an applet which no PATH leads to is refused, and so
// is one that cannot be asked.
func TestBusybox(t *testing.T) {
	for _, c := range []struct{ name, script, want string }{
		{"keeps to PATH", `case $1 in --list) echo cat [ wget;; *) echo [; esac`, ""},
		{"prefers applets", `case $1 in --list) echo cat [ wget;; *) echo [ wget; esac`, `runs "wget" without looking it up`},
		{"no list", `exit 1`, "list its applets"},
		{"no answer", `case $1 in --list) echo cat;; *) exit 1; esac`, "ask it for its applets"},
	} {
		m := newMachine(t)
		m.write("shell/busybox", "#!/bin/sh\n"+c.script+"\n", 0o755)
		m.link("shell/sh", "busybox")
		arm := m.arm("tea")
		arm.Shell = m.path("shell/sh")
		err := ArmBin(arm, m.path("bin"), m.locate)
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}
