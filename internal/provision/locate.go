package provision

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// A Locate returns the file that a program's name means. ArmBin asks it for the
// arm's tool and for "armshell"; tests inject one that knows no machine.
type Locate func(name string) (string, error)

// Installed is the Locate of the command line. It returns the first executable
// file of that name in the directories of PATH; for armshell it looks beside the
// running program first. Relative directories of PATH are passed over: what they
// mean would depend on where provision was started.
func Installed(name string) (string, error) {
	dirs := filepath.SplitList(os.Getenv("PATH"))
	if self, err := os.Executable(); err == nil && name == shellName {
		if self, err = filepath.EvalSymlinks(self); err == nil {
			dirs = append([]string{filepath.Dir(self)}, dirs...)
		}
	}
	return lookup(name, dirs)
}

// lookup returns the first executable file of that name in dirs. Its error says
// what was there instead, if anything was.
func lookup(name string, dirs []string) (string, error) {
	if strings.ContainsRune(name, '/') || name == "" {
		return "", fmt.Errorf("%q is not a plain name", name)
	}
	var found error
	for _, dir := range dirs {
		if !filepath.IsAbs(dir) {
			continue
		}
		file := filepath.Join(dir, name)
		switch err := executable(file); {
		case err == nil:
			return file, nil
		case found == nil && !errors.Is(err, fs.ErrNotExist):
			found = err
		}
	}
	if found == nil {
		found = errNotFound
	}
	return "", found
}

// executable checks that a file can be run: that it is a regular file with a bit
// that lets somebody execute it.
func executable(file string) error {
	info, err := os.Stat(file)
	switch {
	case err != nil:
		return err
	case info.IsDir():
		return fmt.Errorf("%s is a directory", file)
	case !info.Mode().IsRegular():
		return fmt.Errorf("%s is not a regular file", file)
	case info.Mode()&0o111 == 0:
		return fmt.Errorf("%s is not executable", file)
	}
	return nil
}

// resolve returns the absolute path without links of a file that can be run.
func resolve(file string) (string, error) {
	real, err := filepath.EvalSymlinks(file)
	if err != nil {
		return "", plainly(err)
	}
	if real, err = filepath.Abs(real); err != nil {
		return "", err
	}
	return real, plainly(executable(real))
}

// plainly says "not found" in our words, and leaves every other error.
func plainly(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return errNotFound
	}
	return err
}

var errNotFound = errors.New("not found")

// reason returns why a file operation failed, without the names in it.
func reason(err error) error {
	var pe *fs.PathError
	var le *os.LinkError
	switch {
	case errors.As(err, &pe):
		return pe.Err
	case errors.As(err, &le):
		return le.Err
	}
	return err
}

// A hinted error knows the way on.
type hinted struct {
	error
	hint string
}

// Hint returns the way on, in a sentence without its full stop.
func (h hinted) Hint() string { return h.hint }

func (h hinted) Unwrap() error { return h.error }

func withHint(err error, hint string) error { return hinted{err, hint} }
