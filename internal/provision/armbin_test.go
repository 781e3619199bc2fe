package provision

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"syscall"
	"testing"

	"armshell"
	"armshell/internal/policy"
)

// A machine is a directory with the files that an arm needs, and a Locate that
// knows only these.
type machine struct {
	t    *testing.T
	root string
}

func newMachine(t *testing.T) machine {
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	m := machine{t, root}
	m.write("inst/armshell", "the armshell", 0o755)
	m.write("shell/bash", "the real shell", 0o755)
	m.write("tools/tea-1.0", "tea itself", 0o755)
	m.link("tools/tea", "tea-1.0")
	m.write("tools/curl", "curl itself", 0o755)
	m.write("util/cat", "cat", 0o755)
	m.write("util/notes", "no program", 0o644)
	return m
}

func (m machine) path(name string) string { return filepath.Join(m.root, name) }

func (m machine) write(name, text string, mode fs.FileMode) {
	if err := os.MkdirAll(filepath.Dir(m.path(name)), 0o755); err != nil {
		m.t.Fatal(err)
	}
	if err := os.WriteFile(m.path(name), []byte(text), mode); err != nil {
		m.t.Fatal(err)
	}
}

func (m machine) link(name, to string) {
	if err := os.MkdirAll(filepath.Dir(m.path(name)), 0o755); err != nil {
		m.t.Fatal(err)
	}
	if err := os.Symlink(to, m.path(name)); err != nil {
		m.t.Fatal(err)
	}
}

func (m machine) locate(name string) (string, error) {
	return lookup(name, []string{m.path("inst"), m.path("tools")})
}

// arm returns an arm of the shipped policy that lives on this machine.
func (m machine) arm(name string) policy.Arm {
	arms, err := policy.ParsePolicy("arms.toml", armshell.Policy)
	if err != nil {
		m.t.Fatal(err)
	}
	arm, err := arms.Arm(name)
	if err != nil {
		m.t.Fatal(err)
	}
	arm.Shell, arm.Path = m.path("shell/bash"), []string{m.path("util")}
	return arm
}

// list returns what is below a directory: each entry with its kind or target.
func (m machine) list(name string) []string {
	entries, err := os.ReadDir(m.path(name))
	if err != nil {
		m.t.Fatal(err)
	}
	list := []string{}
	for _, e := range entries {
		file := filepath.Join(m.path(name), e.Name())
		info, err := os.Lstat(file)
		if err != nil {
			m.t.Fatal(err)
		}
		what := info.Mode().String()
		if target, err := os.Readlink(file); err == nil {
			what = strings.TrimPrefix(target, m.root)
		}
		list = append(list, e.Name()+" "+what)
	}
	return list
}

func (m machine) want(name string, want ...string) {
	m.t.Helper()
	if got := m.list(name); !reflect.DeepEqual(got, want) {
		m.t.Errorf("%s: got %q, want %q", name, got, want)
	}
}

var teaEntries = []string{".arm.toml -r-xr-xr-x", "armshell -rwxr-xr-x", "tea /tools/tea-1.0"}

// TestArmBin provisions each shipped arm, twice.
func TestArmBin(t *testing.T) {
	for _, c := range []struct {
		arm  string
		want []string
		tool string
	}{
		{"tea", teaEntries, "tea itself"},
		{"raw-api", []string{".arm.toml -r-xr-xr-x", "armshell -rwxr-xr-x", "curl /tools/curl"}, "curl itself"},
		{"gitea-mcp", []string{".arm.toml -r-xr-xr-x", "armshell -rwxr-xr-x"}, ""},
	} {
		m := newMachine(t)
		var seals [2]string
		for i := range seals {
			if err := ArmBin(m.arm(c.arm), m.path("bin"), m.locate); err != nil {
				t.Fatalf("%s: %v", c.arm, err)
			}
			m.want("bin", c.want...)
			text, err := os.ReadFile(m.path("bin/.arm.toml"))
			if err != nil {
				t.Fatal(err)
			}
			seals[i] = string(text)
		}
		if seals[0] != seals[1] {
			t.Errorf("%s: the seal is another the second time", c.arm)
		}
		checkSeal(t, m, c.arm, c.tool)
		m.want(".", "bin drwxr-xr-x", "inst drwxr-xr-x", "shell drwxr-xr-x", "tools drwxr-xr-x", "util drwxr-xr-x")
	}
}

