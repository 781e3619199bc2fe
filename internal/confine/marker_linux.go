package confine

import (
	"errors"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

// settled is how long the marker must have been as it is. File systems write the time
// of a change down in ticks, of 10 ms at most.
const settled = time.Second

// marker reports whether a fence of this seal stands already, and whether that is
// sure. Kernels stack sixteen fences, so that a shell in a shell must not add one.
//
// A variable or a descriptor could say so, and anybody could make it. Therefore the
// kernel is asked to execute the marker: a file with the bits to be executed, and
// with no content that any kernel executes. Without a fence it answers ENOEXEC; a fence
// of this seal, which lets neither the marker nor its directory be executed, answers
// EACCES. File permissions answer so, too: the file's owner could take the bits
// away for the moment of the question. Then the time of its last change would be
// younger after the question than before, or too young to tell.
//
// What remains: somebody outside who fences armshell in so that the kernel executes
// its file, but no other file of its directory.
func marker(path string) (marked, sure bool) {
	fd, before, err := look(path)
	if err != nil {
		return false, false
	}
	defer unix.Close(fd)
	if !errors.Is(execute(fd), unix.EACCES) {
		return false, false
	}
	var after unix.Stat_t
	if err := unix.Fstat(fd, &after); err != nil {
		return false, false
	}
	const bits = unix.S_IFREG | 0o111
	age := time.Since(time.Unix(before.Ctim.Unix()))
	return after.Mode&bits == bits, before.Ctim == after.Ctim && age > settled && before.Mode&bits == bits
}

// execute asks the kernel to execute a file that is no program, and returns why it
// does not.
func execute(fd int) error {
	name := [...]byte{0}
	argv := [...]unsafe.Pointer{unsafe.Pointer(&name[0]), nil}
	envp := [...]unsafe.Pointer{nil}
	_, _, errno := unix.RawSyscall6(unix.SYS_EXECVEAT, uintptr(fd), uintptr(unsafe.Pointer(&name[0])),
		uintptr(unsafe.Pointer(&argv[0])), uintptr(unsafe.Pointer(&envp[0])), unix.AT_EMPTY_PATH, 0)
	return errno
}
