// Provision sets up the arms that armshell keeps agents to.
//
//	provision --arm tea ./bin         build the arm's directory
//	provision list                    the arms of a policy, and what is missing here
//	provision check --arm tea LINE    judge a line without running it
//	provision explain --arm tea LINE  say which rules matched, and what would have to change
//	provision resolve --arm tea       answer access intents, JSON lines, as they come
//	provision approve --bin DIR SURFACE PATTERN    allow a pattern for the session
//	provision verify DIR              say what is not as it was sealed
//	provision doctor DIR              try whether the guard and the fence hold
//
// --config FILE names a policy file; without it the built-in one counts. Exit
// status: 0 done, or the line is allowed; 1 it failed; 2 it was called wrongly;
// from check also 3 if the line needs an approval, and 4 if it is denied.
package main

import (
	"errors"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"

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

// Flags of more than one command.
var (
	agentFlag   = &cli.StringFlag{Name: "agent", Usage: "the `AGENT` whose own rules count besides"}
	armFlag     = &cli.StringFlag{Name: "arm", Usage: "the `ARM` of the policy"}
	binFlag     = &cli.StringFlag{Name: "bin", Usage: "a directory `DIR` built before: its seal says the arm"}
	configFlag  = &cli.StringFlag{Name: "config", Usage: "the policy `FILE`, instead of the built-in one"}
	sessionFlag = &cli.StringFlag{Name: "session", Usage: "the `FILE` of the session's approvals"}

	asked = []cli.Flag{armFlag, binFlag, configFlag, agentFlag, sessionFlag} // which arm a question is put to
)

func app() *cli.App {
	return &cli.App{
		Name:  "provision",
		Usage: "set up and question the arms of armshell",
		UsageText: "provision --arm ARM [--config FILE] [--agent AGENT] [--session FILE] DIR\n" +
			"provision COMMAND [options] [operands]; provision COMMAND --help shows those",
		Version: version(),
		Flags: []cli.Flag{armFlag, configFlag, agentFlag, sessionFlag,
			&cli.BoolFlag{Name: "strict", Usage: "refuse what is otherwise warned of"}},
		Action:          build,
		HideHelpCommand: true,
		ExitErrHandler:  func(*cli.Context, error) {}, // main decides
		OnUsageError:    onUsageError,
		Commands: []*cli.Command{
			subcommand("approve", "SURFACE PATTERN", "allow a pattern for the session: append it to the session's file",
				approve, binFlag, sessionFlag),
			subcommand("check", "LINE", "judge a line without running it: status 0 allow, 3 ask, 4 deny",
				check, with(asked, &cli.BoolFlag{Name: "json", Usage: "answer with one JSON object"})...),
			subcommand("explain", "LINE", "say what a line reaches, which rules matched, and what would have to change",
				explain, asked...),
			subcommand("list", " ", "show the arms of a policy, with what is missing on this machine",
				list, configFlag),
			subcommand("resolve", " ", "answer access intents, one JSON object a line on standard input, as they come",
				resolve, with(asked, &cli.BoolFlag{Name: "schema", Usage: "print the JSON Schema of intents and answers instead"})...),
			subcommand("verify", "DIR", "say what in a directory, and of what its seal names, is not as it was sealed: status 1 if anything",
				verify, configFlag),
			subcommand("doctor", "DIR", "run lines through a directory's shell, and programs in its fence: status 1 if anything is not held",
				doctor),
		},
	}
}

func subcommand(name, operands, usage string, action cli.ActionFunc, flags ...cli.Flag) *cli.Command {
	return &cli.Command{Name: name, ArgsUsage: operands, Usage: usage, Flags: flags, Action: action, OnUsageError: onUsageError}
}

func with(flags []cli.Flag, more ...cli.Flag) []cli.Flag { return slices.Concat(flags, more) }

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

// arms reads the policy that the call names, and warns of what in it is probably
// not meant.
func arms(c *cli.Context) (policy.Arms, error) {
	all, err := load(c)
	for _, issue := range all.Issues() {
		warn(issue)
	}
	return all, err
}

func load(c *cli.Context) (policy.Arms, error) {
	if file := option(c, "config"); file != "" {
		return policy.Load(file)
	}
	return policy.ParsePolicy("arms.toml", armshell.Policy)
}

// checkBuild asks for what is missing.
func checkBuild(c *cli.Context) error {
	named := option(c, "arm") != ""
	switch {
	case !named && c.NArg() == 0:
		cli.HelpPrinter(c.App.ErrWriter, cli.AppHelpTemplate, c.App)
		return usage("name an arm and a directory")
	case !named:
		return usage("which arm? write --arm NAME; provision list shows the arms")
	case c.NArg() == 0:
		return usage("which directory? write it last")
	case c.NArg() > 1:
		return usage("one directory is built at a time, and options come before it")
	}
	return nil
}

// build is what provision does without a command's name.
func build(c *cli.Context) error {
	if err := checkBuild(c); err != nil {
		return err
	}
	all, err := arms(c)
	if err != nil {
		return err
	}
	arm, err := all.Arm(option(c, "arm"))
	if err != nil {
		return err
	}
	dir := c.Args().First()
	arm.Agent = option(c, "agent")
	if err := checkAgent(arm.Agent); err != nil {
		return err
	}
	if file := option(c, "session"); file != "" {
		if arm.Session, err = provision.SessionFile(file, dir); err != nil {
			return err
		}
		if provision.BelowHere(arm.Session) {
			warn("the session file is below this directory: an agent that works here as this user can write it")
		}
	}
	if err := checkHostile(c, arm, dir); err != nil {
		return err
	}
	var protect []string
	if file := option(c, "config"); file != "" {
		if file, err = filepath.Abs(file); err != nil {
			return err
		}
		protect = append(protect, file)
	}
	return provision.ArmBin(arm, dir, provision.Installed, protect...)
}
