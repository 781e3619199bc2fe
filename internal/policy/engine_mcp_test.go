package policy

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
)

// mcpRows are section 8.3, in the form of the newest releases (3.4).
var mcpRows = []engineRow{
	{"40", `{"mcp":{"*":"ask","mcp_describe":"allow"}}`, "", `mcp {"describe":"exa:search"}`, "allow mcp_describe mcp [mcp_describe]", "687: the order of rules, not of candidates"},
	{"41", `{"mcp":{"*":"ask"}}`, "mcp exa:*", `mcp {"tool":"exa:search"}`, "allow exa:* session [exa:search]", "929: an approval that never counted"},
	{"42", `{"mcp":{"*":"allow","exa":"deny"}}`, "", `mcp {"tool":"exa:search"}`, "deny exa mcp [exa]", "929: the order of rules, not of candidates"},
	{"43", `servers danger {"mcp":{"*":"allow","danger":"deny"}}`, "", `mcp {"tool":"danger_wipe"}`, "deny danger mcp [danger]", "928: the server at the beginning of the name"},
	{"44", `{}`, "mcp exa:*", `mcp {"tool":"exa:search"}`, "allow exa:* session [exa:search]", ""},
	{"45a", `{"mcp":{"*":"deny","research_*":"ask","research_query-*":"allow"}}`, "", `mcp {"tool":"research:query-docs"}`, "allow research_query-* mcp [research_query-docs]", ""},
	{"45b", `{"mcp":{"*":"deny","research_*":"ask","research_query-*":"allow"}}`, "", `mcp {"tool":"research:resolve"}`, "ask research_* mcp [research_resolve]", ""},
	{"45c", `{"mcp":{"*":"deny","research_*":"ask","research_query-*":"allow"}}`, "", `mcp {"tool":"search:x"}`, "deny * mcp [search_x]", ""},
	{"46", `servers exa {"mcp":{"exa_*":"deny","exa_get_code_context_exa":"allow"}}`, "", `mcp {"tool":"get_code_context_exa"}`, "allow exa_get_code_context_exa mcp [exa_get_code_context_exa]", ""},
	{"47a", `{"mcp":{"exa":"allow"}}`, "", `mcp {}`, "allow - mcp [mcp_status]", ""},
	{"47b", `{"mcp":{"exa":"allow"}}`, "", `mcp {"connect":"foo"}`, "allow - mcp [mcp_connect]", ""},
	{"48", `{"mcp":{"exa":"deny"}}`, "", `mcp {}`, "ask - default [mcp_status]", ""},
	{"49", `{"mcp":{"exa":"allow","mcp_status":"deny"}}`, "", `mcp {}`, "deny mcp_status mcp [mcp_status]", ""},
	{"49a", `{"mcp":{"mcp_call":"allow"}}`, "", `mcp {"tool":"exa:search"}`, "allow mcp_call mcp [mcp_call]", ""},
	{"49b", `{"mcp":"allow","path":{"*":"allow","*.env":"deny"}}`, "", `mcp {"tool":"fs:read","arguments":{"path":".env"}}`, "deny *.env special", ""},
	{"49c1", `{"skill":{"*":"ask","web-*":"deny"}}`, "", `skill {"name":"web-x"}`, "deny web-* skill", ""},
	{"49c2", `{"skill":{"*":"ask","web-*":"deny"}}`, "", `skill {}`, "ask * skill", ""},
	{"49c3", `{"skill":{"*":"ask","web-*":"deny"}}`, "", `skill {"name":42}`, "ask * skill", ""},
}

func TestEngineMCP(t *testing.T) { runRows(t, mcpRows) }

