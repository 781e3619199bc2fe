package parse

import (
	"fmt"
	"slices"
)

// A Pos is a place in the text, line and column counted from 1, the column in bytes.
type Pos struct{ Line, Col uint }

func (p Pos) String() string { return fmt.Sprintf("%d:%d", p.Line, p.Col) }

func (p Pos) before(q Pos) bool {
	return p.Line < q.Line || p.Line == q.Line && p.Col < q.Col
}

// A PartKind says what is known of a piece of a word.
type PartKind uint8

const (
	Unknown PartKind = iota // a value that only bash will know: a variable, a substitution, a tilde
	Known                   // text
	Glob                    // a pathname pattern: it becomes the names of files, or stays as it is
	Number                  // decimal digits, perhaps with a sign
)

// A Part is a piece of a word: known text, or something that only bash will know.
type Part struct {
	Kind   PartKind
	Text   string // what bash would pass if Known; the pattern as written if Glob
	Quoted bool   // an unknown that yields exactly one field; otherwise it yields any number of them
	Counts bool   // an unknown that is numbers and blanks or nothing: as arithmetic it runs no code
	Home   bool   // an unknown that surely is the inherited home directory: a leading ~, or $HOME
	Pwd    bool   // an unknown that surely is the shell's directory at the point: $PWD

	unassigned bool // by what the walk assumes nothing is assigned to the variable: the point is not reached
}

// An Arg is one field of a command as bash would pass it, after quote removal
// and brace expansion. An Arg with an unknown part that is not quoted stands for
// any number of fields.
type Arg struct {
	Pos   Pos
	Text  string // as written
	Parts []Part
	can   *values // what it can be, if more is known than of its parts
}

// Value returns what bash would pass, if all of it is known.
func (a Arg) Value() (string, bool) {
	switch len(a.Parts) {
	case 0:
		return "", true
	case 1:
		return a.Parts[0].Text, a.Parts[0].Kind == Known
	}
	text := ""
	for _, p := range a.Parts {
		if p.Kind != Known {
			return "", false
		}
		text += p.Text
	}
	return text, true
}

// Prefix returns the known text that the field surely begins with, and whether that is all of it.
func (a Arg) Prefix() (text string, whole bool) {
	for _, p := range a.Parts {
		if p.Kind != Known {
			return text, false
		}
		text += p.Text
	}
	return text, true
}

// Single reports whether the Arg is exactly one field.
func (a Arg) Single() bool {
	for _, p := range a.Parts {
		if p.Kind != Known && !p.Quoted {
			return false
		}
	}
	return true
}

// A CommandKind says what bash finds under a command's name.
type CommandKind uint8

const (
	Program  CommandKind = iota // a file, looked up on PATH
	Builtin                     // a builtin of the shell
	Function                    // a function that was surely defined before, in this text
)

var commandKinds = [...]string{Program: "program", Builtin: "builtin", Function: "function"}

func (k CommandKind) String() string { return commandKinds[k] }

// A Command is one program, builtin or function that the text would start.
type Command struct {
	Pos  Pos
	Kind CommandKind
	Name string // what bash would look up
	Args []Arg
	Via  []string // the launchers that it is reached through, outermost first

	// Dirs are the directories in which it can run, sorted; nil if nobody knows. "" is
	// where the shell was started, a/.. is relative to it, ~ and ~/x are in the home
	// directory, and ./~x is one that is called so. All is as written: where a .. leads
	// after a symbolic link is not known here.
	Dirs []string

	Quoted bool // it stands in a substitution inside double quotes

	// Opaque says why not all that a launcher would start is known; nil where it is.
	Opaque *OpaqueError
}

// A Redirect is one file that bash itself would open.
type Redirect struct {
	Pos    Pos
	Op     string
	Target Arg
	Via    []string
	Dirs   []string // those in which the target is opened, as a command's
}

// An Assignment is one way in which the text would set a variable of the shell
// or of a program's environment, whatever the construct.
type Assignment struct {
	Pos   Pos
	Name  string
	Value Arg    // unknown where it is computed
	By    string // the construct: "=", "for", "read", …
	Via   []string
}

// A Script is everything that running a text would reach, in the order written.
type Script struct {
	Commands    []Command
	Redirects   []Redirect
	Assignments []Assignment
	Lines       int // complete commands at the top: bash reads one, runs it, reads the next

	// Jq is where something counts as a number because jq prints how long a value is:
	// there must be no .jq in the home directory. It is zero if there is no such place.
	Jq Pos

	// Feeds says that something is known only because a here-string surely was read:
	// the shell must be able to open a pipe.
	Feeds bool

	functions    []string // the names that the text defines somewhere
	keywords     bool     // a word among the arguments looks like an assignment
	timed        bool     // the keyword time is used
	oddFunctions bool     // a function has a name that no variable could have
	carries      bool     // something is known only because an earlier line surely ran to its end, or exit ended the shell
	moves        bool     // it changes directory somewhere
	compares     bool     // something is known only because case matched it
}

// Defines reports whether the text defines a function of that name somewhere.
func (s *Script) Defines(name string) bool { return slices.Contains(s.functions, name) }

// unknownArg is one field about which nothing is known.
func unknownArg(pos Pos, text string) Arg {
	return Arg{Pos: pos, Text: text, Parts: []Part{{Quoted: true}}}
}

func knownArg(pos Pos, text string) Arg {
	return Arg{Pos: pos, Text: text, Parts: []Part{{Kind: Known, Text: text}}}
}

func numberArg(pos Pos, text string) Arg {
	return Arg{Pos: pos, Text: text, Parts: []Part{{Kind: Number, Quoted: true}}}
}
