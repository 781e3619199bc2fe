// Armshell is a shell that can reach exactly one tool.
//
// It is started as any shell is: armshell -c LINE, armshell FILE, a script on
// standard input. It owns no option; every one is bash's, read as bash reads it.
// It judges the text by the policy of its arm, and then either becomes bash, in
// the same process, or refuses on standard error and runs nothing.
//
// The arm is the one that stands in the seal (.arm.toml) beside armshell's own
// file. Without a seal, ARMSHELL_ARM names an arm of the policy file that
// ARMSHELL_CONFIG names, or of the one built in.
//
// Exit status: bash's own if it ran; 126 refused; 2 not valid shell syntax; 125
// armshell could not decide; 127 no such script file.
//
// Not protected: what the arm's own tool does, and whatever starts another shell
// than this one.
package main

import (
	"errors"
	"os"

	"armshell/internal/policy"
)

func main() {
	err := run(os.Args, os.Environ())
	say(err)
	os.Exit(exitCode(err))
}

// Statuses of armshell itself; 125 to 127 as env(1) and timeout(1) have them.
const (
	statusSyntax    = 2
	statusUndecided = 125
	statusRefused   = 126
	statusMissing   = 127
)

// A scriptError is a script file that cannot be read. bash's own statuses for it
// are 126, and 127 if there is none.
type scriptError struct {
	status int
	text   string
}

func (e *scriptError) Error() string { return e.text }

func exitCode(err error) int {
	var refusal *policy.Refusal
	var script *scriptError
	switch {
	case err == nil:
		return 0
	case errors.As(err, &refusal) && refusal.Reason == policy.Syntax:
		return statusSyntax
	case errors.As(err, &refusal):
		return statusRefused
	case errors.As(err, &script):
		return script.status
	default:
		return statusUndecided
	}
}
