package main

import (
	"fmt"
	"strings"

	"armshell/internal/confine"
	"armshell/internal/policy"
	"armshell/internal/provision"
)

// A fenceJSON is the kernel's part in holding an arm. What does not apply is left out.
type fenceJSON struct {
	Wanted  string   `json:"wanted"`            // the policy's word
	State   string   `json:"state"`             // on, off, none if the kernel cannot, or refused
	Version int      `json:"version,omitempty"` // of the kernel's interface
	Lacks   []string `json:"lacks,omitempty"`   // what later versions hold besides
	Admits  []string `json:"admits,omitempty"`  // interpreters that run for the arm's scripts
	Open    []string `json:"open,omitempty"`    // of what should be unreadable or unwritable: what cannot be held
	Problem string   `json:"problem,omitempty"` // why every line is refused
}

// fenceOf asks this kernel. Only a seal knows what stays open.
func fenceOf(arm policy.Arm, sealed *policy.SealedFence) fenceJSON {
	f := fenceJSON{Wanted: arm.Fence, State: "off"}
	if arm.Fence == string(confine.Off) {
		return f
	}
	f.Version = confine.ABI()
	fenced, err := confine.Decide(confine.Need(arm.Fence), provision.PortsOf(arm.Limits), f.Version)
	switch {
	case err != nil:
		f.State, f.Problem = "refused", err.Error()
		return f
	case !fenced:
		f.State = "none"
		return f
	}
	f.State, f.Lacks = "on", confine.Lacks(f.Version)
	if sealed == nil {
		f.Admits = provision.Admits(arm, provision.Installed)
		return f
	}
	f.Admits, f.Open = sealed.Interpreters, sealed.Open
	return f
}

// word says the state in a table.
func (f fenceJSON) word() string {
	text := f.State
	if f.State == "on" {
		text = fmt.Sprintf("on (%d)", f.Version)
	}
	if len(f.Admits) > 0 {
		text += ", admits " + strings.Join(f.Admits, " ")
	}
	return text
}

// lines says it for people.
func (f fenceJSON) lines() []string {
	switch f.State {
	case "off":
		return []string{"fence: off: the policy says so, and the guard alone holds the arm"}
	case "none":
		return []string{fmt.Sprintf("fence: none: this kernel has version %d of it, and 3 is needed; the guard alone holds the arm", f.Version)}
	case "refused":
		return []string{"fence: every line is refused: " + f.Problem}
	}
	lines := []string{fmt.Sprintf("fence: on, version %d of the kernel's", f.Version)}
	for _, lack := range f.Lacks {
		lines = append(lines, "  does not hold: "+lack)
	}
	for _, name := range f.Admits {
		lines = append(lines, fmt.Sprintf("  this arm's fence admits %s: its scripts need it, and only the guard keeps a line from it", name))
	}
	for _, path := range f.Open {
		lines = append(lines, "  cannot hold "+policy.Printable(path)+": it is where honest lines make files, or below")
	}
	return lines
}