func checkSeal(t *testing.T, m machine, name, tool string) {
	got, err := policy.ReadSeal(m.path("bin"))
	if err != nil {
		t.Fatal(err)
	}
	want := policy.Seal{
		Arm:       m.arm(name),
		ShellFile: m.path("shell/bash"),
		Files:     []policy.File{{Name: "cat", File: m.path("util/cat")}},
	}
	want.Fence = got.Fence // TestFence
	want.Arm.Self = []string{"armshell", m.path("bin/armshell")}
	if tool != "" {
		link, err := os.Readlink(m.path("bin/" + want.Arm.Tool))
		if err != nil {
			t.Fatal(err)
		}
		want.ToolFile, want.ToolSum = link, policy.Sum([]byte(tool))
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%s: sealed\n%+v\nwant\n%+v", name, got, want)
	}
}

func TestArmBinRefuses(t *testing.T) {
	for _, c := range []struct {
		name    string
		prepare func(m machine, arm *policy.Arm)
		dir     string
		want    string
		hint    string
	}{
		{"no tool", func(m machine, a *policy.Arm) { a.Tool = "teapot" }, "bin",
			`the tool "teapot": not found`, "install teapot, or put its directory on PATH"},
		{"tool not executable", func(m machine, a *policy.Arm) { m.write("tools/pot", "", 0o644); a.Tool = "pot" }, "bin",
			`the tool "pot": /tools/pot is not executable`, "install pot, or put its directory on PATH"},
		{"tool a directory", func(m machine, a *policy.Arm) { m.write("tools/pot/x", "", 0o644); a.Tool = "pot" }, "bin",
			`the tool "pot": /tools/pot is a directory`, "install pot, or put its directory on PATH"},
		{"tool a link to nowhere", func(m machine, a *policy.Arm) { m.link("tools/pot", "none"); a.Tool = "pot" }, "bin",
			`the tool "pot": not found`, "install pot, or put its directory on PATH"},
		{"tool with a path", func(m machine, a *policy.Arm) { a.Tool = "x/tea" }, "bin",
			`the tool "x/tea": "x/tea" is not a plain name`, "install x/tea, or put its directory on PATH"},
		{"tool is armshell", func(m machine, a *policy.Arm) { m.link("tools/pot", "../inst/armshell"); a.Tool = "pot" }, "bin",
			`the tool "pot" is armshell itself`, ""},
		{"tool only in the directory", func(m machine, a *policy.Arm) {
			m.link("tools/pot", "../bin/pot")
			m.write("bin/pot", "", 0o755)
			a.Tool = "pot"
		}, "bin",
			`the tool "pot" is only in /bin, which is to be made`, ""},
		{"no armshell", func(m machine, a *policy.Arm) { _ = os.Remove(m.path("inst/armshell")) }, "bin",
			"armshell: not found", "put armshell beside provision, or its directory on PATH"},
		{"no shell", func(m machine, a *policy.Arm) { a.Shell = m.path("shell/zsh") }, "bin",
			"the real shell /shell/zsh: not found", ""},
		{"shell not executable", func(m machine, a *policy.Arm) { a.Shell = m.path("util/notes") }, "bin",
			"the real shell /util/notes: /util/notes is not executable", ""},
		{"shell is armshell", func(m machine, a *policy.Arm) { m.link("shell/sh", "../inst/armshell"); a.Shell = m.path("shell/sh") }, "bin",
			"the real shell /shell/sh is armshell itself", ""},
		{"shell is a copy of armshell", func(m machine, a *policy.Arm) {
			m.write("shell/sh", "the armshell", 0o755)
			a.Shell = m.path("shell/sh")
		}, "bin",
			"the real shell /shell/sh is armshell itself", ""},
		{"foreign file", func(m machine, a *policy.Arm) { m.write("bin/notes", "mine", 0o644) }, "bin",
			`/bin holds "notes", which provision did not put there`, "name another directory, or move that file away"},
		{"foreign link", func(m machine, a *policy.Arm) { m.link("bin/git", "../tools/tea") }, "bin",
			`/bin holds "git", which provision did not put there`, "name another directory, or move that file away"},
		{"a file in the tool's place", func(m machine, a *policy.Arm) { m.write("bin/tea", "mine", 0o755) }, "bin",
			`/bin holds "tea", which provision did not put there`, "name another directory, or move that file away"},
		{"a link in the seal's place", func(m machine, a *policy.Arm) { m.link("bin/.arm.toml", "../tools/tea") }, "bin",
			`/bin holds ".arm.toml", which provision did not put there`, "name another directory, or move that file away"},
		{"armshell alone", func(m machine, a *policy.Arm) { m.write("bin/armshell", "mine", 0o755) }, "bin",
			"/bin holds files and no seal, so that provision did not make it", "name another directory, or move those files away"},
		{"another's seal", func(m machine, a *policy.Arm) { m.write("bin/.arm.toml", "x", 0o644) }, "bin",
			"/bin holds files and no seal, so that provision did not make it", "name another directory, or move those files away"},
		{"the tool's link alone", func(m machine, a *policy.Arm) { m.link("bin/tea", "../tools/tea") }, "bin",
			"/bin holds files and no seal, so that provision did not make it", "name another directory, or move those files away"},
		{"a colon", func(m machine, a *policy.Arm) {}, "a:b", "/a:b: a colon in its path would split it on PATH", ""},
		{"a file", func(m machine, a *policy.Arm) { m.write("bin", "mine", 0o644) }, "bin", "/bin is not a directory", ""},
		{"below a file", func(m machine, a *policy.Arm) { m.write("bin", "mine", 0o644) }, "bin/x", "/bin/x: not a directory", ""},
		{"a link to nowhere", func(m machine, a *policy.Arm) { m.link("bin", "none") }, "bin", "/bin: a link to nowhere", ""},
	} {
		m := newMachine(t)
		arm := m.arm("tea")
		c.prepare(m, &arm)
		before := m.tree()
		err := ArmBin(arm, m.path(c.dir), m.locate)
		if err == nil || strings.ReplaceAll(err.Error(), m.root, "") != c.want || hintOf(err) != c.hint {
			t.Errorf("%s: got %v (hint %q), want %s (%q)", c.name, err, hintOf(err), c.want, c.hint)
		}
		if after := m.tree(); !reflect.DeepEqual(after, before) {
			t.Errorf("%s: was\n%q\nis\n%q", c.name, before, after)
		}
	}
	if err := ArmBin(policy.Arm{}, "", nil); err == nil {
		t.Error("no directory: no error")
	}
}

