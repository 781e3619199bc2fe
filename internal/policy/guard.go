package policy

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"armshell/internal/parse"
)

// GuardCommand reports whether every program that the command would reach is the
// arm's own or harmless, by the arm's rules, from this process's directory. A refusal
// names the first part of the text that is denied, or else the first that needs an
// approval.
func GuardCommand(arm Arm, command string) Decision {
	cwd, err := os.Getwd()
	if err != nil {
		cwd = "" // then every relative path may be anywhere
	}
	return NewResolver(NewManager(arm, cwd), SessionRules{}).Guard(command, "", nil)
}

// Guard judges a text for the agent. args are the positional parameters that the shell
// gets besides; nil if nobody knows them.
func (r *Resolver) Guard(text, agent string, args []string) Decision {
	return r.judge(text, agent, args, false)
}

// Explain judges as Guard does, and finds also the paths that no rule speaks of.
func (r *Resolver) Explain(text, agent string, args []string) Decision {
	return r.judge(text, agent, args, true)
}

func (r *Resolver) judge(text, agent string, args []string, explains bool) Decision {
	arm := r.manager.arm
	if arm.Disabled {
		return Decision{Refusal: refuse(arm, ShellDisabled, parse.Pos{Line: 1, Col: 1}, arm.Name,
			fmt.Sprintf("the %s arm has no shell", arm.Name))}
	}
	shell := arm.shell()
	shell.Args = args
	script, err := shell.Parse(text)
	g := guard{resolver: r, arm: arm, agent: agent, script: script, explains: explains}
	if !tooLarge(err) {
		g.reached()
	}
	if err != nil {
		g.unreadable(text, err)
	}
	return g.decide()
}

// tooLarge reports whether the text is past a bound: then nobody looks at what of it
// was read.
func tooLarge(err error) bool {
	var opaque *parse.OpaqueError
	return errors.As(err, &opaque) && opaque.Kind == parse.KindTooLarge
}

// reached judges all that the text reaches.
func (g *guard) reached() {
	g.findings = make([]Finding, 0, len(g.script.Commands))
	g.byPaths = g.namesPaths()
	g.moves = slices.ContainsFunc(g.script.Commands, func(c parse.Command) bool { return movesDirectory[c.Name] })
	g.movesHome = g.assigns("HOME")
	g.commands(g.script.Commands)
	g.assignments(g.script.Assignments)
	g.redirects(g.script.Redirects)
	g.counts()
	if g.explains || g.resolver.manager.speaksOfPaths(g.agent, g.resolver.session) {
		g.paths()
	}
}

// line answers a tool call that holds a whole line. A refusal that is no rule's is
// told in its own words.
func (r *Resolver) line(tool ToolAccessIntent) CheckResult {
	text := tool.Input.(Object).str("command")
	d := r.Guard(text, tool.AgentName, nil)
	result := d.Decided
	result.ToolName = tool.Surface
	result.Source = cmp.Or(result.Source, surfaceOf("bash").unruled)
	result.Command = cmp.Or(result.Command, text)
	if d.Allowed {
		result.State = Allow
	} else if result.Reason == "" {
		result.Reason = d.Refusal.Pos.String() + ": " + d.Refusal.Error()
	}
	return result
}

// A guard gathers what speaks against one text.
type guard struct {
	resolver  *Resolver
	where     *where // once it is needed
	arm       Arm
	agent     string
	script    *parse.Script
	explains  bool
	byPaths   bool // a rule for commands holds a path
	moves     bool // the text may go into another directory
	movesHome bool // and make another one the home
	findings  []Finding
	answered  int      // those of them about paths
	denied    *Refusal // the first by position
	asked     *Refusal
	unsaid    Refusal // of those that come later
}

// place returns what the words of the text are relative to. It is looked up only for a
// text that has paths.
func (g *guard) place() where {
	if g.where == nil {
		w := g.resolver.manager.where()
		g.where = &w
	}
	return *g.where
}

func (g *guard) decide() Decision {
	slices.SortStableFunc(g.findings, func(a, b Finding) int {
		return cmp.Or(cmp.Compare(a.Pos.Line, b.Pos.Line), cmp.Compare(a.Pos.Col, b.Pos.Col))
	})
	d := Decision{Script: g.script, Findings: g.findings}
	switch {
	case g.denied != nil:
		d.Refusal = g.denied
	case g.asked != nil:
		d.Refusal, d.Ask = g.asked, true
	default:
		d.Allowed = true
		if len(g.findings) > 0 {
			d.Decided = g.findings[0].Result
		}
		return d
	}
	d.Decided = d.Refusal.result
	return d
}

