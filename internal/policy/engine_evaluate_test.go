package policy

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// engineRules reads rules, LAYER SURFACE ACTION PATTERN with semicolons between them.
func engineRules(t *testing.T, text string) Ruleset {
	t.Helper()
	var rules Ruleset
	for one := range strings.SplitSeq(text, ";") {
		words := strings.SplitN(strings.TrimSpace(one), " ", 4)
		if len(words) == 1 && words[0] == "" {
			continue
		}
		layer := slices.Index(layerNames[:], words[0])
		action, err := ParseAction(words[2])
		if len(words) != 4 || layer < 0 || err != nil {
			t.Fatalf("no rule: %q", one)
		}
		rules = append(rules, Rule{Surface: words[1], Action: action, Pattern: words[3], Layer: Layer(layer)})
	}
	return rules
}

// ruleText writes a rule as engineRules reads it; - is the rule of no match.
func ruleText(r Rule) string {
	if r.Surface == "" {
		return fmt.Sprintf("- %s", r.Action)
	}
	return strings.Join([]string{r.Layer.String(), r.Surface, r.Action.String(), r.Pattern}, " ")
}

// TestEngineEvaluate holds section 1.4. The synthetic rule of no match is the zero
// Rule here, and denies (DESIGN.md, section 2).
func TestEngineEvaluate(t *testing.T) {
	for _, c := range []struct{ rules, surface, value, want string }{
		{"", "read", "x", "- deny"},
		{"config read allow y", "read", "x", "- deny"},
		{"config edit allow x", "read", "x", "- deny"},
		{"config read allow *; config read deny x", "read", "x", "config read deny x"},
		{"config read deny x; config read allow *", "read", "x", "config read allow *"},
		{"config read deny x; config read allow *; config read ask y", "read", "x", "config read allow *"},
		{"session read allow x; default * deny *", "read", "x", "default * deny *"},
		{"config re* deny *; config read allow *", "read", "x", "config read allow *"},
		{"config read allow *; config re* deny *", "read", "x", "config re* deny *"},
		{"config r??d deny *", "read", "x", "config r??d deny *"},
		{"config * deny *", "my_tool", "x", "config * deny *"},
		{"config path ask *", "path_read", "x", "config path ask *"},
		{"config path_read ask *", "path", "x", "- deny"},
		{"config path_write ask *", "path_read", "x", "- deny"},
		{"config tool ask my_*", "my_tool", "*", "config tool ask my_*"},
		{"config tool ask *", "read", "x", "- deny"},
	} {
		if got := ruleText(engineRules(t, c.rules).Evaluate(c.surface, Text(c.value))); got != c.want {
			t.Errorf("%s %s in %q: got %s, want %s", c.surface, c.value, c.rules, got, c.want)
		}
	}
}

// TestEngineEvaluateFirst holds section 1.5.
func TestEngineEvaluateFirst(t *testing.T) {
	for _, c := range []struct{ rules, values, want string }{
		{"default * ask *; config skill deny b", "a b c", "config skill deny b for b"},
		{"default * ask *; config skill deny b; config skill allow a", "a b c", "config skill allow a for a"},
		{"default * ask *; config skill allow c; config skill deny b", "c b", "config skill allow c for c"},
		{"default * ask *", "a b c", "default * ask * for a"},
		{"default * ask *; default skill deny b", "a b", "default * ask * for a"},
		{"default * ask *; baseline skill allow b", "a b", "baseline skill allow b for b"},
		{"default * ask *; session skill allow b", "a b", "session skill allow b for b"},
		{"default * ask *; config skill ask *; config skill allow b", "a b", "config skill ask * for a"}, // the weakness of #687
		{"default * ask *", "", "default * ask * for *"},
		{"config skill allow b", "", "- deny for *"},
		{"config skill allow b", "a", "- deny for a"},
		{"", "a b", "- deny for a"},
		{"config skill deny **", "", "config skill deny ** for *"},
	} {
		rule, value := engineRules(t, c.rules).EvaluateFirst("skill", texts(strings.Fields(c.values)...))
		if got := ruleText(rule) + " for " + value.String(); got != c.want {
			t.Errorf("%q in %q: got %s, want %s", c.values, c.rules, got, c.want)
		}
	}
}

