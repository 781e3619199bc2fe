package policy

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// mcpTargets are the names of one MCP call that rules may be written for, in order
// of first mention. None is blank, and none is there twice.
type mcpTargets []string

func (t *mcpTargets) add(names ...string) {
	for _, name := range names {
		if strings.TrimSpace(name) != "" && !slices.Contains(*t, name) {
			*t = append(*t, name)
		}
	}
}

// addTool adds the ways to write a tool of a known server.
func (t *mcpTargets) addTool(server, tool string) {
	t.add(server+"_"+tool, server+":"+tool, server)
}

// mcpModes are the fields of a call of the MCP proxy that say what it is for. The
// first that is not blank counts: a call with a tool is a call of that tool.
var mcpModes = [...]string{"tool", "connect", "describe", "search", "server"}

// createMCPPermissionTargets returns the names that a call of the MCP proxy goes by.
// It is never empty, and ends in "mcp" unless a name before it is that already. The
// derivation is that of the permission engine's releases 33 and later, which look
// for a configured server at the beginning of a name first (#928).
func createMCPPermissionTargets(input map[string]any, servers []string) []string {
	var t mcpTargets
	server := mcpField(input, "server")
	switch mode, value := mcpMode(input); mode {
	case "tool":
		pushMCPToolPermissionTargets(&t, value, server, servers)
		t.add("mcp_call")
	case "describe":
		pushMCPToolPermissionTargets(&t, value, server, servers)
		t.add("mcp_describe")
	case "connect":
		t.add("mcp_connect_"+value, value, "mcp_connect")
	case "search":
		if server != "" {
			t.add("mcp_server_"+server, server)
		}
		t.add(value, "mcp_search")
	case "server":
		t.add("mcp_server_"+value, value, "mcp_list")
	default:
		t.add("mcp_status")
	}
	t.add("mcp")
	return t
}

// mcpMode returns the field that says what the call is for, and its value; both are
// empty if none does.
func mcpMode(input map[string]any) (mode, value string) {
	for _, field := range mcpModes {
		if v := mcpField(input, field); v != "" {
			return field, v
		}
	}
	return "", ""
}

// mcpField returns a string field without the blanks around it. One of another type
// counts as absent: the input is whatever an agent sent.
func mcpField(input map[string]any, name string) string {
	s, _ := input[name].(string)
	return strings.TrimSpace(s)
}

// pushMCPToolPermissionTargets adds the names of one tool. Its server is the one the
// input gives, or else the one before the colon. A colon says less than what the
// name begins with if only the latter is configured: the server before the colon
// does not exist then, so the tool can only be the other's.
func pushMCPToolPermissionTargets(t *mcpTargets, name, server string, servers []string) {
	servers = mcpServerOrder(servers)
	qualifier, bare, qualified := parseQualifiedMCPToolName(name)
	if !qualified {
		bare = name
	}
	switch {
	case server != "":
		t.addTool(server, bare)
	case qualified && (slices.Contains(servers, qualifier) || mcpOwners(name, servers) == nil):
		t.addTool(qualifier, bare)
	default:
		addDerivedMCPServerTargets(t, name, servers)
	}
	t.add(bare, name)
}

// parseQualifiedMCPToolName splits server:tool at the first colon; the tool may hold
// more of them.
func parseQualifiedMCPToolName(name string) (server, tool string, ok bool) {
	server, tool, _ = strings.Cut(name, ":")
	server, tool = strings.TrimSpace(server), strings.TrimSpace(tool)
	if server == "" || tool == "" {
		return "", "", false
	}
	return server, tool, true
}

// addDerivedMCPServerTargets adds the names that follow from a configured server's
// name at the beginning of the tool's, where the proxy puts it, or else at the end:
// rules were written for that form while it was the only one (#928). servers are in
// mcpServerOrder.
func addDerivedMCPServerTargets(t *mcpTargets, name string, servers []string) {
	if owners := mcpOwners(name, servers); owners != nil {
		t.add(name)
		t.add(owners...)
		return
	}
	for _, s := range servers {
		if strings.HasSuffix(name, "_"+s) {
			t.addTool(s, name)
		}
	}
}

// mcpOwners returns the servers with the longest name that the tool's begins with.
func mcpOwners(name string, servers []string) []string {
	owners, _ := longestMCPServers(servers, func(server string) (string, bool) {
		return cutMCPServer(name, server, "_")
	})
	return owners
}

// longestMCPServers returns the servers that leave the least of a name, and what
// they leave. They are several if their names are written alike there: either may
// be meant, so rules for either are asked.
func longestMCPServers(servers []string, cut func(server string) (string, bool)) (longest []string, rest string) {
	for _, s := range servers {
		left, ok := cut(s)
		switch {
		case !ok || longest != nil && len(left) > len(rest):
		case longest != nil && len(left) == len(rest):
			longest = append(longest, s)
		default:
			longest, rest = []string{s}, left
		}
	}
	return longest, rest
}

