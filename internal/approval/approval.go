// Package approval answers one question: does the operator allow what the rules ask
// about? It runs the program that the policy names, and keeps what is allowed for
// the session.
//
// # Not protected
//
// Who may write the session's file may approve: it belongs where the agent cannot
// write. The program is trusted; it is given the agent's words and must not take
// them for its own.
package approval

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"syscall"

	"armshell/internal/policy"
)

// A Question is what the program reads on its standard input, as one JSON object.
type Question struct {
	Arm   string `json:"arm"`
	Agent string `json:"agent,omitempty"`
	Cwd   string `json:"cwd,omitempty"`
	Line  string `json:"line"` // the whole text that would run
	Asks  []Ask  `json:"asks"` // all that needs an approval in it
}

// An Ask is one thing that a rule asks about.
type Ask struct {
	Surface string         `json:"surface"`
	Value   string         `json:"value"`             // the command or path, with … for what is not known
	Pattern string         `json:"pattern,omitempty"` // what would be allowed for the session; absent where no pattern says it, and then only this once can be
	Rule    string         `json:"rule,omitempty"`    // the pattern of the rule that asks
	Origin  *policy.Origin `json:"origin,omitempty"`  // where that stands
	Reason  string         `json:"reason,omitempty"`
}

// Approvals returns the patterns that an answer for the session allows, each once.
func (q Question) Approvals() []policy.Approval {
	var list []policy.Approval
	for _, a := range q.Asks {
		if one := (policy.Approval{Surface: a.Surface, Pattern: a.Pattern}); a.Pattern != "" && !slices.Contains(list, one) {
			list = append(list, one)
		}
	}
	return list
}

// Statuses of the program that allow. Every other one denies.
const (
	allowOnce    = 0
	allowSession = 10
)

// An Answer is what the operator says. Its zero value denies.
type Answer struct {
	Allowed bool
	Session bool   // and the like for the rest of the session
	Reason  string // what the program printed
}

// maxReason bounds what is read of a program's words, in bytes.
const maxReason = 4096

// Put runs the program with the question and returns what it answers. Its error
// says that there is no answer.
func Put(argv, environ []string, q Question) (Answer, error) {
	text, err := json.Marshal(q)
	if err != nil {
		return Answer{}, fmt.Errorf("write the question: %w", err)
	}
	out := &bounded{}
	cmd := exec.Command(argv[0], argv[1:]...)
	cmd.Env, cmd.Stdin, cmd.Stdout, cmd.Stderr = environ, bytes.NewReader(append(text, '\n')), out, os.Stderr
	err = cmd.Run()
	var failed *exec.ExitError
	if err != nil && !errors.As(err, &failed) {
		return Answer{}, fmt.Errorf("ask for an approval: %w", err)
	}
	status := cmd.ProcessState.ExitCode()
	return Answer{
		Allowed: status == allowOnce || status == allowSession,
		Session: status == allowSession,
		Reason:  strings.TrimSpace(string(out.text)),
	}, nil
}

// A bounded writer keeps the beginning of what is written.
type bounded struct{ text []byte }

func (b *bounded) Write(p []byte) (int, error) {
	b.text = append(b.text, p[:min(len(p), maxReason-len(b.text))]...)
	return len(p), nil
}

// Keep appends the approvals to the session's file, all in one write, and makes
// the file if it is not there. If the disk is full half-way, the file is one that
// armshell refuses to read, so that nothing runs by half a rule.
func Keep(file string, approvals []policy.Approval) error {
	if file == "" {
		return errors.New("no session file is named, so no approval can be kept")
	}
	if _, err := policy.LoadSession(file); err != nil {
		return err
	}
	text, err := policy.ApprovalText(approvals)
	if err != nil {
		return err
	}
	f, err := os.OpenFile(file, os.O_WRONLY|os.O_APPEND|os.O_CREATE|syscall.O_NONBLOCK, 0o600)
	if err != nil {
		return fmt.Errorf("open the session file: %w", err)
	}
	_, err = io.WriteString(f, text)
	if err := errors.Join(err, f.Close()); err != nil {
		return fmt.Errorf("write the session file: %w", err)
	}
	return nil
}
