package policy

import (
	"regexp"
	"strings"
	"sync"
)

// sedCommand is a command of sed that only reads and prints: addresses, and a
// command without a file, a program or text after it. s has no flag but g, p, i and
// a number, and no delimiter in its parts. GNU sed 4.9 manual, sed scripts; 2026-11.
var sedCommand = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^\s*((\d+|\$|/[^/\\]*/)(,\+?(\d+|\$|/[^/\\]*/))?)?\s*!?\s*([=dDgGhHnNpPqQx]|s/[^/\\]*/[^/\\]*/[gpiI\d]*)?\s*$`)
})

// sedReads reports whether a script of sed surely writes and starts nothing.
func sedReads(script string) bool {
	for command := range strings.FieldsFuncSeq(script, func(c rune) bool { return c == ';' || c == '\n' }) {
		if !sedCommand().MatchString(command) {
			return false
		}
	}
	return true
}

// awkReads reports whether a program of awk surely writes and starts nothing, and
// reads only its operands: it has no redirect, pipe or include. POSIX awk,
// input/output statements; read 2026-11.
func awkReads(program string) bool {
	return !strings.ContainsAny(program, "<>|@") && !strings.Contains(program, "system") && !strings.Contains(program, "getline")
}

// jqReads reports whether a program of jq surely reads only its operands: it has no
// modules, which are files too. jq 1.7 manual, Modules; read 2026-12.
func jqReads(program string) bool {
	return !strings.Contains(program, "import") && !strings.Contains(program, "include")
}
