package policy

import (
	"slices"
	"strings"
	"testing"
)

// mergeRows are section 8.4. The scopes are our three: the shared rules, the arm's
// and an agent's; they are concatenated, and what a later one states again stands there.
var mergeRows = []engineRow{
	{"50a", `shared {"bash":{"*":"ask","rm -rf *":"deny"}} arm {"bash":{"rm -rf build":"allow"}}`, "", `bash rm -rf build`, "allow rm -rf build bash", ""},
	{"50b", `shared {"bash":{"*":"ask","rm -rf *":"deny"}} arm {"bash":{"rm -rf build":"allow"}}`, "", `bash rm -rf x`, "deny rm -rf * bash", ""},
	{"51", `shared {"bash":{"rm *":"deny","*":"ask"}} arm {"bash":{"rm *":"deny"}}`, "", `bash rm x`, "deny rm * bash", "10.10 a restated key moves"},
	{"52a", `shared {"bash":{"*":"allow","rm *":"deny"}} arm {"bash":{"*":"ask"}}`, "", `bash ls`, "ask * bash", ""},
	{"52b", `shared {"bash":{"*":"allow","rm *":"deny"}} arm {"bash":{"*":"ask"}}`, "", `bash rm x`, "ask * bash", "10.10 a restated key moves; ConfigIssues tells of the lost deny"},
	{"53", `shared {"bash":{"rm *":"deny"}} arm {"bash":"allow"}`, "", `bash rm x`, "allow * bash", ""},
	{"54a", `shared {"*":"ask","bash":"deny"} arm {"bash":{"git *":"allow"}}`, "", `bash rm x`, "deny * bash", "10.10 a map over a string keeps it"},
	{"54b", `shared {"*":"ask","bash":"deny"} arm {"bash":{"git *":"allow"}}`, "", `bash git x`, "allow git * bash", ""},
	{"55a", `agent a {"skill":{"*":"ask"}} agent a {"skill":{"pi-*":"allow","*":"deny"}}`, "", `@a skill {"name":"pi-x"}`, "deny * skill", "10.10 a restated key moves, here behind its neighbour in the file"},
	{"55b", `agent a {"skill":{"*":"ask"}} agent a {"skill":{"*":"deny","pi-*":"allow"}}`, "", `@a skill {"name":"pi-x"}`, "allow pi-* skill", "the order in which 55a was meant"},
	{"55c", `agent a {"skill":{"*":"ask"}} agent a {"skill":{"*":"deny","pi-*":"allow"}}`, "", `@a skill {"name":"other"}`, "deny * skill", ""},
	{"56a", `shared {"*":"deny"} arm {"*":"allow"} agent a {"*":"ask"} agent a {"*":"deny"}`, "", `@a tool unknown {}`, "deny * tool", "an agent has no default, so its * is a rule"},
	{"56b", `shared {"*":"deny"} arm {"*":"allow"} agent a {"*":"ask"} agent a {"*":"deny"}`, "", `tool unknown {}`, "allow - default", ""},
	{"57", `{"bash":{"*":"ask","1":"allow"}}`, "", `bash 1`, "allow 1 bash", "10.10 file order, not language map order"},
	{"60", `{"bash":"deny"}`, "", `bash any`, "deny * bash", "there is no yolo"},
}

func TestEngineMerging(t *testing.T) { runRows(t, mergeRows) }

