// Package confine makes a decision so: it builds the environment of the real
// shell, holds fast the text that was judged, and becomes that shell. It is the
// only package with raw system calls.
//
// # What it establishes
//
// The process that calls Exec is the shell afterwards: pid, process group, session,
// terminal, working directory, umask and limits are the caller's own, descriptors 3
// and up stay as they came, no other process or thread is left. If Exec returns,
// nothing has run.
//
// A text given as Image.Script or Image.Stdin is a file that nothing can change
// or replace after the judgement: an anonymous one, sealed (memfd_create(2), fcntl(2)
// F_ADD_SEALS). The script file itself is not opened again.
//
// # What it does not protect
//
// It judges nothing: which variables are code, which file is the shell and whether
// a text may run is for its callers to say. A text in Args, such as that of -c, is
// passed on as it is. A standard input that is not given as Image.Stdin is the
// client's, and a shell that takes its commands from there can be told anything.
//
// A sealed text cannot be changed, but a script can move the position from which
// bash reads on, and so make bash begin in the middle of a line. Of Image.Stdin any
// program can, because it inherits descriptor 0: `head -c 5` does. Of Image.Script
// only a redirect from the descriptor under which bash keeps the script can, such as
// `{ head -c 5; } <&255`. And `exec <file` gives a shell that reads standard input
// another text altogether. Whoever hands such a
// text over must make it one command that ends the shell, or refuse these.
//
// Signals that were ignored or blocked when the process started are not yet given
// on: Go's runtime has replaced their handlers before main.
//
// # What the fence does not protect
//
// A fence (Landlock) only grants, and to whole hierarchies: see Span. It limits which
// files are executed, read and written, and, by the kernel's version, device
// controls, TCP connections, signals and abstract sockets. Measured on Linux 6.18
// with version 7 of the interface, 2026-12, it does not keep from
//
//   - the loader: it maps any readable file, so that whoever may write and read bytes
//     that make a program, or finds some outside of what Read excepts, can run them
//   - anonymous files (memfd_create(2)), which the kernel executes whatever the rules
//     say: for a granted program that makes one and can read another program's bytes
//   - what a granted program can be told to do, an interpreter above all, and a
//     busybox, which is one file for all its applets
//   - libraries, which are read, not executed
//   - names of files, their times, owners and permission bits: looking at them, chmod(2),
//     chown(2), utimes(2) and setxattr(2) are not held
//   - disks that root reads and writes through their devices
//   - descriptors that were open before
package confine
