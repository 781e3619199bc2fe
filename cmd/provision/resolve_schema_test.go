package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"armshell/internal/policy"
)

// schema returns one of the definitions of the schema, which is checked itself.
func schema(t *testing.T, name string) *jsonschema.Schema {
	t.Helper()
	var out bytes.Buffer
	if err := resolveWith(strings.NewReader(""), &out, "--schema"); err != nil {
		t.Fatal(err)
	}
	doc, err := jsonschema.UnmarshalJSON(&out)
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("resolve.schema.json", doc); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile("resolve.schema.json#/$defs/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// valid reports whether one line is as the schema says.
func valid(t *testing.T, s *jsonschema.Schema, line string) bool {
	t.Helper()
	value, err := jsonschema.UnmarshalJSON(strings.NewReader(line))
	if err != nil {
		t.Fatalf("%s: %v", line, err)
	}
	return s.Validate(value) == nil
}

// TestSchemaOfErrors: the schema refuses the intents of which the file says so, and of
// the rest those that it can read it lets pass: what it can say, it says.
func TestSchemaOfErrors(t *testing.T) {
	intent, failure := schema(t, "intent"), schema(t, "error")
	text, err := os.ReadFile("testdata/resolve-errors.txt")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range refusedIntents(t, string(text)) {
		if json.Valid([]byte(c.intent)) && valid(t, intent, c.intent) == c.schema {
			t.Errorf("the schema says otherwise: %s", c.written)
		}
	}
	for line := range strings.SplitSeq(string(text), "\n") {
		if strings.HasPrefix(line, `{"intent"`) && !valid(t, failure, line) {
			t.Errorf("no error by the schema: %s", line)
		}
	}
}

// TestSchemaOfScripts: the intents of the scripts are as the schema says, and so are
// the answers.
func TestSchemaOfScripts(t *testing.T) {
	sides := map[string][]*jsonschema.Schema{
		".intents": {schema(t, "intent")},
		".answers": {schema(t, "answer"), schema(t, "error")},
	}
	files, err := filepath.Glob("../../testdata/script/provision_resolve*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no scripts: %v", err)
	}
	for _, file := range files {
		archive, err := txtar.ParseFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range archive.Files {
			for line := range strings.Lines(string(f.Data)) {
				if any := sides[filepath.Ext(f.Name)]; any != nil &&
					!slices.ContainsFunc(any, func(s *jsonschema.Schema) bool { return valid(t, s, line) }) {
					t.Errorf("%s: %s: not by the schema: %s", file, f.Name, line)
				}
			}
		}
	}
}

// TestSchemaOfAnswers: for every line of the corpora, and in every arm, the intent and
// its answer are as the schema says.
func TestSchemaOfAnswers(t *testing.T) {
	intent, answer := schema(t, "intent"), schema(t, "answer")
	files, err := filepath.Glob("../../testdata/corpus/*.jsonl")
	if err != nil || len(files) == 0 {
		t.Fatalf("no corpora: %v", err)
	}
	var intents strings.Builder
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for line := range bytes.Lines(text) {
			var c struct{ Command string }
			if err := json.Unmarshal(line, &c); err != nil {
				t.Fatal(err)
			}
			intents.WriteString(bashIntent(c.Command) + "\n")
		}
	}
	for line := range strings.Lines(intents.String()) {
		if !valid(t, intent, line) {
			t.Errorf("no intent by the schema: %s", line)
		}
	}
	for _, arm := range []string{"tea", "gitea-mcp"} {
		answers, err := resolved(intents.String(), "--arm", arm)
		if err != nil || len(answers) < 500 {
			t.Fatalf("%d answers: %v", len(answers), err)
		}
		for _, line := range answers {
			if !valid(t, answer, line) {
				t.Errorf("no answer by the schema: %s", line)
			}
		}
	}
}

// TestSchemaIsWhole: the schema has every field that there is, and describes it.
func TestSchemaIsWhole(t *testing.T) {
	var doc struct {
		Defs map[string]struct {
			Properties map[string]struct{ Enum []string }
		} `json:"$defs"`
	}
	if err := json.Unmarshal(resolveSchema, &doc); err != nil {
		t.Fatal(err)
	}
	keys := func(def string) []string {
		var names []string
		for name := range doc.Defs[def].Properties {
			names = append(names, name)
		}
		slices.Sort(names)
		return names
	}
	for def, value := range map[string]any{"answer": policy.CheckResult{}, "error": refusal{}} {
		if got, want := keys(def), jsonNames(reflect.TypeOf(value)); !slices.Equal(got, want) {
			t.Errorf("%s has %q, want %q", def, got, want)
		}
	}
	for def, k := range map[string]kind{"toolIntent": toolCall, "pathValuesIntent": pathValues, "accessPathIntent": accessPath} {
		var want []string
		for _, f := range fields {
			if f.of&k != 0 {
				want = append(want, f.name)
			}
		}
		slices.Sort(want)
		if got := keys(def); !slices.Equal(got, want) {
			t.Errorf("%s has %q, want %q", def, got, want)
		}
	}
	var tree any
	if err := json.Unmarshal(resolveSchema, &tree); err != nil {
		t.Fatal(err)
	}
	described(t, "", tree)
}

// jsonNames returns the names of a struct's fields in JSON, sorted.
func jsonNames(of reflect.Type) []string {
	var names []string
	for i := range of.NumField() {
		if name, _, _ := strings.Cut(of.Field(i).Tag.Get("json"), ","); name != "" {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// described wants a description of every property, and of what it refers to.
func described(t *testing.T, path string, tree any) {
	t.Helper()
	switch node := tree.(type) {
	case []any:
		for _, v := range node {
			described(t, path, v)
		}
	case map[string]any:
		for _, group := range []string{"properties", "$defs"} {
			for name, v := range asMap(node[group]) {
				if one := asMap(v); one["description"] == nil && one["$ref"] == nil {
					t.Errorf("%s/%s/%s has no description", path, group, name)
				}
			}
		}
		for name, v := range node {
			described(t, path+"/"+name, v)
		}
	}
}

func asMap(v any) map[string]any {
	m, _ := v.(map[string]any)
	return m
}

// TestSchemaOfPaths: the surfaces of paths are those of the rules.
func TestSchemaOfPaths(t *testing.T) {
	var doc struct {
		Defs struct {
			PathSurface struct{ Enum []string }
			OnPaths     struct {
				Properties struct{ Surface struct{ Pattern string } }
			}
		} `json:"$defs"`
	}
	if err := json.Unmarshal(resolveSchema, &doc); err != nil {
		t.Fatal(err)
	}
	want := policy.PathSurfaces()
	if got := doc.Defs.PathSurface.Enum; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := doc.Defs.OnPaths.Properties.Surface.Pattern; got != `^\s*(`+strings.Join(want, "|")+`)\s*$` {
		t.Errorf("got %s", got)
	}
}
