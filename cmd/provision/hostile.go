package main

import (
	"errors"

	"github.com/urfave/cli/v2"

	"armshell/internal/policy"
	"armshell/internal/provision"
)

// checkHostile warns of what others than the operator may change, or with --strict
// refuses it.
func checkHostile(c *cli.Context, arm policy.Arm, dir string) error {
	doubts, err := provision.Hostile(arm, dir, provision.Installed)
	if err != nil {
		return err
	}
	for _, doubt := range doubts {
		if c.Bool("strict") {
			return errors.New(doubt)
		}
		warn(doubt)
	}
	return nil
}
