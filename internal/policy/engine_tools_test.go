package policy

import "testing"

// toolRows are section 8.1: defaults, tools and sources.
var toolRows = []engineRow{
	{"1", `{}`, "", `tool read {}`, "ask - tool", ""},
	{"2", `{"*":"allow"}`, "", `tool read {}`, "allow - tool", ""},
	{"3a", `{"*":"deny","read":"allow"}`, "", `tool read {}`, "allow * tool", ""},
	{"3b", `{"*":"deny","read":"allow"}`, "", `tool write {}`, "deny - tool", ""},
	{"4", `{"*":"deny"}`, "", `tool my_tool {}`, "deny - default", ""},
	{"5", `{"*":"ask","my_tool":"allow"}`, "", `tool my_tool {"path":".env"}`, "allow * tool", ""},
	{"6", `{"*":"ask","third_*":"allow"}`, "", `tool third_party {}`, "allow * tool", ""},
	{"7a", `{"*":"ask","re*":"deny","read":"allow"}`, "", `tool read {}`, "allow * tool", ""},
	{"7b", `{"*":"ask","read":"allow","re*":"deny"}`, "", `tool read {}`, "deny * tool", ""},
	{"8", `{}`, "read *", `tool read {}`, "allow * session", ""},
	{"9", `{"*":"deny"}`, "read *", `tool read {}`, "allow * session", ""},
	{"10", `{}`, "bash git *", `tool read {}`, "ask - tool", ""},
	{"11", `{"*":"ask","read":"allow"}`, "", `tool " read " {}`, "allow * tool", ""},
}

func TestEngineTools(t *testing.T) { runRows(t, toolRows) }

// inputRows are sections 3.1 to 3.3: what a call is about, and which path it carries.
var inputRows = []engineRow{
	{"1", `{"path":"deny","read":"allow"}`, "", `tool read {"path":" "}`, "allow * tool", "a blank path is none"},
	{"2", `{"path":"deny","read":"allow"}`, "", `tool read {"path":7}`, "allow * tool", "a path of another type is none"},
	{"3", `{"path":"deny","my_tool":"allow"}`, "", `tool my_tool {"path":["x"]}`, "allow * tool", "a path of another type is none"},
	{"4", `{"path":"deny","my_tool":"allow"}`, "", `tool my_tool {"file":"x"}`, "allow * tool", "a path is in the field path"},
	{"5", `{"path":"deny","skill":"allow"}`, "", `skill {"name":"x","path":"y"}`, "allow * skill", "a skill carries none"},
	{"6", `{"my_tool":{"x":"deny"}}`, "", `tool my_tool {"path":"x"}`, "ask - default", "the value of another tool is *"},
	{"7", `{"mcp":"deny","my_tool":"allow"}`, "", `tool my_tool {"tool":"exa:x"}`, "allow * tool", "an extension is never judged by rules for mcp"},
	{"8", base, "", `tool my_tool {"command":"rm x"}`, "ask - default", "another tool's command is no line for a shell"},
	{"9", base, "", `tool bash {}`, "allow - bash", "no command is an empty one"},
	{"10", base, "", `tool bash {"command":7}`, "allow - bash", "a command of another type is an empty one"},
	{"11", `{"read":{"src/A":"deny"}}`, "", `tool read {"path":" src/A "}`, "deny src/A tool", "4.2: trimmed"},
}

func TestEngineInputs(t *testing.T) { runRows(t, inputRows) }

// unsetRows are what an arm answers that has no default of its own (DESIGN.md,
// section 4): denied on bash and mcp, allowed on every other surface. Builtins are the
// baseline's.
var unsetRows = []engineRow{
	{"1", `unset {}`, "", `bash ls`, "deny - bash (foreign-program)", ""},
	{"2", `unset {}`, "", `bash echo x`, "allow - bash", ""},
	{"3", `unset {}`, "", `mcp {}`, "deny - default [mcp_status]", ""},
	{"4", `unset {}`, "", `mcp {"tool":"exa:search"}`, "deny - default [exa_search]", ""},
	{"5", `unset {}`, "", `tool mcp__exa__search {}`, "deny - default [exa_search]", ""},
	{"6", `unset {}`, "", `tool my_tool {}`, "allow - default", ""},
	{"7", `unset {}`, "", `tool my_tool {"path":"/etc/x"}`, "allow - default", ""},
	{"8", `unset {}`, "", `read`, "allow - tool", ""},
	{"9", `unset {}`, "", `write /etc/x`, "allow - tool", ""},
	{"10", `unset {}`, "", `skill {"name":"x"}`, "allow - skill", ""},
	{"11", `unset {}`, "", `path .env`, "allow - special", ""},
	{"12", `unset {}`, "", `external /etc/x`, "allow - special", ""},
	{"13", `unset {"mcp":{"exa:*":"allow"}}`, "", `mcp {"tool":"exa:search"}`, "allow exa:* mcp [exa:search]", ""},
	{"14", `unset {"mcp":{"exa:*":"allow"}}`, "", `mcp {}`, "allow - mcp [mcp_status]", "1.2: the baseline follows an allow"},
	{"15", `unset {"bash":{"tea *":"allow"}}`, "", `bash tea x`, "allow tea * bash", ""},
	{"16", `unset {"bash":{"tea *":"allow"}}`, "", `bash curl x`, "deny - bash (foreign-program)", ""},
	{"17", `unset {"tool":{"my_*":"deny"}}`, "", `tool my_tool {}`, "deny my_* tool", ""},
	{"18", `unset {"tool":{"my_*":"deny"}}`, "", `tool your_tool {}`, "allow - default", ""},
	{"19", `unset {"tool":{"*":"deny"}}`, "", `read src/A`, "allow - tool", "the surface tool is of tools that have none of their own"},
	{"20", `unset {"tool":{"*":"ask"},"my_tool":"allow"}`, "", `tool my_tool {}`, "allow * tool", ""},
	{"21", `unset {}`, "", `tool "" {}`, "deny - default", "3.3: a call without a name is blocked before any rule"},
	{"22", `unset {}`, "", `tool " " {}`, "deny - default", "3.3: a call without a name is blocked before any rule"},
}