// restatedRows are rules that a later scope states again (10.10), of every action.
var restatedRows = []engineRow{
	{"1", `shared {"read":{"*.env":"deny","*":"allow"}} arm {"read":{"*.env":"ask"}}`, "", `read .env`, "ask *.env tool", ""},
	{"2", `shared {"read":{"*.env":"allow","*":"deny"}} arm {"read":{"*.env":"allow"}}`, "", `read .env`, "allow *.env tool", "10.10 a restated key moves"},
	{"3", `shared {"read":{"*.env":"deny"}} arm {"read":{"*.env":"allow"}} agent a {"read":{"*.env":"ask"}}`, "", `@a read .env`, "ask *.env tool", ""},
	{"4", `shared {"read":{"*.env":"deny"}} arm {"read":{"*.env":"allow"}} agent a {"read":{"*.env":"ask"}}`, "", `@b read .env`, "allow *.env tool", ""},
	{"5", `shared {"read":{"*.env":"deny"}} arm {"edit":{"*.env":"allow"}}`, "", `read .env`, "deny *.env tool", "another surface is another rule"},
	{"6", `shared {"path":{"*.env":"deny"}} arm {"path_read":{"*.env":"allow"}}`, "", `path_read .env`, "allow *.env special", ""},
	{"7", `shared {"path":{"*.env":"deny"}} arm {"path_read":{"*.env":"allow"}}`, "", `path_write .env`, "deny *.env special", ""},
	{"8", `arm {"bash":{"rm *":"deny"}} agent a {"bash":{"*":"ask"}}`, "", `@a bash rm x`, "ask * bash", "the last rule that matches decides"},
}

func TestEngineRestated(t *testing.T) { runRows(t, restatedRows) }

// agentRows are rules for one agent: they count for it alone, after those for all.
var agentRows = []engineRow{
	{"1", `agent reviewer {"edit":"deny"} arm {"edit":"allow"}`, "", `@reviewer edit x`, "deny * tool", "its rules come after those for all, wherever they stand"},
	{"2", `agent reviewer {"edit":"deny"} arm {"edit":"allow"}`, "", `@writer edit x`, "allow * tool", ""},
	{"3", `agent reviewer {"edit":"deny"} arm {"edit":"allow"}`, "", `edit x`, "allow * tool", ""},
	{"4", `agent reviewer {"bash":{"*":"deny","git log *":"allow"}}`, "", `@reviewer bash git log -1`, "allow git log * bash", ""},
	{"5", `agent reviewer {"bash":{"*":"deny","git log *":"allow"}}`, "", `@reviewer bash git push`, "deny * bash", ""},
	{"6", `agent reviewer {"bash":{"*":"deny","git log *":"allow"}}`, "", `bash git push`, "ask - bash", ""},
	{"7", `agent reviewer {"path":{"*.env":"deny"}} arm {"bash":"allow"}`, "", `@reviewer bash cat .env`, "deny *.env special", ""},
	{"8", `agent reviewer {"path":{"*.env":"deny"}} arm {"bash":"allow"}`, "", `bash cat .env`, "allow * bash", ""},
	{"9", `agent reviewer {"mcp":{"exa":"allow"}}`, "", `@reviewer mcp {}`, "allow - mcp [mcp_status]", "the baseline follows the agent's allow"},
	{"10", `agent reviewer {"mcp":{"exa":"allow"}}`, "", `mcp {}`, "ask - default [mcp_status]", ""},
	{"11", `unset agent reviewer {"path":{"*.env":"deny"}} arm {"bash":"allow"}`, "", `@reviewer bash cat .env`, "deny *.env special", ""},
	{"12", `{"*":"ask"}`, "@reviewer bash git *", `@reviewer bash git x`, "allow git * session", ""},
	{"13", `{"*":"ask"}`, "@reviewer bash git *", `@writer bash git x`, "ask - bash", "a rule for one agent is for no other"},
	{"14", `{"*":"ask"}`, "@reviewer read *", `read x`, "ask - tool", "a rule for one agent is for no other"},
}

func TestEngineAgents(t *testing.T) { runRows(t, agentRows) }