func hintOf(err error) string {
	var h interface{ Hint() string }
	if errors.As(err, &h) {
		return h.Hint()
	}
	return ""
}

// tree returns every file below the machine's root.
func (m machine) tree() []string {
	var files []string
	err := filepath.WalkDir(m.root, func(file string, d fs.DirEntry, err error) error {
		if err == nil {
			files = append(files, fmt.Sprintf("%s %s", file, d.Type()))
		}
		return err
	})
	if err != nil {
		m.t.Fatal(err)
	}
	return files
}

// TestArmBinPlaces provisions into every kind of place.
func TestArmBinPlaces(t *testing.T) {
	for _, c := range []struct {
		name    string
		prepare func(m machine)
		dir     string // as given, from the root
		at      string // where it is then
	}{
		{"new", func(m machine) {}, "bin", "bin"},
		{"empty", func(m machine) { _ = os.Mkdir(m.path("bin"), 0o700) }, "bin", "bin"},
		{"trailing slash", func(m machine) {}, "bin/", "bin"},
		{"dots", func(m machine) {}, "./x/../bin/.", "bin"},
		{"no parent", func(m machine) {}, "a/b/c/bin", "a/b/c/bin"},
		{"a link", func(m machine) { _ = os.Mkdir(m.path("real"), 0o755); m.link("bin", "real") }, "bin", "real"},
		{"a link and a slash", func(m machine) { _ = os.Mkdir(m.path("real"), 0o755); m.link("bin", "real") }, "bin/", "real"},
		{"below a link", func(m machine) { _ = os.Mkdir(m.path("real"), 0o755); m.link("l", "real") }, "l/bin", "real/bin"},
		{"a seal that was edited", func(m machine) {
			_ = ArmBin(m.arm("tea"), m.path("bin"), m.locate)
			_ = os.Chmod(m.path("bin/.arm.toml"), 0o644)
			text, _ := os.ReadFile(m.path("bin/.arm.toml"))
			m.write("bin/.arm.toml", string(text)+"x", 0o644)
		}, "bin", "bin"},
	} {
		m := newMachine(t)
		t.Chdir(m.root)
		c.prepare(m)
		if err := ArmBin(m.arm("tea"), c.dir, m.locate); err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		m.want(c.at, teaEntries...)
		if s, err := policy.ReadSeal(m.path(c.at)); err != nil || s.Arm.Name != "tea" {
			t.Errorf("%s: sealed %q, %v", c.name, s.Arm.Name, err)
		}
		if strings.HasSuffix(c.name, "link") && !isLink(m.path("bin")) && c.at == "real" {
			t.Errorf("%s: the link is gone", c.name)
		}
	}
}

