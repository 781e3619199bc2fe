package main

import (
	"sync"
	"time"

	"armshell/internal/policy"
)

// rules are an arm's rules for the directories that intents are about. Putting them
// together takes longer than asking them.
type rules struct {
	arm policy.Arm

	mu    sync.Mutex
	byCwd map[string]*policy.Manager
	since time.Time // none of byCwd is older
}

// Bounds of what is kept: managers, and how long. They follow links when they are
// made, and links change while a process of this kind runs; they also keep the rules
// of every agent that they are asked about, whatever names are made up.
const (
	maxManagers = 64
	maxAge      = time.Second
)

// in returns the manager to ask in cwd.
func (r *rules) in(cwd string) *policy.Manager {
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.byCwd) >= maxManagers || time.Since(r.since) > maxAge {
		r.byCwd, r.since = map[string]*policy.Manager{}, time.Now()
	}
	manager, made := r.byCwd[cwd]
	if !made {
		manager = policy.NewManager(r.arm, cwd)
		r.byCwd[cwd] = manager
	}
	return manager
}
