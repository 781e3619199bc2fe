package policy

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"armshell/internal/parse"
)

// A CheckResult is the answer for one reached command.
type CheckResult struct {
	Surface string
	Action  Action
	Rule    Rule // the one that decided
	Command parse.Command
}

// A Decision is the verdict on one text. Its zero value refuses.
type Decision struct {
	Allowed bool
	Ask     bool // it would run if an operator approved
	Refusal *Refusal
	Script  *parse.Script // what the text would reach, as far as it was understood
	Results []CheckResult // one for each reached command
}

// GuardCommand reports whether every program that the command would reach is the
// arm's own or harmless, by the arm's rules. A refusal names the first part of
// the text that is denied, or else the first that needs an approval.
func GuardCommand(arm Arm, command string) Decision {
	if arm.Disabled {
		return Decision{Refusal: refuse(arm, ShellDisabled, parse.Pos{Line: 1, Col: 1}, arm.Name,
			fmt.Sprintf("the %s arm has no shell", arm.Name))}
	}
	script, err := parse.Parse(command)
	g := guard{arm: arm, rules: Compose(arm, script.Commands), script: script}
	g.commands(script.Commands)
	g.assignments(script.Assignments)
	g.redirects(script.Redirects)
	if err != nil {
		g.unreadable(err)
	}
	return g.decide(script)
}

// A guard gathers what speaks against one text.
type guard struct {
	arm     Arm
	rules   Ruleset
	script  *parse.Script
	results []CheckResult
	denied  *Refusal // the first by position
	asked   *Refusal
}

func (g *guard) decide(script *parse.Script) Decision {
	d := Decision{Script: script, Results: g.results}
	switch {
	case g.denied != nil:
		d.Refusal = g.denied
	case g.asked != nil:
		d.Refusal, d.Ask = g.asked, true
	default:
		d.Allowed = true
	}
	return d
}

// deny keeps the refusal if it is the first by position, and returns it.
func (g *guard) deny(reason Reason, at parse.Pos, subject, format string, args ...any) *Refusal {
	if g.denied != nil && !before(at, g.denied.Pos) {
		return &Refusal{}
	}
	g.denied = refuse(g.arm, reason, at, subject, fmt.Sprintf(format, args...))
	return g.denied
}

func before(p, q parse.Pos) bool { return p.Line < q.Line || p.Line == q.Line && p.Col < q.Col }

// unreadable turns an error of parsing into a refusal.
func (g *guard) unreadable(err error) {
	var opaque *parse.OpaqueError
	var syntax *parse.SyntaxError
	switch {
	case errors.As(err, &opaque):
		g.deny(Reason(opaque.Kind), opaque.Pos, opaque.Subject, "%s", opaque.Detail).hint(opaque.Hint)
	case errors.As(err, &syntax):
		g.denied = refuse(g.arm, Syntax, syntax.Pos, "", syntax.Text)
	default:
		g.deny(Reason(parse.KindOpaque), parse.Pos{Line: 1, Col: 1}, "", "%s", err)
	}
}

func (g *guard) commands(list []parse.Command) {
	for _, c := range list {
		if c.Kind != parse.Function && !g.selfJudged(c.Via) {
			g.command(c)
		}
	}
}

// selfJudged reports whether the text stands inside the words of this armshell
// started again, which judges them itself.
func (g *guard) selfJudged(via []string) bool {
	return slices.ContainsFunc(via, func(name string) bool { return slices.Contains(g.arm.Self, name) })
}

func (g *guard) command(c parse.Command) {
	if c.Kind == parse.Program && slices.Contains(g.arm.Self, c.Name) {
		return
	}
	if c.Kind == parse.Program && !g.named(c) {
		return
	}
	rule := g.rules.Evaluate("bash", CommandValue(c))
	g.results = append(g.results, CheckResult{"bash", rule.Action, rule, c})
	switch rule.Action {
	case Allow:
		g.allowed(c)
	case Ask:
		g.ask(c, rule)
	default:
		g.refused(c, rule)
	}
}

// named checks what no rule can lift: a path, or a name with odd characters.
func (g *guard) named(c parse.Command) bool {
	switch {
	case strings.Contains(c.Name, "/"):
		g.deny(PathQualified, c.Pos, c.Name, "%q names a program by its path", Printable(c.Name))
	case !plainProgram(c.Name):
		g.deny(OddName, c.Pos, c.Name, "\"%s\" is no plain name of a program", Printable(c.Name))
	default:
		return true
	}
	return false
}

// plainProgram reports whether a name consists of printable ASCII without blanks
// and pattern characters.
func plainProgram(name string) bool {
	for i := range len(name) {
		if name[i] <= ' ' || name[i] > '~' || strings.IndexByte(`*?\"'$`+"`", name[i]) >= 0 {
			return false
		}
	}
	return name != ""
}

// allowed checks what an allowed program could still open.
func (g *guard) allowed(c parse.Command) {
	if c.Kind != parse.Program {
		return
	}
	if c.Opaque != nil {
		g.deny(Reason(c.Opaque.Kind), c.Opaque.Pos, c.Opaque.Subject, "%s", c.Opaque.Detail).hint(c.Opaque.Hint)
	}
	row, has := doors[c.Name]
	if !has || slices.Contains(g.arm.Admit, c.Name) {
		return
	}
	if arg, open := row.opened(c.Args); open {
		g.deny(UtilityOption, arg.Pos, arg.Text, "%s is or could be an option of %s that starts a program or writes", Printable(arg.Text), c.Name)
	}
}