// mcpOtherRows are the remaining sentences of sections 3.4 and 10.11.
var mcpOtherRows = []engineRow{
	{"1", `servers exa {"mcp":{"*":"allow","exa":"deny"}}`, "", `mcp {"tool":"exa_search","server":"other"}`, "allow * mcp [other_exa_search]", "10.11 an explicit server skips the guess"},
	{"2", `servers git,git_lab {"mcp":{"*":"allow","git_lab":"deny"}}`, "", `mcp {"tool":"git_lab_issues"}`, "deny git_lab mcp [git_lab]", "10.11 the longest server"},
	{"3", `servers git,git_lab {"mcp":{"*":"allow","git":"deny"}}`, "", `mcp {"tool":"git_lab_issues"}`, "allow * mcp [git_lab_issues]", "10.11 the longest server"},
	{"4", `servers danger-srv {"mcp":{"*":"allow","danger-srv":"deny"}}`, "", `tool mcp__danger_srv__wipe {}`, "deny danger-srv mcp [danger-srv]", "a tool of Pi's own is on the surface mcp"},
	{"5", `servers danger-srv {"mcp":{"*":"allow"},"mcp__*":"deny"}`, "", `tool mcp__danger_srv__wipe {}`, "allow * mcp [danger-srv_wipe]", "the name is no surface"},
	{"6", `{"mcp":{"*":"allow","wipe":"deny"}}`, "", `tool mcp__danger_srv__wipe {}`, "deny wipe mcp [wipe]", ""},
	{"7", `{}`, "mcp mcp__danger_srv__wipe", `tool mcp__danger_srv__wipe {}`, "allow mcp__danger_srv__wipe session [mcp__danger_srv__wipe]", "an approval has the whole name"},
	{"8", `{"mcp":"allow","path":{"*":"allow","*.env":"deny"}}`, "", `tool mcp__fs__read {"path":".env"}`, "deny *.env special", "3.2: a tool of Pi's own has its path at the top"},
	{"9", `{"mcp":{"*":"ask","exa_wipe":"deny"}}`, "mcp exa:*", `mcp {"tool":"exa:wipe"}`, "deny exa_wipe mcp [exa_wipe]", "10.8 no approval lifts a targeted deny"},
	{"10", `{"mcp":{"*":"ask","exa_wipe":"deny"}}`, "mcp exa:*", `mcp {"tool":"exa:search"}`, "allow exa:* session [exa:search]", ""},
	{"11", `{"mcp":{"exa:*":"allow"},"exa_search":"deny"}`, "", `mcp {"tool":"exa:search"}`, "allow exa:* mcp [exa:search]", "a tool's name is another surface (3.1)"},
	{"12", `{"mcp":{"exa:*":"allow"}}`, "", `tool exa_search {}`, "ask - default", "a tool's name is another surface (3.1)"},
	{"13", `{"mcp":{"exa":"allow","mcp_*":"deny"}}`, "", `mcp {"search":"weather"}`, "deny mcp_* mcp [mcp_search]", "1.2: config takes the baseline back"},
	{"14", `{"re*":{"x":"allow"},"m*":{"exa":"allow"}}`, "", `mcp {}`, "ask - default [mcp_status]", "1.2: the baseline needs an allow on exactly mcp"},
	{"15", `{"mcp":"allow","path":{"*":"allow","*.env":"deny"}}`, "", `tool mcp__fs__read {"path":".env","arguments":{}}`, "deny *.env special", "3.2: a tool of Pi's own has its path at the top, whatever else an agent adds"},
	{"16", `{"mcp":"allow","path":{"*":"allow","*.env":"deny"}}`, "", `mcp {"tool":"fs:read","path":"x","arguments":{"path":".env"}}`, "deny *.env special", "3.2: the proxy's path is among the arguments"},
}

func TestEngineMCPOther(t *testing.T) { runRows(t, mcpOtherRows) }

// targetRows are the worked table of section 3.4, without the mcp at each end.
var targetRows = []struct{ in, servers, want string }{
	{`{"tool":"exa:search"}`, "", "exa_search · exa:search · exa · search · mcp_call"},
	{`{"tool":"search","server":"exa"}`, "", "exa_search · exa:search · exa · search · mcp_call"},
	{`{"tool":"exa:search","server":"exa"}`, "", "exa_search · exa:search · exa · search · mcp_call"},
	{`{"tool":"other:search","server":"exa"}`, "", "exa_search · exa:search · exa · search · other:search · mcp_call"},
	{`{"tool":"get_code_context_exa"}`, "exa", "exa_get_code_context_exa · exa:get_code_context_exa · exa · get_code_context_exa · mcp_call"},
	{`{"tool":"exa_search"}`, "exa", "exa_search · exa · mcp_call"},         // #928: the server too
	{`{"tool":"exa_search_exa"}`, "exa", "exa_search_exa · exa · mcp_call"}, // #928: the server too
	{`{"tool":"x:y:z"}`, "", "x_y:z · x:y:z · x · y:z · mcp_call"},
	{`{"tool":" exa : search "}`, "", "exa_search · exa:search · exa · search · exa : search · mcp_call"},
	{`{"tool":":search"}`, "", ":search · mcp_call"},
	{`{"describe":"exa:web_search_exa","server":"exa"}`, "exa", "exa_web_search_exa · exa:web_search_exa · exa · web_search_exa · mcp_describe"},
	{`{"describe":"foo"}`, "", "foo · mcp_describe"},
	{`{"connect":"exa"}`, "", "mcp_connect_exa · exa · mcp_connect"},
	{`{"search":"weather"}`, "", "weather · mcp_search"},
	{`{"search":"weather","server":"exa"}`, "", "mcp_server_exa · exa · weather · mcp_search"},
	{`{"server":"exa"}`, "", "mcp_server_exa · exa · mcp_list"},
	{`{}`, "exa", "mcp_status"},
	{`null`, "exa", "mcp_status"},
	{`{"other":"x"}`, "exa", "mcp_status"},
	{`{"tool":"t","connect":"exa"}`, "", "t · mcp_call"},
	{`{"tool":"","connect":"exa"}`, "", "mcp_connect_exa · exa · mcp_connect"},
	{`{"tool":"github_search_code"}`, "github", "github_search_code · github · mcp_call"},
	{`{"tool":"search_code_github"}`, "github", "github_search_code_github · github:search_code_github · github · search_code_github · mcp_call"},
	{`{"tool":"git_lab_issues"}`, "git", "git_lab_issues · git · mcp_call"},
	{`mcp__danger_srv__wipe`, "danger-srv", "danger-srv_wipe · danger-srv:wipe · danger-srv · danger_srv_wipe · danger_srv:wipe · danger_srv · wipe · mcp__danger_srv__wipe · mcp_call"},
	{`mcp__danger_srv__wipe`, "", "danger_srv_wipe · danger_srv:wipe · danger_srv · wipe · mcp__danger_srv__wipe · mcp_call"},
}

