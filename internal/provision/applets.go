package provision

import (
	"context"
	"fmt"
	"os/exec"
	"strings"
	"time"

	"armshell/internal/policy"
)

// checkShell refuses a file that is not the shell which the policy means, and a busybox
// whose shell reaches its applets without PATH.
func checkShell(arm policy.Arm, file string) error {
	if err := arm.CheckShell(file); err != nil || !policy.IsBusybox(file) {
		return err
	}
	applets, err := run(file, "busybox", "--list")
	if err != nil {
		return fmt.Errorf("the real shell %s: list its applets: %w", arm.Shell, err)
	}
	// Built with FEATURE_SH_STANDALONE or FEATURE_PREFER_APPLETS, ash finds an applet
	// before any program (busybox 1.35.0, shell/Config.src and shell/ash.c, find_command).
	found, err := run(file, "sh", append([]string{"-c", `for n; do command -v "$n"; done; :`, "sh"}, applets...)...)
	if err != nil {
		return fmt.Errorf("the real shell %s: ask it for its applets: %w", arm.Shell, err)
	}
	for _, name := range found {
		if !arm.Reserves(name) {
			return fmt.Errorf("the real shell %s is a busybox that runs %q without looking it up: install dash, or a busybox without FEATURE_SH_STANDALONE", arm.Shell, name)
		}
	}
	return nil
}

// run returns the words that the file prints, called by the name, where no PATH
// leads anywhere.
func run(file, name string, args ...string) ([]string, error) {
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	cmd := exec.CommandContext(ctx, file, args...)
	cmd.Args[0], cmd.Env = name, []string{"PATH=/dev/null"}
	out, err := cmd.Output()
	return strings.Fields(string(out)), err
}