func (g *guard) ask(c parse.Command, rule Rule) {
	if g.asked == nil {
		g.asked = refuse(g.arm, NeedsApproval, c.Pos, c.Name,
			fmt.Sprintf("%q needs an approval%s", c.Name, because(rule)))
	}
}

func (g *guard) refused(c parse.Command, rule Rule) {
	word, may := unsure(c, rule)
	config := rule.Layer == LayerConfig || rule.Layer == LayerSession
	switch {
	case config && may:
		g.deny(Denied, c.Pos, c.Name, "%s is not known before it runs, so the rule %q may deny %q%s", word, rule.Pattern, c.Name, because(rule)).
			hint("write the subcommand itself, and options after it")
	case config:
		g.deny(Denied, c.Pos, c.Name, "the rule %q denies %q%s", rule.Pattern, c.Name, because(rule))
	case parse.IsLauncher(c.Name):
		g.deny(Launcher, c.Pos, c.Name, "%q starts other programs", c.Name).hint(insteadOf[c.Name])
	case g.script.Defines(c.Name):
		g.deny(ForeignProgram, c.Pos, c.Name, "the function %q is not surely defined here, and no program of the %s arm has its name", Printable(c.Name), g.arm.Name).
			hint("define the function before it is called, on a line of its own")
	case classOf(c.Name).runsOthers():
		g.deny(Interpreter, c.Pos, c.Name, "%q is not a program of the %s arm", Printable(c.Name), g.arm.Name).hint(instead(c))
	default:
		g.deny(ForeignProgram, c.Pos, c.Name, "%q is not a program of the %s arm", Printable(c.Name), g.arm.Name).hint(instead(c))
	}
}

// instead returns the way on for a program that is refused, where there is one of
// its own.
func instead(c parse.Command) string {
	if hint := insteadOf[c.Name]; hint != "" || !c.Quoted {
		return hint
	}
	return "inside double quotes backquotes and $( ) run commands: put literal text in single quotes"
}

func because(rule Rule) string {
	if rule.Reason == "" {
		return ""
	}
	return ": " + rule.Reason
}

// unsure returns the first word that is not known, if the rule only may match.
func unsure(c parse.Command, rule Rule) (word string, is bool) {
	if v := CommandValue(c); compile(rule.Pattern, v.home).match(v.tokens()) == yes {
		return "", false
	}
	for _, a := range c.Args {
		if _, known := a.Value(); !known {
			return Printable(a.Text), true
		}
	}
	return "", false
}

func (g *guard) assignments(list []parse.Assignment) {
	for _, a := range list {
		if g.selfJudged(a.Via) {
			continue
		}
		if (BecomesCode(a.Name) || strings.HasPrefix(a.Name, "ARMSHELL_")) && !harmlessPager(a) {
			g.deny(Environment, a.Pos, a.Name, "%s is a variable that becomes code or moves where programs are found", a.Name)
		}
		if value, known := a.Value.Value(); localeVariables[a.Name] && (!known || !safeLocale(value)) {
			g.deny(Environment, a.Pos, a.Name, "%s would change how the text is read: only C, POSIX and UTF-8 locales are known to be safe", a.Name)
		}
	}
}

// socketFiles are the targets at which bash opens a connection itself.
// bash 5.2 manual, Redirections; read 2026-11.
var socketFiles = [...]string{"/dev/tcp/*", "/dev/udp/*"}

func (g *guard) redirects(list []parse.Redirect) {
	for _, r := range list {
		if g.selfJudged(r.Via) || r.Op == "<&" {
			continue
		}
		target := appendParts(nil, r.Target)
		for _, socket := range socketFiles {
			if compile(socket, "").match(target) != no {
				g.deny(NetworkRedirect, r.Pos, r.Target.Text, "%s opens, or could open, a network connection", Printable(r.Target.Text))
			}
		}
		if r.Op != "<" && g.isMemory(target) {
			g.deny(ProcessMemory, r.Pos, r.Target.Text, "%s is, or could be, a process's memory, which becomes its code", Printable(r.Target.Text))
		}
	}
}

// isMemory reports whether a redirect's target is /proc/PID/mem or could be: by
// that path, or by a name in a directory into which the text may have gone.
func (g *guard) isMemory(target tokens) bool {
	if compile("/proc/*/mem", "").match(target) != no {
		return true
	}
	need := yes
	if slices.ContainsFunc(g.script.Commands, func(c parse.Command) bool { return movesDirectory[c.Name] }) {
		need = maybe
	}
	return compile("mem", "").match(target) >= need || compile("*/mem", "").match(target) >= need
}

// movesDirectory are the builtins after which a relative name is one elsewhere.
var movesDirectory = map[string]bool{"cd": true, "popd": true, "pushd": true}

// RefuseOption is the decision on a shell that is started with an option which
// changes how its text is read.
func RefuseOption(arm Arm, option string) Decision {
	return Decision{Refusal: refuse(arm, ShellOption, parse.Pos{Line: 1, Col: 1}, option,
		fmt.Sprintf("the option %s changes how the text is read", option))}
}

// RefuseInteractive is the decision on a shell that is started to be typed to.
func RefuseInteractive(arm Arm) Decision {
	return Decision{Refusal: refuse(arm, Interactive, parse.Pos{Line: 1, Col: 1}, "",
		"an interactive shell has no text that could be judged before it runs")}
}
