package parse

import (
	"context"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// A lookout runs texts in a shell and sees, with strace, which names it looks up: each
// is asked for in the one directory of PATH, whether it is there or not. Blind to
// branches not taken.
type lookout struct {
	shell    []string
	programs string
	log      string
}

// newLookout makes a PATH that holds the stand-ins, each of which is the program end.
func newLookout(t *testing.T, shell []string, end string, standIns ...string) lookout {
	t.Helper()
	l := lookout{shell: shell, programs: t.TempDir(), log: filepath.Join(t.TempDir(), "log")}
	for _, name := range standIns {
		if err := os.Symlink(end, filepath.Join(l.programs, name)); err != nil {
			t.Fatal(err)
		}
	}
	return l
}

// names returns what the text looks up, or tries to execute.
func (l lookout) names(t *testing.T, text string) []string {
	t.Helper()
	dir := t.TempDir()
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
	defer cancel()
	args := append([]string{"-f", "--seccomp-bpf", "-qq", "-xx", "-s", "4096", "-e", "trace=%file", "-e", "signal=none", "-o", l.log}, l.shell...)
	cmd := exec.CommandContext(ctx, "/usr/bin/strace", append(args, "-c", text)...)
	cmd.Dir, cmd.Env = dir, []string{"PATH=" + l.programs, "HOME=" + dir, "LC_ALL=C.UTF-8"}
	cmd.WaitDelay = time.Second
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	_ = cmd.Run() // the status is the text's own business
	if cmd.Process != nil {
		_ = cmd.Cancel()
	}
	log, err := os.ReadFile(l.log)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, path := range hexText.FindAllString(string(log), -1) {
		if name, in := strings.CutPrefix(unhex(t, path), l.programs+"/"); in && name != "" {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

var hexText = regexp.MustCompile(`(?:\\x[0-9a-f]{2})+`)

// foresees reports names that no command of the script stands for. A command that is
// only mentioned is looked up too: askablePosix leaves such texts out.
func foresees(t *testing.T, l lookout, s *Script, line string) {
	t.Helper()
	for _, name := range l.names(t, line) {
		if !slices.ContainsFunc(s.Commands, func(c Command) bool { return c.Name == name }) {
			t.Errorf("%v looked %q up, which was not extracted from\n%s\n%q", l.shell, name, line, line)
		}
	}
}

func askablePosix(s *Script) bool {
	return len(s.Commands) > 0 && askable(s) && !slices.ContainsFunc(s.Commands, func(c Command) bool {
		return c.Kind == Builtin && slices.Contains([]string{"command", "hash", "type", "kill"}, c.Name)
	})
}

// TestPosixOracle: what dash and busybox ash look up for the corpus is among what was
// extracted, or the text was refused.
func TestPosixOracle(t *testing.T) {
	for _, shell := range posixShells {
		t.Run(shell[0][len("/usr/bin/"):], func(t *testing.T) {
			t.Parallel()
			asked, l := 0, newLookout(t, shell, "")
			for _, line := range corpusCommands(t) {
				if script, err := (Shell{Dialect: Posix}).Parse(line); err == nil && askablePosix(script) {
					asked++
					foresees(t, l, script, line)
				}
			}
			if asked < 300 {
				t.Errorf("only %d lines were asked about", asked)
			}
		})
	}
}

// A posixGenerator combines the constructs of POSIX shells with what other shells
// would take for their own.
type posixGenerator struct{ generator }

func (g *posixGenerator) symbol(c byte) string {
	g.depth++
	defer func() { g.depth-- }()
	switch c {
	case '%':
		return "%"
	case 'C':
		return g.command()
	case 'L':
		return g.text("%C", "%C; %C", "%C\n%C", "%C && %C", "%C || %C", "%C | %C", "%C & %C", "! %C", "# %T\n%C", "%C # %T\n%C", "%C |\\\n%C", "%C &&\\\n%C")
	case 'W':
		return g.word()
	case 'N':
		return g.name()
	case 'A':
		return g.text("1", "$%V", "$%V+1", "$(%C)", "${#%V}", "%V=2", "(%A)*2", "%A?%A:%A", "%V", "--%V", "%V++", "\"%V\"")
	}
	return g.generator.symbol(c)
}

func (g *posixGenerator) one(of ...string) string { return of[g.IntN(len(of))] }

func (g *posixGenerator) text(templates ...string) string {
	return fillWith(g.one(templates...), g.symbol)
}

func (g *posixGenerator) command() string {
	if g.depth > 6 {
		return g.name()
	}
	return g.text("%N", "%N %W", "%N %W %W", "%V=%W", "%V=%W %N", "%V=%W :", "echo %W", "$%V %W", "\"$%V\" %W", "%V+=%W", "%V[1]=%W",
		"if %L; then %L; fi", "if %L; then %L; else %L; fi", "while %C; do %L; break; done", "until %C; do %L; break; done", "for %V in %W %W; do %L; done",
		"case %W in %W) %L;; *) %L;; esac", "case %W in (%W|esac) %L;; esac", "{ %L; }", "( %L )", "((%C); %C)", "f() { %L; }\nf", "f() ( %L ); f %W", "f() %C\nf",
		"function g\n{ %L; }\ng", "[[ %W = %W ]]", "let %V=1", "source %W", "cat <<EOF\n%W %T\nEOF\n", "cat <<EOF\n%T\nEOF\n%C; %C", "cat <<'EOF'\n%T\nEOF\n",
		"cat <<-E\n\t%W\n\tE\n", "cat <<E\\\nF\n%T\nEF\n%C", "%C > %W", "%C 2>&1", "%C >&%W", "%C 10>f", "%C < /dev/null", "{ %L; } > out", "eval %W", "eval '%N %T'",
		"eval \"%N\"", "eval -- %N", "trap '%N' EXIT", "trap %N 0", "exec %N", "exec -a x %N", "exec -- %N", "exec 3>&1", "read %V <<E\n%W\nE\n", "printf %W", "export %V=%W",
		"export %V=\"%W\"", "readonly %V=%W", "local %V", "f() { local %V=%W; $%V; }; f", "f() { local %V; $%V; }; f", "unset %V", "set -- %W", "set -f", "shift", "test %W = %W",
		"[ %W = %W ]", "IFS=%W", "wait", "return", "exit", ": ${%V:=%W}", "%V=%N; $%V", "%V=%N\n$%V %W", ": $((%A))", "alias n1=n2\nn1", "time %C", "chdir %W; %C", "pushd %W", "sh -c '%N'")
}

func (g *posixGenerator) word() string {
	if g.depth > 7 {
		return "x"
	}
	return g.text("x", "'%T'", "\"x y\"", "$%V", "\"$%V\"", "${%V}", "${%V:-%W}", "\"${%V:-%W}\"", "\"${%V:-'%T'}\"", "${%V#%W}", "\"${%V%%%W}\"", "${#%V}", "$(%L)", "`%C`",
		"\"$(%C)\"", "\"`%C`\"", "$((%A))", "$'x\\x41'", "$'\\'%T'", "$\"%W\"", "$[%C]", "x$%V", "{x,%W}", "~", "*", "[x]", "\\x", "x\\\ny", "$1", "$@", "\"$@\"", "$10", "$?", "x#y",
		"x=y", "-n", "\"%W\"", "'x'%W", "'($(n5))'", "\"\\$(n1)\"", "$\\\n%V", "${%V:-\"%W\"}", "\"${%V:-\"%W\"}\"")
}

func (g *posixGenerator) name() string {
	name := "n" + strconv.Itoa(g.IntN(9))
	return g.one(name, name, "'"+name+"'", "\""+name+"\"", "\\"+name, "n\\\n"+name[1:], "n''"+name[1:], "$'\\x6e'"+name[1:], "{"+name+",x}", "$\""+name+"\"")
}

// TestPosixGenerated asks both shells about generated scripts, with programs that
// succeed and with programs that are not there. ARMSHELL_GENERATED sets how many.
func TestPosixGenerated(t *testing.T) {
	want, seed := generated(t, 150)
	g := &posixGenerator{generator{Rand: rand.New(rand.NewPCG(seed, 11))}}
	var lookouts []lookout
	for _, shell := range posixShells {
		lookouts = append(lookouts, newLookout(t, shell, ""), newLookout(t, shell, "/bin/true", "n0", "n1", "n2", "n3", "n4", "n5", "n6", "n7", "n8", "cat", "x"))
	}
	asked, tried := 0, 0
	for ; asked < want && tried < 200*want; tried++ {
		line := fillWith(strings.TrimSuffix(strings.Repeat(g.one("%L\n", "%L; "), 1+g.IntN(3)), "; "), g.symbol)
		script, err := Shell{Dialect: Posix}.Parse(line)
		if err != nil || !askablePosix(script) {
			continue
		}
		foresees(t, lookouts[asked%len(lookouts)], script, line)
		asked++
	}
	t.Logf("%d of %d generated scripts were understood and given to a shell", asked, tried)
}
