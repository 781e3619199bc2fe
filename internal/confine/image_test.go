package confine

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestExecBecomesTheShell(t *testing.T) {
	cmd := become(t, Image{
		File:  bash,
		Args:  []string{"a shell", "-c", `echo "$0 $1 $$ $PWD $A $(umask)"; exec env; exit 7`, "zero", "one"},
		Env:   []string{"PATH=/usr/bin:/bin", "A=1"},
		Fence: unfenced,
	})
	got := run(t, cmd)
	want := fmt.Sprintf("zero one %d %s 1 %04o\n", cmd.ProcessState.Pid(), cmd.Dir, umask(t))
	env, ok := strings.CutPrefix(got.Stdout, want)
	if !ok || got.Stderr != "" || got.Status != 0 {
		t.Errorf("got %+v, want %q", got, want)
	}
	if strings.Contains(env, imageEnv) || !strings.Contains(env, "A=1\n") {
		t.Errorf("environment: %s", env)
	}
}

func umask(t *testing.T) os.FileMode {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o777); err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(file)
	if err != nil {
		t.Fatal(err)
	}
	return 0o777 &^ info.Mode().Perm()
}

func TestExecStatus(t *testing.T) {
	for line, want := range map[string]int{"exit 7": 7, "true": 0, "nosuch": 127, "kill -9 $$": -1} {
		got := run(t, become(t, Image{File: bash, Args: []string{"bash", "-c", line}, Fence: unfenced}))
		if got.Status != want {
			t.Errorf("%s: got %+v, want %d", line, got, want)
		}
	}
}

func TestExecRefuses(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	path := func(name string) string { return filepath.Join(dir, name) }
	must := func(err error) {
		if err != nil {
			t.Fatal(err)
		}
	}
	text, err := os.ReadFile(self)
	must(err)
	must(os.WriteFile(path("copy"), text, 0o700))
	must(os.WriteFile(path("plain"), []byte("true\n"), 0o700))
	must(os.Symlink(self, path("symlink")))
	args := []string{"bash", "script"}
	harmless := []string{imageEnv + "={}"} // this program, if it is not refused
	for _, c := range []struct {
		img  Image
		want string
	}{
		{Image{}, "not an absolute path"},
		{Image{File: "bash", Args: args}, "not an absolute path"},
		{Image{File: bash}, "no arguments"},
		{Image{File: bash, Args: args, Script: []byte{}}, "argument 0 of 2"},
		{Image{File: bash, Args: args, Script: []byte{}, ScriptArg: 2}, "argument 2 of 2"},
		{Image{File: bash, Args: args, Script: []byte{}, ScriptArg: -1}, "argument -1 of 2"},
		{Image{File: bash, Args: args}, "no fence was chosen"},
		{Image{File: bash, Args: args, Fence: Fence{Off: true, Execute: []File{{Path: path("none")}}}}, "none is gone"},
		{Image{File: bash, Args: args, Fence: Fence{Off: true, Execute: []File{{Path: path("plain"), Size: 5}}}}, "plain was changed"},
		{Image{File: path("none"), Args: args, Fence: unfenced}, "no such file"},
		{Image{File: dir, Args: args, Fence: unfenced}, "become " + dir},
		{Image{File: path("plain"), Args: args, Fence: unfenced}, "exec format error"},
		{Image{File: self, Args: args, Env: harmless, Fence: unfenced}, "that is this program"},
		{Image{File: path("symlink"), Args: args, Env: harmless, Fence: unfenced}, "that is this program"},
		{Image{File: path("copy"), Args: args, Env: harmless, Fence: unfenced}, "that is this program"},
		{Image{File: bash, Args: []string{"bash", "-c", "echo\x00ran"}, Fence: unfenced}, "invalid argument"},
		{Image{File: bash, Args: []string{"bash", "-c", "echo ran"}, Env: []string{"A=\x00"}, Fence: unfenced}, "invalid argument"},
	} {
		got := run(t, become(t, c.img))
		if got.Status != failed || got.Stdout != "" || !strings.Contains(got.Stderr, c.want) {
			t.Errorf("%q %q: got %+v, want an error with %q", c.img.File, c.img.Args, got, c.want)
		}
	}
}
