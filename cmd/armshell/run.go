package main

import (
	"errors"
	"runtime/debug"
	"strings"

	"armshell/internal/confine"
	"armshell/internal/parse"
	"armshell/internal/policy"
)

// run takes one command line of a shell from argv to exec. It returns only when
// the text was refused, or when something stopped us from deciding; then nothing
// has run.
func run(argv, environ []string) error {
	here, err := choose()
	if err != nil {
		return err
	}
	inv := here.readArgs(argv)
	text, err := inv.read()
	if err != nil {
		return err
	}
	if len(text) > longText {
		debug.SetGCPercent(-1)
		debug.SetMemoryLimit(heap)
	}
	decision := here.judge(inv, text)
	if decision.Ask && !inv.noexec { // with -n nothing runs, and so nobody is asked
		if decision, err = here.ask(decision, text, environ); err != nil {
			return err
		}
	}
	if !decision.Allowed {
		return decision.Refusal
	}
	image, err := here.image(inv, text, decision, environ)
	if err != nil {
		return err
	}
	return here.become(image)
}

// become runs the image. That a program of the arm is another than at the set-up is the
// arm's refusal to tell.
func (p place) become(image confine.Image) error {
	err := confine.Exec(image)
	var drift *confine.DriftError
	if errors.As(err, &drift) {
		return policy.RefuseDrift(p.arm, drift.Path, drift.What, p.bin).Refusal
	}
	return err
}

// heap is what a long text may take before garbage is collected, in bytes: the process
// ends with it. For a short one setting that would take longer than it saves.
const (
	heap     = 128 << 20
	longText = 16 << 10
)

// judge asks the guard about the text, and whether the options let bash read it
// as the guard did.
func (p place) judge(inv invocation, text string) policy.Decision {
	switch {
	case inv.posix && inv.login:
		return policy.RefuseLogin(p.arm)
	case inv.source == sourceUnknown:
		return policy.RefuseOption(p.arm, strings.Join(inv.args, " "))
	case inv.source == sourceStdin && inv.typed():
		return policy.RefuseInteractive(p.arm)
	case inv.interactive && (inv.posix || inv.source == sourceFile): // history expansion rewrites its lines
		return policy.RefuseOption(p.arm, "-i")
	}
	decision := p.rules.Guard(text, p.arm.Agent, append([]string{}, inv.params...))
	if !decision.Allowed && !decision.Ask || inv.source == sourceNone {
		return decision
	}
	if !decision.Script.ReadsAlike("interactive", inv.interactive) {
		return policy.RefuseOption(p.arm, "-i")
	}
	for _, o := range inv.options {
		if !decision.Script.ReadsAlike(o.name, o.on) {
			return policy.RefuseOption(p.arm, o.name)
		}
	}
	return p.handable(inv, text, decision)
}

// image is the real shell with the judged text.
func (p place) image(inv invocation, text string, decision policy.Decision, environ []string) (confine.Image, error) {
	if err := p.arm.CheckShell(p.shell); err != nil {
		return confine.Image{}, err
	}
	if p.bin == "" && policy.IsBusybox(p.shell) {
		return confine.Image{}, errors.New("the real shell is busybox, and no seal says that it keeps to PATH: provision a directory")
	}
	if decision.Script.Feeds {
		if err := confine.Spare(); err != nil {
			return confine.Image{}, err
		}
	}
	fence, err := p.fence()
	if err != nil {
		return confine.Image{}, err
	}
	if inv.posix {
		return confine.Image{File: p.shell, Args: inv.posixLine(text), Env: p.environ(environ), Fence: fence}, nil
	}
	args, file := inv.line()
	image := confine.Image{File: p.shell, Args: args, Env: p.environ(environ), BashEnv: inv.readsBashEnv(), Fence: fence}
	switch inv.source {
	case sourceNone:
		image.Stdin = []byte{}
	case sourceFile:
		image.Script, image.ScriptArg = []byte(whole(inv, text, decision.Script)), file
	case sourceStdin:
		image.Stdin = []byte(whole(inv, text, decision.Script))
	}
	return image, nil
}

// whole makes a script one command that ends the shell, so that bash has read all
// of it before it runs any of it. Otherwise a command that reads from the script's
// descriptor (0, or 255 for a file) could eat the beginning of the next one, or
// `exec <FILE` put another text in its place, and bash would run what nobody judged.
// eval still takes the script line by line, and goes on after the errors that give
// up a line, so that the exit is reached. What shows of it: set -x prints one more
// "+". With -n nothing runs, and bash reads the text as it is.
func whole(inv invocation, text string, script *parse.Script) string {
	if inv.noexec || script.Lines == 0 {
		return text
	}
	return "eval $'" + oneLine.Replace(text) + "'; exit\n"
}

// oneLine writes a text inside $'…' on one line, so that LINENO counts the text's own.
var oneLine = strings.NewReplacer(`\`, `\\`, "'", `\'`, "\n", `\n`)

func (p place) environ(parent []string) []string {
	path := strings.Join(p.arm.Path, ":")
	if p.bin != "" {
		path = p.bin + ":" + path
	}
	set := map[string]string{"PATH": path, "SHELL": p.self}
	for name, value := range p.arm.Env {
		set[name] = value
	}
	return confine.Environ(parent, policy.BecomesCode, set)
}
