package parse

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// TestFlow: what the line p, where it stands, is called with. A list of what it may be
// called with stands for each; ? is a word that is not known, ?* any number of words.
func TestFlow(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"x=a; p $x", "a"},
		{"x=$(c); x=a; p $x", "a"},
		{"x=a; x=$(c); p \"$x\"", "?"},
		{"p \"$x\"; x=a", "?"},
		{"x=a; if c; then x=b; fi; p $x", "a|b"},
		{"if c; then x=a; else x=b; fi; p $x", "a|b"},
		{"if c; then x=a; elif c; then x=b; else x=d; fi; p $x", "a|b|d"},
		{"if c; then x=a; fi; p \"$x\"", "?"},
		{"x=a; c && x=b; p $x", "a|b"},
		{"x=a; (x=b); p $x", "a"},
		{"x=a; c | x=b; p $x", "a|b"}, // lastpipe
		{"x=a; x=b | c; p $x", "a"},
		{"x=a; x=b & p $x", "a"},
		{"x=a; y=$(x=b; p $x); p $x", "a|b"},
		{"x=a; x=b c; p $x", "a|b"},
		{"x=a; x=b > f; p $x", "a|b"},
		{"x=a; while c; do x=b; done; p $x", "a|b"},
		{"x=a; while c; do p $x; x=b; done", "a|b"},
		{"x=a; while c; do x=b; break; x=d; done; p $x", "a|b|d"},
		{"x=a; while x=b; do c; done; p $x", "a|b"},
		{"for x in a b; do p $x; done", "a|b"},
		{"x=$(c); for x in a b; do p $x; done", "a|b"},
		{"for x in a b; do c; done; p \"$x\"", "?"},
		{"x=d; for x in a b; do c; done; p $x", "a|b|d"},
		{"for x in a; do p $x; x=b; p $x; done", "a|b"},
		{"f() { x=b; }; x=a; p $x", "a"},
		{"f() { x=b; }; x=a; f; p $x", "a|b"},
		{"f() { x=b; }; x=a; f; x=d; p $x", "d"},
		{"f() { p $x; }; x=a; f; x=b; f", "?*"},
		{"x=a; f() { p $x; }; f; x=b; f", "a|b"},
		{"f() { local x=b; }; x=a; f; p $x", "a"},
		{"f() { local x; x=b; p $x; }; x=a; f", "b"},
		{"f() { local x=b; g; p $x; }; g() { x=d; }; f", "b|d"},
		{"x=a; while c; do p $x; f; done; f() { x=b; }", "a|b"},
		{"f() { p $1; }; f a; f b", "a|b"},
		{"f() { p \"$@\"; }; f a b", "a b"},
		{"f() { p \"$@\"; }; f a b; f a", "a ?*"},
		{"f() { p $2; }; f a b", "b"},
		{"f() { shift; p $1; }; f a b", "b"},
		{"f() { g \"$@\"; }; g() { p $1; }; f a", "a"},
		{"f() { p $1; }; f \"$x\"", "?*"},
		{"f() { p \"$1\"; }", "?"},
		{"f() { p \"$1\"; }; f a; trap 'f b' EXIT", "a|b"},
		{"set -- a b; p $2", "b"},
		{"set -- a b; shift; p \"$@\"", "b"},
		{"set -- a b; while c; do p $1; shift; done", "?*"},
		{"set -- a; f() { set -- b; }; f; p $1", "a"},
		{"p \"$1\"", "?"},
		{"trap 'x=b' EXIT; x=a; p $x", "a|b"},
		{"trap f EXIT; f() { x=b; }; x=a; p $x", "a|b"},
		{"x=a; eval 'x=b'; p $x", "b"},
		{"x=a; read x; p \"$x\"", "?"},
		{"read x <<< a; p $x", "a"},
		{"read -r x y <<< 'a  b '; p \"$y\"", "b"},
		{"exec 3>&1; read x <<< a; p \"$x\"", "?"},
		{"x=a; printf -v x %s b; p \"$x\"", "?"},
		{"x=a; unset x; p \"$x\"", "?"},
		{"case $x in a|b) p $x;; esac", "a|b"},
		{"case $1 in a|b) p $1;; esac", "a|b"},
		{"case $1 in a) p \"$@\";; esac", "a ?*"},
		{"case $1 in a) while c; do p \"$1\"; shift; done;; esac", "?"},
		{"case $x in a*) p \"$x\";; esac", "?"},
		{"case $x in a) c;& b) p \"$x\";; esac", "?"},
		{"case $x in a) c;;& b) p $x;; esac", "b"},
		{"case $x in a) c;; esac; p \"$x\"", "?"},
		{"case $x in a) x=b; p $x;; esac", "b"},
		{"case $x in a) y=b;; *) y=d;; esac; p $y", "b|d"},
		{"case $x in a) y=b;; ?) y=d;; esac; p \"$y\"", "?"},
		{"y=a; case $x in a) y=b;; ?) y=d;; esac; p $y", "a|b|d"},
		{"y=a; case $x in a) y=b;& ?) p $y; y=d;; esac; p $y", "a|b|d"},
		{"y=a; case $(y=e; c) in $((y=1))) ;; *) p \"$y\";; esac", "?"},
		{"case \"$x\" in a) while c; do p $x; x=b; done;; esac", "a|b"},
		{"x=b; case $x in a) f; p \"$x\";; esac; f() { x=$(c); }", "?"},
		{"a=(x y); p \"${a[@]}\"", "x y"},
		{"a=(x y); p ${a[@]}", "x y"},
		{"a=(x y); p ${a[1]}", "y"},
		{"[ \"$x\" = a ] && p $x", "a"},
		{"[ \"$0\" = a ] && p $0", "?*"},
		{"x=a; while break; x=b; do :; done; p $x", "a|b"},
		{"x=a; until continue; x=b; do p $x; done", "a|b"},
		{"while break; p() { c; }; do :; done; p", ""},
		{"until [ \"$x\" = a ] || break; do :; done; p \"$x\"", "?"},
		{"until [ \"$x\" = a ] || continue; do break; done; p \"$x\"", "?"},
		{"while if [ \"$x\" = a ]; then false; else break; fi; do :; done; p \"$x\"", "?"},
		{"[[ $x == \"\" && ${x:=b} ]] && p \"$x\"", "?"},
		{"x=a; [[ $x == a && $((x=7)) == 7 ]] && p \"$x\"", "?"},
		{"x=; case \"$x\" in a${x:=b}) ;; \"\") p \"$x\";; esac", "?"},
		{"[[ $x == a ]] && p $x", "a"},
		{"[[ $x == a* ]] && p \"$x\"", "?"},
		{"if [ \"$1\" = a ]; then p $1; fi", "a"},
		{"[ \"$x\" = a ] && x=b && p $x", "b"},
		{"[ \"$x\" = a ] || p \"$x\"", "?"},
		{"! [ \"$x\" = a ] || p $x", "a"},
		{"[ \"$x\" = a ] || exit 1; p $x", "a"},
		{"[ \"$x\" = a ] || c; p \"$x\"", "?"},
		{"if ! [ \"$x\" = a ]; then c; exit; fi; p $x", "a"},
		{"x=a; if c; then x=b; exit; fi; p $x", "a"},
		{"x=a; if c; then x=b; exit 1 2; fi; p $x", "a|b"},
		{"x=a; for i in 1 2; do if c; then x=b; break; fi; p $x; done; p $x", "a|b"},
		{"x=a; for i in 1 2; do p $x; if c; then x=b; continue; fi; done", "a|b"},
		{"x=a; f() { if c; then x=b; return; fi; p $x; }; f; p $x", "a|b"},
		{"x=a; (if c; then x=b; exit; fi; p $x); p $x", "a"},
		{"a=(x y); a=z; p ${a[1]}", "?*"},
		{"a=(x y); a=z; p \"${a[0]}\"", "?"},
		{"a=(x y); a=z; for i in \"${a[@]}\"; do p $i; done", "|x|y|z"},
		{"if c; then x=a; else x=b; fi; eval \"x=d; p \\$x $x\"", "d a|d b"},
		{"if c; then x=a; else x=b; fi; sh -c \"x=d; p \\$x $x\"", "d a|d b"},
		{"a=(x); a+=(y \"$z\"); p \"${a[@]}\"", "x y ?"},
		{"a=(x); c && a+=(y); p \"${a[@]}\"", "x ?*"},
		{"a=(x); for i in 1 2; do a+=(-l \"$i\"); done; p \"${a[@]}\"", "x ?*"},
		{"a=(x y); a[0]=z; p \"${a[@]}\"", "?*"},
		{"a=(x $y); p \"${a[@]}\"", "x ?*"},
		{"a=(); p \"${a[@]}\" b", "b"},
		{"x=a.b.c; p ${x%.*} ${x%%.*} ${x#*.} ${x##*.}", "a.b a b.c c"},
		{"x=abc; p ${x:1} ${x:0:2} ${x^} ${x^^}", "bc ab Abc ABC"},
		{"x=abab; p ${x/a/x} ${x//a/x} ${x/b} \"${x//b/}\"", "xbab xbxb aab aa"},
		{"x=a; y=; p ${x:-b} ${y:-b} ${x:+b}", "a b b"},
		{"x=a; p \"${x:-$(c)}\"", "a"},
		{"x=a; p ${x/a/&b}", "?*"},
		{"x=a; x+=b; p $x", "ab"},
		{"x=a; y=$x; x=b; p $y", "a"},
		{"x=a; f() { local x; p \"x$x\"; }; x=b f", "x|xa|xb"},
		{"readonly x=a; p $x", "a"},
		{"readonly x; x=a; p \"$x\"", "?"},
		{"declare -g x=a; p $x", "a"},
		{"f() { local x=b; declare -g x=a; p $x; }", "a|b"},
		{"x=a\necho $((1/0)); x=b\np $x", "a|b"},
		{"x=a\ny=1; echo $((y+1)); x=b\np $x", "b"},
		{"x=a; y=$x$x; p $y", "aa"},
		{"for i in 1 2 3; do x=$x.$i; done; p \"$x\"", "?"},
		{"x=; for i in 1 2 3; do x=a$x; done; p \"$x\"", "?"},
		{"x=a; y=b; for v in x y; do eval \"$v=c\"; done; p $x", "a|c"},
		{"for v in x y; do eval \"$v=a\"; done; p \"$x\"", "?"},
		{"x=a; f() { local x=b x=$x; p $x; }; f", "a|b"},
		{"x=a; y=$x; c && x=b; y=$x; p $y", "a|b"},
		{"f() { local k=\"$1\"; p $k; }; f a; f b", "a|b"},
		{"a=(x); declare a=(y) b=(\"${a[@]}\"); p \"${b[@]}\"", "?"},
		{"declare a=(y); p \"${a[@]}\"", "y"},
		{"x=a; declare x=b y=$x; p $y", "a|b"},
		{"declare -u x=a; p \"$x\"", "?"},
	} {
		if got := calledWith(t, c.in); got != c.want {
			t.Errorf("%s\n p is called with %s, want %s", c.in, got, c.want)
		}
		for call := range strings.SplitSeq(c.want, "|") {
			if !strings.Contains(call, "?") && !unsettledCalls(t, c.in, strings.Fields(call)) {
				t.Errorf("%s\n where its values do not settle, p is not called with %s", c.in, call)
			}
		}
	}
}