// TestEngineEvaluateAny holds section 1.6.
func TestEngineEvaluateAny(t *testing.T) {
	for _, c := range []struct{ rules, values, want string }{
		{"config path allow a; config path deny b", "a b", "config path deny b for b"},
		{"config path allow b; config path deny a", "a b", "config path deny a for a"},
		{"config path deny a; config path allow b", "a b", "config path allow b for b"},
		{"config path deny *", "a b", "config path deny * for a"},
		{"config path deny ?", "aa b c", "config path deny ? for b"},
		{"default * ask *; config path deny c", "a b", "default * ask * for a"},
		{"default * ask *; default path deny b", "a b", "default path deny b for b"},
		{"config path allow c", "a b", "- deny for a"},
		{"", "a b", "- deny for a"},
		{"config path deny **", "", "config path deny ** for *"},
		{"config path deny x", "", "- deny for *"},
	} {
		rule, value := engineRules(t, c.rules).EvaluateAny("path", texts(strings.Fields(c.values)...))
		if got := ruleText(rule) + " for " + value.String(); got != c.want {
			t.Errorf("%q in %q: got %s, want %s", c.values, c.rules, got, c.want)
		}
	}
}

// TestEngineStrictest holds section 1.7 and DESIGN.md's section 4: deny before ask
// before allow, and of equals the first.
func TestEngineStrictest(t *testing.T) {
	for _, a := range []Action{Deny, Ask, Allow} {
		for _, b := range []Action{Deny, Ask, Allow} {
			got := stricter(CheckResult{State: a, Target: "first"}, CheckResult{State: b, Target: "second"})
			want := "first"
			if b == Deny && a != Deny || b == Ask && a == Allow {
				want = "second"
			}
			if got.Target != want {
				t.Errorf("%s and %s: the %s", a, b, got.Target)
			}
		}
	}
	if (CheckResult{}).State != Deny || (Rule{}).Action != Deny || (Decision{}).Allowed {
		t.Error("a zero value does not refuse")
	}
}

// wildcardRows are section 1.8: all its samples, and each line of the grammar.
var wildcardRows = []struct {
	pattern, value string
	want           bool
}{
	// the samples
	{"*", "", true},
	{"g*t", "git", true},
	{"g*t", "g", false},
	{"f??", "fo", false},
	{"git?*", "git", false},
	{"git statu?", "git statu", false},
	{"a?b", "a/b", true},
	{"[ab]", "a", false},
	{"[ab]", "[ab]", true},
	{"git * push", "git push", false},
	{"x  *", "x", false},
	{"node *", "node -e \"a\nb\"", true},
	{"~bob/x", "~bob/x", true},
	{"src/**/*.ts", "src/a.ts", false},
	{"src/*.ts", "src/a/b/c.ts", true},

	// the grammar, line by line
	{"git", "git push", false},
	{"it", "git", false},
	{"**", "", true},
	{"a**b", "ab", true},
	{"a**b", "a/x y\nb", true},
	{"?", "\n", true},
	{"?", "/", true},
	{"?", "é", true},
	{"?", "", false},
	{"??", "é", false},
	{"git *", "git", true},
	{"git *", "git status", true},
	{"git *", "gitx", false},
	{"git *", "git ", true},
	{"git *x", "git", false},
	{"git * *", "git", false},
	{"git * *", "git a", true},
	{" *", "", true},
	{"*  *", " ", true},
	{"~", "/root", true},
	{"~/x", "/root/x", true},
	{"$HOME/x", "/root/x", true},
	{"${HOME}/x", "/root/x", true},
	{"${HOME}", "/root", true},
	{"~user", "~user", true},
	{"~user", "/rootuser", false},
	{"$HOMEDIR", "$HOMEDIR", true},
	{"$HOMEDIR", "/rootDIR", false},
	{"${HOME:-x}", "${HOME:-x}", true},
	{"${HOME:-x}", "/root", false},
	{"~/../x", "/x", true},
	{"~/", "/root", true},
	{"~/", "/root/", false},
	{"x~/y", "x~/y", true},
	{"a.c", "abc", false},
	{"a+", "aa", false},
	{"a+", "a+", true},
	{`a\*`, `a\b`, true},
	{`a\*`, `a*`, false},
	{"{a,b}", "a", false},
	{"{a,b}", "{a,b}", true},
	{"!a", "b", false},
	{"!a", "!a", true},
	{"Git", "git", false},
	{"a/b", `a\b`, false},
	{"git push *", "git  push x", false},
	{"git push *", "git\tpush x", false},
	{"", "", true},
	{"", "x", false},
}

// TestEngineWildcards holds section 1.8: all samples, and each line of the grammar.
func TestEngineWildcards(t *testing.T) {
	t.Setenv("HOME", "/root")
	for _, c := range wildcardRows {
		ask := Ask
		arm := Arm{Default: &ask, Rules: Ruleset{{Surface: "skill", Pattern: c.pattern, Action: Allow, Layer: LayerConfig}}}
		r := NewResolver(NewManager(arm, "/w/p"), SessionRules{}).Resolve(PathValuesAccessIntent{Surface: "skill", Values: texts(c.value)})
		if got := r.State == Allow; got != c.want {
			t.Errorf("%q on %q: got %v", c.pattern, c.value, got)
		}
		if c.want && r.MatchedPattern != c.pattern {
			t.Errorf("%q is told as %q", c.pattern, r.MatchedPattern)
		}
	}
}

