package confine

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	ll "github.com/landlock-lsm/go-landlock/landlock/syscall"
	"golang.org/x/sys/unix"
)

// A ruleset is a fence that is being made.
type ruleset struct {
	fd      int
	handled uint64
}

// grant lets the file, or all that is below the directory, be used so. Links are not
// followed: a rule on a link would hold for its target.
func (r *ruleset) grant(path string, access uint64) error {
	fd, stat, err := look(path)
	if err != nil {
		return err
	}
	defer unix.Close(fd)
	return r.add(fd, path, stat, access)
}

// look opens a file as nothing but a place.
func look(path string) (int, unix.Stat_t, error) {
	var stat unix.Stat_t
	fd, err := unix.Open(path, unix.O_PATH|unix.O_NOFOLLOW|unix.O_CLOEXEC, 0)
	if err != nil {
		return -1, stat, &fs.PathError{Op: "fence", Path: path, Err: err}
	}
	if err := unix.Fstat(fd, &stat); err != nil {
		unix.Close(fd)
		return -1, stat, &fs.PathError{Op: "fence", Path: path, Err: err}
	}
	return fd, stat, nil
}

func (r *ruleset) add(fd int, path string, stat unix.Stat_t, access uint64) error {
	switch stat.Mode & unix.S_IFMT {
	case unix.S_IFLNK:
		return nil
	case unix.S_IFDIR:
	default:
		access &= onFiles
	}
	if access &= r.handled; access == 0 {
		return nil
	}
	attr := ll.PathBeneathAttr{AllowedAccess: access, ParentFd: fd}
	if err := ll.LandlockAddPathBeneathRule(r.fd, &attr, 0); err != nil {
		return fmt.Errorf("fence %s: %w", path, err)
	}
	return nil
}

// executable grants what the set-up found, if it is still that.
func (r *ruleset) executable(file File) error {
	fd, stat, err := look(file.Path)
	if errors.Is(err, fs.ErrNotExist) {
		return &DriftError{file.Path, "is gone"}
	}
	if err != nil {
		return err
	}
	defer unix.Close(fd)
	if err := file.same(stat); err != nil {
		return err
	}
	return r.add(fd, file.Path, stat, toExecute)
}

// same compares a file with what was found of it.
func (f File) same(stat unix.Stat_t) error {
	mode := uint32(unix.S_IFREG)
	if f.Dir {
		mode = unix.S_IFDIR
	}
	switch {
	case stat.Mode&unix.S_IFMT != mode:
		return &DriftError{f.Path, "is another kind of file now"}
	case !f.Dir && (stat.Size != f.Size || int64(stat.Mtim.Sec) != f.Mtime):
		return &DriftError{f.Path, "was changed"}
	}
	return nil
}

// Look returns a file as it is now.
func Look(path string) (File, error) {
	fd, stat, err := look(path)
	if err != nil {
		return File{}, err
	}
	unix.Close(fd)
	if stat.Mode&unix.S_IFMT == unix.S_IFDIR {
		return File{Path: path, Dir: true}, nil
	}
	return File{Path: path, Size: stat.Size, Mtime: int64(stat.Mtim.Sec)}, nil
}

// Unmoved compares the files with what was found of them. Its error is a *DriftError
// for the first that is another.
func Unmoved(files []File) error {
	for _, file := range files {
		var stat unix.Stat_t
		if err := unix.Lstat(file.Path, &stat); err != nil {
			return &DriftError{file.Path, "is gone"}
		}
		if err := file.same(stat); err != nil {
			return err
		}
	}
	return nil
}

// A claim is what a span wants for a directory and what is below it.
type claim struct {
	access uint64
	except []string
}

// spans grants both spans in one walk where their roots are the same.
func (r *ruleset) spans(read, write Span) error {
	for _, root := range union(read.Roots, write.Roots) {
		var claims []claim
		if slices.Contains(read.Roots, root) {
			claims = append(claims, claim{toRead, read.Except})
		}
		if slices.Contains(write.Roots, root) {
			claims = append(claims, claim{toWrite, write.Except})
		}
		if err := r.walk(root, claims); err != nil {
			return err
		}
	}
	return nil
}

func union(a, b []string) []string {
	all := slices.Concat(a, b)
	slices.Sort(all)
	return slices.Compact(all)
}

// walk grants each claim on the directory where no exception is below it, and else
// on those of its entries where none is. What vanishes meanwhile is passed over.
func (r *ruleset) walk(path string, claims []claim) error {
	var now uint64
	var later []claim
	for _, c := range claims {
		switch {
		case c.excepts(path):
		case c.inside(path):
			later = append(later, c)
		default:
			now |= c.access
		}
	}
	if now != 0 {
		if err := r.grant(path, now); err != nil {
			return passOver(err)
		}
	}
	if len(later) == 0 {
		return nil
	}
	names, err := entries(path)
	if err != nil {
		return passOver(err)
	}
	for _, name := range names {
		if err := r.walk(filepath.Join(path, name), later); err != nil {
			return err
		}
	}
	return nil
}

// passOver ignores what is not there, or not ours to look at: nothing is granted.
func passOver(err error) error {
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrPermission) || errors.Is(err, unix.ENOTDIR) {
		return nil
	}
	return err
}

func entries(dir string) ([]string, error) {
	f, err := os.Open(dir)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return f.Readdirnames(-1)
}

// excepts reports whether the path is an exception or below one.
func (c claim) excepts(path string) bool {
	return slices.ContainsFunc(c.except, func(e string) bool { return path == e || below(path, e) })
}

// inside reports whether an exception is below the path.
func (c claim) inside(path string) bool {
	return slices.ContainsFunc(c.except, func(e string) bool { return below(e, path) })
}

// below reports whether path is below the directory dir.
func below(path, dir string) bool {
	rest, ok := strings.CutPrefix(path, strings.TrimSuffix(dir, "/"))
	return ok && len(rest) > 1 && rest[0] == '/'
}