// TestEngineMCPTargets holds the worked table of section 3.4 through the engine: the
// candidates, and that a rule for each of them, and for nothing else, decides.
func TestEngineMCPTargets(t *testing.T) {
	for _, c := range targetRows {
		t.Run(c.in, func(t *testing.T) {
			targetsDecide(t, c.in, strings.Fields(c.servers), strings.Split(c.want+" · mcp", " · "))
		})
	}
}

func targetsDecide(t *testing.T, in string, servers, want []string) {
	tool, input := "mcp", Object{}
	if strings.HasPrefix(in, "mcp__") {
		tool = in
	} else if err := json.Unmarshal([]byte(in), &input); err != nil {
		t.Fatal(err)
	}
	n := Normalize(tool, input, servers, "")
	var got []string
	for _, v := range n.Values {
		if v.whole && !v.doubtful { // by the others nothing is allowed
			got = append(got, v.String())
		}
	}
	if !slices.Equal(got, want) || n.Surface != "mcp" || n.ResultExtras.Target != want[0] {
		t.Errorf("candidates %q, target %q, want %q", got, n.ResultExtras.Target, want)
	}
	ask := Ask
	for _, name := range append(want, "another") {
		arm := Arm{Default: &ask, MCPServers: servers, Rules: Ruleset{{Surface: "mcp", Pattern: name, Action: Deny, Layer: LayerConfig}}}
		answer := render(NewResolver(NewManager(arm, ""), SessionRules{}).Resolve(ToolAccessIntent{tool, input, ""}))
		expect := fmt.Sprintf("deny %s mcp [%s]", name, name)
		if name == "another" {
			expect = fmt.Sprintf("ask - default [%s]", want[0])
		}
		if answer != expect {
			t.Errorf("a rule for %s: got %s, want %s", name, answer, expect)
		}
	}
}

// TestMCPAliases: a rule that denies is asked about every name that a tool may have,
// and a rule that allows only about those that it surely has.
func TestMCPAliases(t *testing.T) {
	for _, c := range []struct{ servers, pattern, tool, input string }{
		{"danger", "danger", "mcp", `{"tool":"mcp__danger__wipe"}`},
		{"danger-srv", "danger-srv", "mcp", `{"tool":"mcp__danger_srv__wipe"}`},
		{"danger-srv", "danger-srv", "mcp", `{"tool":"danger_srv:wipe"}`},
		{"danger-srv", "danger-srv", "mcp", `{"tool":"wipe","server":"danger_srv"}`},
		{"danger-srv", "danger-srv", "mcp", `{"connect":"danger_srv"}`},
		{"danger-srv", "danger-srv", "mcp", `{"tool":"wipe_danger_srv"}`},
		{"danger-srv", "danger-srv:wipe*", "mcp", `{"tool":"danger_srv_wipe"}`},
		{"danger-srv", "danger-srv:wipe*", "mcp", `{"describe":"danger-srv_wipe"}`},
		{"danger", "wipe", "mcp", `{"tool":"danger_wipe"}`},
		{"srv", "srv:delete-repo", "mcp__srv__delete_repo", `{}`},
		{"srv", "srv:delete-repo", "mcp", `{"tool":"srv_delete-repo"}`},
		{"srv", "srv:delete?repo", "mcp__srv__delete_repo", `{}`},
	} {
		input := Object{}
		if err := json.Unmarshal([]byte(c.input), &input); err != nil {
			t.Fatal(err)
		}
		arm := Arm{Name: "a", MCPServers: strings.Fields(c.servers), Rules: Ruleset{
			{Surface: "mcp", Pattern: "*", Action: Allow, Layer: LayerConfig},
			{Surface: "mcp", Pattern: c.pattern, Action: Deny, Layer: LayerConfig},
		}}
		if got := NewResolver(NewManager(arm, "/w"), SessionRules{}).Resolve(ToolAccessIntent{c.tool, input, ""}); got.State != Deny {
			t.Errorf("%s of %s: %s denies %s", c.tool, c.input, c.pattern, got.State)
		}
	}
	for _, name := range []string{"mcp__exa", "mcp__exa__", "MCP__exa__s"} {
		arm := Arm{Name: "a", Rules: Ruleset{{Surface: "mcp", Pattern: "exa:*", Action: Allow, Layer: LayerConfig}}}
		if got := NewResolver(NewManager(arm, "/w"), SessionRules{}).Resolve(ToolAccessIntent{name, Object{}, ""}); got.State != Deny {
			t.Errorf("%s: %s", name, got.State)
		}
	}
}
