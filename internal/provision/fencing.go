package provision

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"armshell/internal/confine"
	"armshell/internal/policy"
)

// alwaysWritable are the trees that a list of write never takes away, sorted: devices
// are written to by name, and temporary files made, whatever the tool.
var alwaysWritable = [...]string{"/dev", "/tmp"}

// alwaysReadable are the trees that a list of read never takes away, sorted: without
// them no program starts, finds a host's name or the time. Source: the Filesystem
// Hierarchy Standard 3.0; tried with the utilities of the shipped policy, 2026-12.
var alwaysReadable = [...]string{"/bin", "/dev", "/etc", "/lib", "/lib32", "/lib64", "/libx32", "/proc", "/run", "/sys", "/usr"}

// A Fencing is an arm on this machine, about to be fenced.
type Fencing struct {
	Arm      policy.Arm
	Sealed   policy.SealedFence
	Bin      string         // the arm's directory; empty without a seal
	Self     string         // armshell's file
	Cwd      string         // where the shell starts; empty if nobody knows
	Approved policy.Ruleset // what the session approved
}

// Fence is what the kernel shall hold the shell to.
func (p Fencing) Fence() (confine.Fence, error) {
	l := p.Arm.Limits
	ports := PortsOf(l)
	fenced, err := confine.Decide(confine.Need(p.Arm.Fence), ports, confine.ABI())
	if err != nil {
		return confine.Fence{}, err
	}
	if p.Bin == "" {
		if p.Arm.Fence == string(confine.Required) {
			return confine.Fence{}, errors.New("the policy requires a kernel fence, and no seal says what it needs: provision a directory")
		}
		return confine.Fence{Off: true}, nil
	}
	programs, err := p.programs()
	if err != nil || !fenced {
		return confine.Fence{Off: err == nil, Execute: programs}, err
	}
	self, err := confine.Look(p.Self)
	if err != nil {
		return confine.Fence{}, err
	}
	return confine.Fence{
		Execute: append(programs, self),
		Read:    confine.Span{Roots: p.roots(l.Read, append([]string{p.Bin}, alwaysReadable[:]...)), Except: p.Sealed.Unreadable},
		Write:   confine.Span{Roots: p.roots(l.Write, alwaysWritable[:]), Except: p.Sealed.Unwritable},
		Also:    p.named(l.Read),
		Ports:   ports,
		Marker:  filepath.Join(p.Bin, policy.SealName),
	}, nil
}

// programs returns the files that may be executed: those of the seal, and what the
// session approved since.
func (p Fencing) programs() ([]confine.File, error) {
	sealed := p.Sealed.Programs
	if len(p.Approved) > 0 {
		approved, err := Executables(p.Arm, p.Approved)
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

// PortsOf returns the ports of an arm's list; nil if it has none.
func PortsOf(l policy.Limits) *confine.Ports {
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
func (p Fencing) roots(list, always []string) []string {
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
func (p Fencing) resolved(place string) string {
	switch {
	case strings.HasPrefix(place, "."):
		place = filepath.Join(p.Cwd, place)
	default:
		place = atHome(place)
	}
	if real, err := filepath.EvalSymlinks(place); err == nil {
		return real
	}
	return place
}

// named returns the places of the list that the operator named in full, and that are
// among a directory's programs: they are readable because they are named. What the
// agent's own directory leads to is not.
func (p Fencing) named(list []string) []string {
	var also []string
	for _, place := range list {
		for _, dir := range p.Sealed.Unreadable {
			if real := p.resolved(place); place[0] == '/' && (real == dir || below(real, dir)) {
				also = append(also, real)
			}
		}
	}
	return also
}
