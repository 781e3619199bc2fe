package confine

import (
	"errors"
	"fmt"

	"golang.org/x/sys/unix"
)

// selfPath names the file that runs, whatever its name was and has become.
func selfPath() (string, error) { return "/proc/self/exe", nil }

// place puts the texts where the shell finds them.
func (img *Image) place() error {
	if img.Script != nil {
		if err := img.placeScript(); err != nil {
			return fmt.Errorf("hold the script fast: %w", err)
		}
	}
	if img.Stdin != nil {
		if err := put("stdin", img.Stdin, 0); err != nil {
			return fmt.Errorf("hold standard input fast: %w", err)
		}
	}
	return nil
}

func (img *Image) placeScript() error {
	fd, err := choose()
	if err != nil {
		return err
	}
	if err := put("script", img.Script, fd.script); err != nil {
		return err
	}
	if !img.named() {
		img.setScript(path(fd.script))
		return nil
	}
	return img.placePrologue(fd)
}

// placePrologue has bash open the script under another number than that under
// which it comes, so that the prologue can put a close-on-exec copy there.
func (img *Image) placePrologue(fd descriptors) error {
	last, ok := img.lookup("_") // what bash begins with in $_
	if !ok {
		last = img.Args[0]
	}
	text := prologue(img.Args[img.ScriptArg], last, usesJobs(img.Script), fd)
	if err := put("prologue", []byte(text), fd.prologue); err != nil {
		return err
	}
	for _, n := range []int{fd.opened, fd.lent} {
		if err := unix.Dup3(fd.script, n, 0); err != nil {
			return fmt.Errorf("descriptor %d: %w", n, err)
		}
	}
	img.setScript(path(fd.opened))
	img.setenv("BASH_ENV", path(fd.prologue))
	return nil
}

// path names a descriptor of whichever process opens it.
func path(fd int) string {
	return fmt.Sprintf("/proc/self/fd/%d", fd)
}

// put makes descriptor fd a sealed file with that text. The shell will inherit it.
func put(name string, text []byte, fd int) error {
	from, err := sealed(name, text)
	if err != nil {
		return err
	}
	defer unix.Close(from)
	if err := unix.Dup3(from, fd, 0); err != nil {
		return fmt.Errorf("descriptor %d: %w", fd, err)
	}
	return nil
}

// sealed returns a descriptor, for reading and at the beginning, of an anonymous
// file with that text, which nobody can change, shorten or lengthen any more.
func sealed(name string, text []byte) (int, error) {
	fd, err := memfd("armshell-" + name)
	if err != nil {
		return -1, fmt.Errorf("create an anonymous file: %w", err)
	}
	defer unix.Close(fd)
	for rest := text; len(rest) > 0; {
		n, err := unix.Write(fd, rest)
		if err != nil {
			return -1, fmt.Errorf("write an anonymous file: %w", err)
		}
		rest = rest[n:]
	}
	const all = unix.F_SEAL_SEAL | unix.F_SEAL_SHRINK | unix.F_SEAL_GROW | unix.F_SEAL_WRITE
	if _, err := unix.FcntlInt(uintptr(fd), unix.F_ADD_SEALS, all); err != nil {
		return -1, fmt.Errorf("seal an anonymous file: %w", err)
	}
	again, err := unix.Open(path(fd), unix.O_RDONLY|unix.O_CLOEXEC, 0)
	if err != nil {
		return -1, fmt.Errorf("open an anonymous file: %w", err)
	}
	return again, nil
}

// memfd creates an anonymous file that cannot be executed, as far as the kernel
// can be told so: MFD_NOEXEC_SEAL is of Linux 6.3.
func memfd(name string) (int, error) {
	const flags = unix.MFD_CLOEXEC | unix.MFD_ALLOW_SEALING
	fd, err := unix.MemfdCreate(name, flags|unix.MFD_NOEXEC_SEAL)
	if errors.Is(err, unix.EINVAL) {
		return unix.MemfdCreate(name, flags)
	}
	return fd, err
}

// firstKept is where bash begins to look for a place for a descriptor that it puts
// away: SHELL_FD_BASE in redir.c.
const firstKept = 10

// choose finds numbers that are free, as high as they may be below 255, which
// bash takes for the script itself: a script that opens descriptors by number uses
// low ones, or round ones. Of the places that bash will find first for what it puts
// away, the prologue needs the second.
func choose() (descriptors, error) {
	var limit unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_NOFILE, &limit); err != nil {
		return descriptors{}, fmt.Errorf("limit of descriptors: %w", err)
	}
	top := int(min(limit.Cur, 255))
	var high, kept []int
	for n := top - 1; n > firstKept && len(high) < 4; n-- {
		if errors.Is(flags(n), unix.EBADF) {
			high = append(high, n)
		}
	}
	for n := firstKept; n < top && len(kept) < 2; n++ {
		if flags(n) != nil {
			kept = append(kept, n)
		}
	}
	if len(high) < 4 || len(kept) < 2 || high[3] <= kept[1] {
		return descriptors{}, errors.New("no descriptors left")
	}
	return descriptors{script: high[0], opened: high[1], lent: high[2], prologue: high[3], kept: kept[1]}, nil
}

var errClosesOnExec = errors.New("close-on-exec")

// flags returns nil for a descriptor that the shell will inherit, and else why not.
func flags(fd int) error {
	flags, err := unix.FcntlInt(uintptr(fd), unix.F_GETFD, 0)
	if err == nil && flags&unix.FD_CLOEXEC != 0 {
		return errClosesOnExec
	}
	return err
}
