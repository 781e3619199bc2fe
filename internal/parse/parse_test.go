package parse

import (
	"errors"
	"strings"
	"testing"

	"mvdan.cc/sh/v3/syntax"
)

// reaches writes a command as NAME[kind] with its launchers: eval>tea, cd(builtin).
func reaches(c Command) string {
	text := strings.Join(append(append([]string{}, c.Via...), c.Name), ">")
	if c.Kind != Program {
		text += "(" + c.Kind.String() + ")"
	}
	return text
}

// TestReaches: the commands of a line, or the kind of its refusal.
func TestReaches(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"tea issues list | jq .title", "tea jq"},
		{"a && b || c; d & e", "a b c d e"},
		{"if a; then b; elif c; then d; else e; fi", "a b c d e"},
		{"while a; do b; done; until c; do d; done", "a b c d"},
		{"for x in $(a); do b; done; for ((i=0;i<1;i++)); do c; done", "a b c"},
		{"case $(a) in $(b)) c;; esac", "a b c"},
		{"select x in a; do b; done", "b"},
		{"{ a; }; ( b ); ! c; time d; coproc e", "a b c d e"},
		{"f() { a; }; f", "a f(function)"},
		{"f() { a; }; f; unset -f f; f", "a f unset(builtin) f"},
		{"[[ -n $(a) ]]; (( 1 + 1 )); echo $(( 2 ))", "a echo(builtin)"},
		{"x=$(a) y=`b` c <(d) >(e)", "a b d e c"},
		{"cat <<E\n$(a)\nE\ncat <<'E'\n$(b)\nE\n", "a cat cat"},
		{"cat <<< $(a) > $(b)", "a b cat"},
		{"echo ${x:-$(a)} ${x/$(b)/$(c)} ${x:0:1}", "a b c echo(builtin)"},
		{"eval 'a; b'", "eval(builtin) eval>a eval>b"},
		{"command a; builtin echo; exec b", "command(builtin) command>a builtin(builtin) builtin>echo(builtin) exec(builtin) exec>b"},
		{"command -v a; type b", "command(builtin) type(builtin)"},
		{"trap 'a' EXIT; trap - EXIT", "trap(builtin) trap>a trap(builtin)"},
		{"env -i A=1 timeout -k 5 9 nice -n 5 a x", "env env>timeout env>timeout>nice env>timeout>nice>a"},
		{"xargs -i a b; xargs -e a b; xargs -l a b; xargs -i{} a b", "xargs xargs>a xargs xargs>a xargs xargs>a xargs xargs>a"},
		{"xargs -n1 -I{} a {}; find . -name x -exec b {} \\;", "xargs xargs>a find find>b"},
		{"sh -c 'a; b'; bash -ec c", "sh sh>a sh>b bash bash>c"},
		{"T=a; $T x; for c in d e; do $c; done", "a d e"},
		{"if x; then c=a; else c=b; fi; $c", "x a b"},
		{"$'\\x63url' c\\url \"cu\"rl", "curl"},
		{"cu{rl,} x; {a,b}", "curl a"},
		{"declare x=$(a); export y=$(b); local z; readonly w; let n=1", "a declare(builtin) b export(builtin) local(builtin) readonly(builtin) let(builtin)"},
		{"", ""},
		{"# only a comment", ""},
		{"x=$y; $x", "dynamic-command"},
		{"$(a)", "dynamic-command"},
		{"c?rl x", "dynamic-command"},
		{"~/x", "dynamic-command"},
		{"eval \"$x\"", "dynamic-code"},
		{"echo $((x))", "unknown-number"},
		{"x='a[$(b)]'; echo $((x))", "unknown-number"},
		{"read \"$n\"", "dynamic-code"},
		{"[ $x ]", "dynamic-code"},
		{"echo ${x@P}", "dynamic-code"},
		{"trap \"$x\" EXIT", "dynamic-code"},
		{". ./x", "sourced-file"},
		{"alias a=b", "rebinds"},
		{"hash -p /x a", "rebinds"},
		{"shopt -u interactive_comments", "rebinds"},
		{"echo() { a; }", "rebinds"},
		{"command -p a", "builtin"},
		{"complete -C a b", "builtin"},
		{"a # x \\\nb", "ambiguous"},
		{"a=(x)#c; b", "ambiguous"},
		{"a\r\nb", "ambiguous"},
		{"cat <<A\"B\"\nx\nAB\n", "ambiguous"},
		{"x=`cat <<A\nA\n`", "ambiguous"},
		{"echo \"${x:-'$(a)'}\"", "ambiguous"},
		{"[[ a == @($(b)) ]]", "ambiguous"},
		{"f() { a; } | b", "ambiguous"},
		{"echo ${ a; }", "opaque"},
		{"a 'b", "syntax"},
		{"a\x00b", "unreadable"},
		{strings.Repeat("(", 2000), "too-large"},
		{"echo {1..9}{1..9}{1..9}{1..9}{1..9}", "too-large"},
		{strings.Repeat("a;", MaxCommands+1), "too-large"},
		{strings.Repeat("x", MaxText+1), "too-large"},
	} {
		if got := summary(Parse(c.in)); got != c.want {
			t.Errorf("%.80q\n got %s\nwant %s", c.in, got, c.want)
		}
	}
}

