package policy

import (
	"strings"

	"armshell/internal/parse"
)

// A door is an otherwise harmless utility with options that start a program, set
// the machine's clock or write a file past the redirects that the shell shows.
type door struct {
	short  string // its short options as for getopt
	long   string // its long options that must have a value, which may be the next word
	closed string // the short options that are refused
	barred string // the long options that are refused, with every beginning of them
}

// doors by utility. Options from coreutils 9.1 and diffutils 3.8; read 2026-11.
// sort hands its temporary files to --compress-program; diff -l runs pr; sort -o
// and shuf -o write a file; date -s sets the clock.
var doors = map[string]door{
	"date": {"d:f:I::Rr:s:u", "date file reference rfc-3339", "s", "set"},
	"diff": {"abBcC:dD:eEF:hHiI:lL:nNpPqrsS:tTuU:vW:wx:X:yZ0123456789",
		"changed-group-format exclude exclude-from from-file horizon-lines ifdef ignore-matching-lines label line-format new-group-format new-line-format old-group-format old-line-format palette show-function-line starting-file tabsize to-file unchanged-group-format unchanged-line-format width",
		"l", "paginate"},
	"shuf": {"ei:n:o:rz", "head-count input-range random-source", "o", "output"},
	"sort": {"bcCdfghik:mMno:rRsS:t:T:uVzy::", "batch-size buffer-size field-separator files0-from key parallel random-source sort temporary-directory",
		"o", "compress-program output"},
}

// opened returns the argument that opens the utility's door, or could.
func (d door) opened(args []parse.Arg) (parse.Arg, bool) {
	for i := 0; i < len(args); i++ {
		word, whole := args[i].Prefix()
		switch {
		case word == "" && !whole:
			return args[i], true
		case word == "--" && whole:
			return parse.Arg{}, false
		case strings.HasPrefix(word, "--"):
			takes, bad := d.longOption(word[2:], whole)
			if bad {
				return args[i], true
			}
			i += takes
		case strings.HasPrefix(word, "-") && word != "-":
			takes, bad := d.cluster(word[1:], whole)
			if bad {
				return args[i], true
			}
			i += takes
		case word == "-" && !whole:
			return args[i], true
		}
	}
	return parse.Arg{}, false
}

// longOption reports whether a long option, or a beginning of one, is barred, and
// how many further words it takes.
func (d door) longOption(word string, whole bool) (takes int, bad bool) {
	name, _, glued := strings.Cut(word, "=")
	for _, barred := range strings.Fields(d.barred) {
		if strings.HasPrefix(barred, name) || !whole && !glued && strings.HasPrefix(name, barred) {
			return 0, true
		}
	}
	if glued || !whole {
		return 0, !glued
	}
	for _, long := range strings.Fields(d.long) {
		if long == name {
			return 1, false
		}
	}
	return 0, false
}

// cluster reads a word of short options.
func (d door) cluster(word string, whole bool) (takes int, bad bool) {
	for i := range len(word) {
		if strings.IndexByte(d.closed, word[i]) >= 0 {
			return 0, true
		}
		at := strings.IndexByte(d.short, word[i])
		if at < 0 || at+1 == len(d.short) || d.short[at+1] != ':' {
			continue
		}
		optional := strings.HasPrefix(d.short[at+1:], "::")
		if i+1 == len(word) && whole && !optional {
			return 1, false
		}
		return 0, false
	}
	return 0, !whole
}
