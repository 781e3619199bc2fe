package policy

import (
	"slices"
	"strings"
	"testing"

	"armshell"
)

// TestClasses wants every row sorted and every program in one row.
func TestClasses(t *testing.T) {
	seen := map[string]class{}
	for _, row := range classes {
		names := strings.Fields(row.names)
		if !slices.IsSorted(names) {
			t.Errorf("%s: not sorted", row.class)
		}
		for _, name := range names {
			if c, ok := seen[name]; ok {
				t.Errorf("%s is in the rows of %s and of %s", name, c, row.class)
			}
			seen[name] = row.class
			if !isPlainName(name) {
				t.Errorf("%s cannot name a program", name)
			}
			if got := classOf(name); got != row.class {
				t.Errorf("classOf(%s): got %s, want %s", name, got, row.class)
			}
		}
	}
	for c := range classNames {
		if classNames[c] == "" {
			t.Errorf("class %d has no name", c)
		}
	}
}

func TestClassOf(t *testing.T) {
	for _, c := range []struct {
		name string
		want class
	}{
		{"bash5", classShell}, {"python3.11", classInterpreter}, {"perl5.36.0", classInterpreter}, {"gcc-12", classBuilder},
		{"lua5.4", classInterpreter}, {"sqlite3", classDatabase}, {"nc.openbsd", classNetwork}, {"7z", classArchiver},
		{"clang++-14", classBuilder}, {"xargs", classLauncher}, {"prlimit", classLauncher},
		{"", classHarmless}, {"cat", classHarmless}, {"base64", classHarmless}, {"sha256sum", classHarmless},
		{"bas", classHarmless}, {"bash bosh", classHarmless}, {"3", classHarmless},
	} {
		if got := classOf(c.name); got != c.want {
			t.Errorf("classOf(%q): got %s, want %s", c.name, got, c.want)
		}
	}
}

// TestShippedUtilitiesAreHarmless asks the table, not the loader.
func TestShippedUtilitiesAreHarmless(t *testing.T) {
	arms, err := ParsePolicy("arms.toml", armshell.Policy)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range arms[0].Utilities {
		if c := classOf(name); c != classHarmless {
			t.Errorf("%s is %s", name, c)
		}
	}
}

func TestSurfaces(t *testing.T) {
	if !slices.IsSorted(surfaceNames()) {
		t.Error("surfaces are not sorted")
	}
	for pattern, want := range map[string]bool{
		"bash": true, "*": true, "path*": true, "path_?ead": true, "": false, "bas": false, "bash ": false, "Bash": false, "x*": false,
	} {
		if got := knownSurface(pattern); got != want {
			t.Errorf("knownSurface(%q): got %v", pattern, got)
		}
	}
}

func TestSuggestion(t *testing.T) {
	known := []string{"gitea-axi", "tea", "raw-api"}
	for name, want := range map[string]string{
		"tae": `: did you mean "tea"`, "gitea_axi": `: did you mean "gitea-axi"`, "rawapi": `: did you mean "raw-api"`,
		"te": `: did you mean "tea"`, "xyz": ": known are gitea-axi, tea, raw-api", "": ": known are gitea-axi, tea, raw-api",
	} {
		if got := suggestion(name, known); got != want {
			t.Errorf("suggestion(%q): got %q, want %q", name, got, want)
		}
	}
	if got := suggestion("x", nil); got != "" {
		t.Errorf("nothing known: got %q", got)
	}
}
