package policy

import "slices"

// surfaces are what a rule can be about. The list is that of the permission
// engine whose behaviour rules follow, 2026-08; bash, mcp, skill and tool take
// commands and names, the others paths. Sorted.
var surfaces = []string{
	"bash",
	"edit",
	"external_directory",
	"find",
	"grep",
	"ls",
	"mcp",
	"path",
	"path_read",
	"path_write",
	"read",
	"skill",
	"tool",
	"write",
}

// knownSurface reports whether a rule with that surface can ever answer. A
// surface may hold wildcards.
func knownSurface(pattern string) bool {
	p := compile(pattern, "")
	return slices.ContainsFunc(surfaces, func(s string) bool { return p.match(spell(s)) == yes })
}
