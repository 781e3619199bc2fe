package parse

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"
)

// A generator makes scripts that combine every construct with every spelling of a
// name, so that bash can be asked about shapes that nobody thought of.
type generator struct {
	*rand.Rand
	depth int
}

func (g *generator) one(of ...string) string { return of[g.IntN(len(of))] }

// fill replaces each %C by a command, %L by a list, %W by a word, %N by a name of a
// program, %V by a variable, %A by an expression, %T by text without expansions.
func (g *generator) fill(template string) string { return fillWith(template, g.symbol) }

// fillWith replaces each % and the byte after it by what symbol makes of that byte.
func fillWith(template string, symbol func(byte) string) string {
	var out strings.Builder
	for {
		before, after, found := strings.Cut(template, "%")
		out.WriteString(before)
		if !found {
			return out.String()
		}
		out.WriteString(symbol(after[0]))
		template = after[1:]
	}
}

func (g *generator) symbol(c byte) string {
	g.depth++
	defer func() { g.depth-- }()
	switch c {
	case 'C':
		return g.command()
	case 'L':
		return g.fill(g.one("%C", "%C; %C", "%C\n%C", "%C && %C", "%C || %C", "%C | %C", "%C & %C", "! %C", "# %T\n%C", "%C # %T\n%C"))
	case 'W':
		return g.word()
	case 'N':
		return g.name()
	case 'V':
		return g.one("a", "b", "c", "m")
	case 'A':
		return g.fill(g.one("1", "%V", "$%V", "%V+1", "%V[%A]", "$(%C)", "${#%V}", "%V=2", "(%A)*2", "%A?%A:%A", "'%V'", "\"%V\""))
	case 'T':
		return g.one("x", "n1", "$(n2)", "`n3`", "a b", "'", "\\", "EOF", "}", "n4 \\")
	}
	panic(string(c))
}

func (g *generator) command() string {
	if g.depth > 6 {
		return g.name()
	}
	return g.fill(g.one("%N", "%N %W", "%N %W %W", "%V=%W", "%V=%W %N", "%V+=%W", "%V=(%W %W)", "%V[%A]=%W", "echo %W", "$%V %W", "\"$%V\" %W",
		"if %L; then %L; fi", "if %L; then %L; else %L; fi", "while %C; do %L; break; done", "until %C; do %L; break; done",
		"for %V in %W %W; do %L; done", "for ((%A; 0; %A)); do %L; done", "for ((%V=0; %V<1; %V++)); do %L; done",
		"case %W in %W) %L;; *) %L;; esac", "case %W in %W|%W) %L;& x) %L;; esac", "{ %L; }", "( %L )", "f() { %L; }", "f() { %L; }\nf", "f() ( %L ); f %W",
		"function g { %L; }\ng %W", "f", "g %W", "[[ %W == %W ]]", "[[ -n %W && %W -eq %A ]]", "[[ %W =~ %W ]]", "(( %A ))", "let '%V=%A'", "time %C", "coproc %C",
		"cat <<EOF\n%W %T\nEOF\n", "cat <<EOF\n%T\nEOF\n%C; %C", "cat <<EOF && %C; %C\n%T\nEOF\n", "case %W in (%W|esac) %L;; (esac) %L;; esac", "time { %L; }", "time case %W in %W) %L;; esac",
		"declare +p %V=%W", "declare -a %V=%W", "declare -A %V=%W", "%V[0]=%W; declare %V=%W", "if cat <<X\n%T\nX\nthen\n%C\nfi\n%C", "cat << -X\n%T\n-X\n", "export %V={%W,%W}",
		"eval; %C", "command; %C", "exec; %C", "time [[ %W > %W ]]", "> out %C", "cat <<'EOF'\n%T\nEOF\n", "cat <<-E\n\t%W\n\tE\n", "cat <<< %W", "%C > %W", "%C 2>&1", "%C < /dev/null", "{ %L; } > out",
		"eval %W", "eval '%N %T'", "eval \"%N\"", "trap '%N' EXIT", "command %N", "builtin echo %W", "exec 3>&1", "read %V <<< %W", "printf -v %V %W", "printf %W",
		"declare %V=%W", "declare -i %V=%W", "declare -l %V=%W", "declare -A %V", "declare -A %V=([%W]=%W)", "local %V=%W", "export %V=%W", "readonly %V=%W", "unset %V", "unset -f f",
		"set -- %W", "shift", "test %W = %W", "[ %W -eq %A ]", "[ -v %V ]", "IFS=%W", "shopt -s extglob", "shopt -s nullglob", "set -f", "select %V in %W; do %L; break; done <<< 1",
		"mapfile -t %V <<< %W", "getopts ab %V", "wait", "sh -c '%N'", "env %N", "xargs %N", "return", "exit", "alias n1=n2", ": ${%V:=%W}", "echo {%T,%N}", "a=%N; $a", "a=%N\n$a %W"))
}

func (g *generator) word() string {
	if g.depth > 7 {
		return "x"
	}
	return g.fill(g.one("x", "'%T'", "\"x y\"", "$%V", "\"$%V\"", "${%V}", "${%V:-%W}", "\"${%V:-%W}\"", "\"${%V:-'%T'}\"", "${%V#%W}", "${%V/%W/%W}", "${%V:%A}", "${%V:0:1}",
		"${#%V}", "${!%V}", "${%V[%A]}", "${%V@Q}", "${%V^^}", "$(%L)", "`%C`", "\"$(%C)\"", "$((%A))", "<(%C)", "$'x\\x41'", "$'\\'%T'", "x$%V", "{x,%W}", "{1..3}", "~", "*", "[x]", "@(x|%W)",
		"\\x", "x\\\ny", "$\"x\"", "$1", "$@", "\"$@\"", "$#", "$?", "$!", "x#y", "x=y", "-n", "\"%W\"", "'x'%W", "é", "'($(n5))'"))
}

func (g *generator) name() string {
	name := fmt.Sprintf("n%d", g.IntN(9))
	return g.one(name, name, "'"+name+"'", "\""+name+"\"", "\\"+name, "n\\\n"+name[1:], "n''"+name[1:], "$'\\x6e'"+name[1:], "{"+name+",x}", "$\""+name+"\"", "n{"+name[1:]+",}")
}

// TestGenerated asks bash about generated scripts: what it looks up is among what
// Parse extracted, or Parse refused. ARMSHELL_GENERATED sets how many.
func TestGenerated(t *testing.T) {
	want := 300
	if n, err := strconv.Atoi(os.Getenv("ARMSHELL_GENERATED")); err == nil {
		want = n
	}
	seed, _ := strconv.ParseUint(os.Getenv("ARMSHELL_SEED"), 10, 64)
	g := &generator{Rand: rand.New(rand.NewPCG(seed, 7))}
	asked, tried := 0, 0
	for ; asked < want && tried < 100*want; tried++ {
		line := g.fill(strings.TrimSuffix(strings.Repeat(g.one("%L\n", "%L; "), 1+g.IntN(3)), "; "))
		script, err := Parse(line)
		if err != nil || !askable(script) || len(script.Commands) == 0 {
			continue
		}
		asked++
		for _, argv := range unforeseen(t, script, line) {
			t.Errorf("bash looked %q up, which was not extracted from\n%s\n%q", argv, line, line)
		}
	}
	t.Logf("%d of %d generated scripts were understood and given to bash", asked, tried)
}
