package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"armshell/internal/confine"
	"armshell/internal/policy"
	"armshell/internal/provision"
)

// alwaysWritable are the trees that a list of write never takes away, sorted: devices
// are written to by name, and temporary files made, whatever the tool.
var alwaysWritable = [...]string{"/dev", "/tmp"}

// alwaysReadable are the trees that a list of read never takes away, sorted: without
// them no program starts, finds a host's name or the time. Source: the Filesystem
// Hierarchy Standard 3.0; tried with the utilities of the shipped policy, 2026-12.
var alwaysReadable = [...]string{"/bin", "/dev", "/etc", "/lib", "/lib32", "/lib64", "/libx32", "/proc", "/run", "/sys", "/usr"}

// fence is what the kernel shall hold the shell to.
func (p place) fence() (confine.Fence, error) {
	l := p.arm.Limits
	ports := portsOf(l)
	fenced, err := confine.Decide(confine.Need(p.arm.Fence), ports, confine.ABI())
	if err != nil {
		return confine.Fence{}, err
	}
	if p.bin == "" {
		if p.arm.Fence == string(confine.Required) {
			return confine.Fence{}, errors.New("the policy requires a kernel fence, and no seal says what it needs: provision a directory")
		}
		return confine.Fence{Off: true}, nil
	}
	programs, err := p.programs()
	if err != nil || !fenced {
		return confine.Fence{Off: err == nil, Execute: programs}, err
	}
	self, err := confine.Look(p.self)
	if err != nil {
		return confine.Fence{}, err
	}
	return confine.Fence{
		Execute: append(programs, self),
		Read:    confine.Span{Roots: p.roots(l.Read, append([]string{p.bin}, alwaysReadable[:]...)), Except: p.sealed.Unreadable},
		Write:   confine.Span{Roots: p.roots(l.Write, alwaysWritable[:]), Except: p.sealed.Unwritable},
		Also:    p.named(l.Read),
		Ports:   ports,
		Marker:  filepath.Join(p.bin, policy.SealName),
	}, nil
}

// programs returns the files that may be executed: those of the seal, and what the
// session approved since.
func (p place) programs() ([]confine.File, error) {
	sealed := p.sealed.Programs
	if len(p.approved) > 0 {
		approved, err := provision.Executables(p.arm, p.approved)
		if err != nil {
			return nil, fmt.Errorf("find what the session approved: %w", err)
		}
		sealed = slices.Concat(sealed, approved)
	}
	list := make([]confine.File, len(sealed))
	for i, s := range sealed {
		size, mtime, dir, ok := policy.ReadState(s.File)
		if !ok {
			return nil, fmt.Errorf("the seal says %q of %s, which is no state of a file: provision again", s.File, s.Name)
		}
		list[i] = confine.File{Path: s.Name, Size: size, Mtime: mtime, Dir: dir}
	}
	return list, nil
}

func portsOf(l policy.Limits) *confine.Ports {
	if l.Connect == nil && !l.Offline {
		return nil
	}
	ports := confine.Ports{}
	for _, n := range l.Connect {
		ports = append(ports, uint16(n))
	}
	return &ports
}

// roots returns where a span begins: everywhere, or at the places of the list and
// those that it never takes away.
func (p place) roots(list, always []string) []string {
	if list == nil {
		return []string{"/"}
	}
	roots := append([]string{}, always...)
	for _, place := range list {
		roots = append(roots, p.resolved(place))
	}
	return roots
}

// resolved returns the place without links; one that is not there grants nothing.
func (p place) resolved(place string) string {
	switch {
	case place == "." || strings.HasPrefix(place, "./"):
		place = filepath.Join(p.cwd, place)
	case place == "~" || strings.HasPrefix(place, "~/"):
		home, _ := os.UserHomeDir()
		place = filepath.Join(home, place[1:])
	}
	if real, err := filepath.EvalSymlinks(place); err == nil {
		return real
	}
	return place
}

// named returns the places of the list that the operator named in full, and that are
// among a directory's programs: they are readable because they are named. What the
// agent's own directory leads to is not.
func (p place) named(list []string) []string {
	var also []string
	for _, place := range list {
		for _, dir := range p.sealed.Unreadable {
			if real := p.resolved(place); place[0] == '/' && (real == dir || strings.HasPrefix(real, dir+"/")) {
				also = append(also, real)
			}
		}
	}
	return also
}
