package parse

import (
	"strings"
	"testing"
)

// TestDirs: the directories of the commands X, Y, Z and W and of the redirects.
func TestDirs(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		// lists and conditions
		{"X > f", "X:. >:."},
		{"cd a && X", "X:a"},
		{"cd a; X", "X:.,a"},
		{"cd a || X; Y", "X:. Y:.,a"},
		{"cd a || exit 1; X", "X:a"},
		{"cd a || exit $?; X", "X:a"},
		{`cd a || exit "$n"; X`, "X:.,a"},
		{"cd a || exit 1 2; X", "X:.,a"},
		{"cd a || exit --help; X", "X:.,a"},
		{"cd a || { X; exit; }; Y", "X:. Y:a"},
		{"cd a || return; X", "X:.,a"},
		{"cd a || exec X; Y", "X:. Y:a"},
		{"shopt -s execfail; cd a || exec X; Y", "X:. Y:.,a"},
		{"cd a || exec 3>&1; X", "X:.,a >&:."},
		{"! cd a || X", "X:a"},
		{"! cd a && X", "X:."},
		{"cd a && cd b || X; Y", "X:.,a Y:.,a,a/b"},
		{"cd a && cd .. && X", "X:a/.."},
		{"cd / && cd a && X", "X:/a"},
		{"if cd a; then X; else Y; fi; Z", "X:a Y:. Z:.,a"},
		{"if ! cd a; then exit; fi; X", "X:a"},
		{"if cd a; then X; elif cd b; then Y; fi; Z", "X:a Y:b Z:.,a,b"},
		{"{ cd a; }; X", "X:.,a"},
		{"{ cd a && cd b; } && X", "X:a/b"},
		{"time cd a && X", "X:a"},
		{"[[ x ]] && cd a; (( 1 )); declare x=1; X", "X:.,a"},
		{"cd a > f && X", "X:a >:."},
		{"cd a && exit > f; X", "X:.,a >:a"},
		{"cd a && X > f; Y < g", "X:a Y:.,a >:a <:.,a"},
		{"case x in a) cd a;; b) cd b;; esac; X", "X:.,a,b"},
		{"case x in a) cd a; X;; b) Y;; *) exit;; esac; Z", "X:.,a Y:. Z:.,a"},
		{"case x in a) cd a;& b) X;; c) Y;; esac", "X:.,a Y:.,a"},
		{"cd a; exit; X", "X:?"},
		{"exit; X", "X:."},
		{"cd a || exit $((1/0))\nX", "X:.,a"},
		{"eval 'cd a || exit $((1/0))'\nX", "X:.,a"},
		{"while ! cd a; do exit 1 2; done\nX", "X:.,a"},
		// loops
		{"while cd /a; do X; done; Y", "X:/a Y:.,/a"},
		{"until cd /a; do cd /b; X; done; Y", "X:.,/b Y:/a"},
		{"while ! cd a; do X; done; Y", "X:. Y:a"},
		{"while ! cd /a; do cd /b && break; done; X", "X:/a,/b"},
		{"while :; do cd /w || exit; X; done", "X:/w"},
		{"while X; do cd a; done; Y", "X:? Y:?"},
		{`for d in /a /b; do cd "$d" && X; done; Y`, "X:/a,/b Y:.,/a,/b"},
		{`for d in a b; do (cd "$d" && X); done; Y`, "X:a,b Y:."},
		{"for d in a b; do cd $d; X; cd ..; done; cd /w && Y", "X:? Y:/w"},
		{"for ((i=0; i<2; i++)); do X; cd /a; done", "X:.,/a"},
		{"for d in a; do cd /a || break; X; done; Y", "X:/a Y:.,/a"},
		{"for d in a; do cd /a || continue; X; cd /b; done; Y", "X:/a Y:.,/a,/b"},
		{"for d in a; do cd /a && break; X; done; Y", "X:.,/a Y:.,/a"},
		{"for d in a; do for e in b; do cd /a && break 2; done; X; done; Y", "X:.,/a Y:.,/a"},
		{"for d in a; do (cd /a || break; X); done; Y", "X:.,/a Y:."},
		{"select d in a; do cd /$d; X; break; done", "X:.,/,/a"},
		{"while cd /a; do while cd /b; do X; done; Y; done; Z", "X:/b Y:/a,/b Z:.,/a,/b"},
		// children
		{"(cd a; X); Y", "X:.,a Y:."},
		{"cd a && (X; cd b) && Y", "X:a Y:a"},
		{"cd a & X", "X:."},
		{"cd a | X; Y", "X:. Y:."},
		{"X | cd a; Y", "X:. Y:.,a"},
		{"coproc cd a; X", "X:."},
		{"x=$(cd a && X); Y `cd b; Z`", "X:a Z:.,b Y:."},
		{"X <(cd a; Y) > f", "Y:.,a X:. >:."},
		{"sh -c 'cd a && X'; Y", "X:a Y:."},
		{"cd a && bash -c 'X'", "X:a"},
		{"env A=1 timeout 5 nice X", "X:."},
		{`find . -exec X \; -execdir Y \;`, "X:. Y:?"},
		{"env -C a X; env --chdir=a Y; env -u A Z", "X:? Y:? Z:?"},
		{"env -i sh -c 'cd ~; cd /w && X'", "X:?"},
		{"xargs X; xargs -I /w sh -c 'cd /w && X'", "X:."},
		{"chroot a X; doas Y; bash -lc Z; exec -c W", "X:? Y:? Z:? W:?"},
		{"f() { sh -c 'cd a || return; X'; }; f", "X:?"},
		// texts, functions and handlers
		{"eval 'cd a' && X", "X:a"},
		{"eval 'cd a;' X; Y", "X:.,a Y:.,a"},
		{"f() { X > f; }; f; Y", "X:. Y:. >:."},
		{"f() { X; }; cd a; f; Y", "X:? Y:.,a"},
		{"f() { cd a; }; X; f; Y; cd /w && Z", "X:. Y:? Z:/w"},
		{"f() { cd /w && X; cd ..; Y; }", "X:/w Y:?"},
		{"f() (cd /w && X); f; Y", "X:/w Y:."},
		{"f() { cd /w || return; X; }", "X:/w"},
		{"g() { f; }; f() { cd a; }; g; X", "X:?"},
		{"if X; then f() { cd a; }; fi; f; Y", "X:. Y:?"},
		{"while X; do f; done; f() { cd a; }; f", "X:?"},
		{"f() { exit; }; cd a || f; X", "X:.,a"},
		{"trap X EXIT; Y", "X:. Y:."},
		{"trap X EXIT; cd a; Y", "X:? Y:.,a"},
		{"X; trap 'cd a' USR1; cd /w && Y", "X:? Y:?"},
		{"cd /w && X; trap f USR1; f() { cd a; }", "X:?"},
		{"trap break USR1; while ! cd a; do :; done; X", "X:?"},
		{"trap return USR1; f() { cd /a; }; X; cd /w && X", "X:? X:?"},
		{"trap 'for i in 1; do break; done' USR1; cd a && X", "X:a"},
		// what cd leads to
		{`cd && X; cd ~ && Y; cd "$HOME" && Z`, "X:~ Y:~ Z:~"},
		{`cd ~/x && cd y && X; cd "${HOME}/x" && Y`, "X:~/x/y Y:~/x"},
		{"cd ~u && X", "X:?"},
		{"cd $HOME && X", "X:?"},
		{`cd "$HOME"x && X`, "X:?"},
		{"cd; HOME=/x; X; cd ~ && Y", "X:? Y:?"},
		{"unset HOME; cd ~ && X", "X:?"},
		{"export -n HOME; sh -c 'cd ~ && X'", "X:?"},
		{`cd a && cd "$PWD/b" && X`, "X:a/b"},
		{`cd a && cd "$PWD" && X`, "X:a"},
		{`d=$PWD; cd a && cd "$d" && X`, "X:?"},
		{`d=~/x; cd "$d" && X`, "X:~/x"},
		{`d=a; cd $d && X; e=$d/b; cd "$e" && Y`, "X:a Y:a/a/b,a/b"},
		{`if X; then d=a; else d=/b; fi; cd "$d" && Y`, "X:. Y:/b,a"},
		{`cd "$d"; X; cd /w && Y; Z`, "X:? Y:/w Z:?"},
		{"cd ''; X; cd . && Y", "X:. Y:."},
		{"cd -L -- a && X; command cd b && Y", "X:a Y:a/b,b"},
		{"cd - ; X", "X:?"},
		{"cd -P a && X; cd -- - && Y; cd -e a || Z", "X:? Y:? Z:?"},
		{"cd a b && X", "X:?"},
		{"cd a* && X; cd {a,b} && Y", "X:? Y:?"},
		{`cd '~x' && X; cd \~ && Y; cd a && cd \~ && Z`, "X:./~x Y:./~,./~x/~ Z:./~/a/~,./~x/a/~,./~x/~/a/~,a/~"},
		{`d='~/x'; cd "$d" && X`, "X:?"},
		{"cd a=~ && X; cd a:~ && Y", "X:? Y:?"},
		{"pushd a && X || Y", "X:a Y:.,a"},
		{"pushd +1; X", "X:?"},
		{"pushd; X", "X:?"},
		{"popd; X", "X:?"},
		{"set -P; cd a && X", "X:?"},
		{"set -o physical; cd a && X", "X:?"},
		{"readonly PWD; cd a || X", "X:.,a"},
		{`readonly PWD; cd "$PWD/a" && X`, "X:?"},
		{"cd a; X; CDPATH=/; cd ./a && Y; cd ../b && Z; cd /c && W", "X:? Y:? Z:? W:/c"},
		{"CDPATH=/; cd ./a && X", "X:./a"},
		{"PWD=/; cd a && X; cd /w && Y", "X:? Y:/w"},
		{"cd a\xff && X", "X:?"},
	} {
		s, err := Parse(c.in)
		if err != nil {
			t.Errorf("%s: %v", c.in, err)
		}
		if got := where(s); got != c.want {
			t.Errorf("%s\n got %s\nwant %s", c.in, got, c.want)
		}
	}
}

