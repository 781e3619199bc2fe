package provision

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"armshell/internal/policy"
)

// fence finds what the arm's fence needs to know of this machine. The arm's own
// directory is writable to nobody that is fenced, nor is what protect names.
func (b *build) fence(protect []string) error {
	f := &b.seal.Fence
	c := chains{path: b.seal.Arm.Path, names: map[string]string{}}
	var err error
	if f.Programs, err = c.states(b.started()); err != nil {
		return err
	}
	for _, p := range f.Programs {
		if name := c.names[p.Name]; name != "" && !b.has(p.Name) {
			f.Interpreters = append(f.Interpreters, name)
		}
	}
	unreadable := b.programDirs()
	unwritable := slices.Concat(existing(unwritableDirs[:]), []string{b.dir}, protect, unreadable)
	if session := b.seal.Arm.Session; session != "" {
		unwritable = append(unwritable, session)
	}
	for _, p := range f.Programs {
		if p.Name != "/" {
			unwritable = append(unwritable, p.Name)
		}
	}
	var openRead, openWrite []string
	f.Unreadable, openRead = divide(unreadable)
	f.Unwritable, openWrite = divide(unwritable)
	f.Open = outermost(slices.Concat(openRead, openWrite))
	return nil
}

// started returns the files that a line of the arm may start, and those that the policy
// has the fence let run besides.
func (b *build) started() []string {
	files := []string{b.seal.ShellFile}
	if b.seal.ToolFile != "" {
		files = append(files, b.seal.ToolFile)
	}
	for _, f := range b.seal.Files {
		files = append(files, f.File)
	}
	files = append(files, b.ruled()...)
	for _, place := range b.seal.Arm.Limits.Execute {
		if file, err := filepath.EvalSymlinks(atHome(place)); err == nil {
			files = append(files, file)
		}
	}
	return files
}

// ruled returns the files of the programs that rules let run, or the directories of
// all that may be.
func (b *build) ruled() []string {
	if b.seal.Arm.RunsOthers() {
		return existing(b.seal.Arm.Path)
	}
	names, _ := b.seal.Arm.Rules.Programs()
	return located(names, b.seal.Arm.Path)
}

func located(names, path []string) []string {
	var files []string
	for _, name := range names {
		found, err := lookup(name, path)
		if err != nil {
			continue // it cannot start, fenced or not
		}
		if file, err := resolve(found); err == nil {
			files = append(files, file)
		}
	}
	return files
}

// Admits returns the interpreters that the kernel would have to let run for the arm's
// scripts, although no line may name them.
func Admits(arm policy.Arm, locate Locate) []string {
	b := build{seal: policy.Seal{Arm: arm, Files: programs(arm)}}
	b.seal.ShellFile, _ = resolve(arm.Shell)
	if !arm.Disabled {
		b.seal.ToolFile, _ = find(arm.Tool, locate)
	}
	if b.seal.ShellFile == "" || b.fence(nil) != nil {
		return nil // provision will say why
	}
	return b.seal.Fence.Interpreters
}

// Executables returns what the kernel executes for programs that a session's rules let
// run, as a seal has it: an arm's directories, if the rules do not name them.
func Executables(arm policy.Arm, session policy.Ruleset) ([]policy.File, error) {
	names, others := session.Programs()
	files := located(names, arm.Path)
	if others {
		files = existing(arm.Path)
	}
	c := chains{path: arm.Path, names: map[string]string{}}
	return c.states(files)
}

// has reports whether the file is the shell, or one that a line of the arm may name.
func (b *build) has(file string) bool {
	return file == b.seal.ToolFile || file == b.seal.ShellFile || slices.ContainsFunc(b.seal.Files, func(f policy.File) bool { return f.File == file })
}

// atHome returns a place of the policy with the home directory's path.
func atHome(place string) string {
	if rest, ok := strings.CutPrefix(place, "~"); ok {
		home, _ := os.UserHomeDir()
		return home + rest
	}
	return place
}

// programDirs returns the directories of programs that are there: those of the table,
// of this process's PATH and of the arm's.
func (b *build) programDirs() []string {
	var dirs []string
	for _, pattern := range programDirs {
		found, _ := filepath.Glob(atHome(pattern)) // the table's patterns are well formed
		dirs = append(dirs, found...)
	}
	dirs = existing(slices.Concat(dirs, filepath.SplitList(os.Getenv("PATH")), b.seal.Arm.Path))
	return slices.DeleteFunc(dirs, func(dir string) bool { return dir == b.dir || below(b.dir, dir) || dir == "/" })
}

// existing returns the directories that are there, without links.
func existing(dirs []string) []string {
	var real []string
	for _, dir := range dirs {
		if !filepath.IsAbs(dir) {
			continue
		}
		path, err := filepath.EvalSymlinks(dir)
		if err != nil {
			continue
		}
		if info, err := os.Stat(path); err == nil && info.IsDir() {
			real = append(real, path)
		}
	}
	return real
}

// divide returns the paths that the fence can except, and those that it cannot.
func divide(paths []string) (closed, open []string) {
	for _, path := range paths {
		if closable(path) {
			closed = append(closed, path)
		} else {
			open = append(open, path)
		}
	}
	return outermost(closed), outermost(open)
}

// closable reports whether every directory on the way to the path is the system's: see
// systemTrees.
func closable(path string) bool {
	for dir := filepath.Dir(path); dir != "/"; dir = filepath.Dir(dir) {
		if !within(dir, systemTrees[:]) || within(dir, agentTrees[:]) {
			return false
		}
	}
	return true
}

func within(path string, trees []string) bool {
	return slices.ContainsFunc(trees, func(tree string) bool { return path == tree || below(path, tree) })
}

// outermost sorts the paths, and leaves out those below another.
func outermost(paths []string) []string {
	sorted := slices.Clone(paths)
	slices.Sort(sorted)
	var outer []string
	for _, path := range slices.Compact(sorted) {
		if !within(path, outer) {
			outer = append(outer, path)
		}
	}
	return outer
}

func below(path, dir string) bool { return strings.HasPrefix(path, strings.TrimSuffix(dir, "/")+"/") }
