package parse

import (
	"fmt"
	"strings"
)

// deeper are the words that open a level of the tree, shallower those that close
// one. A coproc or a time in front of another is a level too.
var (
	deeper    = map[string]bool{"case": true, "coproc": true, "for": true, "if": true, "select": true, "time": true, "until": true, "while": true}
	shallower = map[string]bool{"done": true, "esac": true, "fi": true}
)

// checkDepth bounds the parser's recursion before it starts: it has no limit of its
// own. It counts brackets and words whether they are quoted or not, so it can only
// refuse too early, and only texts that no person writes.
func checkDepth(src string) error {
	if len(src) <= MaxNesting {
		return nil // too short to nest deeper
	}
	d := depth{src: src}
	for i := 0; i < len(src); i++ {
		if what := d.exceeds(); what != "" {
			return &OpaqueError{Kind: KindTooLarge, Pos: posAt(src, i), Detail: what}
		}
		i = d.next(i)
	}
	return nil
}

type depth struct {
	src                                              string
	brackets, words, functions, joined, hashes, ends int
	arithmetic                                       int // the level of brackets at which it may have begun
}

// exceeds says what is more than is read, if anything is.
func (d *depth) exceeds() string {
	switch {
	case d.brackets > MaxNesting || d.words > MaxNesting || d.functions > MaxNesting || d.joined > maxJoined:
		return fmt.Sprintf("more than %d levels of nesting", MaxNesting)
	case d.hashes > maxHashes:
		return fmt.Sprintf("more than %d comments", maxHashes)
	case d.ends > maxEnds:
		return fmt.Sprintf("more than %d lines and commands", maxEnds)
	}
	return ""
}

// next counts what begins at offset i and returns the offset of its last byte.
func (d *depth) next(i int) int {
	switch c := d.src[i]; c {
	case '(', '{', '[':
		d.open(i)
	case ')', '}', ']':
		if d.brackets = max(d.brackets-1, 0); d.brackets < d.arithmetic {
			d.arithmetic = 0
		}
	case '+', '-', '*', '/', '%', '^', '=', '<', '>', '?', ':', ',', '~': // each may be a level of the tree
		if d.arithmetic > 0 {
			d.joined++
		}
	case '#':
		d.hashes++
	case '|', '&', '!':
		d.joined++
	case ';', '\n':
		d.functions = 0
		if i == 0 || d.src[i-1] != c {
			d.ends++
		}
	default:
		if isLetter(c) {
			return d.word(i)
		}
	}
	return i
}

func (d *depth) open(i int) {
	d.brackets++
	c, before := d.src[i], d.src[:i]
	if c == '(' && strings.HasPrefix(d.src[i:], "()") {
		d.functions++
	}
	if begins := c == '[' || c == '(' && strings.HasSuffix(before, "(") || c == '{' && strings.HasSuffix(before, "$"); begins && d.arithmetic == 0 {
		d.arithmetic = d.brackets
	}
}

func (d *depth) word(i int) int {
	end := i
	for end < len(d.src) && isLetter(d.src[end]) {
		end++
	}
	switch word := d.src[i:end]; {
	case deeper[word]:
		d.words++
	case shallower[word]:
		d.words = max(d.words-1, 0)
	}
	return end - 1
}
