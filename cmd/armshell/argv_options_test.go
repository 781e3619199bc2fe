package main

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

func TestReadArgsOptions(t *testing.T) {
	for _, c := range []struct{ argv, want string }{
		{"bash -c C", ""},
		{"bash -euxc C", "+errexit +nounset +xtrace"},
		{"bash -e +e -c C", "+errexit -errexit"},
		{"bash +o pipefail -o noclobber -c C", "-pipefail +noclobber"},
		{"bash -abfhkmpt F", "+allexport +notify +noglob +hashall +keyword +monitor +privileged +onecmd"},
		{"bash -BCEHPT +v F", "+braceexpand +noclobber +errtrace +histexpand +physical +functrace -verbose"},
		{"bash -O extglob +O nullglob -c C", "+extglob -nullglob"},
		{"bash --posix --verbose --restricted F", "+posix +verbose +restricted"},
		{"bash -r F", "+restricted"},
		{"sh +o posix -c C", "-posix +posix"},
		{"/bin/sh -c C", "+posix"},
		{"/bin/rbash -c C", "+restricted"},
		{"bash -c C -e -o posix", ""},
		{"bash --norc --noprofile --noediting --debug --debugger --rcfile R --init-file R -login -lsi", ""},
		{"bash -O extdebug F", ""},
	} {
		var got []string
		for _, o := range readArgs(strings.Fields(c.argv)).options {
			got = append(got, map[bool]string{true: "+", false: "-"}[o.on]+o.name)
		}
		if s := strings.Join(got, " "); s != c.want {
			t.Errorf("%s: got %s, want %s", c.argv, s, c.want)
		}
	}
}

func TestReadArgsFacts(t *testing.T) {
	for _, c := range []struct {
		argv                                string
		interactive, noexec, login, bashEnv bool
	}{
		{"bash -c C", false, false, false, true},
		{"bash F", false, false, false, true},
		{"-bash F", false, false, true, true},
		{"bash -lc C", false, false, true, true},
		{"bash --login", false, false, true, true},
		{"bash -ic C", true, false, false, false},
		{"bash -i +i -c C", false, false, false, true},
		{"bash -n F", false, true, false, false},
		{"bash -n +n F", false, false, false, true},
		{"bash -o noexec F", false, true, false, false},
		{"bash -o noexec +n F", false, false, false, true},
		{"bash -D +n F", false, true, false, false},
		{"bash --dump-po-strings F", false, true, false, false},
		{"bash --pretty-print F", false, true, false, false},
		{"bash --pretty-print -s", false, true, false, false},
		{"bash --pretty-print -i F", true, false, false, false},
		{"bash --pretty-print -c C", false, false, false, true},
		{"bash --posix F", false, false, false, false},
		{"bash -o posix +o posix F", false, false, false, true},
		{"sh F", false, false, false, false},
		{"bash -p F", false, false, false, false},
		{"bash -v F", false, false, false, false},
		{"bash --verbose F", false, false, false, false},
		{"bash -m F", false, false, false, false},
		{"bash -m +m F", false, false, false, true},
		{"bash -O execfail F", false, false, false, false},
		{"bash -xeuo pipefail -O extglob F", false, false, false, true},
	} {
		inv := readArgs(strings.Fields(c.argv))
		got := []bool{inv.interactive, inv.noexec, inv.login, inv.readsBashEnv()}
		if want := []bool{c.interactive, c.noexec, c.login, c.bashEnv}; !slices.Equal(got, want) {
			t.Errorf("%s: interactive, noexec, login, readsBashEnv: got %v, want %v", c.argv, got, want)
		}
	}
}

func TestOptionTables(t *testing.T) {
	for _, table := range [][]string{longNames, setNames, shoptNames, shellNames} {
		if !slices.IsSorted(table) || len(slices.Compact(slices.Clone(table))) != len(table) {
			t.Errorf("not sorted and unique: %q", table)
		}
	}
	for c := range 256 {
		name := flagName(byte(c))
		if name != "" && name != "restricted" && !slices.Contains(setNames, name) {
			t.Errorf("%s means %s, which set -o does not know", fmt.Sprintf("%q", rune(c)), name)
		}
	}
}
