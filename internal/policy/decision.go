package policy

import (
	"fmt"

	"armshell/internal/parse"
)

// A Finding is what the rules say of one thing that a text would reach.
type Finding struct {
	Pos     parse.Pos
	Text    string         // as written
	Command *parse.Command // one of the Script's; nil for a path
	Result  CheckResult
}

// A Decision is the verdict on one text. Its zero value refuses.
type Decision struct {
	Allowed  bool
	Ask      bool // it would run if an operator approved
	Refusal  *Refusal
	Script   *parse.Script // what the text would reach, as far as it was understood
	Findings []Finding     // for each reached command and each path that rules speak of, by position
	Decided  CheckResult   // the strictest answer; of a refusal that is no rule's, the zero answer
}

// Asks returns what an operator would have to approve.
func (d Decision) Asks() []CheckResult {
	var asks []CheckResult
	for _, f := range d.Findings {
		if f.Result.State == Ask {
			asks = append(asks, f.Result)
		}
	}
	return asks
}

// Approved returns the decision after an operator allowed all that it asks about.
func (d Decision) Approved() Decision {
	if d.Ask {
		d.Allowed, d.Ask, d.Refusal = true, false, nil
	}
	return d
}

// Declined returns the decision after an operator refused what it asks about, with
// the reason that was given.
func (d Decision) Declined(arm Arm, reason string) Decision {
	if d.Ask {
		detail := "the operator refused it"
		if reason != "" {
			detail += ": " + cut(reason, maxReason)
		}
		d.Ask, d.Refusal = false, refuse(arm, Declined, d.Refusal.Pos, d.Refusal.Subject, detail)
	}
	return d
}

// maxReason is how much of an operator's reason is shown, in characters.
const maxReason = 500

// RefuseOption is the decision on a shell that is started with an option which
// changes how its text is read.
func RefuseOption(arm Arm, option string) Decision {
	return Decision{Refusal: refuse(arm, ShellOption, parse.Pos{Line: 1, Col: 1}, option,
		fmt.Sprintf("the option %s changes how the text is read", option))}
}

// RefuseLogin is the decision on a shell that would read files first.
func RefuseLogin(arm Arm) Decision {
	r := refuse(arm, ShellOption, parse.Pos{Line: 1, Col: 1}, "-l",
		"a login shell reads /etc/profile and ~/.profile first, and this one cannot be kept from it")
	r.hint("start it without -l, and by a name that does not begin with -")
	return Decision{Refusal: r}
}

// RefuseText is the decision on a text that cannot be handed to the shell as it is.
func RefuseText(arm Arm, reason Reason, detail, hint string) Decision {
	r := refuse(arm, reason, parse.Pos{Line: 1, Col: 1}, "", detail)
	r.hint(hint)
	return Decision{Refusal: r}
}

// RefuseDrift is the decision on every line of an arm of which a program is not the
// one that was sealed.
func RefuseDrift(arm Arm, file, what, bin string) Decision {
	return RefuseText(arm, SealedDrift, fmt.Sprintf("%s %s since this arm was provisioned", file, what),
		fmt.Sprintf("ask the operator to run provision --arm %s %s again", arm.Name, bin))
}

// RefuseInteractive is the decision on a shell that is started to be typed to.
func RefuseInteractive(arm Arm) Decision {
	return Decision{Refusal: refuse(arm, Interactive, parse.Pos{Line: 1, Col: 1}, "",
		"an interactive shell has no text that could be judged before it runs")}
}
