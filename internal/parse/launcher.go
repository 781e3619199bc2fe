package parse

// A launcher is a program whose work is to start another: one row a program.
type launcher struct {
	short    string                 // its short options as for getopt: a letter, ":" if it takes a value, "::" if only a glued one
	long     string                 // its long options, blank-separated: name, name= with a value, name=? with an optional one
	operands int                    // operands before the command: timeout has one
	assigns  bool                   // NAME=value may come before the command: env
	more     bool                   // further arguments arrive at run time: xargs
	alters   string                 // its options, blank-separated, that start the command elsewhere, in another environment or with other words; * if it always does
	walk     func(*walker, Command) // for grammars that are not options and operands
}

// launchers by name. Options from the manuals of coreutils 9.1, util-linux 2.38.1,
// findutils 4.9.0, time 1.9, dash 0.5.12 and bash 5.2, as Debian 12 ships them;
// read 2026-11. An option that is not in the row makes the command unknown:
// better that than the wrong word taken for the program. Programs without a row
// of options (opaqueLauncher) start others in ways that no word tells.
// init fills it, since the walks look names up in it.
var launchers map[string]launcher

func init() {
	launchers = map[string]launcher{
		"ash":               {walk: (*walker).launchShell},
		"at":                {walk: opaqueLauncher},
		"bash":              {walk: (*walker).launchShell},
		"batch":             {walk: opaqueLauncher},
		"busybox":           {walk: (*walker).launchApplet},
		"chroot":            {long: "groups= userspec= skip-chdir", operands: 1, alters: "*"},
		"chrt":              {short: "abdfimoprvRT:P:D:", long: "batch deadline fifo idle other rr reset-on-fork sched-runtime= sched-period= sched-deadline= verbose", operands: 1},
		"csh":               {walk: opaqueLauncher},
		"dash":              {walk: (*walker).launchShell},
		"dbus-launch":       {walk: opaqueLauncher},
		"doas":              {short: "nsu:C:L", alters: "*"},
		"env":               {short: "i0vu:C:", long: "ignore-environment null unset= chdir= block-signal=? default-signal=? ignore-signal=? list-signal-handling debug", assigns: true, alters: "i u C ignore-environment unset chdir"},
		"entr":              {walk: opaqueLauncher},
		"eatmydata":         {},
		"expect":            {walk: opaqueLauncher},
		"fakeroot":          {walk: opaqueLauncher},
		"fd":                {walk: opaqueLauncher},
		"fdfind":            {walk: opaqueLauncher},
		"find":              {walk: (*walker).launchFind},
		"fish":              {walk: opaqueLauncher},
		"flock":             {walk: (*walker).launchFlock},
		"gdb":               {walk: opaqueLauncher},
		"ifne":              {short: "n"},
		"ionice":            {short: "c:n:t", long: "class= classdata= ignore"},
		"ksh":               {walk: opaqueLauncher},
		"ltrace":            {walk: opaqueLauncher},
		"make":              {walk: opaqueLauncher},
		"mksh":              {walk: opaqueLauncher},
		"nice":              {short: "n:", long: "adjustment="},
		"nohup":             {},
		"nsenter":           {walk: opaqueLauncher},
		"parallel":          {walk: opaqueLauncher},
		"pkexec":            {walk: opaqueLauncher},
		"prlimit":           {walk: opaqueLauncher},
		"rbash":             {walk: (*walker).launchShell},
		"run-parts":         {walk: opaqueLauncher},
		"runuser":           {walk: opaqueLauncher},
		"rush":              {walk: opaqueLauncher},
		"rust-parallel":     {walk: opaqueLauncher},
		"script":            {walk: opaqueLauncher},
		"setarch":           {walk: opaqueLauncher},
		"setpriv":           {walk: opaqueLauncher},
		"setsid":            {short: "cfw", long: "ctty fork wait"},
		"sh":                {walk: (*walker).launchShell},
		"ssh":               {walk: opaqueLauncher},
		"start-stop-daemon": {walk: opaqueLauncher},
		"stdbuf":            {short: "i:o:e:", long: "input= output= error="},
		"strace":            {walk: opaqueLauncher},
		"su":                {walk: opaqueLauncher},
		"sudo":              {walk: opaqueLauncher},
		"systemd-run":       {walk: opaqueLauncher},
		"taskset":           {short: "ac", long: "all-tasks cpu-list", operands: 1},
		"tcsh":              {walk: opaqueLauncher},
		"time":              {short: "apqvf:o:", long: "append format= output= portability quiet verbose"},
		"timeout":           {short: "k:s:v", long: "foreground kill-after= preserve-status signal= verbose", operands: 1},
		"unshare":           {walk: opaqueLauncher},
		"watch":             {walk: opaqueLauncher},
		"xargs":             {short: "0rtxpoa:d:E:I:L:n:P:s:e::i::l::", long: "null no-run-if-empty verbose exit interactive open-tty arg-file= delimiter= eof=? replace=? max-lines=? max-args= max-procs= max-chars= process-slot-var=", more: true, alters: "I i replace"},
		"zsh":               {walk: opaqueLauncher},
	}
}

// IsLauncher reports whether a program's work is to start another.
func IsLauncher(name string) bool {
	_, is := launchers[name]
	return is
}
