package parse

// A class says what a builtin does with its arguments.
type class uint8

const (
	inert     class = iota + 1 // arguments stay text
	runs                       // arguments are commands or code
	evaluates                  // a subscript, a format or an expression in a value is evaluated
	rebinds                    // changes what names mean, or how the rest is read
	steers                     // changes where the rest runs, or whether it does
)

// A builtin is one row of the table. A nil walk takes arguments as text.
type builtin struct {
	class class
	walk  func(*walker, Command)
}

// builtins is what `compgen -b` prints in bash 5.1 and 5.2, 61 names; classes and
// options from the bash 5.2 manual, Shell Builtin Commands, and from what the
// shared corpus shows bash to run; read 2026-11. init fills it, since the walks
// look names up in it.
var builtins map[string]builtin

func init() {
	builtins = map[string]builtin{
		".":         {runs, (*walker).builtinSource},
		":":         {class: inert},
		"[":         {evaluates, (*walker).builtinTest},
		"alias":     {rebinds, onlyListing("-p")},
		"bg":        {class: inert},
		"bind":      {rebinds, never("can run commands on keys")},
		"break":     {steers, (*walker).builtinBreak},
		"builtin":   {runs, (*walker).builtinBuiltin},
		"caller":    {class: inert},
		"cd":        {steers, (*walker).builtinCd},
		"command":   {runs, (*walker).builtinCommand},
		"compgen":   {rebinds, never("can run the code it is given")},
		"complete":  {rebinds, never("registers code that runs later")},
		"compopt":   {rebinds, never("changes how code is completed")},
		"continue":  {steers, (*walker).builtinBreak},
		"declare":   {evaluates, (*walker).builtinDeclare},
		"dirs":      {class: inert},
		"disown":    {class: inert},
		"echo":      {class: inert},
		"enable":    {rebinds, onlyListing("-a", "-p", "-ap", "-s")},
		"eval":      {runs, (*walker).builtinEval},
		"exec":      {runs, (*walker).builtinExec},
		"exit":      {steers, (*walker).builtinExit},
		"export":    {evaluates, (*walker).builtinDeclare},
		"false":     {class: inert},
		"fc":        {runs, never("edits and runs the history")},
		"fg":        {class: inert},
		"getopts":   {evaluates, (*walker).builtinGetopts},
		"hash":      {rebinds, (*walker).builtinHash},
		"help":      {class: inert},
		"history":   {rebinds, (*walker).builtinHistory},
		"jobs":      {runs, (*walker).builtinJobs},
		"kill":      {class: inert},
		"let":       {evaluates, (*walker).builtinLet},
		"local":     {evaluates, (*walker).builtinDeclare},
		"logout":    {class: inert},
		"mapfile":   {evaluates, (*walker).builtinMapfile},
		"popd":      {steers, (*walker).builtinPopd},
		"printf":    {evaluates, (*walker).builtinPrintf},
		"pushd":     {steers, (*walker).builtinPushd},
		"pwd":       {class: inert},
		"read":      {evaluates, (*walker).builtinRead},
		"readarray": {evaluates, (*walker).builtinMapfile},
		"readonly":  {evaluates, (*walker).builtinDeclare},
		"return":    {steers, (*walker).builtinReturn},
		"set":       {rebinds, (*walker).builtinSet},
		"shift":     {evaluates, (*walker).builtinShift},
		"shopt":     {rebinds, (*walker).builtinShopt},
		"source":    {runs, (*walker).builtinSource},
		"suspend":   {rebinds, never("stops the shell itself")},
		"test":      {evaluates, (*walker).builtinTest},
		"times":     {class: inert},
		"trap":      {runs, (*walker).builtinTrap},
		"true":      {class: inert},
		"type":      {class: inert},
		"typeset":   {evaluates, (*walker).builtinDeclare},
		"ulimit":    {rebinds, (*walker).builtinUlimit},
		"umask":     {class: inert},
		"unalias":   {class: inert},
		"unset":     {evaluates, (*walker).builtinUnset},
		"wait":      {evaluates, (*walker).builtinWait},
	}
}

// IsBuiltin reports whether a shell of some dialect has a builtin of that name.
func IsBuiltin(name string) bool {
	return Shell{Dialect: Bash}.IsBuiltin(name) || Shell{Dialect: Posix}.IsBuiltin(name)
}

// keywords is what `compgen -k` prints in bash 5.1 and 5.2; read 2026-11.
var keywords = map[string]bool{
	"!": true, "[[": true, "]]": true, "case": true, "coproc": true, "do": true, "done": true, "elif": true,
	"else": true, "esac": true, "fi": true, "for": true, "function": true, "if": true, "in": true,
	"select": true, "then": true, "time": true, "until": true, "while": true, "{": true, "}": true,
}

// never is for builtins that reach further than text whatever they are given.
func never(why string) func(*walker, Command) {
	return func(w *walker, c Command) {
		w.refuse(KindBuiltin, c.Pos, c.Name, "%s %s", c.Name, why)
	}
}

// onlyListing is for builtins that change what names mean unless they only list.
func onlyListing(options ...string) func(*walker, Command) {
	return func(w *walker, c Command) {
		for _, a := range c.Args {
			if text, ok := a.Value(); !ok || !contains(options, text) {
				w.refuse(KindRebinds, a.Pos, a.Text, "%s changes what a name means", c.Name)
				return
			}
		}
	}
}

func contains(list []string, s string) bool {
	for _, x := range list {
		if x == s {
			return true
		}
	}
	return false
}