// TestArmBinReplaces changes a directory from arm to arm, also where the file
// system cannot exchange two names.
func TestArmBinReplaces(t *testing.T) {
	kernel := exchange
	t.Cleanup(func() { exchange = kernel })
	for _, without := range []error{nil, syscall.ENOSYS, syscall.EINVAL} {
		if without != nil {
			exchange = func(string, string) error { return without }
		}
		m := newMachine(t)
		for _, name := range []string{"tea", "raw-api", "gitea-mcp", "tea"} {
			if err := ArmBin(m.arm(name), m.path("bin"), m.locate); err != nil {
				t.Fatalf("%v: %s: %v", without, name, err)
			}
			if s, err := policy.ReadSeal(m.path("bin")); err != nil || s.Arm.Name != name {
				t.Errorf("%v: %s: sealed %q, %v", without, name, s.Arm.Name, err)
			}
		}
		m.want("bin", teaEntries...)
		m.want(".", "bin drwxr-xr-x", "inst drwxr-xr-x", "shell drwxr-xr-x", "tools drwxr-xr-x", "util drwxr-xr-x")
	}
}

// TestArmBinKeepsOnFailure wants the old directory, whole, when the new one cannot
// be put in its place.
func TestArmBinKeepsOnFailure(t *testing.T) {
	kernel := exchange
	t.Cleanup(func() { exchange = kernel })
	m := newMachine(t)
	if err := ArmBin(m.arm("tea"), m.path("bin"), m.locate); err != nil {
		t.Fatal(err)
	}
	before := m.tree()
	exchange = func(string, string) error { return syscall.EBUSY }
	err := ArmBin(m.arm("raw-api"), m.path("bin"), m.locate)
	if err == nil || hintOf(err) != "name a directory inside it" {
		t.Errorf("got %v, hint %q", err, hintOf(err))
	}
	if after := m.tree(); !reflect.DeepEqual(after, before) {
		t.Errorf("was\n%q\nis\n%q", before, after)
	}
	if s, err := policy.ReadSeal(m.path("bin")); err != nil || s.Arm.Name != "tea" {
		t.Errorf("sealed %q, %v", s.Arm.Name, err)
	}
}

func TestInstalled(t *testing.T) {
	m := newMachine(t)
	t.Chdir(m.root)
	t.Setenv("PATH", strings.Join([]string{"tools", "", m.path("none"), m.path("util"), m.path("tools")}, ":"))
	for _, c := range []struct{ name, want, err string }{
		{"tea", m.path("tools/tea"), ""},
		{"armshell", "", "not found"},
		{"notes", "", m.path("util/notes") + " is not executable"},
		{"teapot", "", "not found"},
		{"", "", `"" is not a plain name`},
		{"tools/tea", "", `"tools/tea" is not a plain name`},
	} {
		got, err := Installed(c.name)
		if got != c.want || (err == nil) != (c.err == "") || err != nil && err.Error() != c.err {
			t.Errorf("Installed(%q): got %q, %v, want %q, %q", c.name, got, err, c.want, c.err)
		}
	}
}

func TestMissing(t *testing.T) {
	m := newMachine(t)
	arm := m.arm("tea")
	arm.Utilities, arm.Launchers, arm.Admit = []string{"cat", "notes"}, []string{"env"}, []string{"cat", "sed"}
	if got, want := Missing(arm), []string{"notes", "env", "sed"}; !reflect.DeepEqual(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestInstallCopies covers file systems without hard links.
func TestInstallCopies(t *testing.T) {
	m := newMachine(t)
	if err := copyFile(m.path("inst/armshell"), m.path("copy")); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(m.path("copy"))
	info, errStat := os.Stat(m.path("copy"))
	if err != nil || errStat != nil || string(text) != "the armshell" || info.Mode() != 0o555 {
		t.Errorf("got %q, %v, %v, %v", text, info.Mode(), err, errStat)
	}
	if err := copyFile(m.path("inst/armshell"), m.path("copy")); err == nil {
		t.Error("an existing file was overwritten")
	}
}
