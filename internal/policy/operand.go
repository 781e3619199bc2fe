package policy

import (
	"strings"

	"armshell/internal/parse"
)

// An operandRow says which words of a program are paths, and what it does to them.
type operandRow struct {
	name    string
	surface string // path_read, path_write, or path if it may do either; empty if no operand is a path
	first   int    // leading operands that are no paths, such as grep's pattern
	options string // those with a value: a letter or a long name, and what the value is

	// reads reports whether a script surely only reads: then the operands are read,
	// and otherwise the script may write any file. Nil if the program takes none.
	reads func(script string) bool
	safe  string // the short options with which that holds
}

// What stands after an option in a row: ":" a value that is no path, "<" a path
// that is read, ">" one that is written, "!" a value in the place of the first
// operand, "|" a path in the place of the first operand, "::" two values, ":<" a
// value and a path.

// operandRows, sorted. Options from the manuals of coreutils 9.1, grep 3.8, diffutils 3.8,
// util-linux 2.38.1, jq 1.7, sed 4.9, mawk 1.3.4, node 20, perl 5.36, python 3.11 and
// ruby 3.1; read 2026-11. An option that is not
// here takes no value, so that what follows it counts as an operand.
var operandRows = [...]operandRow{
	{"[", "", 0, "", nil, ""},
	{"awk", "path", 1, "F: v: f| field-separator: assign: file|", awkReads, "Fv"},
	{"base64", "path_read", 0, "w: wrap:", nil, ""},
	{"basename", "", 0, "", nil, ""},
	{"cat", "path_read", 0, "", nil, ""},
	{"cd", "path_read", 0, "", nil, ""},
	{"cksum", "path_read", 0, "a: l: algorithm: length:", nil, ""},
	{"cmp", "path_read", 0, "i: n: ignore-initial: bytes:", nil, ""},
	{"column", "path_read", 0, "c: d: E: e: H: l: N: o: O: p: r: R: s: T: W: i: output-width: separator: output-separator: table-columns:", nil, ""},
	{"comm", "path_read", 0, "output-delimiter:", nil, ""},
	{"cp", "path", 0, "S: t> target-directory> suffix:", nil, ""},
	{"cut", "path_read", 0, "b: c: d: f: bytes: characters: delimiter: fields: output-delimiter:", nil, ""},
	{"date", "", 0, "d: f< r< date: file< reference<", nil, ""},
	{"diff", "path_read", 0, "C: U: I: D: F: L: S: W: x: X< from-file< to-file< exclude: exclude-from< ignore-matching-lines: label: width:", nil, ""},
	{"dirname", "", 0, "", nil, ""},
	{"echo", "", 0, "", nil, ""},
	{"expand", "path_read", 0, "t: tabs:", nil, ""},
	{"expr", "", 0, "", nil, ""},
	{"fmt", "path_read", 0, "g: p: w: goal: prefix: width:", nil, ""},
	{"fold", "path_read", 0, "w: width:", nil, ""},
	{"grep", "path_read", 1, "A: B: C: D: d: m: e! f| after-context: before-context: context: max-count: regexp! file| include: exclude: exclude-dir: exclude-from< devices: directories: label:", nil, ""},
	{"head", "path_read", 0, "c: n: bytes: lines:", nil, ""},
	{"join", "path_read", 0, "1: 2: a: e: j: o: t: v:", nil, ""},
	{"jq", "path_read", 1, "f| L< from-file| arg:: argjson:: slurpfile:< rawfile:< indent:", nil, ""},
	{"ln", "path", 0, "S: t> target-directory> suffix:", nil, ""},
	{"ls", "path_read", 0, "I: T: w: hide: ignore: tabsize: width: block-size:", nil, ""},
	{"md5sum", "path_read", 0, "", nil, ""},
	{"mkdir", "path_write", 0, "m: mode:", nil, ""},
	{"mv", "path", 0, "S: t> target-directory> suffix:", nil, ""},
	{"node", "path", 0, "e: p: r: eval: print: require:", nil, ""},
	{"nl", "path_read", 0, "b: d: f: h: i: l: n: s: v: w:", nil, ""},
	{"numfmt", "", 0, "", nil, ""},
	{"od", "path_read", 0, "A: j: N: S: t: w: address-radix: skip-bytes: read-bytes: format:", nil, ""},
	{"paste", "path_read", 0, "d: delimiters:", nil, ""},
	{"perl", "path", 0, "e: E: i: I: M:", nil, ""},
	{"printf", "", 0, "", nil, ""},
	{"pushd", "path_read", 0, "", nil, ""},
	{"python", "path", 0, "c: m: W: X:", nil, ""},
	{"python3", "path", 0, "c: m: W: X:", nil, ""},
	{"readlink", "path_read", 0, "", nil, ""},
	{"realpath", "path_read", 0, "relative-to< relative-base<", nil, ""},
	{"rev", "path_read", 0, "", nil, ""},
	{"rm", "path_write", 0, "", nil, ""},
	{"rmdir", "path_write", 0, "", nil, ""},
	{"ruby", "path", 0, "e: C: I: r:", nil, ""},
	{"sed", "path", 1, "e! f| l: expression! file| line-length:", sedReads, "nErsuze"},
	{"seq", "", 0, "", nil, ""},
	{"sha1sum", "path_read", 0, "", nil, ""},
	{"sha256sum", "path_read", 0, "", nil, ""},
	{"shuf", "path_read", 0, "i: n: input-range: head-count: random-source<", nil, ""},
	{"sleep", "", 0, "", nil, ""},
	{"sort", "path_read", 0, "k: S: t: T> key: buffer-size: field-separator: temporary-directory> files0-from< parallel: random-source< batch-size: sort:", nil, ""},
	{"stat", "path_read", 0, "c: format: printf:", nil, ""},
	{"sum", "path_read", 0, "", nil, ""},
	{"tac", "path_read", 0, "s: separator:", nil, ""},
	{"tail", "path_read", 0, "c: n: s: bytes: lines: pid: sleep-interval: max-unchanged-stats:", nil, ""},
	{"tee", "path_write", 0, "", nil, ""},
	{"test", "", 0, "", nil, ""},
	{"touch", "path_write", 0, "d: t: r< date: reference<", nil, ""},
	{"tr", "", 0, "", nil, ""},
	{"tsort", "path_read", 0, "", nil, ""},
	{"unexpand", "path_read", 0, "t: tabs:", nil, ""},
	{"uniq", "path", 0, "f: s: w: skip-fields: skip-chars: check-chars:", nil, ""},
	{"wc", "path_read", 0, "files0-from< total:", nil, ""},
}