// sessionRows are what an approval lifts, and what it does not: a rule that is final
// (DESIGN.md, section 4) and a targeted deny (10.8).
var sessionRows = []engineRow{
	{"1a", `{"bash":{"*":"ask"}}`, "bash git *", `bash git x`, "allow git * session", ""},
	{"1b", `{"bash":{"*":"deny"}}`, "bash git *", `bash git x`, "allow git * session", "a catch-all deny is lifted"},
	{"1c", `{"bash":{"**":"deny"}}`, "bash git *", `bash git x`, "allow git * session", "** is * (1.8)"},
	{"1d", `{"*":"deny"}`, "bash git *", `bash git x`, "allow git * session", ""},
	{"1e", `unset {}`, "bash git *", `bash git x`, "allow git * session", ""},
	{"1f", `{"bash":{"git push *":"ask"}}`, "bash git *", `bash git push x`, "allow git * session", "what is asked about an approval allows"},
	{"2a", `{"bash":{"git push *":"deny"}}`, "bash git *", `bash git push x`, "deny git push * bash", "10.8 (799)"},
	{"2b", `{"bash":{"git push *":"deny"}}`, "bash git *", `bash git -C /x push`, "deny git push * bash", "10.8 (799)"},
	{"2c", `{"bash":{"git push *":"deny"}}`, "bash git push *", `bash git push x`, "deny git push * bash", "10.8 (799)"},
	{"2d", `{"bash":{"git push *":"deny"}}`, "bash *", `bash git push x`, "deny git push * bash", "10.8 (799)"},
	{"2d2", `{"bash":{"git push *":"deny"}}`, "bash git *", `bash git "$X" y`, "deny git push * bash", "10.8 with DESIGN 4: a deny rule that may match"},
	{"2e", `{"bash":{"git push *":"deny","*":"ask"}}`, "bash git *", `bash git push x`, "allow git * session", "the deny did not decide"},
	{"2f", `{"read":{"*.env":"deny"}}`, "read *", `read .env`, "deny *.env tool", "10.8 (799)"},
	{"2g", `{"path":{"*.env":"deny"}}`, "path *", `path .env`, "deny *.env special", "10.8 (799)"},
	{"2h", `{"path":{"*.x.secret":"deny"}}`, "path a_*", `path a_sym`, "deny *.x.secret special", "10.8 with 10.1: of any spelling"},
	{"2i", `{"external_directory":{"%OUT/*":"deny"}}`, "external_directory %OUT/*", `external %OUT/f`, "deny %OUT/* special", "10.8 (799)"},
	{"2j", `{"skill":{"web-*":"deny"}}`, "skill web-x", `skill {"name":"web-x"}`, "deny web-* skill", "10.8 (799)"},
	{"2k", `{"my_tool":"deny"}`, "my_tool *", `tool my_tool {}`, "allow * session", "a deny of the whole surface is a catch-all"},
	{"2l", `{"tool":{"my_*":"deny"}}`, "tool my_tool", `tool my_tool {}`, "deny my_* tool", "10.8 (799)"},
	{"3a", `{"bash":{"git *":{"action":"ask","final":true}}}`, "bash git *", `bash git x`, "ask git * bash", "final"},
	{"3b", `{"bash":{"*":{"action":"deny","final":true}}}`, "bash git *", `bash git x`, "deny * bash", "final"},
	{"3c", `{"read":{"*":{"action":"ask","final":true}}}`, "read *", `read x`, "ask * tool", "final"},
	{"3d", `{"mcp":{"exa":{"action":"ask","final":true}}}`, "mcp exa:*", `mcp {"tool":"exa:search"}`, "ask exa mcp [exa]", "final"},
	{"3e", `{"bash":{"git *":{"action":"ask","final":true},"git log *":"allow"}}`, "", `bash git log`, "allow git log * bash", "among rules of the policy final says nothing"},
	{"3f", `{"bash":{"git *":{"action":"ask","final":true},"git log *":"ask"}}`, "bash git *", `bash git log`, "ask git * bash", "DESIGN 4: never over a final rule, unless a later one of the policy is looser"},
	{"3g", `{"bash":{"git *":{"action":"allow","final":true}}}`, "bash git *", `bash git log`, "allow git * session", "final holds back nothing that is allowed"},
	{"3h", `shared {"bash":{"git *":{"action":"deny","final":true}}} arm {"bash":{"git *":"ask"}}`, "bash git *", `bash git log`, "allow git * session", "restated without final"},
	{"3i", `agent a {"bash":{"git *":{"action":"ask","final":true}}}`, "bash git *", `@a bash git x`, "ask git * bash", "final"},
	{"3j", `agent a {"bash":{"git *":{"action":"ask","final":true}}}`, "bash git *", `@b bash git x`, "allow git * session", ""},
	{"4a", `{"*":"ask"}`, "read *", `edit x`, "ask - tool", "no crossing"},
	{"4b", `{"*":"ask"}`, "path *", `read x`, "ask - tool", "an allow on one surface excuses no other"},
	{"4c", `{"*":"ask"}`, "read *", `read /etc/x`, "ask - special", "an allow on one surface excuses no other"},
	{"4d", `{"*":"ask"}`, "read *; external_directory /etc/*", `read /etc/x`, "allow * session", ""},
	{"4e", `{"path":{"src/*":"ask"}}`, "path_read src/*; read *", `read src/A`, "allow * session", "in the direction that was approved"},
	{"4f", `{"path":{"src/*":"ask"}}`, "path_read src/*; write *", `write src/A`, "ask src/* special", "in the direction that was approved"},
	{"5a", `{"bash":{"*":"ask"}}`, "bash sudo ls *", `bash sudo ls /x`, "ask * bash", "an approval of sudo is none of what it starts"},
	{"5b", `{"bash":{"*":"ask"}}`, "bash *", `bash /bin/ls`, "deny - bash (path-qualified)", "DESIGN 4: no rule lifts a structural refusal"},
	{"5c", `{"bash":{"*":"ask"}}`, "bash *", `bash $X y`, "deny - bash (dynamic-command)", "DESIGN 4: no rule lifts a structural refusal"},
	{"6", `{"read":{"*":"ask"}}`, "read ~/.ssh/*; external_directory ~/*", `read ~/.ssh/id`, "allow ~/.ssh/* session", "350: both sides"},
}

