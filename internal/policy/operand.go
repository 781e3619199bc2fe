package policy

import (
	"slices"
	"strings"

	"armshell/internal/parse"
)

// An operand is a word of a command that is, or may be, a path.
type operand struct {
	word    parse.Arg
	surface string
	bare    bool // it is one only if there is such a file
	deep    bool // if it is a directory, what is below it is reached too
	follows bool // and what links in it lead to
}

// operandsOf returns the paths among a command's words. Of a builtin they are only
// those of its row. Of a program without a row nobody knows what its words are, or
// what it does with a directory: those count that look like paths, written as they are
// or after an option.
func operandsOf(c parse.Command) []operand {
	if row := operandsRow(c.Name); row != nil {
		r := operandReader{row: *row, skip: row.first, at: c.Pos}
		r.read(c.Args)
		return r.judged()
	}
	if c.Kind != parse.Program {
		return nil
	}
	var found []operand
	for _, word := range c.Args {
		if piece, bare, is := pathPiece(word); is {
			found = append(found, operand{word: piece, surface: "path", bare: bare, deep: true})
		}
	}
	return found
}

// operandsRow returns the row of the program, nil if it has none.
func operandsRow(program string) *operandRow {
	i, found := slices.BinarySearchFunc(operandRows[:], program, func(row operandRow, name string) int {
		return strings.Compare(row.name, name)
	})
	if !found {
		return nil
	}
	return &operandRows[i]
}

// An operandReader goes through a command's words by its row.
type operandReader struct {
	row   operandRow
	at    parse.Pos
	skip  int // operands that are still no paths
	found []operand
	any   bool // an operand was there

	scripts []parse.Arg // what stands where a pattern or script does
	odd     bool        // an option may make more of the script
	given   bool        // an option gave the script

	deep, follows, lists bool // one of the row's options is there
}

// judged returns the operands, and what is reached without a word for it.
func (r *operandReader) judged() []operand {
	r.deep = r.deep || r.row.deep == "*"
	r.follows = r.follows || r.row.follows == "*"
	if !r.any && r.row.alone != "" && (r.deep || r.row.first == 0) {
		r.found = append(r.found, operand{word: r.implied(), surface: r.row.surface})
	}
	if r.lists {
		r.found = append(r.found, r.unknown("path_read", "a name in another file"))
	}
	if r.row.reads != nil && !r.onlyReads() {
		r.found = append(r.found, r.unknown("path", "what the script does"))
	}
	for i := range r.found {
		r.found[i].deep, r.found[i].follows = r.deep, r.follows
	}
	return r.found
}

// implied is the word that stands for no operand.
func (r *operandReader) implied() parse.Arg {
	part := parse.Part{Kind: parse.Known, Text: r.row.alone}
	if r.row.alone == "~" {
		part = parse.Part{Quoted: true, Home: true}
	}
	return parse.Arg{Pos: r.at, Text: r.row.alone, Parts: []parse.Part{part}}
}

// unknown is an operand that no word tells.
func (r *operandReader) unknown(surface, text string) operand {
	return operand{word: parse.Arg{Pos: r.at, Text: text, Parts: []parse.Part{{Quoted: true}}}, surface: surface}
}

// onlyReads reports whether every script surely reads its operands and nothing else.
// Then that is what is done to them.
func (r *operandReader) onlyReads() bool {
	for _, script := range r.scripts {
		if text, known := script.Value(); r.odd || !known || !r.row.reads(text) {
			return false
		}
	}
	for i := range r.found {
		if r.found[i].surface == r.row.surface {
			r.found[i].surface = "path_read"
		}
	}
	return true
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
	text, whole := word.Prefix()
	dash := whole && text == "-"
	r.any = true
	switch {
	case r.row.surface == "", dash && !r.row.dash:
	case dash:
		r.found = append(r.found, r.unknown(r.row.surface, "-"))
	default:
		r.found = append(r.found, operand{word: word, surface: r.row.surface})
	}
}

// long reads a long option and returns what comes after it and its values.
func (r *operandReader) long(args []parse.Arg, text string) []parse.Arg {
	name, _, glued := strings.Cut(text, "=")
	kind := r.kindOf(name)
	r.odd = r.odd || r.row.safe != "*"
	r.mark(name)
	if glued {
		r.value(kind, from(args[0], len("--")+len(name)+1))
		return args[1:]
	}
	if bare := strings.TrimSuffix(kind, shortened); bare != kind { // it may be another option: its value counts, and as an operand too
		if len(args) > 1 {
			r.value(bare, args[1])
		}
		return args[1:]
	}
	return r.values(kind, args[1:])
}

// short reads a word of short options: the value of the first that takes one is
// the rest of the word, or the next.
func (r *operandReader) short(args []parse.Arg, text string) []parse.Arg {
	for i := 1; i < len(text); i++ {
		kind := r.kindOf(text[i : i+1])
		if isDigits(text[i:i+1]) && kind == "" { // head -4c: what follows a number is a unit
			return args[1:]
		}
		r.mark(text[i : i+1])
		r.odd = r.odd || r.row.safe != "*" && strings.IndexByte(r.row.safe, text[i]) < 0
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

func isDigits(s string) bool { return strings.Trim(s, "0123456789") == "" }

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
	switch kind = strings.TrimSuffix(kind, shortened); kind {
	case "<", "|":
		r.found = append(r.found, operand{word: word, surface: "path_read"})
	case ">":
		r.found = append(r.found, operand{word: word, surface: "path_write"})
	}
	if kind == "!" || kind == "|" {
		r.supplied(word)
		r.odd = r.odd || kind == "|" // what is in the file nobody sees
	}
}

// supplied notes a pattern that an option gives. Then no operand is one, not even
// those that stand before the option.
func (r *operandReader) supplied(pattern parse.Arg) {
	if !r.given {
		early := r.scripts
		r.scripts, r.skip, r.given = nil, 0, true
		for _, word := range early {
			r.operand(word)
		}
	}
	r.scripts = append(r.scripts, pattern)
}

// shortened ends what is said of the value of a long option that is cut short.
const shortened = "~"

// kindOf returns what the row says of an option's value; empty if it takes none.
func (r *operandReader) kindOf(name string) string {
	begins := ""
	for option := range strings.FieldsSeq(r.row.options) {
		bare := strings.TrimRight(option, ":<>!|")
		if bare == name {
			return option[len(bare):]
		}
		if kind := option[len(bare):]; len(name) > 1 && strings.HasPrefix(bare, name) && kind != ":" {
			begins = kind + shortened
		}
	}
	return begins
}

// mark notes what an option makes of the operands.
func (r *operandReader) mark(name string) {
	r.deep = r.deep || gives(r.row.deep, name)
	r.follows = r.follows || gives(r.row.follows, name)
	r.lists = r.lists || gives(r.row.lists, name)
}

// gives reports whether an option is one of those, or a long one cut short.
func gives(options, name string) bool {
	for option := range strings.FieldsSeq(options) {
		if option == name || len(name) > 1 && strings.HasPrefix(option, name) {
			return true
		}
	}
	return false
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
