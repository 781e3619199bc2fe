package policy

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
)

func TestParseQualifiedMCPToolName(t *testing.T) {
	for _, c := range []struct {
		in, server, tool string
		ok               bool
	}{
		{"exa:search", "exa", "search", true},
		{" exa : search ", "exa", "search", true},
		{"x:y:z", "x", "y:z", true},
		{"é:ü", "é", "ü", true},
		{":search", "", "", false},
		{"exa:", "", "", false},
		{" : search", "", "", false},
		{"exa:\t", "", "", false},
		{"::x", "", "", false},
		{":", "", "", false},
		{"search", "", "", false},
		{"", "", "", false},
	} {
		server, tool, ok := parseQualifiedMCPToolName(c.in)
		if server != c.server || tool != c.tool || ok != c.ok {
			t.Errorf("%q: got %q, %q, %v", c.in, server, tool, ok)
		}
	}
}

// mcpList reads a list of names with " · " between them.
func mcpList(s string) []string { return strings.Split(s, " · ") }

// TestCreateMCPPermissionTargets holds every row of the engine's documentation, and
// those of its releases 33 and later where they differ (#928).
func TestCreateMCPPermissionTargets(t *testing.T) {
	for _, c := range []struct{ in, servers, want string }{
		{`{"tool":"exa:search"}`, "", "exa_search · exa:search · exa · search · mcp_call · mcp"},
		{`{"tool":"search","server":"exa"}`, "", "exa_search · exa:search · exa · search · mcp_call · mcp"},
		{`{"tool":"exa:search","server":"exa"}`, "", "exa_search · exa:search · exa · search · mcp_call · mcp"},
		{`{"tool":"other:search","server":"exa"}`, "", "exa_search · exa:search · exa · search · other:search · mcp_call · mcp"},
		{`{"tool":"get_code_context_exa"}`, "exa", "exa_get_code_context_exa · exa:get_code_context_exa · exa · get_code_context_exa · mcp_call · mcp"},
		{`{"tool":"exa_search"}`, "exa", "exa_search · exa · mcp_call · mcp"},
		{`{"tool":"exa_search_exa"}`, "exa", "exa_search_exa · exa · mcp_call · mcp"},
		{`{"tool":"x:y:z"}`, "", "x_y:z · x:y:z · x · y:z · mcp_call · mcp"},
		{`{"tool":" exa : search "}`, "", "exa_search · exa:search · exa · search · exa : search · mcp_call · mcp"},
		{`{"tool":":search"}`, "", ":search · mcp_call · mcp"},
		{`{"describe":"exa:web_search_exa","server":"exa"}`, "exa", "exa_web_search_exa · exa:web_search_exa · exa · web_search_exa · mcp_describe · mcp"},
		{`{"describe":"exa:web_search_exa","server":"exa"}`, "", "exa_web_search_exa · exa:web_search_exa · exa · web_search_exa · mcp_describe · mcp"},
		{`{"describe":"foo"}`, "", "foo · mcp_describe · mcp"},
		{`{"connect":"exa"}`, "", "mcp_connect_exa · exa · mcp_connect · mcp"},
		{`{"search":"weather"}`, "", "weather · mcp_search · mcp"},
		{`{"search":"weather","server":"exa"}`, "", "mcp_server_exa · exa · weather · mcp_search · mcp"},
		{`{"server":"exa"}`, "", "mcp_server_exa · exa · mcp_list · mcp"},
		{`{}`, "exa", "mcp_status · mcp"},
		{`null`, "exa", "mcp_status · mcp"},
		{`{"other":"exa"}`, "exa", "mcp_status · mcp"},
		{`{"tool":"t","connect":"exa"}`, "", "t · mcp_call · mcp"},
		{`{"tool":"","connect":"exa"}`, "", "mcp_connect_exa · exa · mcp_connect · mcp"},
		{`{"tool":"github_search_code"}`, "github", "github_search_code · github · mcp_call · mcp"},
		{`{"tool":"search_code_github"}`, "github", "github_search_code_github · github:search_code_github · github · search_code_github · mcp_call · mcp"},
		{`{"tool":"git_lab_issues"}`, "git", "git_lab_issues · git · mcp_call · mcp"},

		// rows of the engine's decisions
		{`{"tool":"danger_wipe"}`, "danger", "danger_wipe · danger · mcp_call · mcp"},
		{`{"tool":"research:query-docs"}`, "", "research_query-docs · research:query-docs · research · query-docs · mcp_call · mcp"},
		{`{"connect":"foo"}`, "", "mcp_connect_foo · foo · mcp_connect · mcp"},
		{`{"describe":"exa:search"}`, "", "exa_search · exa:search · exa · search · mcp_describe · mcp"},

		// the mode
		{`{"tool":"  ","connect":"\t","describe":"d","search":"s","server":"v"}`, "", "v_d · v:d · v · d · mcp_describe · mcp"},
		{`{"connect":"c","describe":"d","search":"s","server":"v"}`, "", "mcp_connect_c · c · mcp_connect · mcp"},
		{`{"tool":1,"connect":["c"],"describe":{"d":1},"search":true,"server":null}`, "exa", "mcp_status · mcp"},
		{`{"tool":7,"server":"exa"}`, "", "mcp_server_exa · exa · mcp_list · mcp"},
		{`{"tool":"exa_search","server":9}`, "exa", "exa_search · exa · mcp_call · mcp"},
		{`{"Tool":"exa_search"}`, "exa", "mcp_status · mcp"},
		{`{"search":"mcp_search"}`, "", "mcp_search · mcp"},
		{`{"search":"q","server":" "}`, "", "q · mcp_search · mcp"},
		{`{"connect":" exa "}`, "", "mcp_connect_exa · exa · mcp_connect · mcp"},

		// a server that the input gives: no guess
		{`{"tool":"exa_search","server":"other"}`, "exa", "other_exa_search · other:exa_search · other · exa_search · mcp_call · mcp"},
		{`{"tool":"search_exa","server":"other"}`, "exa", "other_search_exa · other:search_exa · other · search_exa · mcp_call · mcp"},
		{`{"tool":"exa_search","server":"exa"}`, "exa", "exa_exa_search · exa:exa_search · exa · exa_search · mcp_call · mcp"},
		{`{"tool":":x","server":"exa"}`, "", "exa_:x · exa::x · exa · :x · mcp_call · mcp"},

		// configured servers
		{`{"tool":"git_lab_issues"}`, "git git_lab", "git_lab_issues · git_lab · mcp_call · mcp"},
		{`{"tool":"git_lab_issues"}`, "git_lab git git", "git_lab_issues · git_lab · mcp_call · mcp"},
		{`{"tool":"x_git_lab"}`, "lab git_lab zlab", "git_lab_x_git_lab · git_lab:x_git_lab · git_lab · lab_x_git_lab · lab:x_git_lab · lab · x_git_lab · mcp_call · mcp"},
		{`{"tool":"a_x_b"}`, "a b", "a_x_b · a · mcp_call · mcp"},
		{`{"tool":"exa"}`, "exa", "exa · mcp_call · mcp"},
		{`{"tool":"exa_"}`, "exa", "exa_ · exa · mcp_call · mcp"},
		{`{"tool":"_exa"}`, "exa", "exa__exa · exa:_exa · exa · _exa · mcp_call · mcp"},
		{`{"tool":"Exa_search"}`, "exa", "Exa_search · mcp_call · mcp"},
		{`{"tool":"exasearch"}`, "exa", "exasearch · mcp_call · mcp"},
		{`{"tool":"é_x"}`, "é", "é_x · é · mcp_call · mcp"},
		{`{"tool":"x_é"}`, "é", "é_x_é · é:x_é · é · x_é · mcp_call · mcp"},
		{`{"tool":"danger_srv_wipe"}`, "danger-srv", "danger_srv_wipe · danger-srv · mcp_call · mcp"},
		{`{"tool":"danger-srv_wipe"}`, "danger-srv", "danger-srv_wipe · danger-srv · mcp_call · mcp"},
		{`{"tool":"a_b_x"}`, "a a-b a.b", "a_b_x · a-b · a.b · mcp_call · mcp"},

		// qualified names
		{`{"tool":"exa:search_exa"}`, "exa", "exa_search_exa · exa:search_exa · exa · search_exa · mcp_call · mcp"},
		{`{"tool":"a_b:c"}`, "a a_b", "a_b_c · a_b:c · a_b · c · mcp_call · mcp"},
		{`{"tool":"a_b:c"}`, "a", "a_b:c · a · c · mcp_call · mcp"},
		{`{"tool":"a_b:c"}`, "", "a_b_c · a_b:c · a_b · c · mcp_call · mcp"},
		{`{"tool":"b:c_a"}`, "a", "b_c_a · b:c_a · b · c_a · mcp_call · mcp"},
		{`{"tool":"search:"}`, "search", "search: · mcp_call · mcp"},

		// a server named like the surface
		{`{"tool":"mcp:x"}`, "mcp", "mcp_x · mcp:x · mcp · x · mcp_call"},
		{`{"tool":"mcp_status"}`, "mcp", "mcp_status · mcp · mcp_call"},
		{`{"server":"mcp"}`, "mcp", "mcp_server_mcp · mcp · mcp_list"},
		{`{"tool":"mcp_call"}`, "", "mcp_call · mcp"},
	} {
		var input map[string]any
		if err := json.Unmarshal([]byte(c.in), &input); err != nil {
			t.Fatal(c.in, err)
		}
		if got := createMCPPermissionTargets(input, strings.Fields(c.servers)); !slices.Equal(got, mcpList(c.want)) {
			t.Errorf("%s with %q:\n got %s\nwant %s", c.in, c.servers, strings.Join(got, " · "), c.want)
		}
	}
}