// permissionRows are the question of section 1.7 (815), a tool at a time: what is the
// most that the tool may do? Only if every value is denied, the tool is.
var permissionRows = []struct{ config, tool, want string }{
	{`{}`, "read", "ask"},
	{`{"*":"deny"}`, "read", "deny"},
	{`{"*":"deny"}`, "my_tool", "deny"},
	{`{"*":"deny","read":"allow"}`, "read", "allow"},
	{`{"*":"deny","read":"allow"}`, "write", "deny"},
	{`{"read":{"*":"deny","src/*":"allow"}}`, "read", "allow"},
	{`{"read":{"*":"deny","src/*":"ask"}}`, "read", "ask"},
	{`{"read":{"src/*":"allow","*":"deny"}}`, "read", "deny"},
	{`{"read":{"src/*":"allow","src*":"deny"},"*":"deny"}`, "read", "deny"},
	{`{"*":"allow","read":{"*":"deny"}}`, "read", "deny"},
	{`{"*":"allow","read":{"*.env":"deny"}}`, "read", "allow"},
	{`{"*":"allow","re*":"deny"}`, "read", "deny"},
	{`{"bash":{"*":"deny","git *":"ask"}}`, "bash", "ask"},
	{`{"bash":"deny"}`, "bash", "deny"},
	{`unset {}`, "bash", "allow"}, // the builtins
	{`unset {}`, "mcp", "deny"},
	{`unset {}`, "read", "allow"},
	{`unset {}`, "my_tool", "allow"},
	{`{"mcp":{"exa":"allow"}}`, "mcp", "allow"},
	{`unset {"mcp":{"exa":"allow"}}`, " mcp ", "allow"},
	{`{"mcp":{"*":"deny","exa":"ask"}}`, "mcp", "ask"},
	{`{"skill":"deny"}`, "skill", "deny"},
	{`{"*":"allow","my_tool":"deny"}`, "my_tool", "deny"},
	{`{"*":"allow","my_tool":"deny"}`, "your_tool", "allow"},
	{`{"*":"allow","my_*":"deny"}`, "my_tool", "deny"},
	{`{"*":"allow","tool":{"my_tool":"deny"}}`, "my_tool", "deny"},
	{`{"*":"allow","tool":{"my_tool":"deny"}}`, "your_tool", "allow"},
	{`{"*":"deny","tool":{"my_*":"allow"}}`, "my_tool", "allow"},
	{`{"*":"deny","tool":{"my_*":"allow"}}`, "your_tool", "deny"},
	{`{"*":"deny","tool":{"my_*":"allow","my_tool":"deny"}}`, "my_tool", "deny"},
	{`{"*":"deny"} agent a {"read":"allow"}`, "@a read", "allow"},
	{`{"*":"deny"} agent a {"read":"allow"}`, "@b read", "deny"},
	{`{"*":"allow"} agent a {"read":"deny"}`, "@a read", "deny"},
}

func TestEngineToolPermission(t *testing.T) {
	w := newEngineWorld(t)
	for _, c := range permissionRows {
		arm, err := w.arm(c.config)
		if err != nil {
			t.Fatal(err)
		}
		agent, tool := cutAgent(c.tool)
		if got := NewManager(arm, w.cwd).ToolPermission(tool, agent).String(); got != c.want {
			t.Errorf("%s of %s: got %s, want %s", c.tool, c.config, got, c.want)
		}
	}
}

// TestEngineHiddenTools holds 815 against the decisions themselves: a tool is denied
// if and only if every call of it is.
func TestEngineHiddenTools(t *testing.T) {
	w := newEngineWorld(t)
	calls := map[string][]string{
		"read": {`read`, `read x`, `read src/A`}, "write": {`write`, `write x`, `write src/A`},
		"bash": {`bash git x`, `bash ls`, `bash echo x`}, "my_tool": {`tool my_tool {}`}, "your_tool": {`tool your_tool {}`},
		"skill": {`skill {"name":"x"}`}, "mcp": {`mcp {}`, `mcp {"tool":"exa:x"}`, `mcp {"tool":"y:x"}`},
	}
	for _, c := range permissionRows {
		arm, err := w.arm(c.config)
		if err != nil {
			t.Fatal(err)
		}
		r := NewResolver(NewManager(arm, w.cwd), SessionRules{})
		for tool, intents := range calls {
			most := Deny
			for _, text := range intents {
				intent, err := w.intent(text)
				if err != nil {
					t.Fatal(err)
				}
				most = max(most, r.Resolve(intent).State)
			}
			if got := r.manager.ToolPermission(tool, ""); (got == Deny) != (most == Deny) {
				t.Errorf("%s of %s: told %s, and the calls say %s", tool, c.config, got, most)
			}
		}
	}
}

