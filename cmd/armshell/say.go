package main

import (
	"errors"
	"fmt"
	"os"
	"strings"

	"armshell/internal/policy"
)

// All words to the user are printed here. House rules: standard error only; the
// prefix "armshell:"; one fact a line; lower case, no full stop, no colour; a
// refusal names the fact and then the way on. None of the words by which agents
// recognise another kind of confinement (policy.Printable takes them out of what
// is quoted).

// say prints err, if there is one.
func say(err error) {
	if err == nil {
		return
	}
	fmt.Fprint(os.Stderr, message(err))
}

// message returns the lines that say what err is, in one text, so that they are
// written at once.
func message(err error) string {
	var refusal *policy.Refusal
	if !errors.As(err, &refusal) {
		lines := strings.Split(err.Error(), "\n") // a policy's error shows the place with a caret
		for i := range lines {
			lines[i] = policy.Clean(lines[i]) + "\n"
		}
		return "armshell: " + strings.Join(lines, "")
	}
	text := fmt.Sprintf("armshell: refused: %s: %s\n", refusal.Pos, refusal)
	if refusal.Hint != "" {
		text += "armshell: hint: " + refusal.Hint + "\n"
	}
	return text
}
