package policy

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"armshell/internal/parse"
)

// A yard is a directory in which the real programs are run.
type yard struct {
	*testing.T
	dir string
}

func newYard(t *testing.T, program string) yard {
	t.Helper()
	if _, err := exec.LookPath(program); err != nil {
		t.Skipf("%s is not installed", program)
	}
	return yard{t, t.TempDir()}
}

func (y yard) write(name, text string) {
	y.Helper()
	file := filepath.Join(y.dir, name)
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		y.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o755); err != nil {
		y.Fatal(err)
	}
}

func (y yard) there(name string) bool {
	_, err := os.Stat(filepath.Join(y.dir, name))
	return err == nil
}

// command returns a program that is at home in the yard.
func (y yard) command(words ...string) *exec.Cmd {
	within, cancel := context.WithTimeout(y.Context(), 20*time.Second)
	y.Cleanup(cancel)
	c := exec.CommandContext(within, words[0], words[1:]...)
	c.Dir, c.Env = y.dir, []string{"PATH=" + os.Getenv("PATH"), "HOME=" + y.dir, "LC_ALL=C", "TERM=dumb"}
	return c
}

func (y yard) run(words ...string) string {
	out, _ := y.command(words...).CombinedOutput()
	return string(out)
}

const leaveMark = "#!/bin/sh\n: > mark\nexec cat\n"

// server answers with an ETag and asks for NTLM.
func (y yard) server() string {
	s := httptest.NewServer(answer)
	y.Cleanup(s.Close)
	return s.URL
}

var answer = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("ETag", `"1"`)
	if r.URL.Path == "/ntlm" {
		w.Header().Set("WWW-Authenticate", "NTLM")
		w.WriteHeader(http.StatusUnauthorized)
	}
	fmt.Fprintln(w, "mark")
})

// onSocket serves on a socket; a leading @ is one without a file.
func (y yard) onSocket(name string) {
	l, err := net.Listen("unix", name)
	if err != nil {
		y.Skip(err)
	}
	s := &http.Server{Handler: answer}
	go s.Serve(l)
	y.Cleanup(func() { s.Close() })
}

// asNobody runs a program that could change the machine as one who may not.
func (y yard) asNobody(words ...string) string {
	c := y.command(words...)
	c.Dir = "/"
	if os.Getuid() == 0 {
		c.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 65534, Gid: 65534}}
	}
	out, _ := c.CombinedOutput()
	return string(out)
}

func (y yard) leavesMark(words ...string) bool {
	y.run(words...)
	return y.there("mark")
}

func (y yard) setsClock(words ...string) bool {
	return strings.Contains(y.asNobody(words...), "cannot set date")
}

func (y yard) jqModule(words ...string) bool {
	y.write("lib/m.jq", `def f: "mark";`)
	out := y.run(words...)
	if strings.Contains(strings.ToLower(out), "unknown") {
		y.Skip("this jq does not know the option")
	}
	return strings.Contains(out, "mark")
}

func (y yard) sorts(option string) bool {
	y.write("standin", leaveMark)
	y.write("in", strings.Repeat("a line of text\n", 250))
	return y.leavesMark("sort", option, "-S", "1k", "in")
}