// cutMCPServer returns what follows the server and the separator in name. The server
// is written as configured or plainly: in Pi's adapter danger-srv has the tool
// danger_srv_wipe (pi-mcp-adapter, getServerPrefix, read 2026-11).
func cutMCPServer(name, server, separator string) (string, bool) {
	if rest, ok := strings.CutPrefix(name, server+separator); ok {
		return rest, true
	}
	return strings.CutPrefix(name, plainMCPName(server)+separator)
}

// mcpServerOrder returns the names longest first, those of one length sorted, each
// once and without blanks around it.
func mcpServerOrder(servers []string) []string {
	var names []string
	for _, s := range servers {
		if s = strings.TrimSpace(s); s != "" {
			names = append(names, s)
		}
	}
	slices.SortFunc(names, func(a, b string) int {
		return cmp.Or(cmp.Compare(len(b), len(a)), strings.Compare(a, b))
	})
	return slices.Compact(names)
}

// mcpToolTargets returns the names that a call of the tool mcp__server__tool goes
// by, and false if the name is not of that form. Server and tool are written plainly
// in it; a harness that keeps the hyphens of a server is understood too.
func mcpToolTargets(toolName string, servers []string) ([]string, bool) {
	name := strings.TrimSpace(toolName)
	rest, is := strings.CutPrefix(name, "mcp__")
	if !is {
		return nil, false
	}
	owners, server, tool := splitMCPTool(rest, servers)
	if strings.TrimSpace(server) == "" || strings.TrimSpace(tool) == "" {
		return nil, false
	}
	var t mcpTargets
	for _, owner := range owners {
		t.addTool(owner, tool)
	}
	t.addTool(server, tool)
	t.add(tool, name, "mcp_call", "mcp")
	return t, true
}

// isMCPName reports whether a tool's name is one of those that only MCP servers' tools have.
func isMCPName(name string) bool {
	return len(name) > len("mcp__") && strings.EqualFold(name[:len("mcp__")], "mcp__")
}

// mcpAliases returns what else a tool may be called: by the configured name of its
// server where that is written plainly, and by all forms where its own name begins
// with a server's. A server that the call names is not guessed.
func mcpAliases(name, server string, servers []string) []string {
	var t mcpTargets
	qualifier, bare, qualified := parseQualifiedMCPToolName(name)
	if server == "" && qualified {
		server = qualifier
	}
	if !qualified {
		bare = name
	}
	if server == "" {
		owners, _ := longestMCPServers(mcpServerOrder(servers), func(s string) (string, bool) {
			return strings.CutPrefix(plainMCPName(name), plainMCPName(s)+"_")
		})
		for _, owner := range owners {
			rest := string([]rune(name)[len([]rune(owner))+1:])
			t.addTool(owner, rest)
			t.add(rest)
		}
	}
	for _, s := range servers {
		if known := plainMCPName(s); known == plainMCPName(server) || strings.HasSuffix(plainMCPName(name), "_"+known) && server == "" {
			t.add(s)
			if bare != "" {
				t.addTool(s, bare)
			}
		}
	}
	return t
}

// splitMCPTool splits server__tool after the longest configured server, and returns
// which that may be; if it is none, at the first pair of underscores.
func splitMCPTool(name string, servers []string) (owners []string, server, tool string) {
	owners, tool = longestMCPServers(mcpServerOrder(servers), func(server string) (string, bool) {
		rest, ok := cutMCPServer(name, server, "__")
		return rest, ok && rest != ""
	})
	if owners == nil {
		server, tool, _ = strings.Cut(name, "__")
		return nil, server, tool
	}
	return owners, strings.TrimSuffix(name, "__"+tool), tool
}

// plainMCPName replaces what the name of a tool cannot hold by underscores, one for
// each character.
func plainMCPName(name string) string {
	return strings.Map(func(c rune) rune {
		switch {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9':
			return c
		}
		return '_'
	}, name)
}

// ambiguousMCPServers returns a sentence for every two servers of which one's tool
// can be written as the other's: the names are the same when written plainly, or one
// is the other and an underscore and more. Rules for one may then answer for both.
func ambiguousMCPServers(servers []string) []string {
	names := mcpServerOrder(servers)
	slices.Sort(names)
	var sentences []string
	for i, a := range names {
		for _, b := range names[i+1:] {
			if shared, ok := sharedMCPName(plainMCPName(a), plainMCPName(b)); ok {
				sentences = append(sentences, fmt.Sprintf(
					"mcp servers %q and %q cannot be told apart in the names of tools: %s_x may be of either", a, b, shared))
			}
		}
	}
	return sentences
}

// sharedMCPName returns the longer of two plain names if tools of both can begin
// with it.
func sharedMCPName(a, b string) (string, bool) {
	if len(a) > len(b) {
		a, b = b, a
	}
	return b, a == b || strings.HasPrefix(b, a+"_")
}
