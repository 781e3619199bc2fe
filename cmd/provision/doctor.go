package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"armshell/internal/policy"
	"armshell/internal/provision"
)

var errUnwell = errors.New("the arm is not held in full")

// doctor tries what it claims: through the sealed shell, and then, since the guard lets
// none of it through, in the fence that the shell would have.
func doctor(c *cli.Context) error {
	dir, err := oneDirectory(c)
	if err != nil {
		return err
	}
	seal, err := sealed(dir)
	if err != nil {
		return err
	}
	d := physician{out: c.App.Writer, dir: dir, seal: seal}
	if d.work, err = os.MkdirTemp("", "provision-doctor-"); err != nil {
		return err
	}
	defer os.RemoveAll(d.work)
	if err := d.examine(); err != nil {
		return err
	}
	if d.unwell {
		return errUnwell
	}
	return nil
}

type physician struct {
	out    io.Writer
	dir    string
	seal   policy.Seal
	work   string // a directory that the agent could write, too
	unwell bool
}

// report prints one finding.
func (d *physician) report(held bool, what string) {
	word := "held"
	if !held {
		word, d.unwell = "NOT HELD", true
	}
	fmt.Fprintf(d.out, "%-9s %s\n", word, what)
}

func (d *physician) examine() error {
	foreign, err := d.foreign()
	if err != nil {
		return err
	}
	copied := filepath.Join(d.work, "copy")
	text, err := os.ReadFile(foreign)
	if err == nil {
		err = os.WriteFile(copied, text, 0o755)
	}
	if err != nil {
		return err
	}
	loader := d.loader()
	d.guard(foreign, copied, loader)
	return d.fence(foreign, copied, loader)
}

// foreign returns a program that is none of the arm's, and harmless: it prints and ends.
func (d *physician) foreign() (string, error) {
	for _, name := range []string{"printenv", "uname", "whoami"} {
		for _, dir := range []string{"/usr/bin", "/bin"} {
			file, err := filepath.EvalSymlinks(filepath.Join(dir, name))
			if err == nil && !d.runs(file) {
				return file, nil
			}
		}
	}
	return "", errors.New("no program is there to try that is not the arm's: printenv, uname or whoami")
}

func (d *physician) runs(file string) bool {
	for _, p := range d.seal.Fence.Programs {
		if p.Name == file {
			return true
		}
	}
	return false
}

// loader returns the loader that the arm's programs need; empty if they need none.
func (d *physician) loader() string {
	for _, p := range d.seal.Fence.Programs {
		if strings.HasPrefix(filepath.Base(p.Name), "ld-") { // ld-linux-*.so, ld-musl-*.so
			return p.Name
		}
	}
	return ""
}

// guard fires lines through the sealed shell.
func (d *physician) guard(foreign, copied, loader string) {
	if d.seal.Arm.Disabled {
		status, _ := d.line("echo fired")
		d.report(status == 126, "the shell refuses every line")
		return
	}
	status, out := d.line("echo fired")
	d.report(status == 0 && out == "fired\n", "an allowed line runs")
	lines := []struct{ line, what string }{
		{filepath.Base(foreign), ": " + filepath.Base(foreign)},
		{foreign, ": " + foreign},
		{copied, " a copy of it in a directory that can be written"},
		{loader + " " + foreign, " the loader and it"},
	}
	if loader == "" {
		lines = lines[:3]
	}
	for _, l := range lines {
		status, _ := d.line(l.line)
		d.report(status == 126, "the guard refuses"+l.what)
	}
}

const patience = 10 * time.Second

// line runs a line in the sealed shell.
func (d *physician) line(line string) (status int, out string) {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	cmd := exec.CommandContext(ctx, filepath.Join(d.dir, "armshell"), "-c", line)
	cmd.Dir = d.work
	var stdout bytes.Buffer
	cmd.Stdout = &stdout
	if err := cmd.Run(); err != nil && cmd.ProcessState == nil {
		return -1, ""
	}
	return cmd.ProcessState.ExitCode(), stdout.String()
}

// fence starts programs in the arm's fence, where no guard is.
func (d *physician) fence(foreign, copied, loader string) error {
	f, err := provision.Fencing{Arm: d.seal.Arm, Sealed: d.seal.Fence, Bin: d.dir, Self: filepath.Join(d.dir, "armshell"), Cwd: d.work}.Fence()
	if err != nil {
		return err
	}
	if f.Off {
		d.report(d.seal.Arm.Fence == "off", "no fence: "+fenceOf(d.seal.Arm, &d.seal.Fence).lines()[0])
		return nil
	}
	tries := []struct {
		argv []string
		runs bool
		what string
	}{
		{[]string{d.seal.ShellFile, "-c", ":"}, true, "the fence lets the real shell run"},
		{[]string{foreign}, false, "the fence refuses a foreign program: " + foreign},
		{[]string{copied}, false, "the fence refuses a copy in a directory that can be written"},
	}
	if loader != "" {
		tries = append(tries, tries[1])
		tries[3].argv, tries[3].what = []string{loader, foreign}, "the fence refuses the loader the foreign program"
	}
	ran := make([]bool, len(tries))
	if err := f.Try(func() {
		for i, t := range tries {
			ran[i] = exec.Command(t.argv[0], t.argv[1:]...).Run() == nil
		}
	}); err != nil {
		return err
	}
	for i, t := range tries {
		d.report(ran[i] == t.runs, t.what)
	}
	return nil
}
