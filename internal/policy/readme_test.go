package policy

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

// TestREADME: the reasons in the README are those of the table.
func TestREADME(t *testing.T) {
	const begin, end = "-update` -->\n", "<!-- end of reasons -->"
	file := "../../README.md"
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok := strings.Cut(string(text), begin)
	got, after, ok2 := strings.Cut(rest, end)
	if !ok || !ok2 {
		t.Fatal("the marks around the reasons are gone")
	}
	var want strings.Builder
	want.WriteString("| reason | means | the way on |\n| --- | --- | --- |\n")
	for _, row := range Reasons() {
		hint := strings.ReplaceAll(row.Hint, "%TOOL", "the tool")
		fmt.Fprintf(&want, "| `%s` | %s | %s |\n", row.Reason, row.Means, strings.ReplaceAll(hint, "|", `\|`))
	}
	if *update {
		err := os.WriteFile(file, []byte(before+begin+want.String()+end+after), 0o644)
		if err != nil {
			t.Fatal(err)
		}
		return
	}
	if got != want.String() {
		t.Errorf("the README has other reasons than the table; run with -update")
	}
}
