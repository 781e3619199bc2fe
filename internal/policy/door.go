package policy

import (
	"path/filepath"
	"slices"
	"strings"

	"armshell/internal/parse"
)

// A door is an otherwise harmless program with words that start a program, load
// code, change the machine or write a file past the redirects that the shell shows.
type door struct {
	name    string
	options string // letters and long names, each with what stands after it
	most    int    // how many operands it reads: one more is written. 0 if it only reads
	begins  string // what an operand begins with: any other changes the machine
	loose   bool   // only what surely is such an option counts
	way     string // what to write instead
}

// What stands after an option in a row: ":" a value, which may be the next word, "?"
// a value that is only ever glued to it, "!" it is a door, ">" it writes the file that
// is its value, which is a door too unless the row is loose, "/" it writes a file that is
// called like the end of an operand. Other letters are plain.
// A row that is not loose has every long option of its program: another one could
// be anything.

// optionMarks are all of these.
const optionMarks = ":?!>/"

// doors, sorted. Options of coreutils 9.1, diffutils 3.8, jq 1.6 and curl 7.88, by what
// the programs themselves list, and each door tried by TestDoorsOpen, 2026-11; only
// jq's --library-path, which came with 1.7, is by its manual.
//
// curl is a tool: it may write files, and a value of a variable is no option of it.
// It reads more options from a file, loads the library that is its engine, starts
// ntlm_auth, and through a socket file speaks to whatever daemon starts programs.
// date sets the clock, also by an operand without +. diff has pr make its pages. jq
// reads code from its module path, by which the line does not show what it
// computes; that code can start nothing and write nothing, so a doubt about it is
// none worth a refusal. sort has a program compress its temporary files, and like
// shuf and uniq writes a file that no redirect shows.
var doors = [...]door{
	{"curl", "A: b: c> C: d: D> e: E: F: h? H: K! m: o> O/ P: Q: r: t: T: u: U: w: x: X: y: Y: z: " +
		"abstract-unix-socket! alt-svc> config! cookie-jar> dump-header> engine! etag-save> hsts> libcurl> ntlm ntlm-wb! " +
		"output> remote-name-all/ remote-name/ stderr> trace> trace-ascii> unix-socket!",
		0, "", true, "write curl's options in the line, without this one"},
	{"date", "d: f: I? r: s! date: debug file: help iso-8601 reference: resolution rfc-2822 rfc-3339: rfc-822 rfc-email set! uct universal utc version",
		0, "+", false, "write date -d TIME +FORMAT, which only prints; a format begins with +"},
	{"diff", "C: D: F: I: l! L: S: U: W: x: X: " +
		"-presume-output-tty binary brief changed-group-format: color context ed exclude-from: exclude: expand-tabs forward-ed from-file: help " +
		"horizon-lines: ifdef: ignore-all-space ignore-blank-lines ignore-case ignore-file-name-case ignore-matching-lines: " +
		"ignore-space-change ignore-tab-expansion ignore-trailing-space inhibit-hunk-merge initial-tab label: left-column " +
		"line-format: minimal new-file new-group-format: new-line-format: no-dereference no-ignore-file-name-case normal " +
		"old-group-format: old-line-format: paginate! palette: rcs recursive report-identical-files " +
		"sdiff-merge-assist show-c-function show-function-line: side-by-side speed-large-files starting-file: " +
		"strip-trailing-cr suppress-blank-empty suppress-common-lines tabsize: text to-file: unchanged-group-format: " +
		"unchanged-line-format: unidirectional-new-file unified version width:",
		0, "", false, ""},
	{"jq", "L! library-path!", 0, "", true, "write the definitions in the filter itself: def f: …; ."},
	{"shuf", "i: n: o> echo head-count: help input-range: output> random-source: repeat version zero-terminated",
		0, "", false, "write > FILE after the command"},
	{"sort", "k: o> S: t: T: y? " +
		"batch-size: buffer-size: check compress-program! debug dictionary-order field-separator: files0-from: " +
		"general-numeric-sort help human-numeric-sort ignore-case ignore-leading-blanks ignore-nonprinting key: merge " +
		"month-sort numeric-sort output> parallel: random-sort random-source: reverse sort: stable temporary-directory: " +
		"unique version version-sort zero-terminated",
		0, "", false, "write > FILE after the command, another name than that of what it reads"},
	{"uniq", "f: s: w: all-repeated check-chars: count group help ignore-case repeated skip-chars: skip-fields: unique version zero-terminated",
		1, "", false, "write > FILE after the command"},
}

// doorOf returns the row of the program.
func doorOf(program string) (door, bool) {
	for i := range doors {
		if doors[i].name == program {
			return doors[i], true
		}
	}
	return door{}, false
}

// door refuses words of an allowed program that open its door. Programs that the
// operator vouches for may open theirs.
func (g *guard) door(c parse.Command) {
	row, has := doorOf(c.Name)
	if !has || slices.Contains(g.arm.Admit, c.Name) {
		return
	}
	word, open := row.opened(c.Args, filepath.IsAbs(homeOf(g.arm)))
	if !open {
		return
	}
	r := g.deny(UtilityOption, word.Pos, word.Text, "%s is, or could be, a word by which %s starts a program, reads code, writes a file or changes the machine", Printable(word.Text), c.Name)
	if text, whole := word.Prefix(); whole || text != "" {
		r.hint(row.way)
	}
}

// kindOf returns what the row says of an option that is written out, and whether it
// knows it.
func (d door) kindOf(option string) (kind string, known bool) {
	for entry := range strings.FieldsSeq(d.options) {
		if bare := strings.TrimRight(entry, optionMarks); bare == option {
			return entry[len(bare):], true
		}
	}
	return "", false
}

// longKind returns what the row says of a long option, which may be cut short. It
// is not sure if those that begin so differ, or there is none.
func (d door) longKind(name string) (kind string, sure bool) {
	if kind, known := d.kindOf(name); known && len(name) > 1 {
		return kind, true
	}
	for entry := range strings.FieldsSeq(d.options) {
		bare := strings.TrimRight(entry, optionMarks)
		if len(bare) == 1 || !strings.HasPrefix(bare, name) {
			continue
		}
		if sure && kind != entry[len(bare):] {
			return "", false
		}
		kind, sure = entry[len(bare):], true
	}
	return kind, sure
}

// mayCut reports whether a long option of that kind may be meant by its beginning.
func (d door) mayCut(name, kind string) bool {
	for entry := range strings.FieldsSeq(d.options) {
		bare := strings.TrimRight(entry, optionMarks)
		if len(bare) > 1 && entry[len(bare):] == kind && strings.HasPrefix(bare, name) {
			return true
		}
	}
	return false
}
