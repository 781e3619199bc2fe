package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"armshell"
	"armshell/internal/policy"
)

// A place is an arm, and the files that it means on this machine.
type place struct {
	arm   policy.Arm
	shell string // the real shell's file
	self  string // this armshell's file
	bin   string // the arm's directory; empty without a seal
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
	return place{seal.Arm, seal.ShellFile, self, filepath.Dir(self)}, nil
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
	return place{arm: arm, shell: arm.Shell, self: self}, nil
}

func policies() (policy.Arms, error) {
	if file := os.Getenv("ARMSHELL_CONFIG"); file != "" {
		return policy.Load(file)
	}
	return policy.ParsePolicy("arms.toml", armshell.Policy)
}
