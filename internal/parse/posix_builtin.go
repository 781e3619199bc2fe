package parse

// posixBuiltins are the builtins that dash and busybox ash both have, 36 names. dash
// 0.5.12 and busybox 1.35.0 as Debian 12 ships them, by what `type NAME` says with an
// empty PATH; classes and options from dash(1) and from busybox's shell/ash.c; read
// 2026-12. Neither evaluates a subscript: where bash's builtins evaluate, these take
// text. posix_test.go holds the table against both. init fills it, since the walks
// look names up in it. Sorted.
var posixBuiltins map[string]builtin

func init() {
	posixBuiltins = map[string]builtin{
		".":        {runs, (*walker).builtinSource},
		":":        {class: inert},
		"[":        {class: inert},
		"alias":    {rebinds, onlyListing()},
		"bg":       {class: inert},
		"break":    {steers, (*walker).builtinBreak},
		"cd":       {steers, (*walker).builtinCd},
		"chdir":    {steers, (*walker).builtinCd},
		"command":  {runs, (*walker).builtinCommand},
		"continue": {steers, (*walker).builtinBreak},
		"echo":     {class: inert},
		"eval":     {runs, (*walker).builtinEval},
		"exec":     {runs, (*walker).builtinExec},
		"exit":     {steers, (*walker).builtinExit},
		"export":   {evaluates, (*walker).posixDeclare},
		"false":    {class: inert},
		"fg":       {class: inert},
		"getopts":  {evaluates, (*walker).builtinGetopts},
		"hash":     {rebinds, (*walker).builtinHash},
		"jobs":     {class: inert},
		"kill":     {class: inert},
		"local":    {evaluates, (*walker).posixDeclare},
		"printf":   {class: inert},
		"pwd":      {class: inert},
		"read":     {evaluates, (*walker).builtinRead},
		"readonly": {evaluates, (*walker).posixDeclare},
		"return":   {steers, (*walker).builtinReturn},
		"set":      {rebinds, (*walker).builtinSet},
		"shift":    {evaluates, (*walker).builtinShift},
		"test":     {class: inert},
		"times":    {class: inert},
		"trap":     {runs, (*walker).builtinTrap},
		"true":     {class: inert},
		"type":     {class: inert},
		"ulimit":   {rebinds, (*walker).builtinUlimit},
		"umask":    {class: inert},
		"unalias":  {class: inert},
		"unset":    {evaluates, (*walker).builtinUnset},
		"wait":     {class: inert},
	}
}

// oneSided are the names that are builtins or keywords of only one of the two, with
// what to write instead: the other looks for a program. All are busybox ash's; source
// and date as for posixBuiltins. fc is a builtin of a dash that was built to edit
// lines, from dash(1). Sorted.
var oneSided = map[string]string{
	"[[":       "use [ … ], or case for patterns",
	"fc":       "leave it out",
	"function": "write name() { …; }",
	"help":     "leave it out",
	"history":  "leave it out",
	"let":      "write name=$((expression))",
	"source":   "write its commands in the line itself",
}

// oneSided refuses a name that only one of the shells looks up as a program, and
// reports whether it is one.
func (w *walker) oneSided(c Command) bool {
	hint, is := oneSided[c.Name]
	if is = is && w.dialect == Posix; is {
		w.refuse(KindAmbiguous, c.Pos, c.Name, "%s is the shell's own in busybox ash and a program's name in dash", c.Name).Hint = hint
	}
	return is
}
