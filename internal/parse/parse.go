package parse

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"mvdan.cc/sh/v3/syntax"
)

// Bounds of what is read: past any of them the text is refused as too large.
const (
	MaxText     = 1 << 20 // bytes
	MaxNesting  = 1000    // levels
	MaxCommands = 100_000
	maxJoined   = 50_000 // pipes, && and ||: each is a level of the tree
	maxNested   = 64     // eval in eval, sh -c in sh -c, env env
	maxInner    = 2 * MaxText
	maxDoubled  = 8      // texts in texts that are each read for two shells
	maxLaunched = 16     // programs that start one another
	maxTargets  = 20_000 // redirects
	maxAssigned = 30_000 // assignments, elements of arrays among them
	maxForks    = 15_000 // subshells, substitutions, members of pipes
	maxBranches = 40_000 // ifs, arms of cases, && and ||
	maxLoops    = 8_000
	maxBodies   = 8_000       // functions
	maxCode     = 4_000       // texts that are run as code: of eval, trap, sh -c
	maxPicks    = 20_000      // combinations of values that are looked at: after that such variables are unknown
	maxMoves    = 20_000      // cd
	maxExpanded = 32 << 20    // bytes that variables of known values become
	maxShape    = 32          // pieces of a value that is not known as a whole, before nothing of it is
	maxEnds     = 130_000     // ends of lines and of commands
	maxHashes   = MaxText / 8 // characters that may begin a comment
	maxWords    = 200_000     // words of commands: those of a launcher count for each program that gets them
	maxRefined  = 1 << 16     // bytes of a text of which assumptions that do are made better
	maxRounds   = 7           // assumptions about values that do not settle by then are dropped
	maxBraces   = 4096        // words that one word's braces may become
	maxRoutes   = 3           // the same of where loops and functions lead
	maxChoices  = 16          // values that a variable may have, and directories a command, before they count as unknown
)

// A SyntaxError says that bash would not read the text, or that our parser cannot.
type SyntaxError struct {
	Pos        Pos
	Text       string
	Incomplete bool // more text could complete it
}

func (e *SyntaxError) Error() string { return e.Text }

// A Kind is the stable name of one way in which nobody can know what a text would reach.
type Kind string

const (
	KindOpaque     Kind = "opaque"          // syntax that is not understood
	KindAmbiguous  Kind = "ambiguous"       // our parser and bash read it differently
	KindDynamic    Kind = "dynamic-command" // a command's name is made at run time
	KindCode       Kind = "dynamic-code"    // text made at run time would be evaluated as code
	KindNumber     Kind = "unknown-number"  // arithmetic would evaluate a value that is no known number
	KindBuiltin    Kind = "builtin"         // a builtin, or an option of one, that reaches further than text
	KindRebinds    Kind = "rebinds"         // changes what names mean
	KindSourced    Kind = "sourced-file"    // runs a file
	KindTooLarge   Kind = "too-large"       // past a bound
	KindUnreadable Kind = "unreadable"      // bytes that no shell text holds
)

// Kinds lists every Kind that an OpaqueError can have.
func Kinds() []Kind {
	return []Kind{KindOpaque, KindAmbiguous, KindDynamic, KindCode, KindNumber, KindBuiltin, KindRebinds,
		KindSourced, KindTooLarge, KindUnreadable}
}

// An OpaqueError says why nobody can know what the text would reach.
type OpaqueError struct {
	Kind    Kind
	Pos     Pos
	Subject string // the word or construct as written
	Detail  string // the fact
	Hint    string // the way on, where it is another one than for all of the kind
}

func (e *OpaqueError) Error() string { return e.Detail }

// Parse reads src as bash would.
func Parse(src string) (*Script, error) { return Shell{}.Parse(src) }

// encode puts a DEL in the place of every byte that is no UTF-8. The parser does
// not read such bytes; to bash they are characters of a word like any other. No
// name of a program holds a DEL, so that in a name they are refused.
func encode(src string) string {
	if utf8.ValidString(src) {
		return src
	}
	out := []byte(src)
	for i := 0; i < len(src); {
		r, size := utf8.DecodeRuneInString(src[i:])
		if r == utf8.RuneError && size == 1 {
			out[i] = 0x7f
		}
		i += size
	}
	return string(out)
}

