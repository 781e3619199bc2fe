// Package provision decides which files an arm is, and puts them into a directory:
// the tool's link, the armshell that guards it, and the seal that binds the two.
//
// The directory is a convenience for looking names up; what holds an agent to it
// is armshell, which reads the seal beside itself and obeys nothing else. It is no
// protection against an agent that may write into the directory: give it to
// another user, or mount it read-only, where the kernel's fence is not to be had.
package provision

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"armshell/internal/policy"
)

const shellName = "armshell"

// ArmBin makes dir the directory of the arm: one link, named as the arm's tool,
// to the tool's resolved file, or none if the arm has no shell; armshell; and the
// seal. On return without an error dir holds that and nothing else, on every call.
// On an error dir is as it was. A dir that holds anything else is refused. The files
// of protect are absolute, and kept from whatever the arm's fence holds.
func ArmBin(arm policy.Arm, dir string, locate Locate, protect ...string) error {
	dir, err := target(dir)
	if err != nil {
		return err
	}
	b, err := plan(arm, dir, locate)
	if err != nil {
		return err
	}
	if err := b.fence(protect); err != nil {
		return fmt.Errorf("find what the fence needs: %w", err)
	}
	if err := b.check(); err != nil {
		return err
	}
	if err := b.ownOnly(); err != nil {
		return err
	}
	return b.replace()
}

// A build is what dir is to hold.
type build struct {
	dir      string
	armshell string // the file to install
	seal     policy.Seal
}

// target returns the directory that the name dir stands for: absolute, and itself
// where dir is a link to it, so that the link stays.
func target(dir string) (string, error) {
	if dir == "" {
		return "", errors.New("no directory is named")
	}
	abs, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	if abs, err = unlinked(abs); err != nil {
		return "", fmt.Errorf("%s: %w", dir, reason(err))
	}
	if strings.Contains(abs, ":") {
		return "", fmt.Errorf("%s: a colon in its path would split it on PATH", dir)
	}
	if abs == filepath.Dir(abs) {
		return "", errors.New("the root directory cannot be an arm's directory")
	}
	return abs, nil
}

// unlinked resolves the links of a path of which the end may not be there yet.
func unlinked(abs string) (string, error) {
	real, err := filepath.EvalSymlinks(abs)
	switch {
	case !errors.Is(err, fs.ErrNotExist):
		return real, err
	case isLink(abs):
		return "", errors.New("a link to nowhere")
	}
	parent, err := unlinked(filepath.Dir(abs))
	return filepath.Join(parent, filepath.Base(abs)), err
}

func isLink(file string) bool {
	info, err := os.Lstat(file)
	return err == nil && info.Mode()&fs.ModeSymlink != 0
}

// plan finds every file that the arm's names mean.
func plan(arm policy.Arm, dir string, locate Locate) (build, error) {
	b := build{dir: dir, seal: policy.Seal{Arm: arm}}
	var err error
	if b.armshell, err = find(shellName, locate); err != nil {
		return b, withHint(fmt.Errorf("armshell: %w", err), "put armshell beside provision, or its directory on PATH")
	}
	if b.seal.ShellFile, err = resolve(arm.Shell); err != nil {
		return b, fmt.Errorf("the real shell %s: %w", arm.Shell, err)
	}
	if sameProgram(b.seal.ShellFile, b.armshell) {
		return b, fmt.Errorf("the real shell %s is armshell itself", arm.Shell)
	}
	if err := checkShell(arm, b.seal.ShellFile); err != nil {
		return b, err
	}
	if !arm.Disabled {
		if err := b.tool(locate); err != nil {
			return b, err
		}
	}
	b.seal.Files = programs(arm)
	return b, nil
}

// find asks locate for a name and resolves its answer.
func find(name string, locate Locate) (string, error) {
	file, err := locate(name)
	if err != nil {
		return "", plainly(err)
	}
	return resolve(file)
}

// tool finds the arm's tool.
func (b *build) tool(locate Locate) error {
	name := b.seal.Arm.Tool
	file, err := find(name, locate)
	switch {
	case err != nil:
		return withHint(fmt.Errorf("the tool %q: %w", name, err), "install "+name+", or put its directory on PATH")
	case sameProgram(file, b.armshell):
		return fmt.Errorf("the tool %q is armshell itself", name)
	case filepath.Dir(file) == b.dir:
		return fmt.Errorf("the tool %q is only in %s, which is to be made", name, b.dir)
	}
	b.seal.ToolFile = file
	if b.seal.ToolSum, err = sum(file); err != nil {
		return fmt.Errorf("the tool %q: %w", name, reason(err))
	}
	return nil
}

// sameProgram reports whether two files are one, or copies of one.
func sameProgram(a, b string) bool {
	x, errX := os.Stat(a)
	y, errY := os.Stat(b)
	if errX != nil || errY != nil || x.Size() != y.Size() {
		return false
	}
	if os.SameFile(x, y) {
		return true
	}
	sumX, errX := sum(a)
	sumY, errY := sum(b)
	return errX == nil && errY == nil && sumX == sumY
}

func sum(file string) (string, error) {
	f, err := os.Open(file)
	if err != nil {
		return "", err
	}
	defer f.Close()
	return policy.SumOf(f)
}

// programs returns the files of the arm's other programs that are there, where
// its shell will look for them.
func programs(arm policy.Arm) []policy.File {
	names := slices.Concat(arm.Utilities, arm.Launchers, arm.Admit)
	slices.Sort(names)
	var files []policy.File
	for _, name := range slices.Compact(names) {
		found, err := lookup(name, arm.Path)
		if err != nil {
			continue
		}
		if file, err := resolve(found); err == nil {
			files = append(files, policy.File{Name: name, File: file})
		}
	}
	return files
}

// Missing returns the arm's programs that its shell will not find.
func Missing(arm policy.Arm) []string {
	there := programs(arm)
	var names []string
	for _, name := range slices.Concat(arm.Utilities, arm.Launchers, arm.Admit) {
		if !slices.ContainsFunc(there, func(f policy.File) bool { return f.Name == name }) {
			names = append(names, name)
		}
	}
	return names
}

// check refuses names that a seal, which is TOML, cannot hold.
func (b *build) check() error {
	f := b.seal.Fence
	names := slices.Concat(f.Unreadable, f.Unwritable, f.Open, f.Interpreters)
	for _, p := range f.Programs {
		names = append(names, p.Name)
	}
	for _, name := range names {
		if !utf8.ValidString(name) {
			return fmt.Errorf("the file name %q is not UTF-8", name)
		}
	}
	return nil
}
