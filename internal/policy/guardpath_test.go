package policy

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// parseRules reads rules in short: "surface pattern action", with ";" between them.
func parseRules(t *testing.T, text string) Ruleset {
	t.Helper()
	var rules Ruleset
	for _, one := range strings.Split(text, ";") {
		words := strings.Fields(one)
		if len(words) < 3 {
			t.Fatalf("not a rule: %q", one)
		}
		action, err := ParseAction(words[len(words)-1])
		if err != nil || !knownSurface(words[0]) {
			t.Fatalf("not a rule: %q", one)
		}
		rules = append(rules, Rule{Surface: words[0], Pattern: strings.Join(words[1:len(words)-1], " "), Action: action, Layer: LayerConfig})
	}
	return rules
}

// TestPathsOfLines: what a line reads and writes is judged on the surfaces of paths.
// %W is the working directory, %O one beside it, %H the home directory; a want of
// "deny P on S" names the rule that decided.
func TestPathsOfLines(t *testing.T) {
	w := linkedTree(t)
	outside := w + "-outside"
	home := w + "-home"
	for _, dir := range []string{outside, home} {
		if err := os.Mkdir(dir, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("HOME", home)
	if err := os.Symlink(outside, filepath.Join(w, "out")); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(outside+"/new", filepath.Join(w, "dangling")); err != nil {
		t.Fatal(err)
	}
	expand := strings.NewReplacer("%W", w, "%O", outside, "%H", home)
	for _, c := range []struct{ rules, line, want string }{
		// direction: what is written is no reading, and neither is both
		{"path_write src/* deny", "cat src/a", "allow"},
		{"path_write src/* deny", "cat < src/a", "allow"},
		{"path_write src/* deny", "echo x > src/a", "deny src/* on path_write"},
		{"path_write src/* deny", "echo x >> src/a", "deny src/* on path_write"},
		{"path_write src/* deny", "echo x >| src/a", "deny src/* on path_write"},
		{"path_write src/* deny", "echo x &> src/a", "deny src/* on path_write"},
		{"path_write src/* deny", "echo x &>> src/a", "deny src/* on path_write"},
		{"path_write src/* deny", "echo x >& src/a", "deny src/* on path_write"},
		{"path_write src/* deny", "echo x 3> src/a", "deny src/* on path_write"},
		{"path_write src/* deny", "echo x <> src/a", "deny src/* on path_write"},
		{"path_read src/* deny", "echo x <> src/a", "deny src/* on path_read"},
		{"path_read src/* deny", "echo x > src/a", "allow"},
		{"path_read src/* deny", "echo x >&2 2>&1 2>&-", "allow"},
		{"path_read src/* deny", "cat src/a", "deny src/* on path_read"},
		{"path src/* deny", "cat src/a", "deny src/* on path"},
		{"path src/* deny", "echo x > src/a", "deny src/* on path"},
		{"path_write src/* deny", "tea upload src/a", "deny src/* on path_write"}, // nobody knows what it does
		{"path_read src/* deny", "tea upload src/a", "deny src/* on path_read"},
		{"path_write src/* deny", "tee src/a", "deny src/* on path_write"},
		{"path_read src/* deny", "tee src/a", "allow"},
		{"path_write src/* deny", "mkdir -m 700 src/a", "deny src/* on path_write"},
		{"path src/* allow; path_write src/* deny", "cat src/a > src/b", "deny src/* on path_write"},
		{"path_write src/* deny; path src/* allow", "cat src/a > src/b", "allow"}, // file order

		// spellings
		{"path *.secret deny", "cat link", "deny *.secret on path"},
		{"path *.secret deny; path link allow", "cat link", "deny *.secret on path"},
		{"path src/.secret deny", "cat link", "deny src/.secret on path"},
		{"path %W/src/.secret deny", "cat ./dir/../src/.secret", "deny %W/src/.secret on path"},
		{"path * deny; path src/* allow", "cat src/../link2", "deny * on path"},
		{"path * deny; path src/* allow", "cat src/a", "allow"},
		{"path dir/* deny", "cat src/a", "deny dir/* on path"}, // dir leads to src
		{"path out deny", "cat %O", "deny out on path"},

		// a directory that is made meanwhile, and a program that puts the path in normal form first
		{"path *.secret deny", "mkdir nx && cat nx/../link", "deny *.secret on path"},
		{"path *.secret deny", "mkdir nx; cat < nx/../link", "deny *.secret on path"},
		{"path *.secret deny", "mkdir nx; cd nx; cat ../link", "deny *.secret on path"},
		{"path *.secret deny", "mkdir nx nx/a; cd nx/a && cat ../../link", "deny *.secret on path"},
		{"path src/.secret deny", "mkdir nx; cat nx/../dir/.secret", "deny src/.secret on path"},
		{"path *.secret deny", "mkdir nx; for f in nx/../link; do cat \"$f\"; done", "deny *.secret on path"},
		{"path *.secret deny", "mkdir nx; echo x > nx/../link", "deny *.secret on path"},
		{"path *.secret deny", "cat dir/../nx/../src/sub/up", "deny *.secret on path"},
		{"path *.secret deny", "cat link/", "deny *.secret on path"},
		{"path *.secret deny", "cat link/.", "deny *.secret on path"},
		{"path *.secret deny", "cat link/x/..", "deny *.secret on path"},
		{"external_directory * deny", "mkdir nx; cat nx/../out/a", "deny * on external_directory"},

		// the home directory
		{"path ~/.ssh/* deny", "cat ~/.ssh/id", "deny ~/.ssh/* on path"},
		{"path ~/.ssh/* deny", "cat $HOME/.ssh/id", "deny ~/.ssh/* on path"},
		{"path ~/.ssh/* deny", "cat \"${HOME}/.ssh/id\"", "deny ~/.ssh/* on path"},
		{"path ~/.ssh/* deny", "cat ~/notes", "allow"},
		{"path ~/.ssh/* deny", "cat $HOME/notes", "allow"},
		{"path ~/.ssh/* deny", "cat '~/.ssh/id'", "allow"},
		{"path ~/.ssh/* deny", "cat ~root/.ssh/id", "maybe ~/.ssh/* on path"},
		{"path ~/.ssh/* deny", "HOME=/x; cat ~/.ssh/id", "maybe ~/.ssh/* on path"},
		{"path $HOME/.ssh/* deny", "cat %H/.ssh/id", "deny $HOME/.ssh/* on path"},
		{"path ~/.ssh/* deny", "cd ~ && cat .ssh/id", "deny ~/.ssh/* on path"},
		{"path ~/.ssh/* deny", "cd && cat .ssh/id", "deny ~/.ssh/* on path"},
		{"path ~/.ssh/* deny", "cd ~/.ssh && cat id", "deny ~/.ssh/* on path"},
		{"path_read %W/src/* deny", `cat "$PWD/src/a"`, "deny %W/src/* on path_read"},
		{"path_read %W/src/* deny", `cat "$PWD/doc/a"`, "allow"},

		// the directory that the line has gone to
		{"path src/* deny", "cd src && cat a", "deny src/* on path"},
		{"path src/* deny", "cd src; cat a", "deny src/* on path"},
		{"path src/* deny", "(cd src && cat ../b)", "allow"},
		{"path src/* deny", "(cd src); cat a", "allow"},
		{"path src/* deny", "cd src | cat a", "allow"},
		{"path src/* deny", "cd sub && cat ../src/a", "deny src/* on path"},
		{"path src/* deny", `cd "$D" && cat a`, "maybe src/* on path"},
		{"path src/* deny", `cd "$D"; cd %W/doc && cat a`, "maybe src/* on path"}, // cd itself goes there,
		{"path_write src/* deny", `cd "$D"; cd %W/doc && tee a`, "allow"},
		{"path_write src/* deny", `cd "$D"; cd doc && tee a`, "maybe src/* on path_write"},
		{"path src/* deny", "for d in src doc; do (cd $d && cat a); done", "deny src/* on path"},
		{"path src/* deny", "for d in x y; do cd $d && cat a; done", "maybe src/* on path"}, // x/y, x/y/x …
		{"path src/* deny", "cd src && echo x > a", "deny src/* on path"},
		{"path src/* deny", "cd dir && cat a", "deny src/* on path"},

		// words of which not all is known
		{"path *.env deny", `cat "$f"`, "maybe *.env on path"},
		{"path *.env deny", "cat *", "maybe *.env on path"},
		{"path *.env deny", "cat src/*.txt", "allow"},
		{"path *.secret deny", "cat l*k", "deny *.secret on path"}, // a link that the pattern matches
		{"path *.env deny", "cat {a,b.env}", "deny *.env on path"},
		{"path *.env deny", "cat $(basename x)", "maybe *.env on path"},
		{"path *.env deny", `tea issues "$n"`, "allow"},
		{"path *.env deny", `n=$((1+1)); cat a$n`, "allow"},
		{"path */a deny", `n=$((1+1)); cat src/$n`, "allow"},

		// which words are paths
		{"path src/* deny", "echo src/a", "allow"},
		{"path src/* deny", "printf %s src/a", "allow"},
		{"path src/* deny", "grep src/a notes", "allow"},
		{"path src/* deny", "grep -e x src/a", "deny src/* on path"},
		{"path src/* deny", "grep src/a -e x", "deny src/* on path"},
		{"path src/* deny", "grep src/a notes --regexp=x", "deny src/* on path"},
		{"path src/* deny", "grep src/a -f list", "deny src/* on path"},
		{"path src/* deny", "grep -e src/a -e x notes", "allow"},
		{"path src/* deny", "sed src/a -e p", "deny src/* on path"},
		{"path src/* deny", "grep -f src/a notes", "deny src/* on path"},
		{"path src/* deny", "grep --file=src/a notes", "deny src/* on path"},
		{"path src/* deny", "grep -fsrc/a notes", "deny src/* on path"},
		{"path src/* deny", "grep -A 3 pat src/a", "deny src/* on path"},
		{"path src/* deny", "head -n 3 -- src/a", "deny src/* on path"},
		{"path src/* deny", "jq --arg x src/a . notes", "allow"},
		{"path src/* deny", "jq --rawfile x src/a . notes", "deny src/* on path"},
		{"path src/* deny", "tea issues create --body src/a", "deny src/* on path"},
		{"path src/* deny", "tea issues create --body=src/a", "deny src/* on path"},
		{"path src/* deny", "tea x -fsrc/a", "deny src/* on path"},
		{"path src/* deny", "tea x if=src/a", "deny src/* on path"},
		{"path src/* deny", "tea x @./src/a", "deny src/* on path"},
		{"path src/* deny", "tea x https://src/a", "allow"},
		{"path link deny", "tea x link", "deny link on path"}, // a bare word, if there is such a file
		{"path nothing deny", "tea x nothing", "allow"},
		{"path_write nothing deny", `cd "$D"; tea x nothing`, "maybe nothing on path_write"},
		{"path src/* deny", "CDPATH=src; cd sub", "deny environment"},
		{"path src/* deny", "X=src/a tea x", "allow"},
		{"path src/* deny", "cat <<< src/a", "allow"},

		{"path *.env deny", "cat src/[a-z]*.txt", "allow"},
		{"path *.env deny", "cat s[r]c/a", "allow"},
		{"path *.env deny", "cat */a", "allow"},
		{"path src/* deny", "cat */a", "maybe src/* on path"},
		{"path *.secret deny", "cat s*/.secre[t]", "maybe *.secret on path"},
		{"path *.secret deny", "cat */sub/u*", "maybe *.secret on path"},

		// directories
		{"path src/* deny", "grep -r x .", "deny src/* on path"},
		{"path src/* deny", "grep -r x", "deny src/* on path"},
		{"path src/* deny", "grep -dskip x doc", "maybe src/* on path"}, // doc may become anything
		{"path src/* deny", "grep x .", "allow"},
		{"path src/* deny", "ls", "allow"},
		{"path src/* deny", "ls -R", "deny src/* on path"},
		{"path src/* deny", "ls -R src", "deny src/* on path"},
		{"path %W deny", "ls", "deny %W on path"},
		{"path %W deny", "ls .", "deny %W on path"},
		{"path *.env deny", "diff -r . src", "maybe *.env on path"},
		{"path src/* deny", "tea x src", "deny src/* on path"},
		{"path *.env deny", "cp x src", "maybe *.env on path"},
		{"path_write src/* deny", "cp -t src x", "deny src/* on path_write"},
		{"path_write src/* deny", "rm -r src", "deny src/* on path_write"},
		{"path src/* deny", "mv src s2; cat s2/a", "deny src/* on path"},
		{"path src/* deny", "cat src/a/..", "allow"},
		{"external_directory * deny", "cd && ls", "deny * on external_directory"},
		{"external_directory * deny", "cd", "deny * on external_directory"},
		{"external_directory * deny", "cd --", "deny * on external_directory"},
		{"external_directory * deny", "HOME=/etc; cd && ls", "deny * on external_directory"},
		{"external_directory * deny", "cd - && ls", "deny * on external_directory"},
		{"external_directory * deny", "cd src && ls", "allow"},
		{"path *.secret deny", "cd out/.. && cat link", "deny *.secret on path"},
		{"path *.secret deny", "cd out && cd .. && cat < link", "deny *.secret on path"},
		{"path *.secret deny", "cd out/.. && echo x > link", "deny *.secret on path"},
		{"path *.secret deny", "pushd out/.. && cat link", "deny *.secret on path"},

		// files that name files, scripts, options cut short
		{"path *.secret deny", "sort --files0-from=list", "maybe *.secret on path"},
		{"path *.secret deny", "md5sum -c sums", "maybe *.secret on path"},
		{"path src/* deny", "column --table src/a", "deny src/* on path"},
		{"path src/* deny", "column -td src/a", "deny src/* on path"},
		{"path src/* deny", "head -4c src/a", "deny src/* on path"},
		{"path src/* deny", "od -cw src/a", "deny src/* on path"},
		{"path src/* deny", "HOME=src jq -n k", "maybe src/* on path"},
		{"path src/* deny", "jq -n k", "allow"},
		{"path_write src/* deny", "TMPDIR=src sort big", "maybe src/* on path_write"},
		{"path src/* deny", "grep --fil src/a b", "deny src/* on path"},
		{"path_read src/* deny", "sed 'r src/a' b", "maybe src/* on path_read"},
		{"path_read src/* deny", "sed -n 1,3p b", "allow"},
		{"path_read src/* deny", "awk 'BEGIN { getline x < \"src/a\" }'", "maybe src/* on path_read"},
		{"path src/* deny", "jq -n 'import \"src/a\" as $d; $d'", "maybe src/* on path"},
		{"path src/* deny", "jq --arg x y -r .title notes", "allow"},
		{"path src/* deny", "echo x > ~/notes", "allow"},
		{"external_directory * deny", "cat <(cat src/a) <(cat b)", "allow"},
		{"external_directory * deny", "tee >(cat) < src/a", "allow"},

		// outside of the working directory
		{"external_directory * deny", "cat /etc/hosts", "deny * on external_directory"},
		{"external_directory * deny", "cat src/a ./b %W/c", "allow"},
		{"external_directory * deny", "cat ..", "deny * on external_directory"},
		{"external_directory * deny", "cat out/a", "deny * on external_directory"},
		{"external_directory * deny", "echo x > dangling", "deny * on external_directory"},
		{"external_directory * deny", "echo x > /dev/null 2> /dev/stderr", "allow"},
		{"external_directory * deny", "cat /dev/null/x", "deny * on external_directory"},
		{"external_directory * deny", "cat %W-2/x", "deny * on external_directory"},
		{"external_directory * deny; external_directory %O/* allow", "cat out/a", "allow"},
		{"external_directory * deny", "cd /etc && cat hosts", "deny * on external_directory"},
		{"external_directory * deny", "tea x git..branch", "allow"},
		{"external_directory * ask", "cat /etc/hosts", "ask * on external_directory"},
	} {
		line := expand.Replace(c.line)
		arm := Arm{Name: "a", Tool: "tea", Utilities: []string{"cat", "tee", "mkdir", "grep", "head", "jq", "basename", "ls", "diff", "cp", "rm", "mv", "sort", "md5sum", "column", "sed", "awk", "od"}, Hints: true,
			Rules: parseRules(t, expand.Replace(c.rules))}
		d := NewResolver(NewManager(arm, w), SessionRules{}).Guard(line, "", nil)
		if got, want := verdictOf(d), expand.Replace(c.want); got != want {
			t.Errorf("%s: %s: got %q, want %q", c.rules, c.line, got, want)
		}
	}
}

func verdictOf(d Decision) string {
	rule := d.Decided.rule
	switch {
	case d.Allowed:
		return "allow"
	case d.Decided.Source == "":
		return "deny " + string(d.Refusal.Reason)
	case d.Ask:
		return fmt.Sprintf("ask %s on %s", rule.Pattern, rule.Surface)
	case strings.Contains(d.Refusal.Detail, "is not known before it runs"):
		return fmt.Sprintf("maybe %s on %s", rule.Pattern, rule.Surface)
	}
	return fmt.Sprintf("deny %s on %s", rule.Pattern, rule.Surface)
}
