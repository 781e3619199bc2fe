// Package policy answers whether an arm allows what a command line would reach.
//
// An arm is one tool and the rules for an agent that has only it. The last rule
// that matches decides; on commands, no match denies. Rules come in layers, lowest
// first: the default, what the arm implies, and the policy file. A command with
// unknown parts matches a pattern yes, no or maybe: a rule that denies decides when
// it may match, a rule that allows only when it surely does.
//
// GuardCommand judges a text. Some things no rule can lift: a name that is made at
// run time, a program named by its path, syntax that is not understood, a variable
// that becomes code, a socket that bash opens itself, and an arm without a shell.
//
// Load reads policy files strictly, and a Seal holds the one arm that an armshell
// obeys. The package writes nothing.
//
// # Not protected
//
// Names are judged, not files: which file a name means is decided by the seal and
// by who can write the directories of its path. What an allowed program does with
// its arguments is its own business, but for the options in door.go.
package policy