func TestEngineSession(t *testing.T) { runRows(t, sessionRows) }

// TestEngineLayerOrder composes four rules that all match, one of each layer, in
// every order and with every action last: position decides, the labels never (1.1).
func TestEngineLayerOrder(t *testing.T) {
	layers := []Layer{LayerDefault, LayerBaseline, LayerConfig, LayerSession}
	patterns := []string{"*", "rm *", "r?", "rm"}
	orders := 0
	permute(layers, func(order []Layer) {
		orders++
		for _, last := range []Action{Deny, Ask, Allow} {
			rules := make(Ruleset, len(order))
			for i, layer := range order {
				rules[i] = Rule{Surface: "bash", Pattern: patterns[layer], Action: (last + Action(len(order)-1-i)) % 3, Layer: layer}
			}
			checkLast(t, rules)
		}
	})
	if orders != 24 {
		t.Errorf("%d orders of four layers", orders)
	}
}

// checkLast wants the last rule from every way of evaluating.
func checkLast(t *testing.T, rules Ruleset) {
	t.Helper()
	want := rules[len(rules)-1]
	same := func(r Rule) bool {
		return r.Layer == want.Layer && r.Pattern == want.Pattern && r.Action == want.Action
	}
	one := rules.Evaluate("bash", Text("rm"))
	first, _ := rules.EvaluateFirst("bash", texts("rm"))
	anyOf, _ := rules.EvaluateAny("bash", texts("rm", "rm"))
	if !same(one) || !same(first) || !same(anyOf) {
		t.Errorf("%v: got %v, %v and %v", rules, one, first, anyOf)
	}
}

func permute(list []Layer, visit func([]Layer)) {
	var from func(k int)
	from = func(k int) {
		if k == len(list) {
			visit(list)
			return
		}
		for i := k; i < len(list); i++ {
			list[k], list[i] = list[i], list[k]
			from(k + 1)
			list[k], list[i] = list[i], list[k]
		}
	}
	from(0)
}

