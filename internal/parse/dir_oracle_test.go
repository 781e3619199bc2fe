package parse

import (
	"bytes"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// wanderer makes scripts that change directory in every construct. Its probes are
// programs that do not exist, p1 and q2, each of another name; those with q fail.
type wanderer struct {
	*rand.Rand
	root   string
	depth  int
	probes int
	quoted bool // inside single quotes: none can be written
}

func (g *wanderer) one(of ...string) string { return of[g.IntN(len(of))] }

// fill replaces each %C by a command, %L by a list, %D by a directory, %O by one in
// an odd spelling, %P by a probe, %R by a file, each of another name, and %' by a
// quote that lasts to the next.
func (g *wanderer) fill(template string) string { return fillWith(template, g.symbol) }

func (g *wanderer) symbol(c byte) string {
	g.depth++
	defer func() { g.depth-- }()
	switch c {
	case 'C':
		return g.command()
	case 'L':
		return g.fill(g.one("%C", "%C; %C", "%C\n%C", "%C && %C", "%C || %C", "%C && %C || %C", "%C; %P", "! %C", "%C | %C", "%C & %C"))
	case 'P', 'R':
		g.probes++
		if c == 'R' {
			return "r" + strconv.Itoa(g.probes)
		}
		return g.one("p", "p", "q") + strconv.Itoa(g.probes)
	case 'D':
		return g.one("a", "a", "a", "b", "a/b", "./a", "..", "missing", "l", "~/x", g.root+"/w", g.root+"/s/a", g.root+"/missing")
	case 'O':
		return g.one("../s/b", ".", "~", "\"$HOME/x\"", "$HOME", "\"$PWD/a\"", "\"$v\"", "$v", "\\~a", "\"\"", "a=~")
	case '\'':
		g.quoted = !g.quoted
		return "'"
	}
	panic(string(c))
}

var (
	common = []string{"cd %D", "cd %D", "cd %D && %P", "cd %D || exit", "cd %D || { %P; exit 1; }", "cd %D; %P", "%P", "%P > %R", "cd %D > %R"}
	odd    = []string{"cd %O", "cd %O && %P", "cd %D || exit $((1/0))\n%P", "while ! cd %D; do cd %D && break; %P; break; done; %P", "cd", "cd -", "cd -P %D", "cd -L %D", "cd -- %D", "command cd %D", "builtin cd %D && %P", "pushd %D", "pushd %O", "pushd", "popd", "cd %D %D", "cd %D > missing/x && %P",
		"v=%D", "v=%D; cd \"$v\"; %P", "v=a; if %P; then v=%D; fi; cd \"$v\" && %P", "d=$PWD; cd \"$d/a\"", "exit 3", "return", "return 1", "break", "continue", "break 2", "exec %P", "exec missing", "exit 1 2", "break 0", "exit > missing/x",
		"echo $((1/0))", ": \"${z:?}\"", "readonly PWD", "readonly v", "set -e", "set -u", "set -P", "shopt -s lastpipe", "shopt -s execfail", "HOME=%D", "unset HOME", "CDPATH=%D", "PWD=/", "OLDPWD=/"}
	compounds = []string{"if %L; then %L; fi", "if %L; then %L; else %L; fi", "if %L; then %L; elif %L; then %L; else %L; fi", "while read x && %C; do %L; done <<< \"1\n2\"", "while %C && read x; do %L; done <<< \"1\n2\"",
		"until ! read x || %C; do %L; done <<< \"1\n2\"", "for i in 1 2; do %L; done", "for d in %D %O; do cd \"$d\" && %L; done", "for ((i=0; i<2; i++)); do %L; done", "select d in a b; do %L; break; done <<< 1",
		"case $x in 1) %L;; 2) %L;; esac", "case $x in 1) %L;; *) %L;; esac", "case 1 in 1) %L;& 2) %L;; esac", "case 1 in 1) %L;;& 2) %L;; 1) %L;; esac", "{ %L; }", "{ %L; } > %R", "( %L )", "( %L ) > %R", "time { %L; }", "x=$(%L)", "echo \"$(%L)\" > %R", "read x < <(%L)",
		"f() { %L; }; f", "f() { %P; }; %L; f", "f() { %P; }; g() { f; %P; }; %L; g", "g() { f; }; f() { %L; }; g", "f() ( %L ); f", "f() { %L; } > %R; f", "f", "g", "f; %P", "coproc { %L; }", "! { %L; }", "%C | %C | %C"}
	holders = []string{"eval %'%L%'", "bash -c %'%L%'", "env bash -c %'%L%'", "env -C a bash -c %'%L%'", "env -i bash -c %'%L%'", "find . -maxdepth 0 -execdir bash -c %'%P%' \\;", "trap %'%L%' EXIT", "trap %'%L%' DEBUG", "trap %'%L%' USR1; kill -USR1 $BASHPID",
		"trap %'cd %D%' USR1; %P; kill -USR1 $$; %P", "trap %'%P; return%' RETURN", "exec bash -c %'%L%'", "timeout 5 bash -c %'%L%'"}
)

func (g *wanderer) command() string {
	switch n := g.IntN(40); {
	case n < 4:
		return g.fill(g.one(odd...))
	case n < 20 || g.depth > 4:
		return g.fill(g.one(common...))
	case n < 38 || g.quoted:
		return g.fill(g.one(compounds...))
	}
	return g.fill(g.one(holders...))
}

// A tree is a place in the real file system for scripts to wander in, deep enough
// that no number of cd .. leaves it: they create files.
type tree struct{ top, root, start, home, programs string }

func newTree(t *testing.T) tree {
	t.Helper()
	top, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	root := filepath.Join(top, strings.Repeat("d/", 20))
	for _, dir := range []string{"s/a/a", "s/a/b", "s/b/a", "s/~a", "s/a=~", "w/a", "w/b", "home/x", "programs"} {
		if err := os.MkdirAll(filepath.Join(root, dir), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	links := map[string]string{"s/l": filepath.Join(root, "w/a")}
	for _, program := range []string{"bash", "env", "find", "timeout"} {
		if links["programs/"+program], err = exec.LookPath(program); err != nil {
			t.Fatal(err)
		}
	}
	for link, target := range links {
		if err := os.Symlink(target, filepath.Join(root, link)); err != nil {
			t.Fatal(err)
		}
	}
	return tree{top: top, root: root, start: filepath.Join(root, "s"), home: filepath.Join(root, "home"), programs: filepath.Join(root, "programs")}
}

// run runs the script in a real bash and returns the directories in which its
// probes ran and its files were opened, by name.
func (tr tree) run(t *testing.T, script string) map[string][]string {
	t.Helper()
	marks, err := os.CreateTemp(tr.root, "marks")
	if err != nil {
		t.Fatal(err)
	}
	defer os.Remove(marks.Name())
	defer marks.Close()
	inBash(script, tr.start, []string{"PATH=" + tr.programs, "HOME=" + tr.home, "LC_ALL=C.UTF-8", "FUNCNEST=3",
		`BASH_FUNC_command_not_found_handle%%=() { builtin printf '%s\0%s\0' "$1" "$(builtin pwd -L)" >&19; [[ $1 == p* ]]; }`}, marks)
	return tr.seen(t, marks.Name())
}

// seen reads the marks, and takes the files away for the next script.
func (tr tree) seen(t *testing.T, marks string) map[string][]string {
	t.Helper()
	text, err := os.ReadFile(marks)
	if err != nil {
		t.Fatal(err)
	}
	at := map[string][]string{}
	fields := bytes.Split(bytes.TrimSuffix(text, []byte{0}), []byte{0})
	for i := 0; i+1 < len(fields); i += 2 {
		at[string(fields[i])] = append(at[string(fields[i])], resolved(string(fields[i+1])))
	}
	err = filepath.WalkDir(tr.top, func(path string, entry os.DirEntry, err error) error {
		if err == nil && entry.Type().IsRegular() && strings.HasPrefix(entry.Name(), "r") {
			at[entry.Name()] = append(at[entry.Name()], filepath.Dir(path))
			return os.Remove(path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return at
}

// foreseen returns the directories of the script by name of probe and file, as
// paths; without an entry for those that can be anywhere.
func (tr tree) foreseen(s *Script) (known map[string][]string, anywhere map[string]bool) {
	known, anywhere = map[string][]string{}, map[string]bool{}
	add := func(name string, dirs []string) {
		anywhere[name] = anywhere[name] || dirs == nil
		for _, dir := range dirs {
			known[name] = append(known[name], tr.path(dir))
		}
	}
	for _, c := range s.Commands {
		add(c.Name, c.Dirs)
	}
	for _, r := range s.Redirects {
		name, _ := r.Target.Value()
		add(name, r.Dirs)
	}
	return known, anywhere
}

func (tr tree) path(dir string) string {
	if rest, home := strings.CutPrefix(dir, "~"); home {
		return resolved(tr.home + rest)
	}
	if filepath.IsAbs(dir) {
		return resolved(dir)
	}
	return resolved(filepath.Join(tr.start, dir))
}

// resolved returns a directory without links. A .. is first taken as cd takes it.
func resolved(dir string) string {
	if found, err := filepath.EvalSymlinks(filepath.Clean(dir)); err == nil {
		return found
	}
	return dir
}

// TestDirsOracle asks bash where the commands of generated scripts run: it is
// among the directories that Parse says. ARMSHELL_GENERATED sets how many.
func TestDirsOracle(t *testing.T) {
	want := 40
	if n, err := strconv.Atoi(os.Getenv("ARMSHELL_GENERATED")); err == nil {
		want = n
	}
	seed, _ := strconv.ParseUint(os.Getenv("ARMSHELL_SEED"), 10, 64)
	tr := newTree(t)
	asked, tried, told, seen := 0, 0, 0, 0
	for g := (&wanderer{Rand: rand.New(rand.NewPCG(seed, 11)), root: tr.root}); asked < want && tried < 100*want; tried++ {
		script := g.fill(strings.Repeat("%L"+g.one("\n", "; "), 1+g.IntN(3)) + "%P; wait")
		s, err := Parse(script)
		if err != nil {
			continue
		}
		asked++
		known, anywhere := tr.foreseen(s)
		for name, dirs := range tr.run(t, script) {
			seen++
			if !anywhere[name] {
				told++
			}
			for _, dir := range dirs {
				if !anywhere[name] && !slices.Contains(known[name], dir) {
					t.Errorf("%s was in %s, not in %q, in\n%s", name, dir, known[name], script)
				}
			}
		}
	}
	t.Logf("%d of %d generated scripts were given to bash; of %d marks, the directories of %d were told", asked, tried, seen, told)
	if told*4 < seen {
		t.Errorf("the directories of only %d of %d marks were told", told, seen)
	}
}
