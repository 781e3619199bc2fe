package policy

import (
	"crypto/sha256"
	"encoding/hex"
	"io"
	"os"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/BurntSushi/toml"
)

// maxPolicy bounds a policy file. The shipped one has 10 KiB; what is a hundred
// times larger is some other file.
const maxPolicy = 1 << 20

// Load reads the policy in file. On return without an error every arm of it is
// understood in full: no key, surface, program or example is left that means
// nothing. Its error is a *PolicyError.
func Load(file string) (Arms, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, unreadable(file, err)
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, maxPolicy+1))
	if err != nil {
		return nil, unreadable(file, err)
	}
	return ParsePolicy(file, text)
}

// ParsePolicy reads a policy's text as Load does; name stands for it in errors
// and in the origin of its rules.
func ParsePolicy(name string, text []byte) (Arms, error) {
	values := map[string]any{}
	d, err := decode(name, text, values)
	if err != nil {
		return nil, err
	}
	if len(values) == 0 {
		return nil, d.errorAt(span{}, `an empty policy: write at least shell, path and one [arms.NAME]`)
	}
	arms := readPolicy(table{doc: d, node: scanPositions(d.text), values: values})
	if d.fault != nil {
		return nil, d.fault
	}
	return arms, nil
}

// decode reads TOML into values.
func decode(name string, text []byte, values map[string]any) (*document, error) {
	d := &document{name: name, text: string(text)}
	switch {
	case len(text) > maxPolicy:
		return nil, d.errorAt(span{}, "more than 1 MiB: not a policy")
	case !utf8.Valid(text):
		return nil, d.errorAt(badByte(text), "not UTF-8, as TOML must be")
	}
	if _, err := toml.Decode(d.text, &values); err != nil {
		return nil, d.syntaxError(err)
	}
	return d, nil
}

func badByte(text []byte) span {
	at := 0
	for at < len(text) {
		r, size := utf8.DecodeRune(text[at:])
		if r == utf8.RuneError && size == 1 {
			break
		}
		at += size
	}
	return span{at, at + 1}
}

// Sum returns the checksum of a policy's or a tool's bytes, as the seal has it.
func Sum(data []byte) string {
	sum := sha256.Sum256(data)
	return "sha256:" + hex.EncodeToString(sum[:])
}

// SumOf returns the checksum of all that r holds.
func SumOf(r io.Reader) (string, error) {
	h := sha256.New()
	if _, err := io.Copy(h, r); err != nil {
		return "", err
	}
	return "sha256:" + hex.EncodeToString(h.Sum(nil)), nil
}

// readPolicy reads the whole file. What the top level says holds for every arm.
func readPolicy(top table) Arms {
	if top.only("shell", "path", "utilities", "launchers", "admit", "fence", "hints", "default", "mcp_servers", "askpass", "rules", "arms") {
		top.require("shell", `shell = "/bin/bash"`)
		top.require("path", `path = ["/usr/bin", "/bin"]`)
	}
	shared := Arm{
		Shell:      top.shell("shell"),
		Path:       top.directories("path"),
		Utilities:  top.strs("utilities"),
		Launchers:  top.strs("launchers"),
		Admit:      top.strs("admit"),
		Fence:      top.fence("fence"),
		Hints:      top.boolean("hints", true),
		Default:    top.action("default"),
		MCPServers: top.strs("mcp_servers"),
		Askpass:    top.program("askpass"),
		Rules:      top.rules("rules"),
		Policy:     Sum([]byte(top.doc.text)),
	}
	checkPrograms(top, shared)
	top.checkServers("mcp_servers", shared.MCPServers)
	return readArms(top, shared)
}

func readArms(top table, shared Arm) Arms {
	all, ok := top.table("arms")
	if !ok || len(all.values) == 0 {
		top.doc.fail(span{}, `no arms: write [arms.NAME] with tool = "NAME"`)
		return nil
	}
	var arms Arms
	for _, name := range all.names() {
		if !isPlainName(name) {
			all.failKey(name, "%q cannot be an arm's name: write letters, digits, - and _", name)
		}
		if t, ok := all.table(name); ok {
			arms = append(arms, readArm(t, name, shared))
		}
	}
	return arms
}

