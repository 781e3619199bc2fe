package confine

import (
	"slices"
	"strings"
	"testing"
)

func TestEnviron(t *testing.T) {
	drop := func(name string) bool { return strings.HasPrefix(name, "LD_") || name == "BASH_ENV" }
	for _, c := range []struct {
		what   string
		parent []string
		set    map[string]string
		want   []string
	}{
		{"kept in order", []string{"B=1", "A=2"}, nil, []string{"B=1", "A=2"}},
		{"dropped", []string{"LD_PRELOAD=x", "A=1", "BASH_ENV=y"}, nil, []string{"A=1"}},
		{"set, by name", []string{"A=1"}, map[string]string{"PATH": "/b", "SHELL": "/s"}, []string{"A=1", "PATH=/b", "SHELL=/s"}},
		{"set replaces", []string{"PATH=/a", "A=1"}, map[string]string{"PATH": "/b"}, []string{"A=1", "PATH=/b"}},
		{"set is not dropped", nil, map[string]string{"BASH_ENV": "z"}, []string{"BASH_ENV=z"}},
		{"last of a name", []string{"A=1", "B=2", "A=3"}, nil, []string{"B=2", "A=3"}},
		{"malformed", []string{"=x", "A", "", "=", "B=1"}, nil, []string{"B=1"}},
		{"empty value", []string{"A="}, nil, []string{"A="}},
		{"equals sign in a value", []string{"A=b=c"}, nil, []string{"A=b=c"}},
		{"no identifiers", []string{"A-B=1", "npm_config_//h/:_authToken=2", "a b=3"}, nil,
			[]string{"A-B=1", "npm_config_//h/:_authToken=2", "a b=3"}},
		{"functions", []string{"BASH_FUNC_ls%%=() {  curl\n}", "BASH_FUNC_ls()=() { x", "__BASH_FUNC<ls>()=() { x",
			"ls=() { curl; }", "BASH_FUNC_ls%%", "A=(){ x"}, nil, []string{"A=(){ x"}},
	} {
		if got := Environ(c.parent, drop, c.set); !slices.Equal(got, c.want) {
			t.Errorf("%s: got %q, want %q", c.what, got, c.want)
		}
	}
}
