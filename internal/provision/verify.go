package provision

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"armshell/internal/confine"
	"armshell/internal/policy"
)

// Verify returns what in an arm's directory, and of the files that its seal names, is not
// as it was sealed, a sentence each. Nothing is what a directory that has not drifted
// gives. Its error says that there is no seal to compare with.
func Verify(dir string) ([]string, error) {
	seal, err := policy.ReadSeal(dir)
	if errors.Is(err, policy.ErrNoSeal) {
		return nil, fmt.Errorf("%s has no seal, so it was not built by provision", dir)
	}
	if err != nil {
		return nil, err
	}
	v := verifier{dir: dir, seal: seal}
	v.entries()
	v.tool()
	v.programs()
	v.names()
	v.directories()
	return v.found, nil
}

type verifier struct {
	dir   string
	seal  policy.Seal
	found []string
}

func (v *verifier) say(format string, args ...any) {
	v.found = append(v.found, fmt.Sprintf(format, args...))
}

// entries compares what the directory holds.
func (v *verifier) entries() {
	entries, err := os.ReadDir(v.dir)
	if err != nil {
		v.say("%s cannot be listed: %v", v.dir, reason(err))
		return
	}
	for _, e := range entries {
		if !own(e, []string{v.seal.Arm.Tool}) {
			v.say("%s holds %q, which provision did not put there", v.dir, e.Name())
		}
	}
	for name, mode := range map[string]os.FileMode{policy.SealName: sealMode, shellName: 0o111} {
		if info, err := os.Lstat(filepath.Join(v.dir, name)); err != nil {
			v.say("%s is missing from %s", name, v.dir)
		} else if info.Mode().Perm()&mode != mode || info.Mode().Perm()&0o022 != 0 {
			v.say("%s in %s has the mode %v", name, v.dir, info.Mode().Perm())
		}
	}
}

// tool compares the link and the bytes that it leads to.
func (v *verifier) tool() {
	if v.seal.Arm.Disabled {
		return
	}
	link := filepath.Join(v.dir, v.seal.Arm.Tool)
	if target, err := os.Readlink(link); err != nil || target != v.seal.ToolFile {
		v.say("%s does not lead to %s any more", link, v.seal.ToolFile)
	}
	if now, err := sum(v.seal.ToolFile); err != nil {
		v.say("the tool %s cannot be read: %v", v.seal.ToolFile, reason(err))
	} else if now != v.seal.ToolSum {
		v.say("the tool %s has other bytes", v.seal.ToolFile)
	}
}

// programs compares every file that the fence lets run.
func (v *verifier) programs() {
	list, err := Fencing{Arm: v.seal.Arm, Sealed: v.seal.Fence}.programs()
	if err != nil {
		v.say("%v", err)
	}
	for _, file := range list {
		if err := confine.Unmoved([]confine.File{file}); err != nil {
			v.say("%v", err)
		}
	}
}

// names compares what the names of the arm's programs mean.
func (v *verifier) names() {
	now := programs(v.seal.Arm)
	for _, f := range v.seal.Files {
		if i := slices.IndexFunc(now, func(n policy.File) bool { return n.Name == f.Name }); i < 0 {
			v.say("%q is not found any more", f.Name)
		} else if now[i].File != f.File {
			v.say("%q is %s and not %s any more", f.Name, now[i].File, f.File)
		}
	}
	for _, n := range now {
		if !slices.ContainsFunc(v.seal.Files, func(f policy.File) bool { return f.Name == n.Name }) {
			v.say("%q is %s, and was not there: the fence keeps it from running", n.Name, n.File)
		}
	}
}

// directories looks for directories of programs that were made since.
func (v *verifier) directories() {
	b := build{dir: v.dir, seal: v.seal}
	for _, dir := range b.programDirs() {
		if !within(dir, v.seal.Fence.Unreadable) && !within(dir, v.seal.Fence.Open) {
			v.say("%s is a directory of programs, and was none: the fence lets its files be read", dir)
		}
	}
}
