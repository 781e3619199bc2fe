package policy

import (
	"path"
	"testing"
)

// startUpTries are start-up files of programs, what stands in them, and how the
// program is started: then there is a file called mark, or the program says mark.
var startUpTries = []struct {
	file, text string
	start      []string
}{
	{".bashrc", ": > mark", []string{"bash", "-ic", "true"}},
	{".bash_profile", ": > mark", []string{"bash", "-lc", "true"}},
	{".bash_login", ": > mark", []string{"bash", "-lc", "true"}},
	{".profile", ": > mark", []string{"bash", "-lc", "true"}},
	{".bash_logout", ": > mark", []string{"bash", "-lc", "exit"}},
	{".profile", ": > mark", []string{"dash", "-lc", "true"}},
	{".zshenv", ": > mark", []string{"zsh", "-c", "true"}},
	{".zprofile", ": > mark", []string{"zsh", "-lc", "true"}},
	{".zlogin", ": > mark", []string{"zsh", "-lc", "true"}},
	{".zlogout", ": > mark", []string{"zsh", "-lic", "exit"}},
	{".zshrc", ": > mark", []string{"zsh", "-ic", "true"}},
	{".curlrc", "output = mark", []string{"curl", "file:///dev/null", "--create-dirs"}},
	{".config/curlrc", "output = mark", []string{"curl", "file:///dev/null"}},
	{".jq", `def f: "mark";`, []string{"jq", "-n", "f"}},
	{".gitconfig", "[alias]\nx = !: > mark", []string{"git", "x"}},
	{".config/git/config", "[alias]\nx = !: > mark", []string{"git", "x"}},
	{"r/.git/config", "[core]\nrepositoryformatversion = 0\n[alias]\nx = !: > ../mark", []string{"git", "-C", "r", "x"}},
	{"r/.git/hooks/post-checkout", "#!/bin/sh\n: > ../mark", []string{"git", "-C", "r", "checkout", "-b", "b"}},
	{".local/lib/python3.11/site-packages/usercustomize.py", "open('mark', 'w')", []string{"python3", "-c", ""}},
	{".gdbinit", "shell : > mark", []string{"gdb", "-batch"}},
	{".vimrc", "call writefile([], 'mark')", []string{"vim", "-T", "dumb", "--not-a-term", "-c", "q"}},
}

// TestStartUpFiles: the real programs run what stands in the files, and the table
// knows them.
func TestStartUpFiles(t *testing.T) {
	for _, try := range startUpTries {
		t.Run(try.start[0]+" "+try.file, func(t *testing.T) {
			y := newYard(t, try.start[0])
			if try.start[0] == "git" {
				y.run("git", "init", "-q", "r")
				y.run("git", "-C", "r", "-c", "user.name=n", "-c", "user.email=e", "commit", "-q", "--allow-empty", "-m", "m")
			}
			y.write(try.file, try.text+"\n")
			if out := y.run(try.start...); !y.there("mark") && out != "\"mark\"\n" {
				t.Errorf("it does not run: %s", out)
			}
			y.knownAsStartUp(path.Join(y.dir, try.file))
		})
	}
}

func (y yard) knownAsStartUp(file string) {
	if d := GuardCommand(shipped(y, "tea"), "echo x > "+file); d.Allowed || d.Refusal.Reason != StartupFile {
		y.Errorf("not known: %+v", d.Refusal)
	}
}

// TestStartUpLinks: a start-up file is one under every name that it has.
func TestStartUpLinks(t *testing.T) {
	arm := shipped(t, "tea")
	y := yard{t, t.TempDir()}
	y.write(".bashrc", "")
	y.run("ln", "-s", ".bashrc", "plain")
	y.run("ln", "-s", ".", "there")
	t.Chdir(y.dir)
	t.Setenv("HOME", y.dir)
	for line, refused := range map[string]bool{
		"echo x > plain":                      true,
		"echo x | tee there/there/plain":      true,
		"cd there; echo x > ./plain":          true,
		"echo x > pl*":                        true,
		"read d; echo x > \"$d/plain\"":       false, // another fence must stand here
		"cat plain":                           false,
		"echo x > plainer":                    false,
		"cd ~; echo x > there/../.bash_login": true,
	} {
		d := GuardCommand(arm, line)
		if is := !d.Allowed && d.Refusal.Reason == StartupFile; is != refused {
			t.Errorf("%s: %+v", line, d.Refusal)
		}
	}
}

// TestStartUpCopies: of programs that an operator admits every operand may be written,
// and a directory may get a file of any name.
func TestStartUpCopies(t *testing.T) {
	arm := shipped(t, "tea")
	arm.Admit = append(arm.Admit, "cp", "ln", "mv", "touch")
	arm.Utilities = append(arm.Utilities, "cp", "ln", "mv", "touch")
	for line, refused := range map[string]bool{
		"cp x ~/.bashrc": true, "cp -t ~ .bashrc": true, "mv x .git/hooks": true, "ln -sf x ~/.profile": true,
		"touch .envrc": true, "cp x .git/hooks/": true, "cp a b": false, "mv a ~/b": false, "touch x.bashrc": false,
	} {
		d := GuardCommand(arm, line)
		if is := !d.Allowed && d.Refusal.Reason == StartupFile; is != refused {
			t.Errorf("%s: %+v", line, d.Refusal)
		}
	}
}

// BenchmarkStartUpNothing: a line that writes nothing pays nothing.
func BenchmarkStartUpNothing(b *testing.B) {
	g := guard{arm: shipped(b, "tea")}
	c := lineOf(b, "tea issues list | grep x").Commands[1]
	for b.Loop() {
		g.startUpOperands(c)
	}
}
