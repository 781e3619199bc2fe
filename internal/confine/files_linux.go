package confine

import "golang.org/x/sys/unix"

// Exchange gives two names each other's file in one step. Not every file system
// can: then the error is EINVAL or wraps errors.ErrUnsupported, and nothing has changed.
func Exchange(a, b string) error {
	return unix.Renameat2(unix.AT_FDCWD, a, unix.AT_FDCWD, b, unix.RENAME_EXCHANGE)
}

// IsTerminal reports whether the descriptor is a terminal.
func IsTerminal(fd int) bool {
	_, err := unix.IoctlGetTermios(fd, unix.TCGETS)
	return err == nil
}
