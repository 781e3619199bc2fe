package policy

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/BurntSushi/toml"
)

// A PolicyError says what is wrong with a policy file, where, and what to write
// instead. Line is 0 where no line is at fault.
type PolicyError struct {
	File      string
	Line, Col int    // from 1, the column in bytes
	Message   string // one line
	Text      string // the line
	Width     int    // of the fault, in bytes
}

// shownWidth bounds how much of a line an error shows.
const shownWidth = 100

// Error returns the place and the message and, where there is one, the line with
// a caret under the fault.
func (e *PolicyError) Error() string {
	if e.Line == 0 {
		return e.File + ": " + e.Message
	}
	text, carets := e.excerpt()
	number := fmt.Sprintf("  %d ", e.Line)
	return fmt.Sprintf("%s:%d:%d: %s\n%s| %s\n%s| %s", e.File, e.Line, e.Col, e.Message,
		number, text, strings.Repeat(" ", len(number)), carets)
}

// excerpt returns the part of the line that holds the fault, and the carets that
// belong under it. What a terminal would obey is shown as a question mark.
func (e *PolicyError) excerpt() (text, carets string) {
	before := e.Text[:min(e.Col-1, len(e.Text))]
	fault := e.Text[len(before):min(len(before)+e.Width, len(e.Text))]
	after := e.Text[len(before)+len(fault):]
	if runes := []rune(before); len(runes) > shownWidth/2 {
		before = "…" + string(runes[len(runes)-shownWidth/2:])
	}
	shown := cut(before+fault+after, shownWidth)
	left := utf8.RuneCountInString(before)
	width := max(1, min(utf8.RuneCountInString(fault), utf8.RuneCountInString(shown)-left))
	return strings.TrimRight(printable(shown), " "), strings.Repeat(" ", left) + strings.Repeat("^", width)
}

func cut(s string, runes int) string {
	if r := []rune(s); len(r) > runes {
		return string(r[:runes]) + "…"
	}
	return s
}

func printable(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\t':
			return ' '
		case unicode.IsPrint(r) && r != utf8.RuneError:
			return r
		}
		return '?'
	}, s)
}

// A document is a policy's text and the first fault found in it.
type document struct {
	name, text string
	fault      *PolicyError
	at         int // where the fault stands in text
}

// fail records a fault at the node's key or value. Of several, the first in the
// text is kept; one without a place gives way to any that has one.
func (d *document) fail(at span, format string, args ...any) {
	if d.fault != nil && (at.end == 0 || d.fault.Line > 0 && d.at <= at.start) {
		return
	}
	d.fault, d.at = d.errorAt(at, fmt.Sprintf(format, args...)), at.start
}

// errorAt returns an error at a stretch of the text; the empty one is nowhere.
func (d *document) errorAt(at span, message string) *PolicyError {
	if at.end == 0 {
		return &PolicyError{File: d.name, Message: message}
	}
	start := strings.LastIndexByte(d.text[:at.start], '\n') + 1
	line, _, _ := strings.Cut(d.text[start:], "\n")
	line = strings.TrimSuffix(line, "\r")
	return &PolicyError{
		File:    d.name,
		Line:    1 + strings.Count(d.text[:start], "\n"),
		Col:     1 + at.start - start,
		Message: message,
		Text:    line,
		Width:   at.end - at.start,
	}
}

// line returns the number of the line at which a stretch of the text begins.
func (d *document) line(at span) int {
	return 1 + strings.Count(d.text[:at.start], "\n")
}

// syntaxError puts an error of the TOML library into the form of our own.
func (d *document) syntaxError(err error) error {
	var pe toml.ParseError
	if !errors.As(err, &pe) {
		return d.errorAt(span{}, house(err.Error()))
	}
	message := "not TOML: " + house(pe.Message)
	if key, ok := strings.CutSuffix(message, "' has already been defined"); ok {
		message = strings.TrimPrefix(key, "not TOML: key '") + " is there twice: keep one of them"
	}
	start := max(0, min(pe.Position.Start, len(d.text)))
	if start == len(d.text) && start > 0 { // a text that ends too early has its fault in its last line
		start--
	}
	return d.errorAt(span{start, max(start+1, min(start+pe.Position.Len, len(d.text)))}, message)
}

// house gives a foreign message our form: one line, lower case, no full stop.
func house(s string) string {
	s = strings.TrimSuffix(strings.Join(strings.Fields(s), " "), ".")
	if s == "" {
		return s
	}
	return strings.ToLower(s[:1]) + s[1:]
}

// unreadable returns the error for a policy file that cannot be read.
func unreadable(file string, err error) error {
	return &PolicyError{File: file, Message: "cannot be read: " + whyUnreadable(err).Error()}
}

// whyUnreadable returns the reason of a file's error, without the file, and
// without the words by which agents recognise another kind of confinement.
func whyUnreadable(err error) error {
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return errors.New("there is no such file")
	case errors.Is(err, fs.ErrPermission):
		return errors.New("this user may not read it")
	}
	var pe *fs.PathError
	if errors.As(err, &pe) {
		return pe.Err
	}
	return err
}
