package policy

import "strings"

// PathSurfaces returns the surfaces whose values are paths, sorted.
func PathSurfaces() []string {
	var names []string
	for _, row := range surfaces {
		if row.values == spellings {
			names = append(names, row.name)
		}
	}
	return names
}

// SurfaceInOtherCase returns the surface that the name is but for its case; empty if it
// is none, or is written as it should be.
func SurfaceInOtherCase(name string) string {
	for _, row := range surfaces {
		if row.name != name && strings.EqualFold(row.name, name) {
			return row.name
		}
	}
	return ""
}

// IsAgentName reports whether rules can be for an agent of that name.
func IsAgentName(name string) bool { return isPlainName(name) }

// IsPathSurface reports whether the values of the surface are paths.
func IsPathSurface(name string) bool {
	i, found := findSurface(name)
	return found && surfaces[i].values == spellings
}

// Nearest ends an "unknown …" message: with the one of the known names that was
// probably meant, or else with all of them. Of a long name, which is near to none, the
// beginning is compared.
func Nearest(name string, known []string) string {
	return suggestion(name[:min(len(name), maxShown)], known)
}