func summary(s *Script, err error) string {
	var opaque *OpaqueError
	var invalid *SyntaxError
	switch {
	case errors.As(err, &opaque):
		return string(opaque.Kind)
	case errors.As(err, &invalid):
		return "syntax"
	case err != nil:
		return err.Error()
	}
	names := make([]string, len(s.Commands))
	for i, c := range s.Commands {
		names[i] = reaches(c)
	}
	return strings.Join(names, " ")
}

// TestPositions: where a command and a refusal stand, also in nested texts.
func TestPositions(t *testing.T) {
	commands, err := ExtractCommands("a;\n  b $(c)\neval 'd;\ne'")
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, c := range commands {
		got = append(got, c.Name+"@"+c.Pos.String())
	}
	if s, want := strings.Join(got, " "), "a@1:1 c@2:7 b@2:3 eval@3:1 d@3:1 e@3:1"; s != want {
		t.Errorf("got %s, want %s", s, want)
	}
	_, err = Parse("a;\n  $b")
	var opaque *OpaqueError
	if !errors.As(err, &opaque) || opaque.Pos != (Pos{2, 3}) || opaque.Subject != "$b" {
		t.Errorf("got %#v", err)
	}
}

// Nodes of kinds that no parser of today makes.
type (
	unknownCommand struct{ syntax.Command }
	unknownArithm  struct{ syntax.ArithmExpr }
	unknownTest    struct{ syntax.TestExpr }
	unknownLoop    struct{ syntax.Loop }
	unknownPart    struct{ syntax.WordPart }
)

// TestUnknownSyntax: a node that the walk does not name is refused, in every place
// where the tree holds an interface.
func TestUnknownSyntax(t *testing.T) {
	word := &syntax.Word{Parts: []syntax.WordPart{&syntax.Lit{}}}
	for name, walk := range map[string]func(*walker){
		"command":    func(w *walker) { w.command(unknownCommand{&syntax.Block{}}) },
		"arithmetic": func(w *walker) { w.arithm(unknownArithm{word}) },
		"test":       func(w *walker) { w.test(unknownTest{word}) },
		"loop": func(w *walker) {
			w.forClause(&syntax.ForClause{Loop: unknownLoop{&syntax.WordIter{Name: &syntax.Lit{}}}})
		},
		"part":     func(w *walker) { w.part(unknownPart{&syntax.Lit{}}) },
		"operator": func(w *walker) { w.binary(&syntax.BinaryCmd{Op: 0}) },
		"redirect": func(w *walker) { w.redirect(&syntax.Redirect{Op: 0}) },
	} {
		w := &walker{script: &Script{}, assumed: &findings{}, finds: findings{vars: map[string]values{}}}
		if walk(w); w.opaque == nil || w.opaque.Kind != KindOpaque {
			t.Errorf("%s: not refused", name)
		}
	}
}

// TestNodes feeds each kind of node that the parser makes, so that a kind which a
// new version adds to the language shows here as one that is refused.
func TestNodes(t *testing.T) {
	const every = "a=1 b c; if d; then e; elif f; then g; else h; fi; while i; do j; done\n" +
		"for k in l; do m; done; for ((n=0;n<1;n++)); do o; done; case p in q) r;; esac\n" +
		"{ s; }; ( t ); u && v || w | x; y() { z; }; ((1+2)); [[ ( ! -n a ) && b == c ]]\n" +
		"declare d=(e [1]=f); let g=1; time h; coproc i; cat <<< j > k; cat <<L\nm\nL\n" +
		"echo 'n' \"o\" $p ${q:-r} ${s:0:1} ${t/u/v} $(w) `x` $((1+(2))) <(y) @(z)\n"
	if _, err := Parse(every); err != nil {
		t.Fatal(err)
	}
}

// TestClasses: a builtin takes its arguments as text if and only if it is inert.
func TestClasses(t *testing.T) {
	for name, row := range builtins {
		if (row.class == inert) != (row.walk == nil) {
			t.Errorf("%s: class %d, and a walk or none", name, row.class)
		}
	}
}

// TestTables: launchers are no builtins, and no name is empty or a path.
func TestTables(t *testing.T) {
	for _, row := range launchers {
		name := row.name
		if _, is := builtins[name]; is || name == "" || strings.Contains(name, "/") {
			t.Errorf("%q does not belong among the launchers", name)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, line := range corpusCommands(f) {
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, line string) {
		script, err := Parse(line)
		if script == nil {
			t.Fatal("no script", err)
		}
		for _, c := range script.Commands {
			if !c.Pos.before(Pos{1 << 30, 0}) || c.Pos.Line == 0 {
				t.Fatalf("%q stands nowhere: %v", c.Name, c.Pos)
			}
		}
	})
}

func BenchmarkParse(b *testing.B) {
	for name, text := range map[string]string{
		"short": "tea issues list --state open | jq -r .title",
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := Parse(text); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
