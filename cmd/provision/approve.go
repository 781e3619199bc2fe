package main

import (
	"fmt"

	"github.com/urfave/cli/v2"

	"armshell/internal/approval"
	"armshell/internal/policy"
)

// approve allows a pattern for the session.
func approve(c *cli.Context) error {
	if c.NArg() != 2 {
		return usage("approve takes a surface and a pattern: provision approve --bin DIR bash 'tea issues *'")
	}
	one := policy.Approval{Surface: c.Args().Get(0), Pattern: c.Args().Get(1)}
	file, err := sessionOf(c, one)
	if err != nil {
		return err
	}
	return approval.Keep(file, []policy.Approval{one})
}

// sessionOf returns the session's file that the call names, by itself or by the
// seal. A sealed arm's rules that no approval lifts are known, and one that could
// change nothing is refused.
func sessionOf(c *cli.Context, one policy.Approval) (string, error) {
	bin, file := option(c, "bin"), option(c, "session")
	switch {
	case bin != "" && file != "":
		return "", usage("--bin names the session's file: leave out --session")
	case bin == "" && file == "":
		return "", usage("which session? write --bin DIR or --session FILE")
	case file != "":
		return file, nil
	}
	seal, err := sealed(bin)
	if err != nil {
		return "", err
	}
	arm := seal.Arm
	if arm.Session == "" {
		return "", fmt.Errorf("%s was provisioned without a session file: provision again with --session FILE", bin)
	}
	if rule := policy.Unliftable(arm, one); rule != nil {
		return "", fmt.Errorf("the rule %q on %s at %s stands, whatever a session approves", rule.Pattern, rule.Surface, rule.Origin)
	}
	return arm.Session, nil
}
