package policy

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
)

// Bounds of following a path: the kernel follows 40 links (path_resolution(7)), and
// opens none that is longer than PATH_MAX, 4096, which a program may shorten first.
const (
	maxLinks    = 40
	maxPathText = 1 << 16
)

// canonical returns the absolute path with every link followed as the kernel would.
// What does not exist is taken for a directory that is made meanwhile: what comes
// after it and .. is followed again. Where nobody can see on, the rest is as written.
func canonical(path string) string { return canonicalFrom("/", path) }

// canonicalFrom returns the canonical path of text from a directory that is
// canonical itself.
func canonicalFrom(dir, text string) string {
	w := pathWalk{at: strings.TrimSuffix(dir, "/"), rest: text}
	return w.end()
}

// end walks to the end of the path, and returns where that is.
func (w *pathWalk) end() string {
	for w.rest != "" {
		name, rest, _ := strings.Cut(w.rest, "/")
		w.rest = rest
		w.step(name)
	}
	if w.at == "" {
		return "/"
	}
	return w.at
}

// A pathWalk is on its way through a path.
type pathWalk struct {
	at      string // where it is, without the slash at the end
	rest    string
	missing int // names at the end of at that are not there
	links   int // that were followed
}

func (w *pathWalk) step(name string) {
	switch name {
	case "", ".":
		return
	case "..":
		w.at = w.at[:max(strings.LastIndexByte(w.at, '/'), 0)]
		w.missing = max(w.missing-1, 0)
		return
	}
	here := w.at
	w.at += "/" + name
	if w.missing > 0 {
		w.missing++
		return
	}
	target, err := os.Readlink(w.at)
	switch {
	case err == nil && w.links < maxLinks:
		w.follow(here, target)
	case err != nil && !errors.Is(err, syscall.EINVAL): // EINVAL: it is there, and no link
		w.missing = 1
	}
}

// follow goes where a link in here leads.
func (w *pathWalk) follow(here, target string) {
	w.links++
	w.at = here
	if filepath.IsAbs(target) {
		w.at = ""
	}
	w.rest = target + "/" + w.rest
}
