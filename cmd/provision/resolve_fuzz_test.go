package main

import (
	"bytes"
	"encoding/json"
	"os"
	"reflect"
	"testing"

	"armshell/internal/policy"
)

// FuzzReading: an intent that is understood is the same to a reader of another kind,
// one that takes keys in any case and the last of those that stand twice.
func FuzzReading(f *testing.F) {
	text, err := os.ReadFile("../../testdata/script/provision_resolve.txtar")
	if err != nil {
		f.Fatal(err)
	}
	more, err := os.ReadFile("testdata/resolve-errors.txt")
	if err != nil {
		f.Fatal(err)
	}
	for line := range bytes.Lines(append(text, more...)) {
		f.Add(bytes.TrimPrefix(bytes.TrimPrefix(line, []byte("> ")), []byte("- ")))
	}
	f.Fuzz(func(t *testing.T, line []byte) {
		var r reading
		got, err := r.question(line)
		if err != nil {
			return
		}
		var want struct {
			Kind, Surface, Path, Cwd string
			AgentName                string
			Input                    map[string]any
			Values                   []string
		}
		if err := json.Unmarshal(line, &want); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		var values []policy.Value
		for _, v := range want.Values {
			values = append(values, policy.Text(v))
		}
		q := question{got.kind, want.Surface, want.Path, want.Cwd, want.AgentName, want.Input, values}
		if kindNames[got.kind/2] != want.Kind || !reflect.DeepEqual(got, q) {
			t.Errorf("%s\n got %#v\nwant %s %#v", line, got, want.Kind, q)
		}
	})
}