// TestEngineCompose wants the layers in order of precedence, the scopes of config in
// theirs, and the baseline of section 1.2.
func TestEngineCompose(t *testing.T) {
	w := newEngineWorld(t)
	arm, err := w.arm(`shared {"*":"ask","read":"deny"} agent a {"read":{"x":"deny"}} arm {"mcp":{"exa":"allow"},"read":"allow"}`)
	if err != nil {
		t.Fatal(err)
	}
	rules := Compose(arm, "a", Ruleset{{Surface: "read", Pattern: "s", Action: Allow, Layer: LayerSession}})
	if !slices.IsSortedFunc(rules, func(a, b Rule) int { return int(a.Layer) - int(b.Layer) }) {
		t.Errorf("layers out of order: %v", rules)
	}
	var tail []string
	for _, r := range rules {
		if r.Layer != LayerBaseline || r.Surface == "mcp" {
			tail = append(tail, r.Layer.String()+" "+r.Surface+" "+r.Pattern+" "+r.Action.String())
		}
	}
	want := []string{
		"default * * ask",
		"baseline mcp mcp_connect allow", "baseline mcp mcp_describe allow", "baseline mcp mcp_list allow", "baseline mcp mcp_search allow", "baseline mcp mcp_status allow",
		"config mcp exa allow", "config read * allow", "config read x deny", "session read s allow",
	}
	if !slices.Equal(tail, want) {
		t.Errorf("got %s\nwant %s", strings.Join(tail, "; "), strings.Join(want, "; "))
	}
}

// TestEngineLoadRefuses holds rows 58, 59 and 91 and the sentences of sections 4.7 and
// 7.2 in our form: a policy with any fault is an error, nobody runs under half of it.
func TestEngineLoadRefuses(t *testing.T) {
	const head = "shell = \"/bin/bash\"\npath = [\"/bin\"]\n"
	rule := func(lines string) string {
		return head + "[arms.t]\ntool = \"tea\"\n[[arms.t.rules]]\n" + lines
	}
	for _, c := range []struct{ id, text, want string }{
		{"58 a broken file", head + "[arms.t", ""},
		{"59 a broken shared rule", head + "[[rules]]\nsurface = \"bash\"\n[arms.t]\ntool = \"tea\"\n", "pattern"},
		{"60 yolo", head + "yoloMode = true\n[arms.t]\ntool = \"tea\"\n", `unknown key "yoloMode"`},
		{"91 a reason that is no text", rule("surface = \"bash\"\npattern = \"npm *\"\naction = \"deny\"\nreason = 42\n"), "reason"},
		{"14 a rule that never decides", rule("surface = \"path\"\npattern = \"*.env\"\naction = \"deny\"\n[[arms.t.rules]]\nsurface = \"path\"\npattern = \"*\"\naction = \"allow\"\n"), "never decides"},
		{"4.7 a misspelt direction", rule("surface = \"path_wrte\"\npattern = \"x\"\naction = \"deny\"\n"), `unknown surface "path_wrte"`},
		{"7.2 an unknown action", rule("surface = \"bash\"\npattern = \"x\"\naction = \"alow\"\n"), `unknown action "alow"`},
		{"7.3 an unknown key", rule("surface = \"bash\"\npattern = \"x\"\naction = \"deny\"\nlayer = \"session\"\n"), `unknown key "layer"`},
		{"1.2 an unknown default", head + "default = \"yes\"\n[arms.t]\ntool = \"tea\"\n", `unknown action "yes"`},
	} {
		arms, err := ParsePolicy("arms.toml", []byte(c.text))
		if err == nil || arms != nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, %v, want an error with %q", c.id, arms, err, c.want)
		}
	}
}

// TestEngineScopesOfFile wants the same answers of a policy's text as of rows.
func TestEngineScopesOfFile(t *testing.T) {
	arms, err := ParsePolicy("arms.toml", []byte(`
shell = "/bin/bash"
path = ["/bin"]
default = "ask"
[[rules]]
surface = "bash"
pattern = "rm *"
action = "deny"
[[rules]]
surface = "bash"
pattern = "r*"
action = "allow"
agent = "a"
[arms.t]
tool = "tea"
[[arms.t.rules]]
surface = "bash"
pattern = "rm *"
action = "ask"
final = true
`))
	if err != nil {
		t.Fatal(err)
	}
	session := NewSessionRules(Ruleset{{Surface: "bash", Pattern: "rm *", Action: Allow}})
	r := NewResolver(NewManager(arms[0], "/w/p"), session)
	for agent, want := range map[string]string{"": "ask rm * bash", "a": "allow rm * session"} {
		if got := render(r.Resolve(ToolAccessIntent{"bash", Object{"command": "rm x"}, agent})); got != want {
			t.Errorf("agent %q: got %s, want %s", agent, got, want)
		}
	}
}