// where writes a command as NAME:DIR,DIR with . for the start and ? for any.
func where(s *Script) string {
	var out []string
	add := func(name string, dirs []string) {
		list := strings.Join(dirs, ",")
		switch {
		case dirs == nil:
			list = "?"
		case dirs[0] == "":
			list = "." + list
		}
		out = append(out, name+":"+list)
	}
	for _, c := range s.Commands {
		if strings.Contains("XYZW", c.Name) {
			add(c.Name, c.Dirs)
		}
	}
	for _, r := range s.Redirects {
		add(r.Op, r.Dirs)
	}
	return strings.Join(out, " ")
}

// TestDirsReadAlike: a text may not rely on a directory that an option of the
// shell decides, or on the end of a shell that an interactive one survives.
func TestDirsReadAlike(t *testing.T) {
	for _, c := range []struct {
		in, option string
		want       bool
	}{
		{"X; exit", "interactive", true},
		{"cd a && X; exit", "interactive", true},
		{"cd a || exit; X", "interactive", false},
		{"cd a || exec Y; X", "interactive", false},
		{"while ! cd a; do Y $n; done\nX", "interactive", false},
		{"cd a; Y\nX", "interactive", true},
		{"f() { exit; }; cd a && X", "interactive", true},
		{"cd a || exec X", "execfail", false},
		{"exec X", "execfail", true},
		{"cd a; X", "physical", false},
		{"X", "physical", true},
		{"cd a; X", "lastpipe", true},
	} {
		s, err := Parse(c.in)
		if err != nil || s.ReadsAlike(c.option, true) != c.want || !s.ReadsAlike(c.option, false) {
			t.Errorf("%s with %s on: %v, want %v", c.in, c.option, !c.want, c.want)
		}
	}
}
