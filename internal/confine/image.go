package confine

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
)

// An Image is what this process becomes. Its zero value becomes nothing.
type Image struct {
	File string   // the real shell, absolute, as the operator named it; never looked up here
	Args []string // argv, argv[0] first
	Env  []string

	// Stdin, if not nil, is what standard input holds. The package comment says
	// what a program that inherits it can do.
	Stdin []byte

	// Script, if not nil, is the text of the script file that Args[ScriptArg] names.
	// Exec says what the script can see of it.
	Script    []byte
	ScriptArg int

	// BashEnv says that the shell runs the file that $BASH_ENV names: that it is
	// bash, neither interactive nor privileged nor in POSIX mode, and that it has
	// none of -n, -v, -m and -O execfail, which would ignore, show or disturb that.
	BashEnv bool

	// Fence is what the kernel holds the shell to. Its zero value is refused.
	Fence Fence
}

// Exec becomes img. It returns only on failure; then nothing has run, but standard
// input may have been replaced, so that the caller can only report and exit.
//
// # What a script sees
//
// Measured against `bash FILE` with bash 5.2.15 on Linux 6.18, 2026-11-30.
// Args[ScriptArg] becomes /proc/self/fd/N. With BashEnv, a prologue that bash runs
// before it opens the script gives it back $0, and takes the descriptors away: a
// program that the script starts has the same ones as under `bash FILE`. The same
// are $0, $-, $?, $_, $#, $@, LINENO, SHLVL, options, traps, variables, functions, the
// environment and the exit status. Different are
//
//   - BASH_SOURCE, which is /proc/self/fd/N and cannot be assigned, and with it the
//     name that bash puts before its error messages and that `caller` prints
//   - PIPESTATUS before the first command: (0), not ()
//   - BASHOPTS under -r, which has restricted_shell
//   - the shell's own descriptors in /proc/$$/fd: one more, close-on-exec
//   - the command line that ps shows
//
// A script in which the word BASH_SOURCE occurs, most often in
// [[ ${BASH_SOURCE[0]} == "$0" ]] or in "$(dirname "${BASH_SOURCE[0]}")", would go
// wrong without a sound if only one of the two had its name. Such a script has no
// prologue, and neither has any without BashEnv: $0 is /proc/self/fd/N too, which the
// script and its children can read; the first form holds and the second does not find
// the script's neighbours. The script's descriptor is then inherited by all.
func Exec(img Image) error {
	if err := img.check(); err != nil {
		return err
	}
	if err := refuseSelf(img.File); err != nil {
		return err
	}
	if err := img.place(); err != nil {
		return err
	}
	return img.become()
}

// become fences this thread and executes the shell on it, so that nothing else runs
// fenced, and nothing of the shell unfenced.
func (img *Image) become() error {
	runtime.LockOSThread()
	if err := img.Fence.close(); err != nil {
		return err
	}
	if err := syscall.Exec(img.File, img.Args, img.Env); err != nil {
		return fmt.Errorf("become %s: %w", img.File, err)
	}
	return errors.New("internal error: exec returned without an error")
}

func (img *Image) check() error {
	switch {
	case !filepath.IsAbs(img.File):
		return fmt.Errorf("become %q: not an absolute path", img.File)
	case len(img.Args) == 0:
		return fmt.Errorf("become %s: no arguments, not even a name", img.File)
	case img.Script != nil && (img.ScriptArg < 1 || img.ScriptArg >= len(img.Args)):
		return fmt.Errorf("become %s: argument %d of %d cannot name the script", img.File, img.ScriptArg, len(img.Args))
	}
	return img.Fence.check()
}

// named reports whether a prologue shall give $0 its name: see Exec. bash looks
// for the two variables before anything else, and is in POSIX mode if it has one.
func (img *Image) named() bool {
	_, posix := img.lookup("POSIXLY_CORRECT")
	_, pedantic := img.lookup("POSIX_PEDANTIC")
	return img.BashEnv && !posix && !pedantic && !bytes.Contains(img.Script, []byte("BASH_SOURCE"))
}

// lookup returns the value that the shell finds in its environment.
func (img *Image) lookup(name string) (value string, ok bool) {
	for _, entry := range slices.Backward(img.Env) {
		if value, ok = strings.CutPrefix(entry, name+"="); ok {
			return value, true
		}
	}
	return "", false
}

// setenv leaves what the caller has in Env alone.
func (img *Image) setenv(name, value string) {
	other := func(entry string) bool { return strings.HasPrefix(entry, name+"=") }
	img.Env = append(slices.DeleteFunc(slices.Clone(img.Env), other), name+"="+value)
}

// setScript makes path what the shell opens as its script.
func (img *Image) setScript(path string) {
	img.Args = slices.Clone(img.Args)
	img.Args[img.ScriptArg] = path
}

// refuseSelf keeps this program from becoming itself for ever, be it under
// another link or as a copy.
func refuseSelf(file string) error {
	other, err := os.Stat(file)
	if err != nil {
		return fmt.Errorf("become the shell: %w", err)
	}
	self, err := selfPath()
	if err != nil {
		return fmt.Errorf("find out which file this program is: %w", err)
	}
	this, err := os.Stat(self)
	if err != nil {
		return fmt.Errorf("find out which file this program is: %w", err)
	}
	same := os.SameFile(this, other)
	if !same && this.Size() == other.Size() {
		if same, err = sameBytes(self, file); err != nil {
			return fmt.Errorf("compare the shell with this program: %w", err)
		}
	}
	if same {
		return fmt.Errorf("become %s: that is this program, not a real shell", file)
	}
	return nil
}

func sameBytes(a, b string) (bool, error) {
	x, err := os.ReadFile(a)
	if err != nil {
		return false, err
	}
	y, err := os.ReadFile(b)
	return bytes.Equal(x, y), err
}
