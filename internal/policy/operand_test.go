package policy

import (
	"context"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"
)

// ownOptions are the programs of the table that read their options without getopt, so
// that no message of it tells which take a value.
var ownOptions = []string{"awk", "jq", "node", "perl", "python", "python3", "ruby"}

// TestOperandOptions asks each program whether an option of its row takes a value: a
// row that says so of a flag hides the file after it. getopt says "requires an
// argument" of one that ends the line.
func TestOperandOptions(t *testing.T) {
	for _, row := range operandRows {
		if row.options == "" || slices.Contains(ownOptions, row.name) {
			continue
		}
		t.Run(row.name, func(t *testing.T) {
			file, err := exec.LookPath(row.name)
			if err != nil {
				t.Skipf("no %s on this machine", row.name)
			}
			for option := range strings.FieldsSeq(row.options) {
				name := strings.TrimRight(option, ":<>!|")
				dashes := "--"
				if len(name) == 1 {
					dashes = "-"
				}
				if said := asked(t, file, dashes+name); !strings.Contains(said, "requires an argument") {
					t.Errorf("%s%s takes no value: %q", dashes, name, said)
				}
			}
		})
	}
}

// asked returns what the program says of one word, where it may not read.
func asked(t *testing.T, file, word string) string {
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
	defer cancel()
	cmd := exec.CommandContext(ctx, file, word)
	cmd.Dir, cmd.Env = t.TempDir(), []string{"LC_ALL=C"}
	out, _ := cmd.CombinedOutput() // the status is an error's
	return string(out)
}

// TestOperandRowsSorted: they are searched by halves.
func TestOperandRowsSorted(t *testing.T) {
	if !slices.IsSortedFunc(operandRows[:], func(a, b operandRow) int { return strings.Compare(a.name, b.name) }) {
		t.Error("they are not sorted by name")
	}
}
