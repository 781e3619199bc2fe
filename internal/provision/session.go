package provision

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// SessionFile returns the file of a session's approvals as a seal holds it: absolute,
// its directory's links resolved. Whoever writes the file approves, so it is refused
// in a directory that others may write, or in the arm's own, dir.
func SessionFile(name, dir string) (string, error) {
	abs, err := filepath.Abs(name)
	if err != nil {
		return "", err
	}
	parent, err := filepath.EvalSymlinks(filepath.Dir(abs))
	if err != nil {
		return "", fmt.Errorf("the session file's directory: %w", reason(err))
	}
	file := filepath.Join(parent, filepath.Base(abs))
	arm, err := target(dir)
	if err != nil {
		return "", err
	}
	if file == arm || strings.HasPrefix(file, arm+"/") {
		return "", fmt.Errorf("the session file %s is in the arm's directory, which holds nothing else", name)
	}
	if at := openToOthers(parent); at != "" {
		return "", withHint(fmt.Errorf("the session file %s could be put there by others: they may write in %s", name, at),
			"choose a directory that only the operator may write")
	}
	return file, regular(file, name)
}

// openToOthers returns the directory on the way to dir, itself included, in which
// others than its owner may make files; empty if there is none. A sticky directory
// above keeps what is in it.
func openToOthers(dir string) string {
	for at := dir; ; at = filepath.Dir(at) {
		info, err := os.Stat(at)
		if err != nil || info.Mode().Perm()&0o022 != 0 && (at == dir || info.Mode()&fs.ModeSticky == 0) {
			return at
		}
		if at == filepath.Dir(at) {
			return ""
		}
	}
}

// regular wants a file that is a regular one and its owner's alone, if it is there.
func regular(file, name string) error {
	info, err := os.Lstat(file)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return err
	case !info.Mode().IsRegular():
		return fmt.Errorf("the session file %s is not a regular file", name)
	case info.Mode().Perm()&0o022 != 0:
		return fmt.Errorf("the session file %s may be written by others", name)
	}
	return nil
}

// BelowHere reports whether the file is below this process's directory.
func BelowHere(file string) bool {
	cwd, err := os.Getwd()
	if err == nil {
		cwd, err = filepath.EvalSymlinks(cwd)
	}
	return err != nil || strings.HasPrefix(file, strings.TrimSuffix(cwd, "/")+"/")
}
