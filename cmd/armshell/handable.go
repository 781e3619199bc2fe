package main

import (
	"fmt"
	"strings"

	"armshell/internal/policy"
)

// maxArgument is the longest argument that Linux gives to a program: MAX_ARG_STRLEN,
// with the NUL that ends it. execve(2); read 2026-12.
const maxArgument = 128<<10 - 1

// tellsSource are what shows a script that it was given with -c: $- holds an s or a c
// by that, and busybox ash counts lines from 0 (measured, dash 0.5.12 and busybox
// 1.35.0, 2026-12).
var tellsSource = [...]string{"$-", "${-", "LINENO"}

// handable refuses a script that dash or busybox would not run from a text as it does
// from a file.
func (p place) handable(inv invocation, text string, d policy.Decision) policy.Decision {
	if !inv.posix || inv.source == sourceCommand {
		return d
	}
	if len(text) > maxArgument {
		return policy.RefuseText(p.arm, "too-large", fmt.Sprintf("the script has %d bytes, and this shell can be given %d", len(text), maxArgument), "split it into smaller scripts")
	}
	if inv.set("verbose") {
		return policy.RefuseOption(p.arm, "verbose")
	}
	for _, word := range tellsSource {
		if strings.Contains(text, word) {
			return policy.RefuseText(p.arm, "opaque", word+" in a script for this shell, which is given the script as a text with -c", "leave it out, or give the text with -c")
		}
	}
	return d
}
