package policy

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