// doorTries open every door by the real program, and say whether it opened.
var doorTries = map[string]func(y yard) bool{
	"curl --abstract-unix-socket": func(y yard) bool {
		y.onSocket("@" + y.dir)
		return strings.Contains(y.run("curl", "-s", "--abstract-unix-socket", y.dir, "http://x/"), "mark")
	},
	"curl --unix-socket": func(y yard) bool {
		y.onSocket(filepath.Join(y.dir, "s"))
		return strings.Contains(y.run("curl", "-s", "--unix-socket", "s", "http://x/"), "mark")
	},
	"curl -K":       func(y yard) bool { return y.curlConfig("-K") },
	"curl --config": func(y yard) bool { return y.curlConfig("--config") },
	"curl --engine": func(y yard) bool {
		y.write("e.c", `#include <stdio.h>
__attribute__((constructor)) static void f(void) { fclose(fopen("mark", "w")); }`)
		if out, err := y.command("cc", "-shared", "-fPIC", "-o", "e.so", "e.c").CombinedOutput(); err != nil {
			y.Skipf("no library to load: %v %s", err, out)
		}
		return y.leavesMark("curl", "--engine", filepath.Join(y.dir, "e.so"), "http://127.0.0.1:1/")
	},
	"curl --ntlm-wb": func(y yard) bool {
		if !strings.Contains(y.run("curl", "--version"), "NTLM_WB") {
			y.Skip("this curl is built without it")
		}
		return strings.Contains(y.run("curl", "-v", "--ntlm-wb", "-u", ":", y.server()+"/ntlm"), "ntlm_auth")
	},
	"curl -O":                func(y yard) bool { return y.leavesMark("curl", "-O", y.server()+"/mark") },
	"curl --remote-name":     func(y yard) bool { return y.leavesMark("curl", "--remote-name", y.server()+"/mark") },
	"curl --remote-name-all": func(y yard) bool { return y.leavesMark("curl", "--remote-name-all", y.server()+"/mark") },
	"date -s":                func(y yard) bool { return y.setsClock("date", "-s", "now") },
	"date --set":             func(y yard) bool { return y.setsClock("date", "--se=now") },
	"date operand":           func(y yard) bool { return y.setsClock("date", y.nowAsOperand()) },
	"diff -l":                func(y yard) bool { return y.pages("-l") },
	"diff --paginate":        func(y yard) bool { return y.pages("--pag") },
	"jq -L":                  func(y yard) bool { return y.jqModule("jq", "-n", "-L", "lib", `import "m" as m; m::f`) },
	"jq --library-path": func(y yard) bool {
		return y.jqModule("jq", "-n", "--library-path", "lib", `import "m" as m; m::f`)
	},
	"shuf -o":       func(y yard) bool { return y.leavesMark("shuf", "-eomark", "a") },
	"shuf --output": func(y yard) bool { return y.leavesMark("shuf", "-e", "--out", "mark", "a") },
	"sort --compress-program": func(y yard) bool {
		return y.sorts("--compress-program=./standin")
	},
	"sort -o":       func(y yard) bool { return y.leavesMark("sort", "-uomark", "/dev/null") },
	"sort --output": func(y yard) bool { return y.leavesMark("sort", "/dev/null", "--o", "mark") },
	"uniq operand":  func(y yard) bool { return y.leavesMark("uniq", "-c", "/dev/null", "mark") },
}

func (y yard) curlConfig(option string) bool {
	y.write("more", "output = mark\n")
	return y.leavesMark("curl", option, "more", y.server())
}

func (y yard) pages(option string) bool {
	y.write("a", "a\n")
	y.write("b", "b\n")
	return strings.Contains(y.run("diff", option, "a", "b"), "Page 1")
}

func (y yard) nowAsOperand() string {
	return strings.TrimSpace(y.run("date", "+%m%d%H%M%Y.%S"))
}

// tryOf returns what opens a door; of an option that writes its value it is itself.
func tryOf(program, option, kind string) func(y yard) bool {
	if try := doorTries[program+" "+option]; try != nil || kind != ">" {
		return try
	}
	return func(y yard) bool { return y.leavesMark(program, option, "mark", y.server()) }
}

// httpsOnly are written only after an answer by TLS, which no test server gives that
// curl trusts.
var httpsOnly = map[string]bool{"--alt-svc": true, "--hsts": true}

