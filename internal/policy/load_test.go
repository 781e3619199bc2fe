package policy

import (
	"encoding/json"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/BurntSushi/toml"
	"github.com/rogpeppe/go-internal/txtar"

	"armshell"
)

var update = flag.Bool("update", false, "write what the tests got into their golden files")

// TestLoadGolden reads every archive of testdata/load: a comment, the policy
// arms.toml, and then either error, the exact message, or arms, what was read.
// Adding a case is adding a file and running with -update.
func TestLoadGolden(t *testing.T) {
	files, err := filepath.Glob("testdata/load/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no cases: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) { testLoad(t, file) })
	}
}

func testLoad(t *testing.T, file string) {
	testGolden(t, file, "arms", func(name string, text []byte) (any, error) { return ParsePolicy(name, text) })
}

// TestSessionGolden reads every archive of testdata/session in the same way.
func TestSessionGolden(t *testing.T) {
	files, err := filepath.Glob("testdata/session/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no cases: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			testGolden(t, file, "rules", func(name string, text []byte) (any, error) {
				session, err := ParseSession(name, text)
				return session.Ruleset(), err
			})
		})
	}
}

// testGolden reads the first file of an archive and compares the error, or what was
// read under the name of good, with the second.
func testGolden(t *testing.T, file, good string, read func(name string, text []byte) (any, error)) {
	a, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if len(a.Files) == 0 || len(a.Files) > 2 {
		t.Fatalf("%s: want a TOML file and one of error and %s", file, good)
	}
	got := txtar.File{Name: good}
	value, err := read(a.Files[0].Name, a.Files[0].Data)
	if err != nil {
		got = txtar.File{Name: "error", Data: []byte(err.Error() + "\n")}
		if v := reflect.ValueOf(value); v.Len() != 0 {
			t.Errorf("something beside an error: %v", value)
		}
	} else if got.Data, err = json.MarshalIndent(value, "", "  "); err != nil {
		t.Fatal(err)
	} else {
		got.Data = append(got.Data, '\n')
	}
	if ok := strings.HasPrefix(filepath.Base(file), "ok_"); ok != (got.Name == good) {
		t.Errorf("a case named ok_ must load, and no other may:\n%s", got.Data)
	}
	want := append(a.Files[:1:1], got)
	if *update {
		a.Files = want
		if err := os.WriteFile(file, txtar.Format(a), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if !reflect.DeepEqual(a.Files, want) {
		t.Errorf("got %s:\n%s\nwant %q", got.Name, got.Data, a.Files[1:])
	}
}

func TestLoadFiles(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		file := filepath.Join(dir, name)
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return file
	}
	for _, c := range []struct{ file, want string }{
		{filepath.Join(dir, "none.toml"), "none.toml: cannot be read: there is no such file"},
		{dir, ": cannot be read: is a directory"},
		{write("empty.toml", ""), "empty.toml: an empty policy: "},
		{write("large.toml", strings.Repeat("#\n", maxPolicy/2)+"#"), "large.toml: more than 1 MiB: not a policy"},
		{write("latin1.toml", "# gr\xf6\xdfe\n"), "latin1.toml:1:5: not UTF-8, as TOML must be\n  1 | # gr??e\n    |     ^"},
		{write("nul.toml", "a = 1\x00\n"), "nul.toml:1:"},
	} {
		arms, err := Load(c.file)
		var pe *PolicyError
		if arms != nil || !errors.As(err, &pe) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("Load(%s): got %v, %v, want an error with %q", filepath.Base(c.file), arms, err, c.want)
		}
	}
	arms, err := Load(write("arms.toml", string(armshell.Policy)))
	if err != nil || len(arms) != 4 {
		t.Errorf("the shipped policy from a file: got %d arms, %v", len(arms), err)
	}
}

