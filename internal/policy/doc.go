// Package policy answers whether an arm allows what a command line would reach.
//
// An arm is one tool and the rules for an agent that has only it. What is reached
// is an access intent on a surface: Resolver.Resolve answers it, by Manager.Check
// and nothing else. The last rule that matches decides. Rules come in layers, lowest
// first: the default, what the arm implies, the policy file, and the approvals of a
// session. A command or path with unknown parts matches a pattern yes, no or maybe:
// a rule that denies decides when it may match, a rule that allows only when it
// surely does.
//
// GuardCommand judges a text by all that it would reach. Some things no rule can
// lift: a name that is made at run time, a program named by its path, syntax that is
// not understood, a variable that becomes code, a socket that bash opens itself, and
// an arm without a shell.
//
// Load reads policy files strictly, and a Seal holds the one arm that an armshell
// obeys. The package writes nothing.
//
// # Not protected
//
// Names are judged, not files: which file a name means is decided by the seal and
// by who can write the directories of its path. What an allowed program does with
// its arguments is its own business, but for the options in door.go. Paths are
// looked at when the line is judged: who can change links while it runs, changes
// what they mean. Of a program that operand.go does not know, only words that look
// like paths count as such.
package policy
