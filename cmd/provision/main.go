// Provision sets up the arms that armshell keeps agents to.
//
//	provision --arm tea ./bin         build the arm's directory
//	provision list                    the arms of a policy, and what is missing here
//	provision check --arm tea LINE    judge a line without running it
//
// --config FILE names a policy file; without it the built-in one counts. Exit
// status: 0 done, or the line is allowed; 1 it failed; 2 it was called wrongly;
// from check also 3 if the line needs an approval, and 4 if it is denied.
package main

import (
	"errors"
	"os"
	"runtime/debug"

	"github.com/urfave/cli/v2"

	"armshell"
	"armshell/internal/policy"
	"armshell/internal/provision"
)

func main() {
	err := app().Run(os.Args)
	say(err)
	os.Exit(exitCode(err))
}

// Statuses beside 0.
const (
	statusFailed = 1
	statusUsage  = 2
	statusAsk    = 3
	statusDeny   = 4
)

// A usageError is a call that no run could answer.
type usageError struct{ error }

func usage(text string) error { return usageError{errors.New(text)} }

// A verdictError is the answer that a line may not run as it is. It is said on
// standard output, as every answer of check.
type verdictError struct{ ask bool }

func (verdictError) Error() string { return "not allowed" }

func exitCode(err error) int {
	var verdict verdictError
	switch {
	case err == nil:
		return 0
	case errors.As(err, &verdict) && verdict.ask:
		return statusAsk
	case errors.As(err, &verdict):
		return statusDeny
	case errors.As(err, &usageError{}):
		return statusUsage
	}
	return statusFailed
}

func app() *cli.App {
	armFlag := &cli.StringFlag{Name: "arm", Usage: "the `ARM` of the policy"}
	configFlag := &cli.StringFlag{Name: "config", Usage: "the policy `FILE`, instead of the built-in one"}
	binFlag := &cli.StringFlag{Name: "bin", Usage: "a directory `DIR` built before: its seal says the arm"}
	jsonFlag := &cli.BoolFlag{Name: "json", Usage: "answer with one JSON object"}
	return &cli.App{
		Name:            "provision",
		Usage:           "set up and question the arms of armshell",
		UsageText:       "provision --arm ARM [--config FILE] DIR\nprovision list [--config FILE]\nprovision check [--arm ARM | --bin DIR] [--config FILE] [--json] LINE",
		Version:         version(),
		Flags:           []cli.Flag{armFlag, configFlag},
		Action:          build,
		HideHelpCommand: true,
		ExitErrHandler:  func(*cli.Context, error) {}, // main decides
		OnUsageError:    onUsageError,
		Commands: []*cli.Command{{
			Name:         "list",
			Usage:        "show the arms of a policy, with what is missing on this machine",
			Flags:        []cli.Flag{configFlag},
			Action:       list,
			OnUsageError: onUsageError,
		}, {
			Name:         "check",
			Usage:        "judge a line without running it: status 0 allow, 3 ask, 4 deny",
			ArgsUsage:    "LINE",
			Flags:        []cli.Flag{armFlag, binFlag, configFlag, jsonFlag},
			Action:       check,
			OnUsageError: onUsageError,
		}},
	}
}

func onUsageError(_ *cli.Context, err error, _ bool) error { return usageError{err} }

// version returns the version that the go command wrote into the program.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" {
		return "(unknown)"
	}
	return info.Main.Version
}

// option returns a flag that stands before the command's name or after it.
func option(c *cli.Context, name string) string {
	for _, at := range c.Lineage() {
		if at.Command != nil && at.IsSet(name) {
			return at.String(name)
		}
	}
	return ""
}

// arms reads the policy that the call names.
func arms(c *cli.Context) (policy.Arms, error) {
	if file := option(c, "config"); file != "" {
		return policy.Load(file)
	}
	return policy.ParsePolicy("arms.toml", armshell.Policy)
}

// build is what provision does without a command's name.
func build(c *cli.Context) error {
	name := option(c, "arm")
	switch {
	case name == "" && c.NArg() == 0:
		cli.HelpPrinter(c.App.ErrWriter, cli.AppHelpTemplate, c.App)
		return usage("name an arm and a directory")
	case name == "":
		return usage("which arm? write --arm NAME; provision list shows the arms")
	case c.NArg() == 0:
		return usage("which directory? write it last")
	case c.NArg() > 1:
		return usage("one directory is built at a time, and options come before it")
	}
	all, err := arms(c)
	if err != nil {
		return err
	}
	arm, err := all.Arm(name)
	if err != nil {
		return err
	}
	return provision.ArmBin(arm, c.Args().First(), provision.Installed)
}
