package policy

import (
	"slices"
	"strings"
	"testing"
)

func TestArities(t *testing.T) {
	if !slices.IsSortedFunc(arities, func(a, b arity) int { return a.compare(b.key) }) {
		t.Error("not sorted")
	}
	for i, a := range arities {
		if i > 0 && arities[i-1].key == a.key {
			t.Errorf("%s is there twice", a.key)
		}
		if a.key != strings.ToLower(a.key) || len(strings.Split(a.key, " ")) > 2 || a.words < 1 {
			t.Errorf("%+v can never be found", a)
		}
	}
}

// TestSuggestCommand holds every row of the engine's documentation; of sudo, the
// one of its newer releases (#1055).
func TestSuggestCommand(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"git status --short", "git status *"},
		{"git log", "git log*"},
		{"npm run build", "npm run build*"},
		{"npm run build -- --x", "npm run build *"},
		{"ls", "ls"},
		{"rm -rf node_modules", "rm *"},
		{"docker compose up --build", "docker compose up *"},
		{"aws s3 rm s3://b", "aws s3 rm *"},
		{"GIT Status x", "GIT Status *"},
		{"go run main.go x", "go run main.go *"},
		{"gh pr view 1", "gh pr view *"},
		{"FOO=1 git push x", "FOO=1 *"},
		{"cd /p && npm i", "cd *"},
		{"nohup mytool a", "nohup mytool *"},
		{"sudo aws s3 rm s3://b", "sudo aws s3 rm *"},
		{"env FOO=bar mytool a", "env FOO=bar mytool *"},
		{"sudo ls x", "sudo ls *"},

		// plain commands
		{"", ""},
		{"git", "git"},
		{"git -C x push", "git -C x push"},
		{"npm run", "npm run*"},
		{"npm install x y", "npm install *"},
		{"aws s3", "aws s3*"},
		{"docker ps -a", "docker ps *"},
		{"Docker Compose UP x", "Docker Compose UP *"},
		{"mytool a b", "mytool *"},
		{"mytool a", "mytool *"},
		{"/usr/bin/git log x", "/usr/bin/git *"},
		{"é ü", "é *"},
		{"x\u00a0y z", "x\u00a0y *"},
		{"node -e \"1\n2\"", "node *"},
		{"git\tlog x", "git log *"},
		{"  git log  x", "git log *"},

		// comments
		{"# why\ngit log", "git log*"},
		{"# why\n  # and\nls\n# more", "ls"},
		{"# why", "# *"},
		{"git log # why", "git log *"},

		// wildcards of its own
		{"rm *.o", "rm *"},
		{"git add *", "git add *"},
		{"git add src/?.go x", "git add *"},
		{"git *", ""},
		{"git lo? x", ""},
		{"* x", ""},
		{"*", ""},
		{"./x?", ""},
		{"npm run b* x", ""},
		{"nohup * x", ""},
		{"nohup rm *.o", "nohup rm *"},
		{"sh -c rm\\ *", ""},

		// through wrappers
		{"sudo", "sudo"},
		{"sudo ls", "sudo ls"},
		{"sudo git log", "sudo git log*"},
		{"sudo -n -u bob ls x", "sudo -n -u bob ls *"},
		{"sudo -nu bob ls x", "sudo -nu bob ls *"},
		{"sudo -ubob ls x", "sudo -ubob ls *"},
		{"sudo -- ls x", "sudo -- ls *"},
		{"sudo A=1 ls x", "sudo A=1 ls *"},
		{"/usr/bin/sudo ls x", "/usr/bin/sudo ls *"},
		{"SUDO ls x", "SUDO ls *"},
		{"env A=1 B=2 git push x", "env A=1 B=2 git push *"},
		{"env -i -u C A=1 git push x", "env -i -u C A=1 git push *"},
		{"env --ignore-signal=INT git push x", "env --ignore-signal=INT git push *"},
		{"env --ignore-signal git push x", "env --ignore-signal git push *"},
		{"env a.b=1 ls x", "env a.b=1 ls *"},
		{"timeout 5 make x", "timeout 5 make *"},
		{"timeout -k 1 -s KILL 5 make x", "timeout -k 1 -s KILL 5 make *"},
		{"timeout --signal=KILL 5 make x", "timeout --signal=KILL 5 make *"},
		{"timeout --signal KILL 5 make x", "timeout --signal KILL 5 make *"},
		{"nice -n 5 make x", "nice -n 5 make *"},
		{"nice --adjustment=5 make x", "nice --adjustment=5 make *"},
		{"time -p make x", "time -p make *"},
		{"stdbuf -oL grep x y", "stdbuf -oL grep *"},
		{"flock -w 1 /l git push x", "flock -w 1 /l git push *"},
		{"setsid mytool a", "setsid mytool *"},
		{"doas -u bob git push x", "doas -u bob git push *"},
		{"xargs -0 -n 1 rm -f", "xargs -0 -n 1 rm *"},
		{"xargs -l2 rm -f", "xargs -l2 rm *"},
		{"xargs -e rm -f", "xargs -e rm *"},
		{"xargs --max-lines=1 rm x", "xargs --max-lines=1 rm *"},
		{"xargs --max-lines 1 rm x", "xargs --max-lines 1 *"},
		{"sudo nohup env A=1 timeout 5 git push x", "sudo nohup env A=1 timeout 5 git push *"},
		{"nohup find . -name x", "nohup find *"},
		{"nohup bash x.sh y", "nohup bash *"},
		{"nohup grep \"a b\" f", "nohup grep *"},

		// the command itself, where the inner one cannot be told
		{"sudo nohup env nice time ls x", "sudo nohup env nice time ls x"},
		{"sudo -h host ls x", "sudo -h host ls x"},
		{"sudo -i ls x", "sudo -i ls x"},
		{"sudo -D /x ls x", "sudo -D /x ls x"},
		{"sudo --user bob ls x", "sudo --user bob ls x"},
		{"sudo --us=bob ls x", "sudo --us=bob ls x"},
		{"sudo -u", "sudo -u"},
		{"sudo -u bob", "sudo -u bob"},
		{"sudo A=1 -u bob ls", "sudo A=1 -u bob ls"},
		{"sudo - ls", "sudo - ls"},
		{"sudo -é ls x", "sudo -é ls x"},
		{"sudo -: ls x", "sudo -: ls x"},
		{"sudo --= ls x", "sudo --= ls x"},
		{"env -S x ls y", "env -S x ls y"},
		{"env A=1", "env A=1"},
		{"env A=1 -i ls", "env A=1 -i ls"},
		{"timeout --sig KILL 5 make x", "timeout --sig KILL 5 make x"},
		{"timeout --foreground=x 5 make y", "timeout --foreground=x 5 make y"},
		{"timeout 5", "timeout 5"},
		{"nice -5 make x", "nice -5 make x"},
		{"time -a make x", "time -a make x"},
		{"env time --out cat rm x", "env time --out cat rm x"},
		{"flock /l -c x", "flock /l -c x"},
		{"setsid -w mytool a", "setsid -w mytool a"},
		{"xargs -I{} rm {}", "xargs -I{} rm {}"},
		{"xargs -I % rm %", "xargs -I % rm %"},
		{"xargs -i rm x", "xargs -i rm x"},
		{"xargs --replace rm x", "xargs --replace rm x"},
		{"watch ls x", "watch ls x"},
		{"parallel rm x", "parallel rm x"},
		{"sudo rush ls x", "sudo rush ls x"},
		{"rust-parallel rm x", "rust-parallel rm x"},
		{"eval ls x", "eval ls x"},
		{"nohup eval ls x", "nohup eval ls x"},
		{"sh -c 'rm x'", "sh -c 'rm x'"},
		{"bash -o errexit -lc ls", "bash -o errexit -lc ls"},
		{"sudo /bin/sh -ec ls", "sudo /bin/sh -ec ls"},
		{"find . -exec rm {} +", "find . -exec rm {} +"},
		{"find . -okdir rm {} ;", "find . -okdir rm {} ;"},
		{"nohup fd -X rm", "nohup fd -X rm"},
		{"fd x --exec=rm", "fd x --exec=rm"},
		{"nohup mytool a; rm x", "nohup mytool a; rm x"},
		{"nohup mytool $(rm x)", "nohup mytool $(rm x)"},
		{"nohup mytool `rm x`", "nohup mytool `rm x`"},
		{"nohup mytool a\nrm x", "nohup mytool a\nrm x"},
		{"nohup mytool $X", "nohup mytool $X"},
		{"nohup \"my tool\" a", "nohup \"my tool\" a"},
		{"env A='b c' mytool a", "env A='b c' mytool a"},
		{"nohup my\\ tool a", "nohup my\\ tool a"},
		{"nohup {rm,x} a", "nohup {rm,x} a"},

		// programs that start others only with some arguments
		{"find . -name x", "find *"},
		{"bash x.sh y", "bash *"},
		{"bash -- -c", "bash *"},
		{"fd x", "fd *"},
		{"eval", "eval"},
	} {
		if got := SuggestPattern("bash", c.in); got != c.want {
			t.Errorf("%q: got %q, want %q", c.in, got, c.want)
		}
	}
}

