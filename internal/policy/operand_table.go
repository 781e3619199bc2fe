package policy

// An operandRow says which words of a program are paths, and what it does to them.
type operandRow struct {
	name    string
	surface string // path_read, path_write, or path if it may do either; empty if no operand is a path
	first   int    // leading operands that are no paths, such as grep's pattern
	options string // those with a value: a letter or a long name, and what the value is
	more
}

// more is what few rows say. Options are letters and long names; "*" is always.
type more struct {
	// reads reports whether a script surely only reads: then the operands are read,
	// and otherwise the script may read and write any file. Nil if there is none.
	reads func(script string) bool
	safe  string // the short options with which that holds; "*" for any option

	deep    string // the options with which what is below a directory is reached too
	follows string // and what links in it lead to
	lists   string // the options with which a file names further files
	alone   string // what is reached without an operand; of a program with a pattern only if it goes below directories
	obeys   string // the file in the home directory that is read besides, if it is there
	dash    bool   // the operand - is a directory that nobody knows; else it is standard input
}

// What stands after an option in a row: ":" a value that is no path, "<" a path
// that is read, ">" one that is written, "!" a value in the place of the first
// operand, "|" a path in the place of the first operand, "::" two values, ":<" a
// value and a path.

// operandRows, sorted. Options from the manuals of coreutils 9.1, grep 3.8, diffutils 3.8,
// util-linux 2.38.1, jq 1.7, sed 4.9, mawk 1.3.4, node 20, perl 5.36, python 3.11 and
// ruby 3.1; read 2026-11. An option that is not
// here, or is cut short, takes no value, so that what follows it counts as an operand.
var operandRows = [...]operandRow{
	{"[", "", 0, "", more{}},
	{"awk", "path", 1, "F: v: f| field-separator: assign: file|", more{reads: awkReads, safe: "Fv"}},
	{"base64", "path_read", 0, "w: wrap:", more{}},
	{"basename", "", 0, "", more{}},
	{"cat", "path_read", 0, "", more{}},
	{"cd", "path_read", 0, "", more{alone: "~", dash: true}},
	{"cksum", "path_read", 0, "a: l: algorithm: length:", more{lists: "c check"}},
	{"cmp", "path_read", 0, "i: n: ignore-initial: bytes:", more{}},
	{"column", "path_read", 0, "c: E: H: l: N: o: O: p: r: R: s: T: W: i: output-width: separator: output-separator: table-columns:", more{}},
	{"comm", "path_read", 0, "output-delimiter:", more{}},
	{"cp", "path", 0, "S: t> target-directory> suffix:", more{deep: "*"}},
	{"cut", "path_read", 0, "b: c: d: f: bytes: characters: delimiter: fields: output-delimiter:", more{}},
	{"date", "", 0, "d: f< r< date: file< reference<", more{}},
	{"diff", "path_read", 0, "C: U: I: D: F: L: S: W: x: X< from-file< to-file< exclude: exclude-from< ignore-matching-lines: label: width:", more{deep: "*", follows: "*"}},
	{"dirname", "", 0, "", more{}},
	{"echo", "", 0, "", more{}},
	{"expand", "path_read", 0, "t: tabs:", more{}},
	{"expr", "", 0, "", more{}},
	{"fmt", "path_read", 0, "g: p: w: goal: prefix: width:", more{}},
	{"fold", "path_read", 0, "w: width:", more{}},
	{"grep", "path_read", 1, "A: B: C: D: d: m: e! f| after-context: before-context: context: max-count: regexp! file| include: exclude: exclude-dir: exclude-from< devices: directories: label:", more{deep: "r R d recursive dereference-recursive directories", follows: "R d dereference-recursive directories", alone: "."}},
	{"head", "path_read", 0, "c: n: bytes: lines:", more{}},
	{"join", "path_read", 0, "1: 2: a: e: j: o: t: v:", more{}},
	{"jq", "path_read", 1, "f| L< from-file| arg:: argjson:: slurpfile:< rawfile:< indent:", more{reads: jqReads, safe: "*", obeys: ".jq"}},
	{"ln", "path", 0, "S: t> target-directory> suffix:", more{deep: "*"}},
	{"ls", "path_read", 0, "I: T: w: hide: ignore: tabsize: width: block-size:", more{deep: "R recursive", alone: "."}},
	{"md5sum", "path_read", 0, "", more{lists: "c check"}},
	{"mkdir", "path_write", 0, "m: mode:", more{}},
	{"mv", "path", 0, "S: t> target-directory> suffix:", more{deep: "*"}},
	{"nl", "path_read", 0, "b: d: f: h: i: l: n: s: v: w:", more{}},
	{"node", "path", 0, "e: p: r: eval: print: require:", more{}},
	{"numfmt", "", 0, "", more{}},
	{"od", "path_read", 0, "A: j: N: S: t: address-radix: skip-bytes: read-bytes: format:", more{}},
	{"paste", "path_read", 0, "d: delimiters:", more{}},
	{"perl", "path", 0, "e: E: i: I: M:", more{}},
	{"printf", "", 0, "", more{}},
	{"pushd", "path_read", 0, "", more{dash: true}},
	{"python", "path", 0, "c: m: W: X:", more{}},
	{"python3", "path", 0, "c: m: W: X:", more{}},
	{"readlink", "path_read", 0, "", more{}},
	{"realpath", "path_read", 0, "relative-to< relative-base<", more{}},
	{"rev", "path_read", 0, "", more{}},
	{"rm", "path_write", 0, "", more{deep: "*"}},
	{"rmdir", "path_write", 0, "", more{deep: "*"}},
	{"ruby", "path", 0, "e: C: I: r:", more{}},
	{"sed", "path", 1, "e! f| l: expression! file| line-length:", more{reads: sedReads, safe: "nErsuze"}},
	{"seq", "", 0, "", more{}},
	{"sha1sum", "path_read", 0, "", more{lists: "c check"}},
	{"sha256sum", "path_read", 0, "", more{lists: "c check"}},
	{"shuf", "path_read", 0, "i: n: input-range: head-count: random-source<", more{}},
	{"sleep", "", 0, "", more{}},
	{"sort", "path_read", 0, "k: S: t: T> key: buffer-size: field-separator: temporary-directory> files0-from< parallel: random-source< batch-size: sort:", more{lists: "files0-from"}},
	{"stat", "path_read", 0, "c: format: printf:", more{}},
	{"sum", "path_read", 0, "", more{}},
	{"tac", "path_read", 0, "s: separator:", more{}},
	{"tail", "path_read", 0, "c: n: s: bytes: lines: pid: sleep-interval: max-unchanged-stats:", more{}},
	{"tee", "path_write", 0, "", more{}},
	{"test", "", 0, "", more{}},
	{"touch", "path_write", 0, "d: t: r< date: reference<", more{}},
	{"tr", "", 0, "", more{}},
	{"tsort", "path_read", 0, "", more{}},
	{"unexpand", "path_read", 0, "t: tabs:", more{}},
	{"uniq", "path", 0, "f: s: w: skip-fields: skip-chars: check-chars:", more{}},
	{"wc", "path_read", 0, "files0-from<", more{lists: "files0-from"}},
}
