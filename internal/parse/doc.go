// Package parse finds what a shell command line would reach, without running it.
//
// Parse reads a text as bash 5.1 and 5.2 do, or Shell.Parse as dash and busybox ash
// both do, and returns a Script: every command,
// redirect and assignment that running the text could perform, whatever branches
// it takes. Where nobody can know that, it returns an error that says why. It is
// pure: it reads no file, no environment, and knows no policy.
//
// The tree of mvdan.cc/sh is walked by list; a node that the walk does not name is
// refused. A word becomes the fields that bash would pass, each a list of parts,
// known or not. A variable counts as known where an assignment surely came before, and
// holds what the assignments leave that may have run since: flow.go joins what the ways
// through a construct leave, loop.go what loops, functions and handlers assign. Of that
// findings.go assumes in each walk what the last one found, until they agree. A function
// counts as defined where its definition surely ran.
//
// The shell's directory is followed in dir.go: where it is after each command that
// succeeded and after each that failed, as far as the text alone decides that.
//
// Code in words (eval, trap, sh -c) is parsed where it is known. Values that bash
// would evaluate (arithmetic, subscripts, prompts) must be known to be harmless.
//
// # Not protected
//
// Parse says what names a line reaches, not which files they are, nor what the
// programs then do. It relies on a bash that starts without start-up files,
// aliases, exported functions and variables that become code, and without CDPATH;
// on the shell options that ReadsAlike allows; on directories that keep their names
// while the text runs; and on no one else writing to the shell's memory or to the
// text meanwhile. Where mvdan's parser and bash differ in a way that doubt.go does
// not list, Parse is wrong.
package parse
