package policy

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"
	"syscall"
	"unicode/utf8"
)

// SessionRules are the approvals given in one session, in the order given. The
// zero value holds none.
type SessionRules struct {
	rules Ruleset
}

// NewSessionRules returns the store of these rules, which then are of the session's layer.
func NewSessionRules(rules Ruleset) SessionRules {
	own := slices.Clone(rules)
	for i := range own {
		own[i].Layer = LayerSession
	}
	return SessionRules{own}
}

// Ruleset returns the approvals, to be appended to the composed rules.
func (s SessionRules) Ruleset() Ruleset { return s.rules }

// LoadSession reads the approvals in file. A file that is not there holds none, and
// so does no file at all. On return without an error every rule of it is understood.
// Its error is a *PolicyError.
func LoadSession(file string) (SessionRules, error) {
	if file == "" {
		return SessionRules{}, nil
	}
	f, err := os.OpenFile(file, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if errors.Is(err, fs.ErrNotExist) {
		return SessionRules{}, nil
	}
	if err != nil {
		return SessionRules{}, unreadable(file, err)
	}
	defer f.Close()
	if info, err := f.Stat(); err != nil || !info.Mode().IsRegular() {
		return SessionRules{}, unreadable(file, errNotRegular)
	}
	text, err := io.ReadAll(io.LimitReader(f, maxPolicy+1))
	if err != nil {
		return SessionRules{}, unreadable(file, err)
	}
	return ParseSession(file, text)
}

// ParseSession reads the text of a session's file: rules as in a policy, and nothing
// else. A later one may say more than an earlier one, since the file only grows.
func ParseSession(name string, text []byte) (SessionRules, error) {
	values := map[string]any{}
	d, err := decode(name, text, values)
	if err != nil {
		return SessionRules{}, err
	}
	top := table{doc: d, node: scanPositions(d.text), values: values}
	top.only("rules")
	var rules Ruleset
	for _, t := range top.tables("rules") {
		rules = append(rules, readRule(t))
	}
	if d.fault != nil {
		return SessionRules{}, d.fault
	}
	return NewSessionRules(rules), nil
}

// ApprovalText returns the rules that allow the patterns, each on its surface, as
// they are appended to a session's file. Its error says which of them no rule can hold.
func ApprovalText(approvals []Approval) (string, error) {
	var out strings.Builder
	for _, a := range approvals {
		if !utf8.ValidString(a.Surface + a.Pattern) {
			return "", errors.New("a pattern that is not UTF-8, which no file of rules can hold")
		}
		out.WriteString("\n[[rules]]\nsurface = " + quote(a.Surface) + "\npattern = " + quote(a.Pattern) + "\naction = \"allow\"\n")
	}
	_, err := ParseSession("approval", []byte(out.String()))
	return out.String(), err
}

// An Approval is a pattern that an operator allows for the session.
type Approval struct{ Surface, Pattern string }
