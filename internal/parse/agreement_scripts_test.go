package parse

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"mvdan.cc/sh/v3/syntax"
)

// A debianPackage is one that is installed, with the shell scripts that it ships.
type debianPackage struct {
	name, version string
	scripts       []string
	unread        int // of which our parser or bash makes no one function's body
}

func (p debianPackage) String() string {
	return fmt.Sprintf("%s %s %d scripts %d unread", p.name, p.version, len(p.scripts), p.unread)
}

// TestAgreementScripts does the same for the statements of every shell script that
// Debian ships in the packages of this machine. How many there are, and how many of
// those are not read, is kept for each version of a package; a package that the file
// does not know is read like the others.
func TestAgreementScripts(t *testing.T) {
	_, reasons := knownDifferences(t)
	packages := debianPackages(t)
	next := make(chan *debianPackage)
	var workers sync.WaitGroup
	for range runtime.NumCPU() {
		p := newPrinter(t)
		workers.Go(func() {
			var n tally
			for of := range next {
				for _, file := range of.scripts {
					before := n.unread
					compareScript(t, p, file, reasons, &n)
					of.unread += n.unread - before
				}
			}
			t.Log(n)
		})
	}
	for i := range packages {
		next <- &packages[i]
	}
	close(next)
	workers.Wait()
	keepsCounts(t, packages)
}

// keepsCounts holds the packages against those of the same version in the file.
func keepsCounts(t *testing.T, packages []debianPackage) {
	const golden = "testdata/agreement-scripts.txt"
	text, err := os.ReadFile(golden)
	if err != nil && !*update {
		t.Fatal(err)
	}
	kept := map[string]string{}
	for line := range strings.Lines(string(text)) {
		words := strings.Fields(line)
		kept[words[0]+" "+words[1]] = strings.TrimSpace(line)
	}
	unknown := 0
	for _, p := range packages {
		key := p.name + " " + p.version
		switch line, is := kept[key]; {
		case *update:
			kept[key] = p.String()
		case !is:
			unknown++
			t.Logf("not in %s: %s", golden, p)
		case line != p.String():
			t.Errorf("%s says\n %s\nnow it is (-update writes it)\n %s", golden, line, p)
		}
	}
	t.Logf("%d packages with scripts, %d of them not in %s", len(packages), unknown, golden)
	if *update {
		writeLines(t, golden, kept)
	}
}

func writeLines(t *testing.T, file string, lines map[string]string) {
	t.Helper()
	var all []string
	for _, line := range lines {
		all = append(all, line+"\n")
	}
	slices.Sort(all)
	if err := os.WriteFile(file, []byte(strings.Join(all, "")), 0o644); err != nil {
		t.Fatal(err)
	}
}

// debianPackages returns the packages that ship shell scripts, by dpkg's own records.
func debianPackages(t *testing.T) []debianPackage {
	t.Helper()
	versions, err := dpkgVersions("/var/lib/dpkg/status")
	if err != nil {
		t.Skipf("this machine has no Debian packages: %v", err)
	}
	lists, err := filepath.Glob("/var/lib/dpkg/info/*.list")
	if err != nil {
		t.Fatal(err)
	}
	var packages []debianPackage
	for _, list := range lists {
		name, _, _ := strings.Cut(strings.TrimSuffix(filepath.Base(list), ".list"), ":")
		text, err := os.ReadFile(list)
		if err != nil {
			t.Fatal(err)
		}
		p := debianPackage{name: name, version: versions[name]}
		for _, path := range strings.Fields(string(text)) {
			if isShellScript(path) {
				p.scripts = append(p.scripts, path)
			}
		}
		if len(p.scripts) > 0 && p.version != "" {
			packages = append(packages, p)
		}
	}
	return packages
}

// dpkgVersions reads the versions of the installed packages.
func dpkgVersions(status string) (map[string]string, error) {
	text, err := os.ReadFile(status)
	if err != nil {
		return nil, err
	}
	versions, name := map[string]string{}, ""
	for line := range strings.Lines(string(text)) {
		key, value, _ := strings.Cut(strings.TrimSpace(line), ": ")
		switch key {
		case "Package":
			name = value
		case "Version":
			versions[name] = value
		}
	}
	return versions, nil
}

var shebang = regexp.MustCompile(`^#![ \t]*/(usr/)?bin/(env +)?(ba|da)?sh\b`)

// isShellScript reports whether a regular file begins as shell scripts do.
func isShellScript(path string) bool {
	if info, err := os.Lstat(path); err != nil || !info.Mode().IsRegular() {
		return false
	}
	file, err := os.Open(path)
	if err != nil {
		return false
	}
	defer file.Close()
	head, _ := bufio.NewReaderSize(file, 64).Peek(64)
	return shebang.Match(head)
}

// compareScript compares statement by statement, as few whole scripts are
// understood. A script of which our parser and bash see other numbers of
// statements differs as a whole.
func compareScript(t *testing.T, p printer, file string, reasons map[string]string, n *tally) {
	data, err := os.ReadFile(file)
	if err != nil || checkBytes(string(data)) != nil {
		return
	}
	printed := p.print(string(data))[0]
	ours, understood := statements(wrapped(string(data)))
	if printed == "" || !understood {
		n.texts++
		n.unread++
		return
	}
	theirs, understood := statements(printed)
	if !understood || len(ours) != len(theirs) {
		if len(theirs) > 0 {
			n.differ++
			t.Errorf("%s: %d statements, as printed by bash %d", filepath.Base(file), len(ours), len(theirs))
		}
		return
	}
	for i := range ours {
		difference := n.compare(wrapped(ours[i]), wrapped(theirs[i]))
		if _, known := reasons[ours[i]]; difference != "" && !known {
			t.Errorf("%s: %q\n%s", filepath.Base(file), ours[i], difference)
		}
	}
}

// statements returns the texts of the statements of a function's body, each up to
// the next: a here-document stands after its statement's end.
func statements(text string) ([]string, bool) {
	file, err := Bash.parseFile(text)
	if err != nil || len(file.Stmts) != 1 {
		return nil, false
	}
	f, ok := file.Stmts[0].Cmd.(*syntax.FuncDecl)
	if !ok {
		return nil, false
	}
	body, ok := f.Body.Cmd.(*syntax.Block)
	if !ok {
		return nil, false
	}
	var texts []string
	end := body.Rbrace.Offset()
	for _, s := range slices.Backward(body.Stmts) {
		texts = append(texts, strings.TrimRight(text[s.Pos().Offset():end], "\n"))
		end = s.Pos().Offset()
	}
	slices.Reverse(texts)
	return texts, true
}