// TestDoorsOpen: no row is folklore.
func TestDoorsOpen(t *testing.T) {
	check := func(program, what, kind string) {
		t.Run(program+" "+what, func(t *testing.T) {
			try := tryOf(program, what, kind)
			if try == nil {
				t.Fatal("nobody has tried it")
			}
			if y := newYard(t, program); !try(y) && !httpsOnly[what] {
				t.Error("it does not open")
			}
		})
	}
	for _, row := range doors {
		for entry := range strings.FieldsSeq(row.options) {
			bare := strings.TrimRight(entry, optionMarks)
			if kind := entry[len(bare):]; isDoor(kind) || kind == "/" {
				check(row.name, dashed(bare), kind)
			}
		}
		if row.most > 0 || row.begins != "" {
			check(row.name, "operand", "")
		}
	}
}

func dashed(option string) string {
	if len(option) == 1 {
		return "-" + option
	}
	return "--" + option
}

// TestDoorsAbbreviated: sort starts its program by every beginning that is one of
// its option alone, and the row refuses each, and those that are of several.
func TestDoorsAbbreviated(t *testing.T) {
	row, _ := doorOf("sort")
	option := "--compress-program"
	for _, n := range []int{len("--c"), len("--co"), len("--compress"), len(option)} {
		y := newYard(t, "sort")
		opens := y.sorts(option[:n] + "=./standin")
		if opens != (n >= len("--co")) {
			t.Errorf("%s: opens %v", option[:n], opens)
		}
		if _, refused := row.opened(lineOf(t, "sort "+option[:n]+" x").Commands[0].Args, true); !refused {
			t.Errorf("%s: not refused", option[:n])
		}
	}
}

func lineOf(t testing.TB, line string) *parse.Script {
	script, err := parse.Parse(line)
	if err != nil {
		t.Fatal(err)
	}
	return script
}

// possibility is one long option in the message about a beginning of all.
var possibility = regexp.MustCompile(`'--([^=']+)'`)

// TestDoorOptions: a row that is not loose has exactly the long options that its
// program has, also those that --help does not show, and knows which of all options must
// have a value.
func TestDoorOptions(t *testing.T) {
	for _, row := range doors {
		if row.loose {
			continue
		}
		t.Run(row.name, func(t *testing.T) {
			y := newYard(t, row.name)
			all := possibility.FindAllStringSubmatch(y.run(row.name, "--=x"), -1)
			if len(all) < 5 {
				t.Skip("not a getopt that lists its options")
			}
			real := map[string]bool{}
			for _, m := range all {
				real[m[1]] = true
				y.compareOption(row, m[1])
			}
			for entry := range strings.FieldsSeq(row.options) {
				if bare := strings.TrimRight(entry, optionMarks); len(bare) > 1 && !real[bare] {
					t.Logf("--%s: not an option of the installed version", bare)
				}
			}
			for c := '0'; c <= 'z'; c++ {
				y.compareOption(row, string(c))
			}
		})
	}
}

// compareOption runs the program with the option alone.
func (y yard) compareOption(row door, option string) {
	needs := strings.Contains(y.run(row.name, dashed(option)), "requires an argument")
	kind, known := row.kindOf(option)
	switch {
	case len(option) > 1 && !known:
		y.Errorf("%s: not in the row", dashed(option))
	case needs && kind == "", kind == ":" && !needs, kind == ">" && !needs:
		y.Errorf("%s: needs a value %v, the row says %q", dashed(option), needs, kind)
	}
}

// curlLetter is a letter in curl's help, with what is its value.
var curlLetter = regexp.MustCompile(`(?m)^ ?-(.), --(\S+)( [<[])?`)

// TestDoorCurlLetters: the row knows which of curl's letters have a value, and end a
// cluster.
func TestDoorCurlLetters(t *testing.T) {
	y := newYard(t, "curl")
	row, _ := doorOf("curl")
	all := curlLetter.FindAllStringSubmatch(y.run("curl", "--help", "all"), -1)
	if len(all) < 30 {
		t.Skip("another form of help")
	}
	for _, m := range all {
		kind, _ := row.kindOf(m[1])
		if takes := m[3] != ""; takes != (kind != "" && kind != "/") {
			t.Errorf("-%s: takes a value %v, the row says %q", m[1], takes, kind)
		}
	}
}