func TestSuggestPattern(t *testing.T) {
	for _, c := range []struct{ surface, in, want string }{
		{"mcp", "exa:search", "exa:*"},
		{"mcp", " exa : search ", "exa:*"},
		{"mcp", "x:y:z", "x:*"},
		{"mcp", "my_srv:tool", "my_srv:*"},
		{"mcp", "exa_search", "exa_*"},
		{"mcp", "exa_web_search", "exa_*"},
		{"mcp", "danger-srv_wipe", "danger-srv_*"},
		{"mcp", "é_x", "é_*"},
		{"mcp", "search", "*"},
		{"mcp", "mcp", "*"},
		{"mcp", ":search", "*"},
		{"mcp", "exa:", "*"},
		{"mcp", "_x", "_*"},
		{"mcp", "mcp_call", "mcp_call"},
		{"mcp", "mcp_connect_exa", "mcp_connect_exa"},
		{"mcp", "mcp__danger_srv__wipe", "mcp__danger_srv__wipe"},
		{"mcp", "mcp:x", "mcp:*"},
		{"mcp", "exa:se*", "exa:*"},
		{"mcp", "e?a:search", ""},
		{"mcp", "*:x", ""},
		{"mcp", "*_x", ""},
		{"mcp", "mcp_*", ""},

		{"skill", "web-search", "web-search"},
		{"skill", "é", "é"},
		{"skill", "", ""},
		{"skill", "*", ""},
		{"skill", "web-?", ""},

		{"path", "/w/p/.env", "/w/p/*"},
		{"path_read", "/w/p/src/a.go", "/w/p/src/*"},
		{"path_write", "/w/p/src/", "/w/p/src/*"},
		{"external_directory", "/o", "/*"},
		{"external_directory", "/", "/*"},
		{"read", "/w/é/b", "/w/é/*"},
		{"write", "/w/a b", "/w/*"},
		{"edit", "/w/x*", "/w/*"},
		{"find", "/w*/x", ""},
		{"grep", "/w?/", ""},
		{"ls", "x", "x"},
		{"ls", "src/x", "src/*"},
		{"read", "*", "*"},
		{"read", "", ""},

		{"tool", "x", "*"},
		{"my_tool", "/w/p/x", "*"},
		{"", "", "*"},
	} {
		if got := SuggestPattern(c.surface, c.in); got != c.want {
			t.Errorf("%s %q: got %q, want %q", c.surface, c.in, got, c.want)
		}
	}
}

