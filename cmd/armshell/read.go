package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"armshell/internal/confine"
	"armshell/internal/parse"
)

// read returns the text that the shell was started to run. It reads standard
// input only where bash would take its commands from there, and never waits for a
// terminal. More than parse's bound is not read: the text is refused for it.
func (inv invocation) read() (string, error) {
	switch inv.source {
	case sourceCommand:
		return inv.command, nil
	case sourceFile:
		return readScript(inv.args[inv.file])
	case sourceStdin:
		if inv.typed() {
			return "", nil
		}
		return readAll(os.Stdin, "standard input")
	default:
		return "", nil
	}
}

// typed reports whether somebody would type to the shell.
func (inv invocation) typed() bool { return inv.interactive || confine.IsTerminal(0) }

func readScript(name string) (string, error) {
	file, err := os.Open(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "", &scriptError{statusMissing, name + ": no such script file"}
	case err != nil:
		return "", &scriptError{statusRefused, name + ": the script file cannot be read"}
	}
	defer file.Close()
	if info, err := file.Stat(); err != nil || info.IsDir() {
		return "", &scriptError{statusRefused, name + ": is a directory, not a script file"}
	}
	return readAll(file, name)
}

func readAll(r io.Reader, name string) (string, error) {
	text, err := io.ReadAll(io.LimitReader(r, parse.MaxText+1))
	if err != nil {
		return "", fmt.Errorf("read %s: %w", name, err)
	}
	return string(text), nil
}
