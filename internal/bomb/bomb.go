// Package bomb holds texts that would take a reader of shell text very long or very
// much memory: the tests of reading and of judging try each, and scripts/bench measures
// what each costs a real process.
package bomb

import (
	"strconv"
	"strings"
)

// Size is how long a text is, in bytes: the most that is read.
const Size = 1 << 20

// A Row is one text: a head, a unit as often as there is room, and a tail. In the unit
// %d is the number of the round.
type Row struct {
	Name             string
	head, unit, tail string
	most             int // rounds; 0 is as many as there is room for
}

// Text returns the text.
func (r Row) Text() string {
	var out strings.Builder
	out.WriteString(r.head)
	for n := 0; r.most == 0 || n < r.most; n++ {
		unit := strings.ReplaceAll(r.unit, "%d", strconv.Itoa(n))
		if out.Len()+len(unit)+len(r.tail) > Size {
			break
		}
		out.WriteString(unit)
	}
	out.WriteString(r.tail)
	return out.String()
}

// Policy is an arm of which rules are long patterns, for the rows that need one.
const Policy = `shell = "/bin/bash"
path = ["/usr/bin", "/bin"]
utilities = ["cat", "echo", "printf", "sort"]
launchers = ["env", "nice", "nohup", "timeout", "xargs"]

[arms.bombs]
tool = "tea"
admit = ["a", "b", "find"]

[[arms.bombs.rules]]
surface = "bash"
pattern = "tea *a*b*c*d*e*f*g*h*i*j*k*l*m*n*o*p*q*r*s*t*u*v*w*x*y*z"
action = "deny"

[[arms.bombs.rules]]
surface = "bash"
pattern = "echo ????????????????????????????????????????????????????????????????*x*y"
action = "deny"

[[arms.bombs.rules]]
surface = "path_write"
pattern = "*a*b*c*d*e*f*g*h*i*j*k*l*m*n*o*p*q*r*s*t*u*v*w*x*y*z"
action = "deny"

[[arms.bombs.rules]]
surface = "path_read"
pattern = "/nowhere/*"
action = "deny"
`
