package main

import (
	"errors"
	"io/fs"
	"os"
	"sync"
	"time"

	"armshell/internal/policy"
)

// approvals are what a session's file holds now: an operator adds to it meanwhile.
type approvals struct {
	file string

	mu    sync.Mutex
	seen  os.FileInfo // the file as it was before it was read; nil if it was not there
	fresh bool        // rules holds what seen tells of
	rules policy.SessionRules
}

// settled is how old a file must be for its time to tell the next change from the
// last: clocks of file systems are coarse.
const settled = 100 * time.Millisecond

// now returns what is approved.
func (a *approvals) now() (policy.SessionRules, error) {
	if a.file == "" {
		return policy.SessionRules{}, nil
	}
	info, err := os.Stat(a.file)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return policy.SessionRules{}, err
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if !a.fresh || !same(a.seen, info) {
		if err := a.read(info); err != nil {
			return policy.SessionRules{}, err
		}
	}
	return a.rules, nil
}

// read reads the file, of which info was seen before: of a change in between the next
// intent sees that it is another.
func (a *approvals) read(info os.FileInfo) error {
	a.fresh = false
	rules, err := policy.LoadSession(a.file)
	if err != nil {
		return err
	}
	a.rules = rules
	a.seen, a.fresh = info, info == nil || time.Since(info.ModTime()) > settled
	return nil
}

func same(a, b os.FileInfo) bool {
	if a == nil || b == nil {
		return a == b
	}
	return os.SameFile(a, b) && a.Size() == b.Size() && a.ModTime().Equal(b.ModTime())
}