// issueRows are what is told about policies that load. A row names pieces of the
// sentences, in order, with | between sentences and & between pieces of one.
var issueRows = []struct{ id, config, agent, want string }{
	{"none", `{"bash":{"*":"ask","git *":"allow","git push *":"deny"},"read":"allow"}`, "", ""},
	{"52 shadowed by a later scope", `shared {"bash":{"*":"allow","rm *":"deny"}} arm {"bash":{"*":"ask"}}`, "", `shared:2&"rm *"&bash&arm:3`},
	{"53 a whole surface", `shared {"bash":{"rm *":"deny"}} arm {"bash":"allow"}`, "", `shared:1&"rm *"&arm:2`},
	{"51 restated alike", `shared {"bash":{"rm *":"deny","*":"ask"}} arm {"bash":{"rm *":"deny"}}`, "", ""},
	{"a lost deny", `shared {"bash":{"rm *":"deny"}} arm {"bash":{"rm *":"allow"}}`, "", `shared:1&"rm *"&lost&arm:2&allow`},
	{"a lost deny of an agent", `shared {"read":{"*.env":"deny"}} agent a {"read":{"*.env":"ask"}}`, "a", `shared:1&"*.env"&lost&ask`},
	{"of another agent", `shared {"read":{"*.env":"deny"}} agent a {"read":{"*.env":"ask"}}`, "b", ""},
	{"tightened", `shared {"read":{"*.env":"ask"}} arm {"read":{"*.env":"deny"}}`, "", ""},
	{"a pattern in a wider one", `{"bash":{"git push *":"deny","git *":"allow"}}`, "", `arm:1&"git push *"&arm:2`},
	{"not wider", `{"bash":{"git push *":"deny","git *x":"allow"}}`, "", ""},
	{"by a surface's wildcard", `{"read":{"*.env":"deny"},"re*":"allow"}`, "", `arm:1&"*.env"&"*"&re*&arm:2`},
	{"by the family", `{"path_read":{"*.env":"deny"},"path":"allow"}`, "", `arm:1&path_read&path&arm:2`},
	{"not by a member of the family", `{"path":{"*.env":"deny"},"path_read":"allow"}`, "", ""},
	{"by the surface tool", `shared {"tool":{"my_tool":"deny"}} arm {"tool":{"my_*":"allow"}}`, "", `shared:1&"my_tool"&tool&"my_*"&tool&arm:2`},
	{"not by the surface tool", `shared {"tool":{"my_tool":"deny"}} arm {"tool":{"your_*":"allow"}}`, "", ""},
	{"by an agent's *", `{"tool":{"my_tool":"deny"}} agent a {"*":"allow"}`, "a", `arm:1&"my_tool"&tool&"*"&agent:2`},
	{"all allowed and bash forgotten", `{"*":"allow"}`, "", `default = "allow"&bash`},
	{"all allowed and bash not", `{"*":"allow","bash":{"rm *":"deny"}}`, "", ""},
	{"ambiguous servers", `servers git,git_lab {}`, "", `"git"&"git_lab"`},
	{"plain servers", `servers exa,github {}`, "", ""},
}

// TestEngineConfigIssues holds 10.10, 10.11 and section 7.3: what is told about a
// policy that loads. A row names pieces of the sentences, in order, with | between
// sentences and & between pieces of one.
func TestEngineConfigIssues(t *testing.T) {
	w := newEngineWorld(t)
	for _, c := range issueRows {
		arm, err := w.arm(c.config)
		if err != nil {
			t.Fatal(c.id, err)
		}
		if got := NewManager(arm, w.cwd).ConfigIssues(c.agent); !tells(got, c.want) {
			t.Errorf("%s: of %s got\n  %s\n  want %s", c.id, c.config, strings.Join(got, "\n  "), c.want)
		}
	}
}

// tells reports whether there are as many sentences as wanted, and each has its pieces.
func tells(sentences []string, want string) bool {
	if want == "" {
		return len(sentences) == 0
	}
	wanted := strings.Split(want, "|")
	if len(wanted) != len(sentences) {
		return false
	}
	for i, pieces := range wanted {
		rest, found := sentences[i], true
		for piece := range strings.SplitSeq(pieces, "&") {
			if _, rest, found = strings.Cut(rest, piece); !found {
				return false
			}
		}
	}
	return true
}