// unsettledCalls reports whether p can be called with the words by the reading of texts
// of which the values do not settle.
func unsettledCalls(t *testing.T, in string, words []string) bool {
	file, err := Bash.parseFile(in)
	if err != nil {
		t.Fatal(err)
	}
	first := Shell{}.walkFile(in, file, &findings{}, routes{})
	last := Shell{}.walkFile(in, file, first.finds.nothingKnown(), routes{})
	if last.opaque != nil {
		return true
	}
	return slices.ContainsFunc(last.script.Commands, func(c Command) bool {
		return c.Name == "p" && standsFor(c.Args, words)
	})
}

// TestGiven: what the text does with the parameters that it is given.
func TestGiven(t *testing.T) {
	for _, c := range []struct {
		in   string
		args []string
		want string
	}{
		{"p $1", []string{"a"}, "a"},
		{"p \"$@\"", []string{"a", "b c"}, "a b c"},
		{"p x \"$@\"", []string{}, "x"},
		{"p \"$1\"", []string{}, ""},
		{"p \"$1\"", nil, "?"},
		{"f() { p \"$1\"; }; f b", []string{"a"}, "b"},
		{"eval \"$1\"", []string{"p a"}, "a"},
		{"x=${1:-d}; p $x", []string{}, "d"},
		{"shift; p $1", []string{"a", "b"}, "b"},
		{"while c; do p \"$1\"; shift; done", []string{"a", "b"}, "?"},
		{"sh -c 'p \"$1\"' zero a", []string{"b"}, "a"},
		{"sh -c 'p \"$1\"' zero", []string{"b"}, ""},
		{"sh -c 'p \"$1\"' zero \"$x\"", nil, "?"},
		{"xargs sh -c 'p \"$1\" \"$2\"' zero a", nil, "a ?"},
	} {
		script, err := Shell{Args: c.args}.Parse(c.in)
		if got := callsOf(script); err != nil || got != c.want {
			t.Errorf("%s with %q: %v\n p is called with %q, want %q", c.in, c.args, err, got, c.want)
		}
	}
}