func TestEngineUnset(t *testing.T) { runRows(t, unsetRows) }

// sourceRows are the table of section 2: for every kind of surface the source of an
// answer of the session, of a rule and of the default.
var sourceRows = []engineRow{
	{"1a", `{}`, "path x", `path-values path x`, "allow x session", ""},
	{"1b", `{"path":"deny"}`, "", `path-values path x`, "deny * special", ""},
	{"1c", `{"*":"deny"}`, "", `path-values path x`, "deny - special", ""},
	{"1d", `{}`, "path *", `tool path {}`, "allow * session", ""},
	{"1e", `{"path":"deny"}`, "", `tool path {}`, "deny * special", ""},
	{"1f", `{"*":"deny"}`, "", `tool path {}`, "deny - special", ""},
	{"2a", `{}`, "external_directory *", `external /etc/x`, "allow * session", ""},
	{"2b", `{"external_directory":"deny"}`, "", `external /etc/x`, "deny * special", ""},
	{"2c", `{"*":"deny"}`, "", `external /etc/x`, "deny - special", ""},
	{"2d", `{"*":"deny"}`, "", `tool external_directory {}`, "deny - special", ""},
	{"3a", `{}`, "path_read x", `path-values path_read x`, "allow x session", ""},
	{"3b", `{"path_read":"deny"}`, "", `path-values path_read x`, "deny * special", ""},
	{"3c", `{"*":"deny"}`, "", `path-values path_read x`, "deny - special", ""},
	{"3d", `{}`, "path_write x", `path-values path_write x`, "allow x session", ""},
	{"3e", `{"path_write":"deny"}`, "", `path-values path_write x`, "deny * special", ""},
	{"3f", `{"*":"deny"}`, "", `path-values path_write x`, "deny - special", ""},
	{"4a", `{}`, "skill web-*", `skill {"name":"web-x"}`, "allow web-* session", ""},
	{"4b", `{"skill":"deny"}`, "", `skill {"name":"web-x"}`, "deny * skill", ""},
	{"4c", `{"*":"deny"}`, "", `skill {"name":"web-x"}`, "deny - skill", ""},
	{"5a", `{}`, "bash git *", `bash git x`, "allow git * session", ""},
	{"5b", `{"bash":"deny"}`, "", `bash git x`, "deny * bash", ""},
	{"5c", `{"*":"deny"}`, "", `bash git x`, "deny - bash (foreign-program)", ""},
	{"5d", `admit git {"*":"deny"}`, "", `bash git x`, "allow - bash", "the baseline, which has no pattern"},
	{"6a", `{}`, "mcp exa:*", `mcp {"tool":"exa:search"}`, "allow exa:* session [exa:search]", ""},
	{"6b", `{"mcp":"deny"}`, "", `mcp {"tool":"exa:search"}`, "deny * mcp [exa_search]", ""},
	{"6c", `{"*":"deny"}`, "", `mcp {"tool":"exa:search"}`, "deny - default [exa_search]", ""},
	{"6d", `{"*":"deny","mcp":{"exa":"allow"}}`, "", `mcp {}`, "allow - mcp [mcp_status]", "the baseline, which has no pattern"},
	{"7a", `{}`, "read *", `read`, "allow * session", ""},
	{"7b", `{"read":"deny"}`, "", `read`, "deny * tool", ""},
	{"7c", `{"*":"deny"}`, "", `read`, "deny - tool", ""},
	{"8a", `{}`, "write *", `write`, "allow * session", ""},
	{"8b", `{"write":"deny"}`, "", `write`, "deny * tool", ""},
	{"8c", `{"*":"deny"}`, "", `write`, "deny - tool", ""},
	{"9a", `{}`, "edit *", `edit`, "allow * session", ""},
	{"9b", `{"edit":"deny"}`, "", `edit`, "deny * tool", ""},
	{"9c", `{"*":"deny"}`, "", `edit`, "deny - tool", ""},
	{"10a", `{}`, "find *", `find`, "allow * session", ""},
	{"10b", `{"find":"deny"}`, "", `find`, "deny * tool", ""},
	{"10c", `{"*":"deny"}`, "", `find`, "deny - tool", ""},
	{"11a", `{}`, "grep *", `grep`, "allow * session", ""},
	{"11b", `{"grep":"deny"}`, "", `grep`, "deny * tool", ""},
	{"11c", `{"*":"deny"}`, "", `grep`, "deny - tool", ""},
	{"12a", `{}`, "ls *", `ls`, "allow * session", ""},
	{"12b", `{"ls":"deny"}`, "", `ls`, "deny * tool", ""},
	{"12c", `{"*":"deny"}`, "", `ls`, "deny - tool", ""},
	{"13a", `{}`, "my_tool *", `tool my_tool {}`, "allow * session", ""},
	{"13b", `{"my_tool":"deny"}`, "", `tool my_tool {}`, "deny * tool", ""},
	{"13c", `{"*":"deny"}`, "", `tool my_tool {}`, "deny - default", ""},
	{"13d", `{}`, "tool my_tool", `tool my_tool {}`, "allow my_tool session", "as a policy of ours names a tool"},
	{"13e", `{"tool":{"my_tool":"deny"}}`, "", `tool my_tool {}`, "deny my_tool tool", "as a policy of ours names a tool"},
	{"14a", `{"*":"deny"}`, "", `tool " read " {}`, "deny - tool", "the source is the trimmed name's"},
	{"14b", `{"*":"deny"}`, "", `tool " mcp " {}`, "deny - default [mcp_status]", "the source is the trimmed name's"},
	{"14c", `{"*":"deny"}`, "", `tool " my_tool " {}`, "deny - default", "the source is the trimmed name's"},
	{"14d", `{"*":"deny","bash":{"rm *":"deny"}}`, "", `tool " bash " {"command":"rm x"}`, "deny rm * bash", "the source is the trimmed name's"},
}