// TestBlankMCPServers wants blank names ignored, and the blanks around others.
func TestBlankMCPServers(t *testing.T) {
	servers := []string{"", " ", "\t exa\n", "exa"}
	got := createMCPPermissionTargets(map[string]any{"tool": "exa_x"}, servers)
	if want := mcpList("exa_x · exa · mcp_call · mcp"); !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
	got = createMCPPermissionTargets(map[string]any{"tool": "_x"}, servers)
	if want := mcpList("_x · mcp_call · mcp"); !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
	if servers[0] != "" || servers[3] != "exa" {
		t.Errorf("the caller's list became %q", servers)
	}
}

func TestMCPToolTargets(t *testing.T) {
	for _, c := range []struct{ in, servers, want string }{
		{"mcp__danger_srv__wipe", "danger-srv", "danger-srv_wipe · danger-srv:wipe · danger-srv · danger_srv_wipe · danger_srv:wipe · danger_srv · wipe · mcp__danger_srv__wipe · mcp_call · mcp"},
		{"mcp__danger_srv__wipe", "", "danger_srv_wipe · danger_srv:wipe · danger_srv · wipe · mcp__danger_srv__wipe · mcp_call · mcp"},
		{"mcp__danger_srv__wipe", "danger_srv danger", "danger_srv_wipe · danger_srv:wipe · danger_srv · wipe · mcp__danger_srv__wipe · mcp_call · mcp"},
		{"mcp__danger-srv__wipe", "danger-srv", "danger-srv_wipe · danger-srv:wipe · danger-srv · wipe · mcp__danger-srv__wipe · mcp_call · mcp"},
		{" mcp__a__b ", "", "a_b · a:b · a · b · mcp__a__b · mcp_call · mcp"},
		{"mcp__a__b__c", "", "a_b__c · a:b__c · a · b__c · mcp__a__b__c · mcp_call · mcp"},
		{"mcp__a__b__c", "a a__b", "a__b_c · a__b:c · a__b · c · mcp__a__b__c · mcp_call · mcp"},
		{"mcp__a__b__c", "a__b a", "a__b_c · a__b:c · a__b · c · mcp__a__b__c · mcp_call · mcp"},
		{"mcp__a__b__", "a__b a", "a_b__ · a:b__ · a · b__ · mcp__a__b__ · mcp_call · mcp"},
		{"mcp__a___b", "", "a__b · a:_b · a · _b · mcp__a___b · mcp_call · mcp"},
		{"mcp__a___b", "a_", "a__b · a_:b · a_ · b · mcp__a___b · mcp_call · mcp"},
		{"mcp____x", "", ""},
		{"mcp_____x", "-", "-_x · -:x · - · __x · _:x · _ · x · mcp_____x · mcp_call · mcp"},
		{"mcp__a_b__x", "a-b a.b a-b", "a-b_x · a-b:x · a-b · a.b_x · a.b:x · a.b · a_b_x · a_b:x · a_b · x · mcp__a_b__x · mcp_call · mcp"},
		{"mcp__a_b_c__x", "a", "a_b_c_x · a_b_c:x · a_b_c · x · mcp__a_b_c__x · mcp_call · mcp"},
		{"mcp_____x", "é", "é_x · é:x · é · __x · _:x · _ · x · mcp_____x · mcp_call · mcp"},
		{"mcp__mcp__x", "mcp", "mcp_x · mcp:x · mcp · x · mcp__mcp__x · mcp_call"},
		{"mcp__A__B", "a", "A_B · A:B · A · B · mcp__A__B · mcp_call · mcp"},
		{"mcp__a__", "a", ""},
		{"mcp__a__ ", "a", ""},
		{"mcp__ __x", "", ""},
		{"mcp__a", "a", ""},
		{"mcp____", "", ""},
		{"mcp__", "", ""},
		{"mcp_a__b", "", ""},
		{"MCP__a__b", "", ""},
		{"xmcp__a__b", "", ""},
		{"mcp", "", ""},
		{"", "", ""},
	} {
		got, ok := mcpToolTargets(c.in, strings.Fields(c.servers))
		if ok != (c.want != "") || ok && !slices.Equal(got, mcpList(c.want)) {
			t.Errorf("%q with %q: got %v\n got %s\nwant %s", c.in, c.servers, ok, strings.Join(got, " · "), c.want)
		}
	}
}

