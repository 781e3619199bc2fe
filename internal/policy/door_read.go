package policy

import (
	"slices"
	"strings"

	"armshell/internal/parse"
)

// opened returns the word that opens the door, or could. rooted says that the home
// directory begins with a slash, so that no word that begins with it is an option.
func (d door) opened(args []parse.Arg, rooted bool) (parse.Arg, bool) {
	if d.loose {
		return d.surelyOpened(args)
	}
	r := doorReader{door: d, rooted: rooted}
	for len(args) > 0 {
		word := args[0]
		takes, bad := r.read(word)
		if bad {
			return word, true
		}
		args = args[1:]
		if takes == perhapsOne && len(args) > 0 && args[0].Text == "--" {
			return word, true // either its value or the end of the options
		}
		for ; takes > 0 && len(args) > 0; takes-- {
			if !oneWord(args[0]) {
				return args[0], true // what comes after its first field could be an option
			}
			args = args[1:]
		}
	}
	return parse.Arg{}, false
}

// perhapsOne says that an option takes the next word if what is glued to it is empty.
const perhapsOne = -1

// A doorReader goes through words as getopt does, of which the row has all options.
type doorReader struct {
	door
	rooted   bool
	operands int
	ended    bool // after --
}

// read returns how many of the words after this one are its values, and whether it
// opens the door or could.
func (r *doorReader) read(word parse.Arg) (takes int, bad bool) {
	text, whole := word.Prefix()
	switch {
	case r.ended:
		return 0, r.operand(word)
	case r.begunAtRoot(word):
		return 0, r.operand(word)
	case text == "" && !whole, splits(word), text == "-" && !whole:
		return 0, true
	case text == "--" && whole:
		r.ended = true
		return 0, false
	case strings.HasPrefix(text, "--"):
		return r.long(text[2:], whole)
	case strings.HasPrefix(text, "-") && text != "-":
		return r.cluster(text[1:], whole)
	}
	return 0, r.operand(word)
}

// begunAtRoot reports whether the word is one that begins with the home directory or
// the current one.
func (r *doorReader) begunAtRoot(word parse.Arg) bool {
	return len(word.Parts) > 0 && (word.Parts[0].Pwd || word.Parts[0].Home && r.rooted) && !splits(word)
}

// operand reports whether the operand is one too many, or could be, or begins as
// none does that is harmless.
func (r *doorReader) operand(word parse.Arg) bool {
	r.operands++
	text, _ := word.Prefix()
	several := r.most > 0 && r.operands == r.most && !oneWord(word)
	return r.most > 0 && r.operands > r.most || several || !strings.HasPrefix(text, r.begins) || r.begins != "" && splits(word)
}

// long reads a long option, without its dashes.
func (r *doorReader) long(text string, whole bool) (takes int, bad bool) {
	name, _, glued := strings.Cut(text, "=")
	kind, sure := r.longKind(name)
	if !sure || isDoor(kind) || !whole && !glued {
		return 0, true
	}
	if kind == ":" && !glued {
		return 1, false
	}
	return 0, false
}

// cluster reads a word of short options, without its dash.
func (r *doorReader) cluster(text string, whole bool) (takes int, bad bool) {
	for i := range len(text) {
		kind, _ := r.kindOf(text[i : i+1])
		last := i+1 == len(text)
		switch {
		case isDoor(kind):
			return 0, true
		case kind == ":" && last && whole:
			return 1, false
		case kind == ":" && last:
			return perhapsOne, false
		case kind != "":
			return 0, false
		}
	}
	return 0, !whole
}

func isDoor(kind string) bool { return kind == "!" || kind == ">" }

// splits reports whether a word may become several of which only the first begins
// as the word does.
func splits(word parse.Arg) bool {
	return slices.ContainsFunc(word.Parts, func(p parse.Part) bool {
		return p.Kind != parse.Known && p.Kind != parse.Glob && !p.Quoted
	})
}

// oneWord reports whether a word is exactly one: no pathname pattern, and nothing
// that is split.
func oneWord(word parse.Arg) bool {
	return !splits(word) && !slices.ContainsFunc(word.Parts, func(p parse.Part) bool { return p.Kind == parse.Glob })
}

// surelyOpened returns the word that opens the door by what is known of it. Every
// word that begins with a dash is read as an option, also a value and one after --:
// so nothing depends on which options take values, in whatever version.
func (d door) surelyOpened(args []parse.Arg) (parse.Arg, bool) {
	for _, word := range args {
		text, whole := word.Prefix()
		name, long := strings.CutPrefix(text, "--")
		switch {
		case text == "--" && whole, !strings.HasPrefix(text, "-"):
		case long && d.longOpens(name, whole), !long && d.clusterOpens(text[1:]):
			return word, true
		}
	}
	return parse.Arg{}, false
}

func (d door) longOpens(text string, whole bool) bool {
	name, _, glued := strings.Cut(text, "=")
	if kind, known := d.kindOf(name); known && (whole || glued) {
		return kind == "!"
	}
	return d.mayCut(name, "!")
}

func (d door) clusterOpens(text string) bool {
	for i := range len(text) {
		switch kind, _ := d.kindOf(text[i : i+1]); kind {
		case "", "/":
		case "!":
			return true
		default:
			return false
		}
	}
	return false
}

// writes returns the words that are files which the program writes by its options,
// whether or not they are refused.
func (d door) writes(args []parse.Arg) []parse.Arg {
	var files []parse.Arg
	for i, word := range args {
		at, kind := d.writtenAt(word)
		switch {
		case kind == "/":
			files = append(files, args...)
		case at > 0 && len(from(word, at).Parts) > 0:
			files = append(files, from(word, at))
		case at > 0 && i+1 < len(args):
			files = append(files, args[i+1])
		}
	}
	return files
}

// writtenAt returns how many bytes of the word stand before the name of a file that
// it writes, which may be the next word, and the kind of its option.
func (d door) writtenAt(word parse.Arg) (at int, kind string) {
	text, _ := word.Prefix()
	name, long := strings.CutPrefix(text, "--")
	switch {
	case !strings.HasPrefix(text, "-"):
		return 0, ""
	case !long:
		return d.clusterWrites(text)
	}
	name, _, glued := strings.Cut(name, "=")
	kind, known := d.kindOf(name)
	if len(name) < 2 || known && kind != ">" || !known && !d.mayCut(name, ">") {
		return 0, kind
	}
	if glued {
		return len("--") + len(name) + len("="), ">"
	}
	return len(text), ">"
}

// clusterWrites returns the length of the word up to the letter that writes.
func (d door) clusterWrites(text string) (at int, kind string) {
	for i := 1; i < len(text); i++ {
		switch kind, _ := d.kindOf(text[i : i+1]); kind {
		case "":
		case ">", "/":
			return i + 1, kind
		default:
			return 0, ""
		}
	}
	return 0, ""
}
