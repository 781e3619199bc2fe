//go:build !linux

package confine

import (
	"errors"
	"os"
)

// Exchange always fails: this system has no such call.
func Exchange(string, string) error { return errors.ErrUnsupported }

// IsTerminal reports whether the descriptor is a character device, which a terminal is.
func IsTerminal(fd int) bool {
	info, err := os.NewFile(uintptr(fd), "").Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}