func TestEngineSources(t *testing.T) { runRows(t, sourceRows) }

// fieldRows are the fields of results that rows do not show: the tool, the layer, the
// origin and, of bash, the command.
var fieldRows = []struct{ id, config, session, intent, want string }{
	{"1", `{}`, "", `tool read {}`, "read default"},
	{"2", `{"*":"allow"}`, "", `tool read {}`, "read default"},
	{"5", `{"my_tool":"allow"}`, "", `tool my_tool {}`, "my_tool config arm:1"},
	{"8", `{}`, "read *", `tool read {}`, "read session"},
	{"11", `{"read":"allow"}`, "", `tool " read " {}`, " read  config arm:1"},
	{"12", `{"path":{"*.env":"deny"}}`, "", `read a/.env`, "path_read config arm:1"},
	{"38", `{"path":"deny"}`, "", `path-values path`, "path config arm:1"},
	{"47", `{"mcp":{"exa":"allow"}}`, "", `mcp {}`, "mcp baseline"},
	{"67", `{"bash":{"*":"allow","npm *":"deny"}}`, "", `bash cd a && npm i`, "bash config arm:2 $ npm i"},
	{"70", `{"bash":{"*":"allow","rm *":"deny"}}`, "", `bash echo $(rm -rf foo)`, "bash config arm:2 $ rm -rf foo"},
	{"89", `{"bash":{"*":"ask","git status *":"allow"}}`, "", `bash git status | cat`, "bash config arm:1 $ cat"},
	{"92", `{"bash":{"*":"allow","rm *":"deny"}}`, "", `bash 'rm'  "x y"`, `bash config arm:2 $ rm "x y"`},
}

// TestEngineResultFields holds what section 2 says of the fields that rows do not show.
func TestEngineResultFields(t *testing.T) {
	w := newEngineWorld(t)
	for _, c := range fieldRows {
		arm, err := w.arm(c.config)
		if err != nil {
			t.Fatal(c.id, err)
		}
		session, _ := w.session(c.session)
		intent, err := w.intent(c.intent)
		if err != nil {
			t.Fatal(c.id, err)
		}
		r := NewResolver(NewManager(arm, w.cwd), session).Resolve(intent)
		got := r.ToolName + " " + r.Layer
		if r.Origin != nil {
			got += " " + r.Origin.String()
		}
		if r.Command != "" {
			got += " $ " + r.Command
		}
		if got != c.want {
			t.Errorf("row %s: got %q, want %q", c.id, got, c.want)
		}
	}
}

// TestEngineReasons wants a rule's reason with its own answer only (section 2).
func TestEngineReasons(t *testing.T) {
	w := newEngineWorld(t)
	arm, err := w.arm(`{"bash":{"npm *":{"action":"deny","reason":"Use pnpm"},"npm i *":"allow","x *":{"action":"ask","reason":"Why"}}}`)
	if err != nil {
		t.Fatal(err)
	}
	r := NewResolver(NewManager(arm, w.cwd), SessionRules{})
	for command, want := range map[string]string{"npm x": "Use pnpm", "npm i x": "", "x y": "Why"} {
		if got := r.Resolve(ToolAccessIntent{"bash", Object{"command": command}, ""}); got.Reason != want {
			t.Errorf("%s: got %q", command, got.Reason)
		}
	}
}
