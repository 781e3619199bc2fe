package parse

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// corpusCommands returns the command lines of the corpus files.
func corpusCommands(t testing.TB) []string {
	t.Helper()
	files, err := filepath.Glob("../../testdata/corpus/*.jsonl")
	if err != nil || len(files) == 0 {
		t.Fatal("no corpus", err)
	}
	var lines []string
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, row := range bytes.Split(bytes.TrimSpace(text), []byte("\n")) {
			var c struct {
				Command string
				NoRun   bool `json:"norun"`
			}
			if err := json.Unmarshal(row, &c); err != nil {
				t.Fatalf("%s: %v", file, err)
			}
			if !c.NoRun {
				lines = append(lines, c.Command)
			}
		}
	}
	return lines
}

// standsFor reports whether the fields can be the words.
func standsFor(fields []Arg, words []string) bool {
	if len(fields) == 0 {
		return len(words) == 0
	}
	if fields[0].Single() {
		return len(words) > 0 && canBe(fields[0], words[0]) && standsFor(fields[1:], words[1:])
	}
	for n := range len(words) + 1 {
		if standsFor(fields[1:], words[n:]) {
			return true
		}
	}
	return false
}

func canBe(field Arg, word string) bool {
	pattern := "(?s)^"
	for _, p := range field.Parts {
		if p.Kind == Known {
			pattern += regexp.QuoteMeta(p.Text)
		} else {
			pattern += ".*"
		}
	}
	return regexp.MustCompile(pattern + "$").MatchString(word)
}

// TestOracle: what bash looks up is among what Parse extracted, or Parse refused.
func TestOracle(t *testing.T) {
	p, asked := newAsker(t), 0
	for _, line := range corpusCommands(t) {
		script, err := Parse(line)
		if err != nil || !askable(script) {
			continue
		}
		asked++
		for _, argv := range unforeseen(script, p.lookUp(t, line, ends[0])) {
			t.Errorf("bash looked %q up, which was not extracted from %q", argv, line)
		}
	}
	if asked < 400 {
		t.Errorf("only %d lines were given to bash", asked)
	}
}

// TestBuiltins: the table is what bash says of itself.
func TestBuiltins(t *testing.T) {
	for _, c := range []struct {
		flag string
		have []string
	}{{"-b", mapKeys(builtins)}, {"-k", mapKeys(keywords)}} {
		out, err := exec.Command("/bin/bash", "--noprofile", "--norc", "-c", "compgen "+c.flag).Output()
		if err != nil {
			t.Fatal(err)
		}
		want := strings.Fields(string(out))
		slices.Sort(want)
		slices.Sort(c.have)
		if !slices.Equal(slices.Compact(want), c.have) {
			t.Errorf("compgen %s:\nbash %q\nours %q", c.flag, want, c.have)
		}
	}
}

func mapKeys[V any](m map[string]V) []string {
	var keys []string
	for k := range m {
		keys = append(keys, k)
	}
	return keys
}

// TestWords: a field of which all is known is what bash passes.
func TestWords(t *testing.T) {
	words := []string{
		`curl`, `\curl`, `c\url`, `'curl'`, `"curl"`, `c"u"rl`, `cu''rl`, `$'curl'`, `$'\x63url'`, `$'\143url'`,
		`$'\u0063url'`, `$'a\tb\n\'\\'`, `$"curl"`, `cu\` + "\n" + `rl`, `"cu\` + "\n" + `rl"`, `"a\$b\"c\\d\e"`,
		`{a,b}`, `x{a,b}y{1..3}`, `{a,{b,c}}`, `{1..3}`, `{3..1}`, `{1..7..2}`, `{c..e}`, `{a}`, `{}`, `{a,b`, `a{,b}`,
		`{a\,b,c}`, `"{a,b}"`, `{'a,b',c}`, `--x={1,2}`, `[`, `a]`, `a=b`, `#`, `a#b`, `'a b'`, `a\ b`, `ä`, `$'\xc3\xa4'`,
		`{-1..2}`, `{x..x}`, `{1..1}`, `{,}`, `a{b}c`, `{a,b}{c,d}`, `{{a,b}`, `{a,b}}`, `""`, `''`, `"" a`, `a$'b'c`, `$'\e[0m'`,
	}
	for _, word := range words {
		want := passed(t, word)
		commands, err := ExtractCommands("true " + word)
		if err != nil || len(commands) != 1 {
			t.Errorf("%q: %v", word, err)
			continue
		}
		var got []string
		for _, a := range commands[0].Args {
			text, known := a.Value()
			if !known {
				text = "(unknown)"
			}
			got = append(got, text)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: bash passes %q, we say %q", word, want, got)
		}
	}
}

func passed(t *testing.T, word string) []string {
	t.Helper()
	cmd := exec.Command("/bin/bash", "--noprofile", "--norc", "-c", "set -- "+word+`; [ $# = 0 ] || printf '%s\0' "$@"`)
	cmd.Dir = t.TempDir()
	cmd.Env = []string{"LC_ALL=C.UTF-8"}
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s: %v", word, err)
	}
	fields := strings.Split(string(out), "\x00")
	return fields[:len(fields)-1]
}
