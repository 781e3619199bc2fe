package confine

import (
	"errors"
	"fmt"
	"io/fs"
	"syscall"

	ll "github.com/landlock-lsm/go-landlock/landlock/syscall"
	"golang.org/x/sys/unix"
)

// ABI returns the version of the kernel's fence, 0 if it has none.
func ABI() int {
	abi, err := ll.LandlockGetABIVersion()
	if err != nil {
		return 0
	}
	return abi
}

// What a rule can let a process do.
const (
	toRead    = ll.AccessFSReadFile
	toExecute = ll.AccessFSExecute | ll.AccessFSReadFile // execve opens for reading, too
	toWrite   = ll.AccessFSWriteFile | ll.AccessFSTruncate | ll.AccessFSRemoveDir | ll.AccessFSRemoveFile | ll.AccessFSMakeChar |
		ll.AccessFSMakeDir | ll.AccessFSMakeReg | ll.AccessFSMakeSock | ll.AccessFSMakeFifo | ll.AccessFSMakeBlock |
		ll.AccessFSMakeSym | ll.AccessFSRefer
	onFiles = ll.AccessFSExecute | ll.AccessFSWriteFile | ll.AccessFSReadFile | ll.AccessFSTruncate | ll.AccessFSIoctlDev
)

// controlled are the devices whose controls a shell and its tools need: terminals,
// and those that answer every control with an error. Measured with bash 5.2.15 (job
// control, stty, read -t) on Linux 6.18, 2026-12. Other devices' controls load
// firmware, format disks and push characters into consoles.
var controlled = [...]string{"/dev/console", "/dev/full", "/dev/null", "/dev/ptmx", "/dev/pts", "/dev/random", "/dev/tty", "/dev/urandom", "/dev/zero"}

// attr is what the fence takes hold of.
func (f *Fence) attr(abi int) ll.RulesetAttr {
	attr := ll.RulesetAttr{HandledAccessFS: toExecute | toWrite}
	if f.Ports != nil {
		attr.HandledAccessNet = ll.AccessNetConnectTCP
	}
	if abi >= abiIoctl {
		attr.HandledAccessFS |= ll.AccessFSIoctlDev
	}
	if abi >= abiScope {
		attr.Scoped = ll.ScopeSignal | ll.ScopeAbstractUnixSocket
	}
	return attr
}

// raise fences the calling thread. On an error the thread is as free as before, but
// for no_new_privs.
func (f *Fence) raise() error {
	abi := ABI()
	if abi < minABI || f.Ports != nil && abi < abiPorts {
		return fmt.Errorf("version %d of the kernel's fence cannot hold this one", abi)
	}
	marked, settled := marker(f.Marker)
	if marked && settled {
		return nil
	}
	attr := f.attr(abi)
	set, err := ll.LandlockCreateRuleset(&attr, 0)
	if err != nil {
		return fmt.Errorf("begin the fence: %w", err)
	}
	r := ruleset{fd: set, handled: attr.HandledAccessFS}
	defer unix.Close(set)
	if err := r.fill(f); err != nil {
		return err
	}
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		return fmt.Errorf("give up gaining privileges: %w", err)
	}
	err = ll.LandlockRestrictSelf(set, 0)
	if errors.Is(err, syscall.E2BIG) && marked {
		return nil // sixteen fences stand already, and one is of this seal
	}
	if err != nil {
		return fmt.Errorf("close the fence: %w", err)
	}
	return nil
}

// fill gives the ruleset all that the fence grants.
func (r *ruleset) fill(f *Fence) error {
	for _, file := range f.Execute {
		if err := r.executable(file); err != nil {
			return err
		}
	}
	for _, device := range controlled {
		if err := r.grant(device, ll.AccessFSIoctlDev&r.handled); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	if err := r.spans(f.Read, f.Write); err != nil {
		return err
	}
	for _, path := range f.Also {
		if err := passOver(r.grant(path, toRead)); err != nil {
			return err
		}
	}
	return r.ports(f.Ports)
}

func (r *ruleset) ports(ports *Ports) error {
	if ports == nil {
		return nil
	}
	for _, port := range *ports {
		attr := ll.NetPortAttr{AllowedAccess: ll.AccessNetConnectTCP, Port: uint64(port)}
		if err := ll.LandlockAddNetPortRule(r.fd, &attr, 0); err != nil {
			return fmt.Errorf("let connections to port %d through: %w", port, err)
		}
	}
	return nil
}
