package provision

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"armshell/internal/confine"
	"armshell/internal/policy"
)

// ownOnly refuses to replace a directory that holds what provision did not make:
// anything but armshell, the seal, and the link of this arm or of the sealed one.
func (b *build) ownOnly() error {
	entries, err := os.ReadDir(b.dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case errors.Is(err, syscall.ENOTDIR):
		return fmt.Errorf("%s is not a directory", b.dir)
	case err != nil:
		return fmt.Errorf("%s: %w", b.dir, reason(err))
	}
	links := []string{b.seal.Arm.Tool}
	if old, err := policy.ReadSeal(b.dir); err == nil {
		links = append(links, old.Arm.Tool)
	}
	for _, e := range entries {
		if !own(e, links) {
			return withHint(fmt.Errorf("%s holds %q, which provision did not put there", b.dir, e.Name()),
				"name another directory, or move that file away")
		}
	}
	if len(entries) > 0 && !policy.Sealed(b.dir) {
		return withHint(fmt.Errorf("%s holds files and no seal, so that provision did not make it", b.dir),
			"name another directory, or move those files away")
	}
	return nil
}

// own reports whether an entry is one that provision makes.
func own(e fs.DirEntry, links []string) bool {
	if name := e.Name(); name == shellName || name == policy.SealName {
		return e.Type().IsRegular()
	}
	for _, link := range links {
		if e.Name() == link {
			return e.Type() == fs.ModeSymlink
		}
	}
	return false
}

// replace builds the directory beside dir and puts it in its place at once.
func (b *build) replace() error {
	parent := filepath.Dir(b.dir)
	if err := os.MkdirAll(parent, 0o755); err != nil {
		return fmt.Errorf("make %s: %w", parent, reason(err))
	}
	temp, err := os.MkdirTemp(parent, "."+filepath.Base(b.dir)+".provision-")
	if err != nil {
		return fmt.Errorf("make a directory in %s: %w", parent, reason(err))
	}
	defer discard(temp) // what was in dir before, or what could not be finished
	if err := b.fill(temp); err != nil {
		return err
	}
	switch err := swap(temp, b.dir); {
	case errors.Is(err, syscall.EBUSY), errors.Is(err, syscall.EXDEV):
		return withHint(fmt.Errorf("%s cannot be replaced as a whole: it is a mount point", b.dir), "name a directory inside it")
	case err != nil:
		return fmt.Errorf("put the new %s in place: %w", b.dir, reason(err))
	}
	return nil
}

func discard(dir string) {
	_ = os.Chmod(dir, 0o700) // the old directory may be closed to its own owner
	_ = os.RemoveAll(dir)
}

// sealMode lets nobody write the seal. It is executable so that the kernel can be asked
// whether it would execute it, by which a fence is known: see confine.Fence.Marker.
const sealMode = 0o555

// fill makes the entries of the directory.
func (b *build) fill(temp string) error {
	if err := install(b.armshell, filepath.Join(temp, shellName)); err != nil {
		return fmt.Errorf("install %s: %w", shellName, reason(err))
	}
	if !b.seal.Arm.Disabled {
		if err := os.Symlink(b.seal.ToolFile, filepath.Join(temp, b.seal.Arm.Tool)); err != nil {
			return fmt.Errorf("link %s: %w", b.seal.Arm.Tool, reason(err))
		}
	}
	seal := filepath.Join(temp, policy.SealName)
	if err := os.WriteFile(seal, b.seal.Encode(), sealMode); err != nil {
		return fmt.Errorf("write the seal: %w", reason(err))
	}
	if err := os.Chmod(seal, sealMode); err != nil { // whatever the umask is
		return fmt.Errorf("write the seal: %w", reason(err))
	}
	return os.Chmod(temp, b.mode())
}

// mode is that of the directory that is there already: its owner chose it.
func (b *build) mode() fs.FileMode {
	if info, err := os.Stat(b.dir); err == nil {
		return info.Mode().Perm()
	}
	return 0o755
}

// install links file to name, or copies it where that is not possible.
func install(file, name string) error {
	if os.Link(file, name) == nil {
		return nil
	}
	return copyFile(file, name)
}

func copyFile(file, name string) error {
	from, err := os.Open(file)
	if err != nil {
		return err
	}
	defer from.Close()
	to, err := os.OpenFile(name, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o555)
	if err != nil {
		return err
	}
	_, err = io.Copy(to, from)
	return errors.Join(err, to.Chmod(0o555), to.Close())
}

// swap gives temp the name dir. A directory that had it is left under the name
// temp. On an error dir is as it was.
func swap(temp, dir string) error {
	if _, err := os.Lstat(dir); errors.Is(err, fs.ErrNotExist) {
		return os.Rename(temp, dir)
	}
	err := exchange(temp, dir)
	if err == nil || !errors.Is(err, errors.ErrUnsupported) && !errors.Is(err, syscall.EINVAL) {
		return err
	}
	old := temp + ".old"
	if err := os.Rename(dir, old); err != nil {
		return err
	}
	if err := os.Rename(temp, dir); err != nil {
		return errors.Join(err, os.Rename(old, dir))
	}
	return os.Rename(old, temp)
}

// exchange is a variable so that the tests can do without.
var exchange = confine.Exchange
