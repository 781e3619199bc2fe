package policy

import (
	"fmt"
	"math/rand"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// manyRules returns a random policy of few words, so that its rules meet.
func manyRules(r *rand.Rand, surfaces, patterns []string) Ruleset {
	rules := make(Ruleset, r.Intn(6))
	for i := range rules {
		rules[i] = Rule{
			Surface: surfaces[r.Intn(len(surfaces))],
			Pattern: patterns[r.Intn(len(patterns))],
			Action:  Action(r.Intn(3)),
			Layer:   LayerConfig,
		}
	}
	return rules
}

// TestDenyNeverAllowsMore: a deny rule at the end of a policy takes away or changes
// nothing, whatever the policy, the session and the intent.
func TestDenyNeverAllowsMore(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	surfaces := []string{"bash", "path", "path_read", "path_write", "read", "external_directory", "*", "tool", "mcp"}
	patterns := []string{"*", "tea *", "tea a*", "cat *", "src/*", "*.env", "/etc/*", "b", "web*", "gitea:*", "gitea", "*x*"}
	lines := []string{"tea api x", "tea issues | cat src/a", "cat < src/b.env", "echo > src/x", "cat /etc/hosts", `tea "$x"`, `cat "$f"`, "cat src/*", "b 'x"}
	for range 3000 {
		arm := Arm{Name: "a", Tool: "tea", Utilities: []string{"cat"}, Rules: manyRules(r, surfaces, patterns)}
		if r.Intn(2) == 0 {
			action := Action(r.Intn(3))
			arm.Default = &action
		}
		session := NewSessionRules(manyRules(r, surfaces, patterns))
		stricter := arm
		stricter.Rules = append(slices.Clip(arm.Rules), manyRules(r, surfaces, patterns)...)
		for i := len(arm.Rules); i < len(stricter.Rules); i++ {
			stricter.Rules[i].Action = Deny
		}
		before := NewResolver(NewManager(arm, "/w/p"), session)
		after := NewResolver(NewManager(stricter, "/w/p"), session)
		for _, intent := range intentsOf(lines) {
			a, b := before.Resolve(intent), after.Resolve(intent)
			if b.State > a.State {
				t.Fatalf("%+v\nrules %+v\nsession %+v\nthen %+v\nwas %s, is %s", intent, arm.Rules, session.rules, stricter.Rules[len(arm.Rules):], a.State, b.State)
			}
		}
	}
}

func intentsOf(lines []string) []AccessIntent {
	intents := []AccessIntent{
		ToolAccessIntent{Surface: "read", Input: Object{"path": "src/b.env"}},
		ToolAccessIntent{Surface: "webfetch", Input: Object{"path": "/etc/hosts"}},
		ToolAccessIntent{Surface: "mcp", Input: Object{"tool": "gitea:x"}},
		PathValuesAccessIntent{Surface: "path", Values: texts("src/x", "/w/p/src/x")},
		AccessPathAccessIntent{Surface: "external_directory", Path: NewAccessPath("/etc/hosts", "/w/p")},
	}
	for _, line := range lines {
		intents = append(intents, ToolAccessIntent{Surface: "bash", Input: Object{"command": line}})
	}
	return intents
}

// constructs are constructs that run the line in them, if anything does.
var constructs = []string{
	"cd x && %s", "cd x; %s", "( %s\n)", "{ %s\n}", "if true; then %s\nfi", "if ! %s\nthen :; fi", "f() { %s\n}; f",
	"{ %s\n} | cat", "cat | { %s\n}", "while false; do %s\ndone", "for i in 1 2; do %s\ndone", "case x in x) %s\n;; esac",
	"if true; then { %s\n}; fi", "f() { %s\n}; f", "while true; do %s\nbreak; done", "x=$(%s\n)", "! { %s\n}", "case a in a) %s\n;; esac", "for i in 1; do %s\ndone",
	"true && { %s\n}", "false || { %s\n}", "echo $(%s\n)", "cat <(%s\n)", "{ %s\n} &", "time { %s\n}",
}

// meansLess are lines of which a construct makes something else: the reason stands
// beside each, and a line here that no construct lets pass is an error.
var meansLess = map[string]string{
	"own-attack-20":  "local is an error outside of a function, and sets the variable in one",
	"own-discard-01": "an error gives up the whole construct, and with it the line that would go on without the function",
	"own-discard-02": "an error gives up the whole construct",
	"own-discard-04": "an error gives up the whole construct",
	"own-flow-08":    "an error gives up the whole construct",
	"own-flow-27":    "an error gives up the whole construct",
	"own-flow-29":    "local is an error outside of a function, and makes the array in one",
}

// wrappings are the line in each construct, and as a text for eval.
func wrappings(line string) []string {
	all := []string{"eval '" + strings.ReplaceAll(line, "'", `'\''`) + "'"}
	for _, construct := range constructs {
		all = append(all, fmt.Sprintf(construct, line))
	}
	return all
}

// TestWrappingNeverAllows: a line that is refused is refused in every construct.
func TestWrappingNeverAllows(t *testing.T) {
	arms := map[string]Arm{}
	passed := map[string]bool{}
	for _, file := range []string{"deny.jsonl", "own-deny.jsonl"} {
		for _, c := range readCorpus(t, file) {
			if _, loaded := arms[c.Arm]; !loaded {
				arms[c.Arm] = shipped(t, c.Arm)
			}
			for _, line := range wrappings(c.Command) {
				if !GuardCommand(arms[c.Arm], line).Allowed {
					continue
				}
				passed[c.ID] = true
				if meansLess[c.ID] == "" {
					t.Errorf("%s: allowed: %q", c.ID, line)
				}
			}
		}
	}
	for id := range meansLess {
		if !passed[id] {
			t.Errorf("%s is refused in every construct: take it out of the list", id)
		}
	}
}

// TestSpellingsAgree: whatever a path is called, it is denied if a rule that denies
// something in particular denies it under one of its names: links, dots, and the
// directory that a line has gone to. Only a pattern that begins with a wildcard
// cannot name a link's target: none is here that names a link.
func TestSpellingsAgree(t *testing.T) {
	cwd := linkedTree(t)
	spellings := []string{
		"src/.secret", "./src/.secret", "src/../src/.secret", cwd + "/src/.secret", "src//.secret", "dir/.secret", "dir/../src/.secret",
		"link", "./link", "dir/../link", "src/./.secret", cwd + "/link", "src/sub/../.secret", "loop/src/.secret", "nx/../link", "dir/../link", "link/", "nx/../src/sub/up",
	}
	r := rand.New(rand.NewSource(2))
	patterns := []string{"*", "src/*", "*.secret", "link", cwd + "/src/*", cwd + "/*", "dir/*", "./src/*", ".secret", "loop/*", "src/.secret"}
	for range 400 {
		arm := Arm{Name: "a", Tool: "tea", Utilities: []string{"cat"}, Rules: manyRules(r, []string{"path", "path_read", "path_write"}, patterns)}
		resolver := NewResolver(NewManager(arm, cwd), SessionRules{})
		answers := map[string]Action{}
		denied := ""
		for _, s := range spellings {
			for _, intent := range spelled(s) {
				answer := resolver.Resolve(intent)
				name := fmt.Sprintf("%+v", intent)
				answers[name] = answer.State
				if answer.State == Deny && answer.rule.targeted() && answer.rule.onPaths() {
					denied = name
				}
			}
		}
		for name, state := range answers {
			if denied != "" && state != Deny {
				t.Fatalf("denied as %s, and %s as %s\nrules %+v", denied, state, name, arm.Rules)
			}
		}
	}
}

func spelled(path string) []AccessIntent {
	return []AccessIntent{
		ToolAccessIntent{Surface: "read", Input: Object{"path": path}},
		ToolAccessIntent{Surface: "bash", Input: Object{"command": "cat " + path}},
		ToolAccessIntent{Surface: "bash", Input: Object{"command": "cat < '" + path + "'"}},
		ToolAccessIntent{Surface: "bash", Input: Object{"command": "cd src && cat " + fromSrc(path)}},
		ToolAccessIntent{Surface: "bash", Input: Object{"command": "d=" + path + `; cat "$d"`}},
	}
}

// fromSrc returns the path as it is called in src.
func fromSrc(path string) string {
	if filepath.IsAbs(path) {
		return path
	}
	return "../" + path
}

// linkedTree makes a directory whose file src/.secret has many names.
func linkedTree(t *testing.T) string {
	cwd, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, dir := range []string{"src/sub"} {
		if err := os.MkdirAll(filepath.Join(cwd, dir), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(cwd, "src/.secret"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	for link, target := range map[string]string{"dir": "src", "link": "src/.secret", "loop": ".", "src/sub/up": "../.secret"} {
		if err := os.Symlink(target, filepath.Join(cwd, link)); err != nil {
			t.Fatal(err)
		}
	}
	return cwd
}

// TestManyRules: rules that match nothing do not make the answer another, and a long
// line is judged to its end.
func TestManyRules(t *testing.T) {
	arm := Arm{Name: "a", Tool: "tea"}
	for i := range 10_000 {
		arm.Rules = append(arm.Rules, Rule{Surface: "bash", Pattern: fmt.Sprintf("tea x%d *", i), Action: Deny, Layer: LayerConfig})
	}
	r := NewResolver(NewManager(arm, "/w/p"), SessionRules{})
	for line, want := range map[string]Action{"tea x9999 y": Deny, "tea x0": Deny, "tea x": Allow, strings.Repeat("tea y; ", 100) + "tea x5000": Deny} {
		if got := r.Resolve(ToolAccessIntent{Surface: "bash", Input: Object{"command": line}}); got.State != want {
			t.Errorf("%s: got %s, want %s", line, got.State, want)
		}
	}
}
