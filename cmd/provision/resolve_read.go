package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"armshell/internal/policy"
)

// A reading reads intents, one after another. It refuses what two programs may read
// differently, since the text that is judged must be the text that the harness runs:
// a key that stands twice or in another case, and text that is no Unicode. Its errors
// say what is wrong, and what to write instead.
type reading struct{ json jsontext.Decoder }

// shown returns text of an intent as messages quote it.
func shown(text string) string { return `"` + policy.Printable(text) + `"` }

// question reads a line.
func (r *reading) question(line []byte) (question, error) {
	var q question
	r.json.Reset(bytes.NewBuffer(line))
	if err := r.object(&q); err != nil {
		return q, inWords(err)
	}
	if _, err := r.json.ReadToken(); err != io.EOF {
		return q, errors.New("something follows the object: write one intent a line")
	}
	return q, q.check()
}

func (r *reading) object(q *question) error {
	if err := r.enter('{', "the line", `one object, as {"kind":"tool","surface":"read"}`); err != nil {
		return err
	}
	var seen uint
	for r.json.PeekKind() == '"' {
		i, err := r.field()
		if err == nil {
			err = fields[i].read(r, q)
		}
		if err != nil {
			return err
		}
		seen |= 1 << i
	}
	if _, err := r.json.ReadToken(); err != nil {
		return err
	}
	return q.complete(seen)
}

// field reads a key and returns which it is.
func (r *reading) field() (int, error) {
	token, err := r.json.ReadToken()
	if err != nil {
		return 0, err
	}
	name := token.String()
	i := slices.IndexFunc(fields, func(f field) bool { return f.name == name })
	if i < 0 {
		return 0, fmt.Errorf("unknown key %s%s", shown(name), policy.Nearest(name, fieldNames()))
	}
	return i, nil
}

// aString is what a string is called.
const aString = "a string"

// typeNames say what a value is, by the first byte of its text, as the reader has it.
var typeNames = map[jsontext.Kind]string{
	'n': "null", 't': "true", 'f': "false", '0': "a number", '"': aString, '[': "a list", '{': "an object",
}

// typeOf returns the same of a value that was read.
func typeOf(value any) string {
	switch v := value.(type) {
	case nil:
		return typeNames['n']
	case bool:
		return fmt.Sprint(v)
	case float64:
		return typeNames['0']
	case string:
		return aString
	case []any:
		return typeNames['[']
	}
	return typeNames['{']
}

// wants returns an error unless a value of the given type comes next.
func (r *reading) wants(first jsontext.Kind, name, like string) error {
	is := r.json.PeekKind()
	if is == first {
		return nil
	}
	if _, err := r.json.ReadValue(); err != nil { // it only begins like a value, or is none
		return err
	}
	return fmt.Errorf("%s is %s: write %s", name, typeNames[is], like)
}

// enter goes into an object or a list, which must come next.
func (r *reading) enter(first jsontext.Kind, name, like string) error {
	err := r.wants(first, name, like)
	if err == nil {
		_, err = r.json.ReadToken()
	}
	return err
}

func (r *reading) text(name string) (string, error) {
	if err := r.wants('"', name, aString); err != nil {
		return "", err
	}
	token, err := r.json.ReadToken()
	if err != nil {
		return "", err
	}
	return token.String(), nil
}

// name reads text that cannot be blank.
func (r *reading) name(key, like string) (string, error) {
	text, err := r.text(key)
	if err == nil && strings.TrimSpace(text) == "" {
		err = fmt.Errorf("%s is blank: %s", key, like)
	}
	return text, err
}

// file reads a path. One with a NUL is another, shorter one for the kernel.
func (r *reading) file(key, like string) (string, error) {
	text, err := r.name(key, like)
	if err == nil && strings.Contains(text, "\x00") {
		err = fmt.Errorf("%s holds a NUL: write a path", key)
	}
	return text, err
}

func (r *reading) kind(q *question) error {
	name, err := r.text("kind")
	if err != nil {
		return err
	}
	i := slices.Index(kindNames, name)
	if i < 0 {
		return fmt.Errorf("unknown kind %s%s", shown(name), policy.Nearest(name, kindNames))
	}
	q.kind = 1 << i
	return nil
}

func (r *reading) surface(q *question) (err error) {
	q.surface, err = r.name("surface", "write the name of the tool")
	switch other := policy.SurfaceInOtherCase(strings.TrimSpace(q.surface)); {
	case err != nil:
	case strings.ContainsFunc(q.surface, func(c rune) bool { return !unicode.IsPrint(c) && !unicode.IsSpace(c) }):
		err = fmt.Errorf("surface %s holds a character that cannot be seen: write the name of the tool", shown(q.surface))
	case other != "":
		err = fmt.Errorf("surface %s: write %q", shown(q.surface), other)
	}
	return err
}

func (r *reading) path(q *question) (err error) {
	q.path, err = r.file("path", "write the path")
	return err
}

func (r *reading) agent(q *question) (err error) {
	q.agent, err = r.name("agentName", "leave it out for the arm's own agent")
	if err == nil && !policy.IsAgentName(q.agent) {
		err = fmt.Errorf("agentName %s is none that rules can be for: write letters, digits, - and _", shown(q.agent))
	}
	return err
}

func (r *reading) cwd(q *question) (err error) {
	q.cwd, err = r.file("cwd", "leave it out for this process's directory")
	if err == nil && !filepath.IsAbs(q.cwd) {
		err = fmt.Errorf("cwd %s is relative: write it from /", shown(q.cwd))
	}
	return err
}

func (r *reading) values(q *question) error {
	if err := r.enter('[', "values", "a list of strings"); err != nil {
		return err
	}
	for r.json.PeekKind() != ']' {
		text, err := r.file(fmt.Sprintf("values[%d]", len(q.values)), "write a path")
		if err == nil && filepath.Clean(text) != text {
			err = fmt.Errorf("values[%d] %s is not in normal form: write %s, or the kind access-path", len(q.values), shown(text), shown(filepath.Clean(text)))
		}
		if err != nil {
			return err
		}
		q.values = append(q.values, policy.Text(text))
	}
	_, err := r.json.ReadToken()
	return err
}

func (r *reading) input(q *question) error {
	if err := r.wants('{', "input", `an object, as {"command":"tea issues list"}`); err != nil {
		return err
	}
	var value any
	err := json.UnmarshalDecode(&r.json, &value)
	q.input, _ = value.(map[string]any)
	return err
}

// inWords says what the JSON reader found.
func inWords(err error) error {
	var syntax *jsontext.SyntacticError
	var meaning *json.SemanticError
	switch {
	case err == io.EOF:
		return errors.New("the line is blank: write one intent a line")
	case errors.Is(err, io.ErrUnexpectedEOF):
		return errors.New("the line ends too early: write one whole object a line")
	case errors.As(err, &syntax):
		return inSyntax(syntax)
	case errors.As(err, &meaning):
		return errors.New("a number in input is out of range: write it as a string")
	}
	return err
}

func inSyntax(err *jsontext.SyntacticError) error {
	what, like := policy.Clean(err.Err.Error()), "JSON"
	switch {
	case err.Err == jsontext.ErrDuplicateName:
		return fmt.Errorf("the key %s stands twice: write it once", shown(err.JSONPointer.LastToken()))
	case strings.Contains(what, "UTF-8"):
		like = "text in UTF-8"
	case strings.Contains(what, "surrogate"):
		what, like = "half of a surrogate pair", "the whole character"
	}
	return fmt.Errorf("byte %d: %s: write %s", err.ByteOffset+1, what, like)
}