// An operand is a word of a command that is, or may be, a path.
type operand struct {
	word    parse.Arg
	surface string
	bare    bool // it is one only if there is such a file
}

// operandsOf returns the paths among a command's words. Of a builtin they are only
// those of its row. Of a program without a row nobody knows what its words are:
// those count that look like paths, written as they are or after an option.
func operandsOf(c parse.Command) []operand {
	for _, row := range operandRows {
		if row.name == c.Name {
			r := operandReader{row: row, skip: row.first}
			r.read(c.Args)
			return r.judged()
		}
	}
	if c.Kind != parse.Program {
		return nil
	}
	var found []operand
	for _, word := range c.Args {
		if piece, bare, is := pathPiece(word); is {
			found = append(found, operand{piece, "path", bare})
		}
	}
	return found
}

// An operandReader goes through a command's words by its row.
type operandReader struct {
	row   operandRow
	skip  int // operands that are still no paths
	found []operand

	scripts []parse.Arg // what stands where a pattern or script does
	odd     bool        // an option may make more of the script
}

// judged returns the operands. Where a script is not surely one that only reads, it
// may write any file.
func (r *operandReader) judged() []operand {
	if r.row.reads == nil {
		return r.found
	}
	for _, script := range r.scripts {
		if text, known := script.Value(); r.odd || !known || !r.row.reads(text) {
			script.Parts = []parse.Part{{Quoted: true}}
			return append(r.found, operand{word: script, surface: "path_write"})
		}
	}
	for i := range r.found {
		if r.found[i].surface == r.row.surface {
			r.found[i].surface = "path_read"
		}
	}
	return r.found
}