// calledWith returns what the program p is called with in the text.
func calledWith(t *testing.T, in string) string {
	script, err := Parse(in)
	if err != nil {
		t.Errorf("%s: %v", in, err)
	}
	return callsOf(script)
}

func callsOf(script *Script) string {
	var calls []string
	for _, c := range script.Commands {
		if c.Name != "p" {
			continue
		}
		var words []string
		for _, a := range c.Args {
			words = append(words, shown(a))
		}
		calls = append(calls, strings.Join(words, " "))
	}
	slices.Sort(calls)
	return strings.Join(slices.Compact(calls), "|")
}

func shown(a Arg) string {
	text, known := a.Value()
	switch {
	case known:
		return text
	case a.Single():
		return "?"
	}
	return "?*"
}

// A flowGenerator makes scripts of which the values of variables take many ways. A
// value that is evaluated as arithmetic though it is none looks n9 up.
type flowGenerator struct {
	*rand.Rand
	depth int
}

func (g *flowGenerator) one(of ...string) string { return of[g.IntN(len(of))] }

// symbol makes of %L a list, %C a command, %V a variable, %W a value, %N a name of a
// program, %A an expression, %K a condition, %F a function.
func (g *flowGenerator) symbol(c byte) string {
	g.depth++
	defer func() { g.depth-- }()
	fill := func(of ...string) string { return fillWith(g.one(of...), g.symbol) }
	switch c {
	case 'L':
		return fill("%C", "%C; %C", "%C\n%C", "%C; %C; %C", "%C\n%C\n%C")
	case 'K':
		return fill("true", "false", ":", "[ $%V = n1 ]", "test -n \"$%V\"", "%C")
	case 'V':
		return g.one("a", "b", "c")
	case 'F':
		return g.one("f", "g")
	case 'N':
		return g.one("n1", "n2", "n3", "n4")
	case 'A':
		return fill("1", "%V", "$%V", "%V+1", "%V*%V", "%V=3", "%V++", "${%V:-1}", "$#", "%V%%2", "1/%V")
	case 'W':
		return fill("%N", "%N", "$%V", "\"$%V\"", "'b[$(n9)]'", "7", "08", "''", "$((%A))", "$1", "\"$2\"", "${%V%%?}1", "${%V:-%N}", "${%V/n/n}", "${r[0]}", "$(echo %N)", "$(echo 5)", "${%V:+%N}", "$%V$%V")
	case 'C':
		return g.command(fill)
	case '%':
		return "%"
	}
	panic(string(c))
}

