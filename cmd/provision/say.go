package main

import (
	"errors"
	"fmt"
	"os"
)

// All words on standard error are printed here. House rules: the prefix
// "provision:"; one fact a line; lower case, no full stop, no colour; after the
// fact the way on, where one is known. Answers go to standard output.

// say prints err, if it is one that nothing has said yet.
func say(err error) {
	if err == nil || errors.As(err, &verdictError{}) {
		return
	}
	fmt.Fprintf(os.Stderr, "provision: %s\n", err)
	if hint := hintOf(err); hint != "" {
		fmt.Fprintf(os.Stderr, "provision: hint: %s\n", hint)
	}
}

// warn says what is no error.
func warn(text string) {
	fmt.Fprintf(os.Stderr, "provision: warning: %s\n", text)
}

// hintOf returns the way on that the error knows.
func hintOf(err error) string {
	var h interface{ Hint() string }
	switch {
	case errors.As(err, &h):
		return h.Hint()
	case errors.As(err, &usageError{}):
		return "provision --help shows the calls"
	}
	return ""
}
