package policy

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"armshell/internal/parse"
)

// pathSurfaces are those on which the paths of a line are judged.
var pathSurfaces = [...]string{"external_directory", "path_read", "path_write"}

// speaksOfPaths reports whether any rule can answer for a path of a line: without
// one every path is allowed, and none is looked up.
func (m *Manager) speaksOfPaths(agent string, session SessionRules) bool {
	if m.arm.Default != nil || len(m.arm.guarded()) > 0 {
		return true
	}
	counts := func(r Rule) bool { return (r.Agent == "" || r.Agent == agent) && r.onPaths() }
	return slices.ContainsFunc(m.arm.Rules, counts) || slices.ContainsFunc(session.Ruleset(), counts)
}

// onPaths reports whether the rule is about paths whatever reaches for them.
func (r Rule) onPaths() bool {
	if !strings.ContainsAny(r.Surface, "*?") {
		return r.Surface == "path" || slices.Contains(pathSurfaces[:], r.Surface)
	}
	return slices.ContainsFunc(pathSurfaces[:], func(s string) bool { return names(r.Surface, s) })
}

// paths judges every path of the text: the files that bash opens itself, and those
// that commands are given.
func (g *guard) paths() {
	for _, a := range g.script.Assignments {
		if a.Name == "TMPDIR" && !g.selfJudged(a.Via) { // sort and tac write there
			g.path(reachedPath{operand{word: a.Value, surface: "path_write", deep: true}, nil, ""})
		}
	}
	for _, r := range g.script.Redirects {
		if surface := redirectSurface(r); surface != "" && !g.selfJudged(r.Via) {
			g.path(reachedPath{operand{word: r.Target, surface: surface}, r.Dirs, ""})
		}
	}
	for _, c := range g.script.Commands {
		if g.selfJudged(c.Via) {
			continue
		}
		g.operands(c, append(operandsOf(c), g.obeyed(c)...))
	}
}

// operands judges the paths of one command.
func (g *guard) operands(c parse.Command, list []operand) {
	if len(list) == 0 {
		return
	}
	written := asWritten(c)
	for _, o := range list {
		if !o.bare || g.exists(o.word, c.Dirs) {
			g.path(reachedPath{o, c.Dirs, written})
		}
	}
}

// obeyed returns the file that a program reads from the home directory besides its
// operands: if it is there, or if the text makes another directory the home.
func (g *guard) obeyed(c parse.Command) []operand {
	if row := operandsRow(c.Name); row != nil && row.obeys != "" {
		file := parse.Arg{Pos: c.Pos, Text: "~/" + row.obeys, Parts: []parse.Part{{Quoted: true, Home: true}, {Kind: parse.Known, Text: "/" + row.obeys}}}
		if _, err := os.Lstat(filepath.Join(g.place().home, row.obeys)); err == nil || g.movesHome {
			return []operand{{word: file, surface: "path_read"}}
		}
	}
	return nil
}

// redirectSurface says what a redirect does to its target; nothing, if that is a
// descriptor.
func redirectSurface(r parse.Redirect) string {
	text, _ := r.Target.Value()
	switch r.Op {
	case "<":
		return "path_read"
	case "<&", ">&":
		if text == "-" || strings.Trim(strings.TrimSuffix(text, "-"), "0123456789") == "" && text != "" || r.Op == "<&" {
			return ""
		}
		return "path_write"
	case ">", ">>", ">|", "&>", "&>>":
		return "path_write"
	}
	return "path" // <>, and what else there may come to be
}

// absolute returns the command with its paths written out from the root, if a rule
// for commands names a path, and the directory is known. Words that look like none
// are left as they are, and so are those that name no file.
func (g *guard) absolute(c parse.Command) *parse.Command {
	if len(c.Dirs) != 1 || !g.byPaths {
		return nil
	}
	dir := g.place().directory(c.Dirs[0])
	args := slices.Clone(c.Args)
	for i, a := range args {
		text, known := a.Value()
		if known && (strings.Contains(text, "/") || g.exists(a, c.Dirs)) && !strings.HasPrefix(text, "-") {
			args[i].Parts = []parse.Part{{Kind: parse.Known, Text: filepath.Join("/", joined(text, dir))}}
		}
	}
	c.Args = args
	return &c
}

func joined(text, dir string) string {
	if filepath.IsAbs(text) {
		return text
	}
	return dir + "/" + text
}

// namesPaths reports whether a rule for commands holds a path.
func (g *guard) namesPaths() bool {
	on := topic("bash")
	names := func(r Rule) bool { return strings.Contains(r.Pattern, "/") && on.concerns(r.Surface) }
	return slices.ContainsFunc(g.arm.Rules, names) || slices.ContainsFunc(g.resolver.session.Ruleset(), names)
}