// TestShippedPolicy pins what the README promises of the embedded arms.toml.
func TestShippedPolicy(t *testing.T) {
	arms, err := ParsePolicy("arms.toml", armshell.Policy)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := arms.names(), []string{"gitea-axi", "tea", "raw-api", "gitea-mcp"}; !reflect.DeepEqual(got, want) {
		t.Errorf("arms: got %q, want %q", got, want)
	}
	for _, a := range arms {
		if a.Disabled != (a.Tool == "") || a.Disabled != (a.Name == "gitea-mcp") {
			t.Errorf("arm %s: tool %q, disabled %v", a.Name, a.Tool, a.Disabled)
		}
		for _, r := range a.Rules {
			if a.Name == "tea" && (r.Action != Deny || r.Reason == "" || len(r.Match) == 0 || len(r.NotMatch) == 0) {
				t.Errorf("%s: a rule of tea without a reason or examples", r.Origin)
			}
		}
	}
}

func TestArmsArm(t *testing.T) {
	arms := Arms{{Name: "gitea-axi"}, {Name: "tea"}}
	for _, c := range []struct{ name, want string }{
		{"tae", `unknown arm "tae": did you mean "tea"`},
		{"TEA", `unknown arm "TEA": did you mean "tea"`},
		{"curl", `unknown arm "curl": known are gitea-axi, tea`},
		{"", `unknown arm "": known are gitea-axi, tea`},
	} {
		if a, err := arms.Arm(c.name); err == nil || err.Error() != c.want || a.Name != "" {
			t.Errorf("Arm(%q): got %q, %v, want %s", c.name, a.Name, err, c.want)
		}
	}
}

// TestPositions holds the scanner against the TOML library: the same keys, below
// each other in the same way, whatever the spelling.
func TestPositions(t *testing.T) {
	files, err := filepath.Glob("testdata/load/*.txtar")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		a, err := txtar.ParseFile(file)
		if err != nil {
			t.Fatal(err)
		}
		comparePositions(t, string(a.Files[0].Data))
	}
}

func FuzzPositions(f *testing.F) {
	f.Add(string(armshell.Policy))
	f.Add("a.'b.c'.\"d\\u0041\" = [[1], {x.y = 'z', w = []}] # c\n[q]\n\"\" = '''a''''\n")
	f.Add("[[a.b]]\nc = \"\"\"\\\n \"\"\"\"\"\n[[a.b]]\n[a.b.d]\ne = 1979-05-27 07:32:00\n")
	f.Fuzz(func(t *testing.T, text string) { comparePositions(t, text) })
}

// comparePositions only wants an end of the scanner where text is not TOML.
func comparePositions(t *testing.T, text string) {
	var values map[string]any
	_, err := toml.Decode(text, &values)
	root := scanPositions(text)
	if err == nil && utf8.ValidString(text) {
		compareNode(t, text, root, values)
	}
}

func compareNode(t *testing.T, text string, n *node, v any) {
	if n == nil {
		t.Errorf("no position for %v in %q", v, text)
		return
	}
	if n.value.start > n.value.end || n.value.end > len(text) {
		t.Errorf("span %v outside of %q", n.value, text)
	}
	switch v := v.(type) {
	case map[string]any:
		for name, below := range v {
			compareNode(t, text, n.child(name), below)
		}
		if len(n.children) != len(v) {
			t.Errorf("keys %q for %v in %q", n.names, v, text)
		}
	case []map[string]any:
		for i := range v {
			compareNode(t, text, n.item(i), v[i])
		}
	case []any:
		for i := range v {
			compareNode(t, text, n.item(i), v[i])
		}
	case string:
		if s, ok := unquote(strings.Trim(text[n.value.start:n.value.end], `"`)); ok && text[n.value.start] == '"' &&
			!strings.HasPrefix(text[n.value.start:], `""`) && !strings.HasSuffix(v, `"`) && !strings.HasPrefix(v, `"`) && s != v {
			t.Errorf("value %q at %q", v, text[n.value.start:n.value.end])
		}
	}
}