func (g *flowGenerator) command(fill func(...string) string) string {
	simple := []string{"%V=%W", "%V=%W", "%V=%W", "$%V", "\"$%V\" x", "${%V} $%V", "$%V $1", "\"$@\"", "${r[@]}", "\"${r[1]}\"", "echo $((%A))", "%V=$((%A))", "((%A))", "%F", "%F %W", "%F %W %N",
		"r=(%W %N)", "r+=(%N)", "r[1]=%W", "set -- %W %N", "set -- %N", "shift", "%V=%W true", "%V=%W eval '$%V'", "%V=%W %F", "read %V <<< %N", "read %V %V <<< \"%N %W\"", "read %V", "printf -v %V %%d %W", "printf -v %V %N",
		"export %V=%W", "local %V=%W", "local %V", "declare %V=%W", "declare -i %V=%W", "declare -i %V", "local -i %V=%W", "declare -g %V=%W", "readonly %V=%W", "readonly %V", "unset %V", "%V+=%W", "declare -u %V", "eval '%V=%N'", "eval \"$%V\"", "trap '%V=%N' EXIT", "break", "continue", "return", "${%V:=%N}", "shopt -s nocasematch", "shopt -s lastpipe", "set -e", "set -u"}
	if g.depth > 6 {
		return fill(simple[:30]...)
	}
	compound := []string{"if %K; then %L; fi", "if %K; then %L; else %L; fi", "%K && %C", "%K || %C", "while %K; do %L; break; done", "for %V in %W %N; do %L; done", "for %V in \"$@\"; do %L; done", "for %V in \"${r[@]}\"; do %L; done",
		"for %V; do %L; done", "for ((%V=0; %V<2; %V++)); do %L; done", "until %K; do %L; %C; break; done", "case $%V in n1|n2) %L;; n3) %L;& 7) %L;; esac", "case $1 in n1|n2) %L;; n3) %L;;& *) %L;; esac", "%F() { %L; }", "%F() { %L; }; %F %N", "%F() { %L; }\n%F %W",
		"( %L )", "{ %L; }", "{ %L; } > /dev/null", "%C | %C", "%C &", "! %C", "x=$(%L)", "echo %N | while read %V; do %L; done", "%F() ( %L )", "select %V in %N; do %L; break; done <<< 1"}
	return fill(append(simple, compound...)...)
}

// TestFlowOracle asks bash about scripts in which values flow.
func TestFlowOracle(t *testing.T) {
	want, seed := generated(t, 300)
	g := &flowGenerator{Rand: rand.New(rand.NewPCG(seed, 11))}
	o := onAllCores(t, func(hand func(string)) {
		for found, made := 0, 0; found < want && made < 300*want; made++ {
			text := fillWith(strings.Repeat("%L\n", 2+g.IntN(3)), g.symbol)
			script, err := Parse(text)
			if err == nil && askable(script) && len(script.Commands) > 0 {
				found++
				hand(text)
			}
		}
	})
	o.report(t, again(seed, want))
	if o.scripts != want || o.lookUps < want/4 {
		t.Errorf("only %d programs were looked up by %d scripts", o.lookUps, o.scripts)
	}
	t.Logf("%d scripts: %d programs looked up, %d ended before their end, %d not confirmed", o.scripts, o.lookUps, o.killed, o.unconfirmed)
}