// ExtractCommands returns the commands of Parse.
func ExtractCommands(src string) ([]Command, error) {
	script, err := Parse(src)
	return script.Commands, err
}

// settle walks the file until what it assumes is what it finds: first of the
// variables' values, then of the directories, on which no value depends. A walk
// whose assumptions agree with its findings is an invariant of every run of the
// text, whatever branches and loops it takes.
func (s Shell) settle(src string, file *syntax.File) (*Script, error) {
	last := s.settleValues(src, file)
	if !last.full() {
		last = s.settleRoutes(src, file, last)
		last.settleDirs()
	}
	return last.script, last.err()
}

// settleValues begins with a walk that assumes that nothing is assigned, and gives
// every next one what the last found. One that finds no more than it assumed will do;
// it ends with one that finds the same, or with the last that did.
func (s Shell) settleValues(src string, file *syntax.File) *walker {
	var settled *walker
	last := s.walkFile(src, file, &findings{}, routes{})
	for round := range maxRounds {
		if last.full() {
			return last
		}
		if last.assumed.cover(&last.finds) {
			if settled = last; round >= settling || len(src) > maxRefined || last.finds.cover(last.assumed) {
				return settled
			}
		}
		last = s.walkFile(src, file, last.finds.next(last.assumed, round), routes{})
	}
	if settled != nil {
		return settled
	}
	return s.walkFile(src, file, last.finds.nothingKnown(), routes{})
}

// settleRoutes begins with the walk that took loops to be left where they began.
func (s Shell) settleRoutes(src string, file *syntax.File, last *walker) *walker {
	for range maxRoutes {
		if last.full() || last.dir.found.equal(last.dir.assumed) {
			return last
		}
		last = s.walkFile(src, file, last.assumed, last.dir.found)
	}
	return s.walkFile(src, file, last.assumed, nothingOf(last.script))
}

// checkBytes refuses texts that are too large or that no shell reads as written.
func checkBytes(src string) error {
	if len(src) > MaxText {
		return &OpaqueError{Kind: KindTooLarge, Pos: Pos{1, 1},
			Detail: fmt.Sprintf("the text has %d bytes, the limit is %d", len(src), MaxText)}
	}
	if i := strings.IndexByte(src, 0); i >= 0 {
		return &OpaqueError{Kind: KindUnreadable, Pos: posAt(src, i), Detail: "the text holds a NUL byte"}
	}
	return checkDepth(src)
}

// variant is the parser's language for the dialect.
func (d Dialect) variant() syntax.LangVariant {
	if d == Bash {
		return syntax.LangBash
	}
	return syntax.LangPOSIX
}

func (d Dialect) parseFile(src string) (*syntax.File, error) {
	parser := syntax.NewParser(syntax.KeepComments(true), syntax.Variant(d.variant()))
	file, err := parser.Parse(strings.NewReader(src), "")
	if err != nil {
		return nil, d.syntaxError(err)
	}
	return file, nil
}

// syntaxError turns the parser's errors into ours. What is valid only in another
// shell counts as invalid too: the text will be read by this one.
func (d Dialect) syntaxError(err error) error {
	var parse syntax.ParseError
	if errors.As(err, &parse) {
		return &SyntaxError{Pos: pos(parse.Pos), Text: parse.Text, Incomplete: parse.Incomplete}
	}
	var lang syntax.LangError
	if errors.As(err, &lang) {
		return &SyntaxError{Pos: pos(lang.Pos), Text: lang.Feature + " is not " + d.String()}
	}
	return &SyntaxError{Pos: Pos{1, 1}, Text: err.Error()}
}

func pos(p syntax.Pos) Pos { return Pos{p.Line(), p.Col()} }

// posAt returns the position of the byte at offset i.
func posAt(src string, i int) Pos {
	before := src[:i]
	return Pos{uint(strings.Count(before, "\n")) + 1, uint(i - strings.LastIndexByte(before, '\n'))}
}
