package parse

import (
	"bytes"
	commandline "flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

var update = commandline.Bool("update", false, "write the counts of the corpus into the golden file")

const agreementFile = "testdata/agreement.txt"

// wrapped makes the text the body of a function: bash prints no other text back.
func wrapped(text string) string { return "f() {\n" + text + "\n}" }

// printer asks bash how it prints a text. Each worker has its own.
type printer struct{ dir, file string }

func newPrinter(t *testing.T) printer {
	t.Helper()
	return printer{dir: t.TempDir(), file: filepath.Join(t.TempDir(), "text")}
}

// bash reads the text, with no program on PATH.
func (p printer) bash(text string, options ...string) (string, bool) {
	if os.WriteFile(p.file, []byte(text), 0o600) != nil {
		return "", false
	}
	cmd := exec.Command("/bin/bash", append(append([]string{"--noprofile", "--norc"}, options...), p.file)...)
	cmd.Dir, cmd.Env = p.dir, []string{"PATH=" + p.dir, "HOME=" + p.dir, "LC_ALL=C.UTF-8"}
	out, err := cmd.Output()
	return string(out), err == nil
}

// print returns declare -f of each wrapped text, "" where bash does not read it. The
// texts must never run, and one may close its function itself: so bash first prints
// what it would run, without running it, and that must be functions and nothing more.
func (p printer) print(texts ...string) []string {
	var all, declare strings.Builder
	for _, text := range texts {
		all.WriteString(wrapped(text) + "\n")
		declare.WriteString(wrapped(text) + "\ndeclare -f f\nprintf '\\0'\n")
	}
	pretty, ok := p.bash(all.String(), "--pretty-print")
	if ok && onlyFunctions(pretty, len(texts)) {
		out, _ := p.bash(declare.String())
		if printed := strings.Split(out, "\n\x00"); len(printed) == len(texts)+1 {
			return printed[:len(texts)]
		}
	}
	if len(texts) == 1 {
		return []string{""}
	}
	half := len(texts) / 2
	return append(p.print(texts[:half]...), p.print(texts[half:]...)...)
}

// onlyFunctions reports whether bash printed n times f and nothing else. What is
// inside is indented: a brace at the begin of a line ends one, or text that looks so.
func onlyFunctions(pretty string, n int) bool {
	blocks := strings.Split("\n"+strings.TrimRight(pretty, "\n"), "\n}")
	for i, block := range blocks {
		if block = strings.TrimLeft(block, "\n"); (i < n) != strings.HasPrefix(block, "f () \n{ ") || i == n && block != "" {
			return false
		}
	}
	return len(blocks) == n+1
}

// TestPrinterRunsNothing: a text that closes its function is not given to declare -f,
// which would run the rest of it.
func TestPrinterRunsNothing(t *testing.T) {
	p := newPrinter(t)
	for _, text := range []string{":\n}\n> ran; {\n:", ":; } > out\n> ran; g() {\n:", "cat <<E\n}\nE\n}\n> ran; {\n:", ": # \\\n}; > ran; {\n:", ":\n}\n> ran\nf() {\n:"} {
		if printed := p.print(text, "a"); printed[0] != "" || printed[1] == "" {
			t.Errorf("%q was printed as %q", text, printed)
		}
	}
	if left, err := os.ReadDir(p.dir); err != nil || len(left) > 0 {
		t.Errorf("something ran: %v %v", left, err)
	}
}

// commandsIn is what the reader finds in a text, one line for each command.
func commandsIn(text string) (string, bool) {
	script, err := Parse(text)
	if err != nil {
		return "", false
	}
	var out strings.Builder
	for _, c := range script.Commands {
		fmt.Fprintf(&out, "%s %q", c.Kind, c.Name)
		for _, a := range c.Args {
			if value, known := a.Value(); known {
				fmt.Fprintf(&out, " %q", value)
			} else {
				out.WriteString(" ?")
			}
		}
		out.WriteByte('\n')
	}
	return out.String(), true
}

// tally counts texts by what became of them.
type tally struct{ texts, agree, refused, unread, differ int }

func (n tally) String() string {
	return fmt.Sprintf("%d texts: %d agree, %d differ, %d refused in one form or both, %d not printed by bash",
		n.texts, n.agree, n.differ, n.refused, n.unread)
}

// compare counts the pair of forms, and reports whether the readings differ.
func (n *tally) compare(text, printed string) (difference string) {
	n.texts++
	if printed == "" {
		n.unread++
		return ""
	}
	ours, ok := commandsIn(text)
	theirs, also := commandsIn(printed)
	switch {
	case !ok || !also:
		n.refused++
	case ours == theirs:
		n.agree++
	default:
		n.differ++
		return fmt.Sprintf("as written:\n%sas printed by bash:\n%s%s", ours, theirs, printed)
	}
	return ""
}

// knownDifferences reads the golden file: the counts in its first line, then rows
// of a quoted text and the reason why it may differ.
func knownDifferences(t *testing.T) (counts string, reasons map[string]string) {
	t.Helper()
	data, err := os.ReadFile(agreementFile)
	if err != nil {
		t.Fatal(err)
	}
	counts, rows, _ := strings.Cut(string(data), "\n")
	reasons = map[string]string{}
	for row := range strings.Lines(rows) {
		quoted, reason, found := strings.Cut(strings.TrimSuffix(row, "\n"), "\t")
		text, err := strconv.Unquote(quoted)
		if err != nil || !found || reason == "" {
			t.Fatalf("%s: a row without a text or a reason: %s", agreementFile, row)
		}
		reasons[text] = reason
	}
	return counts, reasons
}

// TestAgreement: bash's own printing of a line has the same commands in our reading.
func TestAgreement(t *testing.T) {
	counts, reasons := knownDifferences(t)
	lines := append(corpusCommands(t), mapKeys(reasons)...)
	lines = slices.DeleteFunc(lines, func(line string) bool { return checkBytes(line) != nil }) // no text for any shell
	slices.Sort(lines)
	var n tally
	p := newPrinter(t)
	for some := range slices.Chunk(slices.Compact(lines), 32) {
		for i, printed := range p.print(some...) {
			difference := n.compare(wrapped(some[i]), printed)
			if _, known := reasons[some[i]]; known != (difference != "") {
				t.Errorf("%q: that it has a row in %s is %t\n%s", some[i], agreementFile, known, difference)
			}
		}
	}
	if *update {
		data, _ := os.ReadFile(agreementFile)
		if err := os.WriteFile(agreementFile, bytes.Replace(data, []byte(counts), []byte(n.String()), 1), 0o666); err != nil {
			t.Fatal(err)
		}
	} else if counts != n.String() {
		t.Errorf("%s says\n%s\nnow it is (-update writes it)\n%s", agreementFile, counts, n)
	}
}
