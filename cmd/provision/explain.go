package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/urfave/cli/v2"

	"armshell/internal/policy"
)

// explain says of a line what it reaches, which rules speak of that, and what would
// have to change. Its status says nothing of the verdict: that is check's.
func explain(c *cli.Context) error {
	if c.NArg() != 1 {
		return usage("explain takes one line: put it in quotes, last, and options before it")
	}
	arm, rules, sealed, err := judgeOf(c)
	if err != nil {
		return err
	}
	e := explainer{arm: arm, rules: rules, decision: rules.Explain(c.Args().First(), arm.Agent, []string{})}
	e.all()
	e.line("")
	for _, line := range fenceOf(arm, sealed).lines() {
		e.line("%s", line)
	}
	_, err = io.WriteString(c.App.Writer, e.out.String())
	return err
}

// An explainer writes what is to be said of one decision.
type explainer struct {
	arm      policy.Arm
	rules    *policy.Resolver
	decision policy.Decision
	out      strings.Builder
}

func (e *explainer) line(format string, args ...any) {
	fmt.Fprintf(&e.out, format+"\n", args...)
}

func (e *explainer) all() {
	e.out.WriteString(text(e.decision))
	for _, f := range e.decision.Findings {
		e.line("")
		e.finding(f)
	}
	if r := e.decision.Refusal; r != nil && e.decision.Decided.Source == "" {
		e.line("\n%s %s", r.Pos, r.Subject)
		e.line("  to change: no rule lifts this; %s", wayOn(r))
	}
}

// wayOn returns the hint of a refusal, also where hints are off.
func wayOn(r *policy.Refusal) string {
	if r.Hint != "" {
		return r.Hint
	}
	return "write the line another way"
}

// finding writes what the rules say of one command or path.
func (e *explainer) finding(f policy.Finding) {
	r := f.Result
	e.line("%s %s", f.Pos, subject(f))
	for _, spelling := range r.Spellings() {
		e.line("  %s: %s", r.Surface(), policy.Printable(spelling))
	}
	for _, rule := range e.rules.Matched(r, e.arm.Agent) {
		e.line("  %s %s", mark(rule, r.Rule()), ruleText(rule))
	}
	if r.Rule().Surface == "" {
		e.line("  * deny: no rule matches")
	}
	if way := e.toChange(f); way != "" {
		e.line("  to change: %s", way)
	}
}

// subject returns what was reached, as written.
func subject(f policy.Finding) string {
	text := policy.Printable(f.Text)
	if f.Command != nil && len(f.Command.Via) > 0 {
		text += " (through " + strings.Join(f.Command.Via, ", ") + ")"
	}
	return text
}

// mark shows which rule decided.
func mark(rule, decided policy.Rule) string {
	if rule.Surface == decided.Surface && rule.Pattern == decided.Pattern && rule.Layer == decided.Layer && rule.Origin == decided.Origin {
		return "*"
	}
	return " "
}

func ruleText(r policy.Rule) string {
	text := fmt.Sprintf("%s %q on %s, %s", r.Action, r.Pattern, r.Surface, r.Layer)
	if origin := r.Origin.String(); origin != "" {
		text += " " + origin
	}
	if r.Agent != "" {
		text += ", for " + r.Agent
	}
	if r.Final {
		text += ", final"
	}
	if r.Reason != "" {
		text += ": " + r.Reason
	}
	return text
}

// toChange says what would let the thing pass; nothing, if it does.
func (e *explainer) toChange(f policy.Finding) string {
	r := f.Result
	pattern := r.Suggestion()
	switch {
	case r.State == policy.Allow:
		return ""
	case r.State == policy.Ask && pattern != "":
		return fmt.Sprintf("an operator approves it: provision approve %s %s %s", e.whose(), r.Surface(), quoted(pattern))
	case r.Rule().Layer == policy.LayerConfig && r.Stands() && r.State == policy.Ask:
		return fmt.Sprintf("the rule at %s asks every time, and only a program in askpass can answer: take final out of it", r.Rule().Origin)
	case r.Rule().Layer == policy.LayerConfig && f.Command == nil:
		return fmt.Sprintf("take out the rule at %s: no rule for another spelling lifts it", r.Rule().Origin)
	case r.Rule().Layer == policy.LayerConfig:
		return fmt.Sprintf("take out the rule at %s, or write one after it that allows this on %s", r.Rule().Origin, r.Surface())
	case r.Rule().Layer == policy.LayerBaseline:
		return "nothing: the file says what the shell may do"
	case f.Command == nil:
		return fmt.Sprintf("write a rule that allows this on %s", r.Surface())
	case policy.NeedsAdmission(f.Command.Name):
		return fmt.Sprintf("name %q in admit, or write a rule that allows %q on bash", f.Command.Name, f.Command.Name+" *")
	}
	return fmt.Sprintf("name %q in utilities, or write a rule that allows %q on bash", f.Command.Name, f.Command.Name+" *")
}

// whose says which session's file approve would add to.
func (e *explainer) whose() string {
	if e.arm.Session == "" {
		return "--session FILE"
	}
	return "--session " + quoted(e.arm.Session)
}

// quoted writes a word for a shell.
func quoted(word string) string { return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'" }
