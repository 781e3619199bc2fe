//go:build !linux

package confine

import (
	"errors"
	"os"
)

// ABI returns 0: this system has no fence.
func ABI() int { return 0 }

func (f *Fence) raise() error { return errors.New("this system has no fence") }

// Look returns a file as it is now.
func Look(path string) (File, error) {
	info, err := os.Lstat(path)
	if err != nil {
		return File{}, err
	}
	if info.IsDir() {
		return File{Path: path, Dir: true}, nil
	}
	return File{Path: path, Size: info.Size(), Mtime: info.ModTime().Unix()}, nil
}

// Unmoved compares the files with what was found of them. Its error is a *DriftError
// for the first that is another.
func Unmoved(files []File) error {
	for _, file := range files {
		switch now, err := Look(file.Path); {
		case err != nil:
			return &DriftError{file.Path, "is gone"}
		case now.Dir != file.Dir:
			return &DriftError{file.Path, "is another kind of file now"}
		case now != file:
			return &DriftError{file.Path, "was changed"}
		}
	}
	return nil
}
