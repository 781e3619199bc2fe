package parse

// numericVariables hold decimal numbers that bash itself keeps; a text that
// assigns one of them otherwise is refused by evaluatedOnAssignment or by bash.
// An inherited OPTIND is reset; UID and EUID must not be inherited.
// bash 5.2 manual, Special Parameters and Bash Variables; read 2026-11.
var numericVariables = map[string]bool{
	"!": true, "#": true, "$": true, "?": true, "BASHPID": true, "EPOCHSECONDS": true, "EUID": true,
	"LINENO": true, "OPTIND": true, "PPID": true, "RANDOM": true, "SECONDS": true, "SRANDOM": true, "UID": true,
}

// posixNumeric are those of them that no text can set in dash and busybox ash.
// dash(1), Special Parameters; read 2026-12.
var posixNumeric = map[string]bool{"!": true, "#": true, "$": true, "?": true}

// numeric reports whether the variable surely holds a decimal number.
func (d Dialect) numeric(name string) bool {
	if d == Bash {
		return numericVariables[name]
	}
	return posixNumeric[name]
}

// evaluatedOnAssignment are variables with a built-in integer attribute: bash
// evaluates what they are set to as arithmetic. The first six by the manual, the
// rest measured with bash 5.2.15, 2026-11.
var evaluatedOnAssignment = map[string]bool{
	"BASHPID": true, "EPOCHREALTIME": true, "EPOCHSECONDS": true, "EUID": true, "HISTCMD": true, "LINENO": true,
	"OPTIND": true, "PPID": true, "RANDOM": true, "SECONDS": true, "SRANDOM": true, "UID": true,
}

// readonlyAtStart are readonly before the text runs; more are evaluatedOnAssignment.
// bash 5.2 manual, Bash Variables; read 2026-12.
var readonlyAtStart = map[string]bool{"BASHOPTS": true, "BASH_VERSINFO": true, "SHELLOPTS": true}

// shellVariables are set by bash on its own, to texts: what a line assigns to
// them does not stay. Those that begin with BASH_ are meant too.
// bash 5.2 manual, Bash Variables; read 2026-11.
var shellVariables = map[string]bool{
	"*": true, "-": true, "0": true, "@": true, "COLUMNS": true, "COMP_WORDS": true, "COPROC": true, "DIRSTACK": true,
	"FUNCNAME": true, "GROUPS": true, "HOSTNAME": true, "HOSTTYPE": true, "LINES": true, "MACHTYPE": true, "MAPFILE": true,
	"OLDPWD": true, "OPTARG": true, "OSTYPE": true, "PIPESTATUS": true, "PWD": true, "READLINE_LINE": true,
	"REPLY": true, "SHELLOPTS": true, "_": true,
}

// shellArrays are arrays of bash's own.
// bash 5.2 manual, Bash Variables; read 2026-11.
var shellArrays = map[string]bool{
	"COMPREPLY": true, "COMP_WORDS": true, "COPROC": true, "DIRSTACK": true, "FUNCNAME": true,
	"GROUPS": true, "MAPFILE": true, "PIPESTATUS": true,
}
