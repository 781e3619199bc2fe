package confine

import (
	"errors"
	"fmt"
	"runtime"
)

// A Fence is what the kernel lets the shell do, and everything that it starts, for as
// long as they live. The zero value lets nothing run, and so Exec refuses it.
type Fence struct {
	Off     bool     // there is no fence: the operator, or the kernel, has none
	Execute []File   // what may be executed, and read
	Read    Span     // whose files may be read
	Write   Span     // in which files may be written, made, renamed and removed
	Also    []string // what may be read although Read excepts it
	Ports   *Ports   // where TCP connections may lead; nil for anywhere
	Marker  string   // a file by which a fence of the same seal is known: see fenced
}

// A Span is every file below the roots that is not below an exception, too. The
// kernel knows no exceptions: what it is given instead are all neighbours of the
// exceptions, as they are when the shell starts. So what is made later directly
// in a directory on the way to an exception belongs to no span.
type Span struct{ Roots, Except []string }

// Ports are the TCP ports that may be connected to.
type Ports []uint16

// A File is a file, or the files below a directory, as the operator's set-up found
// it. No inode: the layers of a container's image give it another on every machine, and
// keep no more of its time than seconds.
type File struct {
	Path  string // absolute, without links
	Size  int64
	Mtime int64 // in seconds
	Dir   bool  // then neither is compared
}

// A DriftError is a file that is not any more what the set-up found.
type DriftError struct{ Path, What string }

func (e *DriftError) Error() string { return e.Path + " " + e.What }

// minABI is the first version of the kernel's interface that can hold all of a
// fence: 2 came with renames between directories, 3 with truncation. Source: the
// kernel's Documentation/userspace-api/landlock.rst, "Previous limitations"; read 2026-12.
const minABI = 3

// The versions that parts of a fence need beyond that; the same source.
const (
	abiPorts = 4 // Linux 6.7
	abiIoctl = 5 // Linux 6.10
	abiScope = 6 // Linux 6.12
)

// A Need says whether the operator wants a fence.
type Need string

// The words of the policy.
const (
	Auto     Need = "auto"
	Required Need = "required"
	Off      Need = "off"
)

// Decide says whether the shell is fenced by a kernel of that version, 0 for none.
// A fence is whole or an error, never a part of what was asked for.
func Decide(need Need, ports *Ports, abi int) (fenced bool, err error) {
	switch {
	case need == Off:
		return false, nil
	case need != Auto && need != Required:
		return false, fmt.Errorf("no fence is called %q", string(need))
	case abi < minABI && need == Required:
		return false, fmt.Errorf("the policy requires a kernel fence, and %s: provision check --json says what this kernel has; it takes Linux 6.2 with it built in and named in lsm=", missing(abi))
	case abi < minABI:
		return false, nil
	case ports != nil && abi < abiPorts:
		return false, fmt.Errorf("the policy limits connections, which takes version %d of the kernel's fence (Linux 6.7), and this kernel has version %d: leave out connect, or say fence = \"off\"", abiPorts, abi)
	}
	return true, nil
}

func missing(abi int) string {
	if abi == 0 {
		return "this kernel has none"
	}
	return fmt.Sprintf("this kernel has version %d of it, which cannot hold all: version %d can", abi, minABI)
}

// Lacks names what a fence of that version leaves out of what later ones hold.
func Lacks(abi int) []string {
	var lacks []string
	if abi < abiIoctl {
		lacks = append(lacks, "device controls")
	}
	if abi < abiScope {
		lacks = append(lacks, "signals and abstract sockets to processes outside")
	}
	return lacks
}

var errNothing = errors.New("no fence was chosen, and one that lets nothing run cannot become a shell")

func (f *Fence) check() error {
	if !f.Off && len(f.Execute) == 0 {
		return errNothing
	}
	return nil
}

// close holds this thread to the fence, if there is one; in any case the files must
// be those that the set-up found.
func (f *Fence) close() error {
	if f.Off {
		return Unmoved(f.Execute)
	}
	return f.raise()
}

// Try calls run on a thread that the fence holds, and what it starts with it, and then
// gives that thread up. It is for those who want to see what a fence does.
func (f *Fence) Try(run func()) error {
	if err := f.check(); err != nil {
		return err
	}
	done := make(chan error)
	go func() {
		runtime.LockOSThread() // and never unlocked: the thread ends with this function
		err := f.close()
		if err == nil {
			run()
		}
		done <- err
	}()
	return <-done
}