// TestSuggestionsMatch wants a grant to answer for the value that it was given for,
// and not for everything.
func TestSuggestionsMatch(t *testing.T) {
	for _, c := range []struct{ surface, in string }{
		{"bash", "git log"}, {"bash", "git status --short"}, {"bash", "ls"}, {"bash", "rm *.o"},
		{"bash", "nohup mytool a"}, {"bash", "env A=1"}, {"bash", "npm run"}, {"bash", "sudo git log"},
		{"mcp", "exa:search"}, {"mcp", "exa_search"}, {"mcp", "mcp_call"}, {"skill", "web"},
		{"path", "/w/p/x"}, {"path", "/w/p/"}, {"path", "/"},
	} {
		rules := Ruleset{{Surface: c.surface, Pattern: SuggestPattern(c.surface, c.in), Action: Allow}}
		if rules.Evaluate(c.surface, Text(c.in)).Action != Allow {
			t.Errorf("%s %q: %q does not match it", c.surface, c.in, rules[0].Pattern)
		}
		if rules.Evaluate(c.surface, Text("zz")).Action == Allow {
			t.Errorf("%s %q: %q matches anything", c.surface, c.in, rules[0].Pattern)
		}
	}
}

// TestHugeCommands wants an answer while somebody waits for it.
func TestHugeCommands(t *testing.T) {
	for in, want := range map[string]string{
		"git log " + strings.Repeat("x ", 1<<20):      "git log *",
		"nohup rm " + strings.Repeat("x", 1<<20):      "nohup rm *",
		"mytool " + strings.Repeat("\"a b\" ", 1<<18): "mytool *",
	} {
		if got := SuggestPattern("bash", in); got != want {
			t.Errorf("%.20q…: got %.40q", in, got)
		}
	}
	in := strings.TrimSpace(strings.Repeat("sudo ", 1<<18))
	if got := SuggestPattern("bash", in); got != in {
		t.Errorf("many layers: got %.40q", got)
	}
}
