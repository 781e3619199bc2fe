package main

import (
	"armshell/internal/parse"
	"armshell/internal/policy"
)

// A reportJSON is a decision for programs. What does not apply is left out.
type reportJSON struct {
	Verdict  string        `json:"verdict"` // allow, ask or deny
	Reason   policy.Reason `json:"reason,omitempty"`
	Position *positionJSON `json:"position,omitempty"`
	Subject  string        `json:"subject,omitempty"`
	Detail   string        `json:"detail,omitempty"`
	Hint     string        `json:"hint,omitempty"`
	Commands []commandJSON `json:"commands"`
	Fence    fenceJSON     `json:"fence"`
}

type positionJSON struct {
	Line   uint `json:"line"`
	Column uint `json:"column"`
}

// A commandJSON is one command that the line would reach.
type commandJSON struct {
	Name     string       `json:"name"`
	Kind     string       `json:"kind"` // program, builtin or function
	Args     []argJSON    `json:"args"`
	Via      []string     `json:"via,omitempty"` // launchers, outermost first
	Position positionJSON `json:"position"`
	Action   string       `json:"action,omitempty"` // what the rules say of it
	Rule     *ruleJSON    `json:"rule,omitempty"`   // the one that decided
}

// An argJSON is one argument: what the program gets, or only how it is written
// where that is not known.
type argJSON struct {
	Value *string `json:"value,omitempty"`
	Text  string  `json:"text"`
}

type ruleJSON struct {
	Surface string `json:"surface"`
	Pattern string `json:"pattern"`
	Layer   string `json:"layer"`
	Origin  string `json:"origin,omitempty"`
	Reason  string `json:"reason,omitempty"`
}

func position(p parse.Pos) positionJSON { return positionJSON{p.Line, p.Col} }

func report(d policy.Decision) reportJSON {
	r := reportJSON{Verdict: verdict(d), Commands: []commandJSON{}}
	if f := d.Refusal; f != nil {
		at := position(f.Pos)
		r.Reason, r.Position, r.Subject, r.Detail, r.Hint = f.Reason, &at, f.Subject, f.Detail, f.Hint
	}
	if d.Script == nil {
		return r
	}
	for i := range d.Script.Commands {
		r.Commands = append(r.Commands, command(&d.Script.Commands[i], d.Findings))
	}
	return r
}

// command reports one command, with what the rules said of it if they were asked.
func command(c *parse.Command, findings []policy.Finding) commandJSON {
	j := commandJSON{Name: c.Name, Kind: c.Kind.String(), Args: []argJSON{}, Via: c.Via, Position: position(c.Pos)}
	for _, a := range c.Args {
		arg := argJSON{Text: a.Text}
		if value, known := a.Value(); known {
			arg.Value = &value
		}
		j.Args = append(j.Args, arg)
	}
	for _, f := range findings {
		if f.Command == c {
			r := f.Result.Rule()
			j.Action = f.Result.State.String()
			j.Rule = &ruleJSON{r.Surface, r.Pattern, r.Layer.String(), r.Origin.String(), r.Reason}
		}
	}
	return j
}
