package main

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/urfave/cli/v2"

	"armshell/internal/policy"
	"armshell/internal/provision"
)

// list shows each arm: its tool, the tool's file, the number of its rules, and
// whether the kernel would hold it, and
// which of its programs this machine does not have.
func list(c *cli.Context) error {
	if c.NArg() > 0 {
		return usage("list takes no operands, only --config FILE")
	}
	all, err := arms(c)
	if err != nil {
		return err
	}
	w := tabwriter.NewWriter(c.App.Writer, 0, 0, 2, ' ', 0)
	row(w, "arm", "tool", "file", "rules", "fence", "missing")
	for _, arm := range all {
		row(w, arm.Name, tool(arm), toolFile(arm), fmt.Sprint(len(arm.Rules)), fence(arm), missing(arm))
	}
	return w.Flush()
}

// row writes one line. The last cell has no tab behind it, so that it is not
// padded.
func row(w io.Writer, cells ...string) {
	fmt.Fprintln(w, strings.Join(cells, "\t"))
}

func tool(arm policy.Arm) string {
	if arm.Disabled {
		return "-"
	}
	return arm.Tool
}

func toolFile(arm policy.Arm) string {
	if arm.Disabled {
		return "no shell"
	}
	file, err := provision.Installed(arm.Tool)
	if err != nil {
		return "missing"
	}
	return file
}

func fence(arm policy.Arm) string {
	if arm.Disabled {
		return "-"
	}
	return fenceOf(arm, nil).word()
}

func missing(arm policy.Arm) string {
	names := provision.Missing(arm)
	if arm.Disabled || len(names) == 0 {
		return "-"
	}
	return strings.Join(names, " ")
}
