package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
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
	arm, err := armOf(c)
	if err != nil {
		return err
	}
	decision := policy.GuardCommand(arm, c.Args().First())
	if err := answer(c, decision); err != nil {
		return fmt.Errorf("write the verdict: %w", err)
	}
	if !decision.Allowed {
		return verdictError{ask: decision.Ask}
	}
	return nil
}

func answer(c *cli.Context, d policy.Decision) error {
	if !c.Bool("json") {
		return writeText(c.App.Writer, d)
	}
	e := json.NewEncoder(c.App.Writer)
	e.SetEscapeHTML(false)
	return e.Encode(report(d))
}

// armOf returns the arm that the call asks: a sealed one, or one of a policy.
func armOf(c *cli.Context) (policy.Arm, error) {
	bin, name := option(c, "bin"), option(c, "arm")
	if bin != "" {
		if name != "" || option(c, "config") != "" {
			return policy.Arm{}, usage("--bin asks the sealed arm: leave out --arm and --config")
		}
		return sealed(bin)
	}
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

// sealed returns the arm of a directory under the name by which its armshell knows
// it: absolute and without links.
func sealed(dir string) (policy.Arm, error) {
	real, err := filepath.Abs(dir)
	if err == nil {
		real, err = filepath.EvalSymlinks(real)
	}
	if err != nil {
		return policy.Arm{}, err
	}
	seal, err := policy.ReadSeal(real)
	if errors.Is(err, policy.ErrNoSeal) {
		return policy.Arm{}, fmt.Errorf("%s has no seal, so it was not built by provision", dir)
	}
	return seal.Arm, err
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

// writeText answers for people, in the words that armshell would use.
func writeText(w io.Writer, d policy.Decision) error {
	text := verdict(d) + "\n"
	if r := d.Refusal; r != nil {
		text = fmt.Sprintf("%s: %s: %s\n", verdict(d), r.Pos, r)
		if r.Hint != "" {
			text += "hint: " + r.Hint + "\n"
		}
	}
	_, err := io.WriteString(w, text)
	return err
}