// deny keeps the refusal if it is the first by position, and returns it.
func (g *guard) deny(reason Reason, at parse.Pos, subject, format string, args ...any) *Refusal {
	if g.denied != nil && !before(at, g.denied.Pos) {
		return &g.unsaid
	}
	g.denied = refuse(g.arm, reason, at, subject, fmt.Sprintf(format, args...))
	return g.denied
}

func before(p, q parse.Pos) bool { return p.Line < q.Line || p.Line == q.Line && p.Col < q.Col }

// unreadable turns an error of parsing into a refusal. Rules that deny such a text
// as a whole still say so: their reason tells more.
func (g *guard) unreadable(text string, err error) {
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
	whole := g.resolver.check(ToolAccessIntent{"bash", Object{"command": text}, g.agent})
	if whole.State == Deny && whole.fromRule() && whole.rule.targeted() {
		g.denied = refuse(g.arm, Denied, parse.Pos{Line: 1, Col: 1}, "", fmt.Sprintf("the rule %q denies the text%s", whole.rule.Pattern, because(whole.rule)))
		g.denied.result = whole
	}
}

func (g *guard) commands(list []parse.Command) {
	for i := range list {
		if c := &list[i]; c.Kind != parse.Function && !g.selfJudged(c.Via) {
			g.command(c)
		}
	}
}

// selfJudged reports whether the text stands inside the words of this armshell
// started again, which judges them itself.
func (g *guard) selfJudged(via []string) bool {
	return slices.ContainsFunc(via, func(name string) bool { return slices.Contains(g.arm.Self, name) })
}

func (g *guard) command(at *parse.Command) {
	c := *at
	if c.Kind == parse.Program && slices.Contains(g.arm.Self, c.Name) {
		return
	}
	if c.Kind == parse.Program && !g.named(c) {
		return
	}
	result := g.resolver.Resolve(ToolAccessIntent{"bash", Reached{c, g.absolute(c)}, g.agent})
	g.findings = append(g.findings, Finding{c.Pos, asWritten(c), at, result})
	switch result.State {
	case Allow:
		g.allowed(c)
	case Ask:
		g.ask(c.Pos, c.Name, result)
	default:
		g.refused(c, result)
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
	g.door(c)
	g.startUpOperands(c)
}

func (g *guard) ask(at parse.Pos, subject string, result CheckResult) {
	if g.asked != nil && !before(at, g.asked.Pos) {
		return
	}
	g.asked = refuse(g.arm, NeedsApproval, at, subject, fmt.Sprintf("%q needs an approval%s", Printable(subject), because(result.rule)))
	g.asked.result = result
	if pattern := result.Suggestion(); pattern != "" {
		g.asked.hint(fmt.Sprintf("ask the operator to approve %s %q, or use another command of %s", result.surface, Printable(pattern), toolOf(g.arm)))
	}
}

func (g *guard) refused(c parse.Command, result CheckResult) {
	rule := result.rule
	word, may := unsure(c, rule)
	switch {
	case result.fromRule() && may:
		g.deny(Denied, c.Pos, c.Name, "%s is not known before it runs, so the rule %q may deny %q%s", word, rule.Pattern, c.Name, because(rule)).
			by(result).hint("write the subcommand itself, and options after it")
	case result.fromRule():
		g.deny(Denied, c.Pos, c.Name, "the rule %q denies %q%s", rule.Pattern, c.Name, because(rule)).by(result)
	case parse.IsLauncher(c.Name):
		g.deny(Launcher, c.Pos, c.Name, "%q starts other programs", c.Name).by(result).hint(insteadOf[c.Name])
	case g.script.Defines(c.Name):
		g.deny(ForeignProgram, c.Pos, c.Name, "the function %q is not surely defined here, and no program of the %s arm has its name", Printable(c.Name), g.arm.Name).
			by(result).hint("define the function before it is called, on a line of its own")
	case classOf(c.Name).runsOthers():
		g.deny(Interpreter, c.Pos, c.Name, "%q is not a program of the %s arm", Printable(c.Name), g.arm.Name).by(result).hint(instead(c))
	default:
		g.deny(ForeignProgram, c.Pos, c.Name, "%q is not a program of the %s arm", Printable(c.Name), g.arm.Name).by(result).hint(instead(c))
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
	if v := CommandValue(c); compile(rule.glob()).match(v.tokens()) == yes {
		return "", false
	}
	for _, a := range c.Args {
		if _, known := a.Value(); !known {
			return Printable(a.Text), true
		}
	}
	return "", false
}
