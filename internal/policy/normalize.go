package policy

import (
	"cmp"
	"slices"
	"strings"

	"armshell/internal/parse"
)

// A NormalizedInput is a tool call in the terms of rules.
type NormalizedInput struct {
	Surface      string
	Values       []Value // candidates in order of priority, or names of one thing: the surface's row says
	ResultExtras ResultExtras
}

// ResultExtras are what the result of a surface has besides.
type ResultExtras struct {
	Command string // the command as written, of bash
	Target  string // the first name, of mcp
}

// A call is a tool call that is being normalized.
type call struct {
	tool       string // its name, without blanks around it
	input      Input
	mcpServers []string
	cwd        string
}

func (c call) object() Object {
	o, _ := c.input.(Object)
	return o
}

// Normalize says what a tool call is about: the surface, and the values that its
// rules are matched against. A path is relative to cwd. An input of another shape
// than the tool's counts as one without fields.
func Normalize(tool string, input Input, mcpServers []string, cwd string) NormalizedInput {
	c := call{strings.TrimSpace(tool), input, mcpServers, cwd}
	if isMCPName(c.tool) {
		return plainMCP(c.tool, mcpServers)
	}
	return surfaceOf(c.tool).normalize(c)
}

// commandInput takes a command of a line, or a whole text without its comments.
func commandInput(c call) NormalizedInput {
	if reached, is := c.input.(Reached); is {
		values := []Value{CommandValue(reached.Command)}
		if reached.Absolute != nil {
			values = append(values, CommandValue(*reached.Absolute))
		}
		return NormalizedInput{c.tool, values, ResultExtras{Command: asWritten(reached.Command)}}
	}
	text := c.object().str("command")
	return NormalizedInput{c.tool, texts(withoutComments(text)), ResultExtras{Command: text}}
}

// asWritten returns a command's words as they stand in the line.
func asWritten(c parse.Command) string {
	var out strings.Builder
	out.WriteString(c.Name)
	for _, a := range c.Args {
		out.WriteString(" " + a.Text)
	}
	return out.String()
}

// withoutComments leaves out the lines that are comments as a whole, and the
// blanks around the rest; if nothing remains, the text is what it was.
func withoutComments(text string) string {
	var kept []string
	for line := range strings.SplitSeq(text, "\n") {
		if !strings.HasPrefix(strings.TrimSpace(line), "#") {
			kept = append(kept, line)
		}
	}
	if rest := strings.TrimSpace(strings.Join(kept, "\n")); rest != "" {
		return rest
	}
	return text
}

func skillInput(c call) NormalizedInput {
	name := strings.TrimSpace(c.object().str("name"))
	if name == "" {
		name = "*"
	}
	return NormalizedInput{Surface: c.tool, Values: texts(name)}
}

// mcpInput takes every name of what a call of the MCP proxy is for, and besides those
// that it may have, by which no rule allows.
func mcpInput(c call) NormalizedInput {
	mode, name := mcpMode(c.object())
	if mode == "tool" && isMCPName(name) {
		return plainMCP(name, c.mcpServers)
	}
	server := mcpField(c.object(), "server")
	if mode != "tool" && mode != "describe" {
		server, name = cmp.Or(name, server), ""
	}
	targets := createMCPPermissionTargets(c.object(), c.mcpServers)
	values := texts(targets...)
	for _, alias := range mcpAliases(name, server, c.mcpServers) {
		if v := Text(alias); !slices.Contains(targets, alias) {
			v.doubtful = true
			values = append(values, v)
		}
	}
	return NormalizedInput{"mcp", values, ResultExtras{Target: targets[0]}}
}

// plainMCP takes every name of a tool mcp__server__tool, and besides that an
// underscore may stand for any character. A name of a form that no server has is
// still no ordinary tool's.
func plainMCP(tool string, servers []string) NormalizedInput {
	targets, is := mcpToolTargets(tool, servers)
	if !is {
		targets = []string{tool, "mcp_call", "mcp"}
	}
	values := texts(targets...)
	for _, name := range targets[:len(targets)-2] {
		if strings.Contains(name, "_") {
			values = append(values, gapped(spellPlainly(name)))
		}
	}
	return NormalizedInput{"mcp", values, ResultExtras{Target: targets[0]}}
}

func spellPlainly(name string) tokens {
	t := spell(name)
	for i := range t {
		if t[i].char == '_' {
			t[i] = token{gap: oneChar}
		}
	}
	return t
}

// pathInput takes every spelling of the path; without one the value is "*".
func pathInput(c call) NormalizedInput {
	path := c.object().str("path")
	if strings.TrimSpace(path) == "" {
		return NormalizedInput{Surface: c.tool, Values: texts("*")}
	}
	return NormalizedInput{Surface: c.tool, Values: NewAccessPath(path, c.cwd).MatchValues()}
}

// toolInput is for every other tool: its name is what rules are about.
func toolInput(c call) NormalizedInput {
	return NormalizedInput{Surface: c.tool, Values: texts("*")}
}
