package policy

import "slices"

// A surfaceRow is one kind of thing that rules are about.
type surfaceRow struct {
	name      string
	normalize func(call) NormalizedInput
	values    relation
	source    string // of an answer that a rule gave
	unruled   string // of an answer that only the default gave
	family    string // the surface whose rules are about this one too
	gate      string // the surface across tools that a path in such a call is also about; empty if none
}

// A relation says what the several values of one intent are to each other.
type relation uint8

const (
	single    relation = iota // alternatives: the first that a rule answers for
	aliases                   // names of one thing: the last rule that matches any
	spellings                 // of one path: as aliases, but a denial of any of them stands
)

// surfaces are what a rule can be about, and how an intent on each becomes values.
// The list and the sources are those of the permission engine whose behaviour
// rules follow, releases 18 to 33, read 2026-11. Sorted. init fills it, since the
// functions look surfaces up in it.
var surfaces []surfaceRow

func init() {
	surfaces = []surfaceRow{
		{"bash", commandInput, aliases, "bash", "bash", "", ""},
		{"edit", pathInput, spellings, "tool", "tool", "", "path"},
		{"external_directory", pathInput, spellings, "special", "special", "", ""},
		{"find", pathInput, spellings, "tool", "tool", "", "path_read"},
		{"grep", pathInput, spellings, "tool", "tool", "", "path_read"},
		{"ls", pathInput, spellings, "tool", "tool", "", "path_read"},
		{"mcp", mcpInput, aliases, "mcp", "default", "", "path"},
		{"path", pathInput, spellings, "special", "special", "", ""},
		{"path_read", pathInput, spellings, "special", "special", "path", ""},
		{"path_write", pathInput, spellings, "special", "special", "path", ""},
		{"read", pathInput, spellings, "tool", "tool", "", "path_read"},
		{"skill", skillInput, single, "skill", "skill", "", ""},
		{toolSurface, toolInput, single, "tool", "default", "", "path"},
		{"write", pathInput, spellings, "tool", "tool", "", "path_write"},
	}
}

// toolSurface is the row for every tool that has none of its own.
const toolSurface = "tool"

// surfaceOf returns the row of the surface, or the one for other tools.
func surfaceOf(name string) surfaceRow {
	i, found := findSurface(name)
	if !found {
		i, _ = findSurface(toolSurface)
	}
	return surfaces[i]
}

func findSurface(name string) (int, bool) {
	for i := range surfaces {
		if surfaces[i].name == name {
			return i, true
		}
	}
	return 0, false
}

func isSurface(name string) bool {
	_, is := findSurface(name)
	return is
}

// members returns the surfaces that an intent on this one asks: of a family all,
// since what is neither surely read nor surely written may be either.
func members(surface string) []string {
	var names []string
	for _, row := range surfaces {
		if row.family == surface {
			names = append(names, row.name)
		}
	}
	if names == nil {
		names = []string{surface}
	}
	return names
}

func surfaceNames() []string {
	names := make([]string, len(surfaces))
	for i := range surfaces {
		names[i] = surfaces[i].name
	}
	return names
}

// knownSurface reports whether a rule with that surface can ever answer: it is one
// of the list, or a pattern. A pattern that matches none of them is about tools.
func knownSurface(pattern string) bool {
	p := compile(pattern)
	return slices.ContainsFunc(surfaces, func(s surfaceRow) bool { return p.match(spell(s.name)) == yes })
}
