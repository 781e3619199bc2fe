package provision

import (
	"path/filepath"
	"reflect"
	"slices"
	"testing"

	"armshell/internal/policy"
)

// TestChain: what the kernel executes for a program, down to the loader.
func TestChain(t *testing.T) {
	m := newMachine(t)
	m.write("util/node", "no format that anything knows", 0o755)
	m.write("util/env", "neither", 0o755)
	m.write("util/wrapped", "#!"+m.path("tools/tea")+" -x\n", 0o755)
	sh, err := filepath.EvalSymlinks("/bin/sh")
	if err != nil {
		t.Fatal(err)
	}
	env := m.path("util/env")
	for _, c := range []struct {
		name, text string
		want       []string // beside the file itself
	}{
		{"plain", "no script", nil},
		{"empty", "", nil},
		{"direct", "#!" + m.path("util/node") + "\n", []string{m.path("util/node")}},
		{"blanks and arguments", "#! \t" + m.path("util/node") + "  -x y\n", []string{m.path("util/node")}},
		{"no newline", "#!" + m.path("util/node"), []string{m.path("util/node")}},
		{"env", "#!" + env + " node\n", []string{env, m.path("util/node")}},
		{"env with options", "#!" + env + " -S A=b node --flag\n", []string{env, m.path("util/node")}},
		{"env of what is not there", "#!" + env + " none\n", []string{env}},
		{"two deep", "#!" + m.path("util/wrapped") + "\n", []string{m.path("tools/tea-1.0"), m.path("util/wrapped")}},
		{"itself", "#!" + m.path("tools/script") + "\n", nil},
		{"not there", "#!/none\n", nil},
		{"nothing named", "#!\n", nil},
		{"shell", "#!/bin/sh\n", []string{sh, "LOADER"}},
	} {
		m.write("tools/script", c.text, 0o755)
		chain := chains{path: []string{m.path("util")}, names: map[string]string{}}
		states, err := chain.states([]string{m.path("tools/script")})
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
		var got []string
		for _, s := range states {
			switch base := filepath.Base(s.Name); {
			case s.Name == m.path("tools/script"):
			case len(base) > 3 && base[:3] == "ld-":
				got = append(got, "LOADER")
			default:
				got = append(got, s.Name)
			}
		}
		slices.Sort(got)
		slices.Sort(c.want)
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
}

// TestFence: what the seal says of a script arm's fence.
func TestFence(t *testing.T) {
	m := newMachine(t)
	t.Setenv("PATH", m.path("tools"))
	t.Setenv("HOME", m.path("home"))
	m.write("home/.local/bin/x", "x", 0o755)
	m.write("util/node", "x", 0o755)
	m.write("tools/tea-1.0", "#!"+m.path("util/node")+"\n", 0o755)
	arm := m.arm("tea")
	arm.Utilities, arm.Session = []string{"cat"}, "/var/lib/arm/session.toml"
	if err := ArmBin(arm, m.path("bin"), m.locate, "/etc/arms.toml", "/srv/arms.toml"); err != nil {
		t.Fatal(err)
	}
	seal, err := policy.ReadSeal(m.path("bin"))
	if err != nil {
		t.Fatal(err)
	}
	f := seal.Fence
	var programs []string
	for _, p := range f.Programs {
		programs = append(programs, p.Name)
	}
	if want := []string{m.path("shell/bash"), m.path("tools/tea-1.0"), m.path("util/cat"), m.path("util/node")}; !reflect.DeepEqual(programs, want) {
		t.Errorf("programs: got %q, want %q", programs, want)
	}
	if !reflect.DeepEqual(f.Interpreters, []string{"node"}) {
		t.Errorf("interpreters: %q", f.Interpreters)
	}
	for _, dir := range []string{"/etc", "/srv/arms.toml", "/usr", "/var/lib/arm/session.toml"} {
		if !within(dir, f.Unwritable) {
			t.Errorf("%s may be written: %q", dir, f.Unwritable)
		}
	}
	for _, dir := range []string{m.path("bin"), m.path("home/.local/bin"), m.path("tools"), m.path("util")} {
		if !within(dir, f.Open) || within(dir, f.Unreadable) || within(dir, f.Unwritable) {
			t.Errorf("%s is in the test's directory, where files are made, and not among what is open: %q", dir, f.Open)
		}
	}
	if !within("/usr/bin", f.Unreadable) {
		t.Errorf("unreadable: %q", f.Unreadable)
	}
}

func TestClosable(t *testing.T) {
	for path, want := range map[string]bool{
		"/usr": true, "/arm": true, "/opt/arm/bin": true, "/usr/local/bin": true, "/var/lib/arm/s": true, "/run/arm": true,
		"/home/a/bin": false, "/root/bin": false, "/tmp/a": false, "/data/bin": false, "/var/tmp/a": false, "/run/user/0/a": false,
	} {
		if got := closable(path); got != want {
			t.Errorf("%s: got %v", path, got)
		}
	}
}

// TestTables: sorted, and of absolute or home directories.
func TestTables(t *testing.T) {
	for _, table := range [][]string{programDirs[:], unwritableDirs[:], systemTrees[:], agentTrees[:]} {
		if !slices.IsSorted(table) {
			t.Errorf("not sorted: %q", table)
		}
		for _, dir := range table {
			if _, err := filepath.Match(dir, ""); err != nil || !filepath.IsAbs(atHome(dir)) {
				t.Errorf("%q: %v", dir, err)
			}
		}
	}
}

// TestExecutables: a session's rules name programs, or let all of the arm's path run.
func TestExecutables(t *testing.T) {
	m := newMachine(t)
	arm := m.arm("tea")
	for _, c := range []struct {
		pattern string
		action  policy.Action
		want    []string
	}{
		{"cat *", policy.Allow, []string{m.path("util/cat")}},
		{"cat *", policy.Ask, []string{m.path("util/cat")}},
		{"cat *", policy.Deny, nil},
		{"none *", policy.Allow, nil},
		{"c* x", policy.Allow, []string{m.path("util")}},
		{"*", policy.Allow, []string{m.path("util")}},
	} {
		files, err := Executables(arm, policy.Ruleset{{Surface: "bash", Pattern: c.pattern, Action: c.action}})
		var got []string
		for _, f := range files {
			got = append(got, f.Name)
		}
		if err != nil || !slices.Equal(got, c.want) {
			t.Errorf("%s %s: got %q, %v", c.action, c.pattern, got, err)
		}
	}
}
