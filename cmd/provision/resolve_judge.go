package main

import (
	"cmp"
	"fmt"
	"os"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"armshell/internal/policy"
)

// A judge answers intents by one arm's rules and by what its session approved. It may
// be used by several goroutines.
type judge struct {
	rules     rules
	approvals approvals
	agent     string // of an intent that names none
	cwd       string // likewise: this process's directory
}

func newJudge(arm policy.Arm) (*judge, error) {
	cwd, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	return &judge{rules{arm: arm}, approvals{file: arm.Session}, arm.Agent, cwd}, nil
}

// A refusal is the answer to an intent that got none.
type refusal struct {
	Intent int           `json:"intent"`
	Error  string        `json:"error"`
	State  policy.Action `json:"state"` // for who reads nothing else
}

// answer puts the answer into the turn, and reports whether it is one.
func (j *judge) answer(r *reading, t *turn) bool {
	result, err := j.resolve(r, t)
	if err != nil {
		t.put(refusal{t.number, firstLine(err), policy.Deny})
		return false
	}
	t.put(result)
	return true
}

func firstLine(err error) string {
	line, _, _ := strings.Cut(err.Error(), "\n") // what follows shows the place in a file
	return line
}

// put writes the answer as a line of JSON. U+2028 is escaped, at which some readers end
// lines too, and names of files may be no UTF-8.
func (t *turn) put(value any) {
	err := json.MarshalWrite(&t.answer, value, jsontext.EscapeForJS(true), jsontext.AllowInvalidUTF8(true))
	if err != nil {
		panic(err) // of strings and numbers there is none
	}
	t.answer.WriteByte('\n')
}

func (j *judge) resolve(r *reading, t *turn) (policy.CheckResult, error) {
	if t.long {
		return policy.CheckResult{}, fmt.Errorf("the line is longer than %d MiB: write a shorter one", maxIntent>>20)
	}
	q, err := r.question(t.line)
	if err != nil {
		return policy.CheckResult{}, err
	}
	agent, cwd := cmp.Or(q.agent, j.agent), cmp.Or(q.cwd, j.cwd)
	approved, err := j.approvals.now()
	if err != nil {
		return policy.CheckResult{}, err
	}
	return policy.NewResolver(j.rules.in(cwd), approved).Resolve(q.intent(agent, cwd)), nil
}

// intent returns what the rules are asked.
func (q *question) intent(agent, cwd string) policy.AccessIntent {
	switch q.kind {
	case pathValues:
		return policy.PathValuesAccessIntent{Surface: q.surface, Values: q.values, AgentName: agent}
	case accessPath:
		return policy.AccessPathAccessIntent{Surface: q.surface, Path: policy.NewAccessPath(q.path, cwd), AgentName: agent}
	}
	return policy.ToolAccessIntent{Surface: q.surface, Input: q.input, AgentName: agent}
}