func (r *operandReader) read(args []parse.Arg) {
	for len(args) > 0 {
		text, whole := args[0].Prefix()
		switch {
		case text == "--" && whole:
			for _, a := range args[1:] {
				r.operand(a)
			}
			return
		case strings.HasPrefix(text, "--"):
			args = r.long(args, text[2:])
		case strings.HasPrefix(text, "-") && text != "-":
			args = r.short(args, text)
		default:
			r.operand(args[0])
			args = args[1:]
		}
	}
}

func (r *operandReader) operand(word parse.Arg) {
	if r.skip > 0 {
		r.skip--
		r.scripts = append(r.scripts, word)
		return
	}
	if text, whole := word.Prefix(); r.row.surface != "" && !(whole && text == "-") {
		r.found = append(r.found, operand{word: word, surface: r.row.surface})
	}
}

// long reads a long option and returns what comes after it and its values.
func (r *operandReader) long(args []parse.Arg, text string) []parse.Arg {
	name, _, glued := strings.Cut(text, "=")
	kind := r.kindOf(name)
	r.odd = true
	if glued {
		r.value(kind, from(args[0], len("--")+len(name)+1))
		return args[1:]
	}
	return r.values(kind, args[1:])
}

// short reads a word of short options: the value of the first that takes one is
// the rest of the word, or the next.
func (r *operandReader) short(args []parse.Arg, text string) []parse.Arg {
	for i := 1; i < len(text); i++ {
		kind := r.kindOf(text[i : i+1])
		r.odd = r.odd || strings.IndexByte(r.row.safe, text[i]) < 0
		if kind == "" {
			continue
		}
		if rest := from(args[0], i+1); len(rest.Parts) > 0 {
			r.value(kind, rest)
			return args[1:]
		}
		return r.values(kind, args[1:])
	}
	return args[1:]
}

// values takes as many words as the option has values.
func (r *operandReader) values(kind string, args []parse.Arg) []parse.Arg {
	for i := range len(kind) {
		if len(args) > 0 {
			r.value(kind[i:i+1], args[0])
			args = args[1:]
		}
	}
	return args
}

// value notes a value that is a path.
func (r *operandReader) value(kind string, word parse.Arg) {
	switch kind {
	case "<", "|":
		r.found = append(r.found, operand{word: word, surface: "path_read"})
	case ">":
		r.found = append(r.found, operand{word: word, surface: "path_write"})
	}
	if kind == "!" || kind == "|" {
		r.skip = 0
		r.scripts = append(r.scripts, word)
		r.odd = r.odd || kind == "|" // what is in the file nobody sees
	}
}

// kindOf returns what the row says of an option's value; empty if it takes none. A
// long option may be cut short.
func (r *operandReader) kindOf(name string) string {
	for option := range strings.FieldsSeq(r.row.options) {
		bare := strings.TrimRight(option, ":<>!|")
		if bare == name || len(name) > 1 && strings.HasPrefix(bare, name) {
			return option[len(bare):]
		}
	}
	return ""
}

// from returns the word without its first n bytes, which are known.
func from(word parse.Arg, n int) parse.Arg {
	rest := word
	rest.Parts = nil
	for _, p := range word.Parts {
		if p.Kind == parse.Known && n > 0 {
			cut := min(n, len(p.Text))
			n -= cut
			if p.Text = p.Text[cut:]; p.Text == "" {
				continue
			}
		}
		rest.Parts = append(rest.Parts, p)
	}
	return rest
}
