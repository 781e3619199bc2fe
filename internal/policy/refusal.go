package policy

import (
	"cmp"
	"strconv"
	"strings"

	"armshell/internal/parse"
)

// A Reason is the stable name of a refusal: it stands in messages, in the log and in the tests.
type Reason string

// Reasons beside those that parse.Kinds names.
const (
	Declined         Reason = "declined"
	Denied           Reason = "denied"
	Environment      Reason = "environment"
	ForeignProgram   Reason = "foreign-program"
	Interactive      Reason = "interactive"
	Interpreter      Reason = "interpreter"
	Launcher         Reason = "launcher"
	NeedsApproval    Reason = "needs-approval"
	NetworkRedirect  Reason = "network-redirect"
	OddName          Reason = "odd-name"
	OutsideDirectory Reason = "outside-directory"
	PathQualified    Reason = "path-qualified"
	ProcessMemory    Reason = "process-memory"
	SealedDrift      Reason = "sealed-drift"
	ShellDisabled    Reason = "shell-disabled"
	ShellOption      Reason = "shell-option"
	Syntax           Reason = "syntax"
	UtilityOption    Reason = "utility-option"
)

// A ReasonRow says in words what a reason means and how a refused agent goes on.
// %TOOL stands for the arm's tool.
type ReasonRow struct {
	Reason Reason
	Means  string
	Hint   string
}

// reasons, sorted. The one home of these words: messages, README and tests read it.
var reasons = [...]ReasonRow{
	{Reason(parse.KindAmbiguous), "shells, or the shell and the parser, may read the line differently", "write it plainly: simple quotes, $( ) instead of backquotes, no carriage returns"},
	{Reason(parse.KindBuiltin), "a builtin, or an option of one, that reaches further than text", "leave it out, or do it with the tool and plain commands"},
	{Declined, "an operator was asked and refused it", "use another command of %TOOL"},
	{Denied, "a rule of the policy denies it", "use another command of %TOOL"},
	{Reason(parse.KindCode), "text made at run time would be evaluated as code", "write the text, or the variable's name, itself; print a value with printf '%s\\n' \"$x\""},
	{Reason(parse.KindDynamic), "a command's name is made at run time", "write the name of the program itself"},
	{Environment, "a variable that becomes code or moves where programs are found", "leave the variable out; the environment is set up already"},
	{ForeignProgram, "not a program of this arm", "use %TOOL, or read and text utilities such as jq and grep"},
	{Interactive, "no text to judge: an interactive start", "give the line with -c, a script file, or a script on standard input that ends"},
	{Interpreter, "a program that runs code", "use %TOOL, or read and text utilities such as jq and grep"},
	{Launcher, "a program whose work is to start another", "run the inner command directly"},
	{NeedsApproval, "a rule asks for an approval that nobody can give here", "ask the operator, or use another command of %TOOL"},
	{NetworkRedirect, "bash itself would open a network connection", "write a file as ./name"},
	{OddName, "a command's name with characters that no program of an arm has", "write the name in plain letters"},
	{Reason(parse.KindOpaque), "syntax or text that is not understood", "write it as simple commands"},
	{OutsideDirectory, "a path outside of the working directory, which no rule allows", "use a file below the working directory"},
	{PathQualified, "a program named by its path", "write the bare name: %TOOL"},
	{ProcessMemory, "a redirect that writes, or could write, a process's memory", "give the file another name than mem, and write its directory"},
	{Reason(parse.KindRebinds), "changes what names mean or how the rest is read", "leave it out"},
	{SealedDrift, "a program of the arm is not the one that was provisioned", "ask the operator to provision the arm's directory again"},
	{ShellDisabled, "the arm has no shell", "use the arm's other tools; no command line runs here"},
	{ShellOption, "a shell option that changes how the text is read", "leave the option out"},
	{Reason(parse.KindSourced), "runs a file as part of the line", "write its commands in the line itself"},
	{StartupFile, "writes a file that a shell or program runs or obeys when it starts", "write to a file of another name, such as ./out.txt"},
	{Syntax, "not valid shell syntax", "check the quotes and the end of the line"},
	{Reason(parse.KindTooLarge), "past a bound of what is read", "split it into smaller lines"},
	{Reason(parse.KindNumber), "arithmetic would evaluate a value that is no known number", "make it one first: n=$(printf %d \"$n\"), n=0 or n=$(wc -l < FILE); or use [ \"$n\" -gt 3 ], which evaluates nothing"},
	{Reason(parse.KindUnreadable), "bytes that no shell text holds", "write it as plain text"},
	{UtilityOption, "an option or operand of a utility that starts a program, reads code, writes a file or changes the machine", "leave the option out; write an operand that begins with - as ./-name, and one that is not known after --"},
}

// Reasons returns the row of every reason, sorted by name.
func Reasons() []ReasonRow { return reasons[:] }

func hintFor(reason Reason, arm Arm) string {
	for _, row := range reasons {
		if row.Reason == reason {
			return strings.ReplaceAll(row.Hint, "%TOOL", toolOf(arm))
		}
	}
	return ""
}

func toolOf(arm Arm) string { return cmp.Or(arm.Tool, "the arm's tool") }

// A Refusal says why a line does not run: a fact, where it stands, and the way on.
type Refusal struct {
	Reason  Reason
	Pos     parse.Pos
	Subject string // as written, made fit to print
	Detail  string // the fact, in a sentence without its full stop
	Hint    string // the way on

	result CheckResult // the rules' answer that it tells, if it is theirs
}

// by notes the rules' answer that the refusal tells.
func (r *Refusal) by(result CheckResult) *Refusal {
	r.result = result
	return r
}

// hint gives the refusal a way on of its own, unless text is empty or hints are off.
func (r *Refusal) hint(text string) {
	if text != "" && r.Hint != "" {
		r.Hint = text
	}
}

// Error returns the fact, without position and hint.
func (r *Refusal) Error() string { return r.Detail + " (" + string(r.Reason) + ")" }

// refuse builds a refusal in words that can be shown.
func refuse(arm Arm, reason Reason, at parse.Pos, subject, detail string) *Refusal {
	hint := ""
	if arm.Hints {
		hint = hintFor(reason, arm)
	}
	return &Refusal{Reason: reason, Pos: at, Subject: Printable(subject), Detail: Clean(detail), Hint: hint}
}

// alarming are words by which agents recognise the failure of another kind of
// confinement, and then try again outside of it (clients/README.md, section 1).
var alarming = [...]string{"permission denied", "operation not permitted", "read-only file system", "sandbox", "seccomp", "landlock", "failed to write file"}

// maxShown is how much of a line's own text is shown, in bytes.
const maxShown = 80

// Printable returns a piece of a line as one line that a terminal shows as it is,
// of bounded length.
func Printable(s string) string {
	if len(s) > maxShown {
		s = s[:maxShown] + "…"
	}
	return Clean(s)
}

// unquoted takes back what of quoting needs no escape here.
var unquoted = strings.NewReplacer(`\\`, `\`, `\"`, `"`, `\u2026`, "…")

// Clean escapes control characters and non-ASCII, and leaves the alarming words out.
func Clean(s string) string {
	s = strconv.QuoteToASCII(s)
	s = unquoted.Replace(s[1 : len(s)-1])
	for _, word := range alarming {
		for i := strings.Index(strings.ToLower(s), word); i >= 0; i = strings.Index(strings.ToLower(s), word) {
			s = s[:i] + "…" + s[i+len(word):]
		}
	}
	return s
}
