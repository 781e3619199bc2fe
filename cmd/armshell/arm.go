package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"armshell"
	"armshell/internal/confine"
	"armshell/internal/parse"
	"armshell/internal/policy"
	"armshell/internal/provision"
)

// A place is an arm, and the files that it means on this machine.
type place struct {
	arm   policy.Arm
	rules *policy.Resolver // of the arm, with what the session approved
	cwd   string           // this process's directory; empty if nobody knows it
	shell string           // the real shell's file
	self  string           // this armshell's file
	bin   string           // the arm's directory; empty without a seal

	sealed   policy.SealedFence // what the fence needs to know; nothing without a seal
	approved policy.Ruleset     // what the session approved
}

// choose returns the arm of the seal beside this armshell. Nothing in the
// environment can choose another; only without a seal do the variables count.
func choose() (place, error) {
	self, err := os.Executable()
	if err != nil {
		return place{}, fmt.Errorf("find this program's own file: %w", err)
	}
	if strings.HasSuffix(self, " (deleted)") {
		return place{}, fmt.Errorf("this program's own file is gone, and its seal with it")
	}
	seal, err := policy.ReadSeal(filepath.Dir(self))
	if errors.Is(err, policy.ErrNoSeal) {
		return unsealed(self)
	}
	if err != nil {
		return place{}, err
	}
	return place{arm: seal.Arm, shell: seal.ShellFile, self: self, bin: filepath.Dir(self), sealed: seal.Fence}.withRules()
}

func unsealed(self string) (place, error) {
	name := os.Getenv("ARMSHELL_ARM")
	if name == "" {
		return place{}, errors.New("no arm: there is no seal beside armshell, and ARMSHELL_ARM is not set")
	}
	arms, err := policies()
	if err != nil {
		return place{}, err
	}
	arm, err := arms.Arm(name)
	if err != nil {
		return place{}, err
	}
	arm.Agent, arm.Session = os.Getenv("ARMSHELL_AGENT"), os.Getenv("ARMSHELL_SESSION")
	if arm.Agent != "" && !policy.IsAgentName(arm.Agent) {
		return place{}, fmt.Errorf("ARMSHELL_AGENT is %q, which cannot be an agent's name: write letters, digits, - and _", arm.Agent)
	}
	p := place{arm: arm, shell: arm.Shell, self: self}
	if arm.Dialect() != parse.Bash { // what sh is, only its file tells
		if p.shell, err = filepath.EvalSymlinks(arm.Shell); err != nil {
			return place{}, fmt.Errorf("find the real shell: %w", err)
		}
	}
	return p.withRules()
}

// withRules reads what the session approved.
func (p place) withRules() (place, error) {
	session, err := policy.LoadSession(p.arm.Session)
	if err != nil {
		return place{}, err
	}
	if p.cwd, err = os.Getwd(); err != nil {
		p.cwd = "" // a directory that was removed: every relative path may be anywhere
	}
	p.approved = session.Ruleset()
	p.rules = policy.NewResolver(policy.NewManager(p.arm, p.cwd), session)
	return p, nil
}

func policies() (policy.Arms, error) {
	if file := os.Getenv("ARMSHELL_CONFIG"); file != "" {
		return policy.Load(file)
	}
	return policy.ParsePolicy("arms.toml", armshell.Policy)
}

// fence is what the kernel shall hold the shell to.
func (p place) fence() (confine.Fence, error) {
	return provision.Fencing{Arm: p.arm, Sealed: p.sealed, Bin: p.bin, Self: p.self, Cwd: p.cwd, Approved: p.approved}.Fence()
}