// exists reports whether the word names a file in one of the directories, or may.
func (g *guard) exists(word parse.Arg, dirs []string) bool {
	text, _ := word.Value()
	return dirs == nil || slices.ContainsFunc(dirs, func(dir string) bool {
		return g.place().seen.exists(g.place().directory(dir), text)
	})
}

// A reachedPath is one word that is a path.
type reachedPath struct {
	operand
	dirs    []string
	command string // whose word it is, as written; empty of a redirect
}

// path judges one path on all surfaces that speak of it. The device files that every
// program uses hold nothing that could be read or written.
func (g *guard) path(r reachedPath) {
	if len(r.word.Parts) > 0 && r.word.Parts[0].Home && g.movesHome {
		r.word.Parts = []parse.Part{{Quoted: true}}
	}
	key := r.surface + strconv.FormatBool(r.deep) + strconv.FormatBool(r.follows) + wordKey(r.word, r.dirs)
	if g.exceeds() {
		return
	}
	answers, known := g.place().seen.answers[key]
	if !known {
		answers = g.answersOf(r)
		g.place().seen.keepAnswers(key, answers)
	}
	for _, result := range answers {
		result.Command = r.command
		g.pathAnswered(r, result)
	}
}

// maxFindings bounds what is said of the paths of a text.
const maxFindings = parse.MaxCommands / 5

// exceeds reports whether more speaks against the text than is looked at.
func (g *guard) exceeds() bool {
	if g.answered > maxFindings {
		g.deny(Reason(parse.KindTooLarge), parse.Pos{Line: 1, Col: 1}, "", "more than %d answers about paths", maxFindings)
	}
	return g.answered > maxFindings
}

// answersOf returns what is said of all the paths that the word may mean.
func (g *guard) answersOf(r reachedPath) (answers []CheckResult) {
	for _, p := range g.place().pathsOf(r.word, r.dirs) {
		if exempt[p.lexical] {
			continue
		}
		answers = append(answers, g.onePath(r, p)...)
		if !r.deep || !p.mayBeDirectory() {
			continue
		}
		answers = append(answers, g.onePath(r, p.below(g.place().start))...)
		if r.follows {
			answers = append(answers, g.onePath(r, anyPath())...)
		}
	}
	return answers
}

// assigns reports whether the text sets the variable.
func (g *guard) assigns(name string) bool {
	return slices.ContainsFunc(g.script.Assignments, func(a parse.Assignment) bool { return a.Name == name })
}

func (g *guard) onePath(r reachedPath, p AccessPath) []CheckResult {
	answers := g.resolver.pathAnswers(p, r.surface, g.agent)
	if g.explains && len(answers) == 0 {
		answers = append(answers, g.resolver.check(AccessPathAccessIntent{r.surface, p, g.agent}))
	}
	return answers
}

func (g *guard) pathAnswered(r reachedPath, result CheckResult) {
	if g.explains || result.State != Allow || result.rule.Layer != LayerDefault {
		g.answered++
		g.findings = append(g.findings, Finding{Pos: r.word.Pos, Text: r.word.Text, Result: result})
	}
	switch {
	case result.State == Allow || g.explains && result.rule.Layer == LayerDefault && result.surface != "external_directory":
	case result.State == Ask:
		g.ask(r.word.Pos, r.word.Text, result)
	default:
		g.pathRefused(r.word.Pos, r.word, result)
	}
}

func (g *guard) pathRefused(at parse.Pos, word parse.Arg, result CheckResult) {
	shown := Printable(word.Text)
	switch rule := result.rule; {
	case rule.Layer == LayerBaseline:
		g.deny(Denied, at, word.Text, "%s is one of the files of this shell: %s", shown, rule.Reason).by(result).hint("write another file")
	case !result.fromRule():
		g.deny(OutsideDirectory, at, word.Text, "%s is, or could be, outside of the working directory", shown).by(result)
	case result.value.whole || compile(rule.glob()).match(result.value.tokens()) == yes:
		g.deny(Denied, at, word.Text, "the rule %q on %s denies %s%s", rule.Pattern, rule.Surface, shown, because(rule)).
			by(result).hint("use another file")
	default:
		g.deny(Denied, at, word.Text, "%s is not known before it runs, so the rule %q on %s may deny it%s", shown, rule.Pattern, rule.Surface, because(rule)).
			by(result).hint("write the file's name itself")
	}
}