// readArm reads one arm. Its utilities, launchers, admitted programs and rules
// come after the shared ones; its path replaces theirs, since in a path the order
// decides.
func readArm(t table, name string, shared Arm) Arm {
	t.only("tool", "shell", "path", "utilities", "launchers", "admit", "env", "fence", "mcp_servers", "askpass", "rules")
	arm := shared
	arm.Name = name
	arm.Tool, arm.Disabled = t.tool()
	arm.Utilities = slices.Concat(shared.Utilities, t.strs("utilities"))
	arm.Launchers = slices.Concat(shared.Launchers, t.strs("launchers"))
	arm.Admit = slices.Concat(shared.Admit, t.strs("admit"))
	arm.Rules = slices.Concat(shared.Rules, t.rules("rules"))
	arm.MCPServers = slices.Concat(shared.MCPServers, t.strs("mcp_servers"))
	arm.Env = t.environment("env")
	arm.Limits = t.limits("fence")
	if t.has("askpass") {
		arm.Askpass = t.program("askpass")
	}
	if t.has("path") {
		arm.Path = t.directories("path")
	}
	checkPrograms(t, arm)
	t.checkServers("mcp_servers", arm.MCPServers)
	if t.has("tool") {
		t.checkTool(arm.Tool, arm.Admit)
	}
	return arm
}

// tool reads what an arm runs: a tool, or nothing at all.
func (t table) tool() (tool string, disabled bool) {
	switch hasTool, hasShell := t.has("tool"), t.has("shell"); {
	case hasTool && hasShell:
		t.failKey("shell", "an arm has a tool or shell = false, not both: leave one of them out")
	case hasShell:
		if t.values["shell"] != false {
			t.failValue("shell", `an arm may say shell = false, and nothing else: with tool = "NAME" it has the shell of the top level`)
		}
		return "", true
	case !hasTool:
		t.fail("an arm needs a tool: write tool = \"NAME\", or shell = false for none")
	}
	return t.str("tool"), false
}

// rules reads an array of rules and checks them against each other.
func (t table) rules(key string) Ruleset {
	tables := t.tables(key)
	rules := make(Ruleset, 0, len(tables))
	for _, rt := range tables {
		rules = append(rules, readRule(rt))
	}
	checkReach(tables, rules)
	return slices.Clip(rules)
}

func readRule(t table) Rule {
	if t.only("surface", "pattern", "action", "agent", "reason", "final", "match", "not_match") {
		t.require("surface", `surface = "bash"`)
		t.require("pattern", `pattern = "NAME *"`)
		t.require("action", `action = "deny"`)
	}
	r := Rule{
		Surface:  t.str("surface"),
		Pattern:  t.str("pattern"),
		Agent:    t.str("agent"),
		Layer:    LayerConfig,
		Origin:   Origin{File: t.doc.name, Line: t.doc.line(t.node.place())},
		Reason:   t.str("reason"),
		Final:    t.boolean("final", false),
		Match:    t.strs("match"),
		NotMatch: t.strs("not_match"),
	}
	if a := t.action("action"); a != nil {
		r.Action = *a
	}
	checkRule(t, r)
	return r
}

// environment reads the variables that an arm sets for its tool.
func (t table) environment(key string) map[string]string {
	env, ok := t.table(key)
	if !ok {
		return nil
	}
	set := make(map[string]string, len(env.values))
	for _, name := range env.names() {
		set[name] = env.str(name)
		switch {
		case !isVariable(name):
			env.failKey(name, "%q cannot be a variable's name: write letters, digits and _", name)
		case BecomesCode(name):
			env.failKey(name, "%s is read as code or decides which code runs: no policy may set it", name)
		case strings.Contains(set[name], "\x00"):
			env.failValue(name, "a variable cannot hold a NUL byte")
		}
	}
	return set
}
