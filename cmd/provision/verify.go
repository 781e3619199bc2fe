package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/urfave/cli/v2"

	"armshell/internal/policy"
	"armshell/internal/provision"
)

var errDrifted = errors.New("the directory is not as it was sealed: provision it again")

// verify proves that nothing has drifted, or says what has.
func verify(c *cli.Context) error {
	dir, err := oneDirectory(c)
	if err != nil {
		return err
	}
	found, err := provision.Verify(dir)
	if err != nil {
		return err
	}
	if file := option(c, "config"); file != "" {
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		seal, err := policy.ReadSeal(dir)
		if err != nil {
			return err
		}
		if seal.Arm.Policy != policy.Sum(text) {
			found = append(found, "the policy "+file+" has other bytes than the sealed one")
		}
	}
	for _, f := range found {
		fmt.Fprintln(c.App.Writer, policy.Clean(f))
	}
	if len(found) > 0 {
		return errDrifted
	}
	return nil
}

// oneDirectory returns the operand, absolute and without links.
func oneDirectory(c *cli.Context) (string, error) {
	if c.NArg() != 1 {
		return "", usage("which directory? write it last")
	}
	dir, err := filepath.Abs(c.Args().First())
	if err != nil {
		return "", err
	}
	return filepath.EvalSymlinks(dir)
}