func TestAmbiguousMCPServers(t *testing.T) {
	sentence := func(a, b, name string) string {
		return `mcp servers "` + a + `" and "` + b + `" cannot be told apart in the names of tools: ` + name + "_x may be of either"
	}
	for in, want := range map[string][]string{
		"":                nil,
		"git":             nil,
		"git git":         nil,
		"git gitlab":      nil,
		"git Git_lab":     nil,
		"git exa danger":  nil,
		"lab git_lab":     nil,
		"git git_lab":     {sentence("git", "git_lab", "git_lab")},
		"git_lab git":     {sentence("git", "git_lab", "git_lab")},
		"git git-lab":     {sentence("git", "git-lab", "git_lab")},
		"a-b a_b":         {sentence("a-b", "a_b", "a_b")},
		"a.b a-b a-b":     {sentence("a-b", "a.b", "a_b")},
		"é ü":             {sentence("é", "ü", "_")},
		"a a_ a__b":       {sentence("a", "a_", "a_"), sentence("a", "a__b", "a__b"), sentence("a_", "a__b", "a__b")},
		"git_lab git exa": {sentence("git", "git_lab", "git_lab")},
		"a_b a-b-c":       {sentence("a-b-c", "a_b", "a_b_c")},
		"mcp mcp_x":       {sentence("mcp", "mcp_x", "mcp_x")},
	} {
		if got := ambiguousMCPServers(strings.Fields(in)); !slices.Equal(got, want) {
			t.Errorf("%q: got %q, want %q", in, got, want)
		}
	}
}

// TestHugeMCPNames wants an answer while somebody waits for it.
func TestHugeMCPNames(t *testing.T) {
	servers := []string{strings.Repeat("a", 1<<16), "a", "_", strings.Repeat("_", 1<<10)}
	for _, name := range []string{
		strings.Repeat("_", 1<<20), strings.Repeat("a", 1<<20), strings.Repeat("a_", 1<<19), strings.Repeat(":", 1<<20), strings.Repeat("\xff", 1<<20),
	} {
		for _, targets := range [][]string{
			createMCPPermissionTargets(map[string]any{"tool": name}, servers),
			createMCPPermissionTargets(map[string]any{"search": name, "server": name}, nil),
		} {
			if targets[len(targets)-1] != "mcp" {
				t.Errorf("%.4s…: the last of %d names is not mcp", name, len(targets))
			}
		}
		if targets, ok := mcpToolTargets("mcp__a__"+name, servers); !ok || targets[0] != "a_"+name {
			t.Errorf("mcp__a__%.4s…: got %v, %d names", name, ok, len(targets))
		}
	}
}
