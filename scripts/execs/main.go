// Execs is the smallest Go program that becomes bash: what armshell would cost if
// it judged nothing. Only scripts/bench uses it.
package main

import (
	"os"
	"syscall"
)

func main() {
	args := append([]string{"bash", "--noprofile", "--norc"}, os.Args[1:]...)
	panic(syscall.Exec("/bin/bash", args, os.Environ()))
}
