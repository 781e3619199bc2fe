package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/urfave/cli/v2"

	"armshell/internal/policy"
)

// check judges a line and answers with the verdict.
func check(c *cli.Context) error {
	switch {
	case c.NArg() == 0:
		return usage("which line? write it last, in quotes")
	case c.NArg() > 1:
		return usage("check judges one line: put it in quotes, and options before it")
	}
	arm, rules, sealed, err := judgeOf(c)
	if err != nil {
		return err
	}
	decision := rules.Guard(c.Args().First(), arm.Agent, []string{}) // as armshell -c LINE has it
	if err := answer(c, decision, arm, sealed); err != nil {
		return fmt.Errorf("write the verdict: %w", err)
	}
	if !decision.Allowed {
		return verdictError{ask: decision.Ask}
	}
	return nil
}

func answer(c *cli.Context, d policy.Decision, arm policy.Arm, sealed *policy.SealedFence) error {
	if !c.Bool("json") {
		_, err := io.WriteString(c.App.Writer, text(d))
		return err
	}
	r := report(d)
	r.Fence = fenceOf(arm, sealed)
	e := json.NewEncoder(c.App.Writer)
	e.SetEscapeHTML(false)
	return e.Encode(r)
}

// armOf returns the arm that the call asks: a sealed one with what its seal says of the
// fence, or one of a policy.
func armOf(c *cli.Context) (policy.Arm, *policy.SealedFence, error) {
	bin := option(c, "bin")
	if bin == "" {
		arm, err := namedArm(c)
		if err == nil {
			arm.Agent, arm.Session = option(c, "agent"), option(c, "session")
			err = checkAgent(arm.Agent)
		}
		return arm, nil, err
	}
	for _, name := range []string{"arm", "config", "agent", "session"} {
		if option(c, name) != "" {
			return policy.Arm{}, nil, usage("--bin asks the sealed arm: leave out --" + name)
		}
	}
	seal, err := sealed(bin)
	return seal.Arm, &seal.Fence, err
}

// checkAgent refuses a name that no rule can be for.
func checkAgent(name string) error {
	if name != "" && !policy.IsAgentName(name) {
		return usage(fmt.Sprintf("%q cannot be an agent's name: write letters, digits, - and _", name))
	}
	return nil
}

// judgeOf returns the arm that the call asks, the resolver of its rules, and what armOf does.
func judgeOf(c *cli.Context) (policy.Arm, *policy.Resolver, *policy.SealedFence, error) {
	arm, sealed, err := armOf(c)
	if err != nil {
		return arm, nil, nil, err
	}
	rules, err := resolver(arm)
	return arm, rules, sealed, err
}

// resolver returns the resolver of the arm's rules and its session's approvals, from
// this process's directory.
func resolver(arm policy.Arm) (*policy.Resolver, error) {
	session, err := policy.LoadSession(arm.Session)
	if err != nil {
		return nil, err
	}
	cwd, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	return policy.NewResolver(policy.NewManager(arm, cwd), session), nil
}

// namedArm returns the arm of a policy file that --arm names, or its only one.
func namedArm(c *cli.Context) (policy.Arm, error) {
	name := option(c, "arm")
	all, err := arms(c)
	switch {
	case err != nil:
		return policy.Arm{}, err
	case name != "":
		return all.Arm(name)
	case len(all) == 1:
		return all[0], nil
	}
	return policy.Arm{}, usage("which arm? write --arm NAME, or --bin DIR; provision list shows the arms")
}

// sealed returns the seal of a directory under the name by which its armshell knows
// it: absolute and without links.
func sealed(dir string) (policy.Seal, error) {
	real, err := filepath.Abs(dir)
	if err == nil {
		real, err = filepath.EvalSymlinks(real)
	}
	if err != nil {
		return policy.Seal{}, err
	}
	seal, err := policy.ReadSeal(real)
	if errors.Is(err, policy.ErrNoSeal) {
		return policy.Seal{}, fmt.Errorf("%s has no seal, so it was not built by provision", dir)
	}
	return seal, err
}

// verdict returns the decision in one word.
func verdict(d policy.Decision) string {
	switch {
	case d.Allowed:
		return policy.Allow.String()
	case d.Ask:
		return policy.Ask.String()
	}
	return policy.Deny.String()
}

// text returns the verdict for people, in the words that armshell would use.
func text(d policy.Decision) string {
	r := d.Refusal
	if r == nil {
		return verdict(d) + "\n"
	}
	text := fmt.Sprintf("%s: %s: %s\n", verdict(d), r.Pos, r)
	if r.Hint != "" {
		text += "hint: " + r.Hint + "\n"
	}
	return text
}
