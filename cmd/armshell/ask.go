package main

import (
	"armshell/internal/approval"
	"armshell/internal/policy"
)

// ask puts what needs an approval to the program that the policy names, and returns
// the decision that its answer makes. Without a program the decision stands.
func (p place) ask(d policy.Decision, text string, environ []string) (policy.Decision, error) {
	if len(p.arm.Askpass) == 0 {
		return d, nil
	}
	q := approval.Question{Arm: p.arm.Name, Agent: p.arm.Agent, Cwd: p.cwd, Line: text}
	for _, a := range d.Asks() {
		q.Asks = append(q.Asks, approval.Ask{
			Surface: a.Surface(), Value: a.Value(), Pattern: a.Suggestion(), Rule: a.MatchedPattern, Origin: a.Origin, Reason: a.Reason,
		})
	}
	answer, err := approval.Put(p.arm.Askpass, p.environ(environ), q)
	switch {
	case err != nil:
		return policy.Decision{}, err
	case !answer.Allowed:
		return d.Declined(p.arm, answer.Reason), nil
	case answer.Session:
		if err := approval.Keep(p.arm.Session, q.Approvals()); err != nil {
			return policy.Decision{}, err
		}
	}
	return d.Approved(), nil
}
