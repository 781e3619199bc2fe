package provision

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"armshell/internal/policy"
)

// Hostile returns what on this machine lets others than the operator change what the
// arm is, and is therefore doubtful: a tool or a shell that they may overwrite or
// replace. Its error is what no arm can be built on.
func Hostile(arm policy.Arm, dir string, locate Locate) (doubts []string, err error) {
	for _, entry := range filepath.SplitList(os.Getenv("PATH")) {
		if !filepath.IsAbs(entry) {
			return nil, withHint(fmt.Errorf("PATH holds the relative directory %q, so that what a name means depends on where one is", entry),
				"take it out of PATH")
		}
	}
	if dir, err = target(dir); err != nil {
		return nil, err
	}
	if at := worldWritable(filepath.Dir(dir)); at != "" {
		return nil, withHint(fmt.Errorf("anybody may replace %s: everybody may write in %s", dir, at),
			"choose a directory that only the operator may write, such as /opt/arm/bin")
	}
	files := []string{arm.Shell}
	if !arm.Disabled {
		if file, err := find(arm.Tool, locate); err == nil {
			files = append(files, file)
		}
	}
	for _, file := range files {
		if at := overwritable(file); at != "" {
			doubts = append(doubts, fmt.Sprintf("others than the owner may write %s, and so decide what %s is", at, file))
		}
	}
	return doubts, nil
}

// worldWritable returns the directory on the way to dir, itself included, in which
// everybody may rename what is there; empty if there is none.
func worldWritable(dir string) string {
	for at := dir; ; at = filepath.Dir(at) {
		info, err := os.Stat(at)
		if err == nil && info.Mode().Perm()&0o002 != 0 && info.Mode()&fs.ModeSticky == 0 {
			return at
		}
		if at == filepath.Dir(at) {
			return ""
		}
	}
}

// overwritable returns the file, or the directory on the way to it, that others may write.
func overwritable(file string) string {
	info, err := os.Stat(file)
	if err == nil && info.Mode().Perm()&0o022 != 0 {
		return file
	}
	return openToOthers(filepath.Dir(file))
}
