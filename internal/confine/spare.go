package confine

import (
	"fmt"
	"os"
)

// sparePipes is how many pipes must be possible: a here-string takes one, and bash moves
// what it replaces to a descriptor of 10 or more.
const sparePipes = 4

// Spare reports whether the shell will have descriptors for here-strings. With too few,
// read keeps what its variable held before.
func Spare() error {
	for range sparePipes {
		r, w, err := os.Pipe()
		if err != nil {
			return fmt.Errorf("a here-string needs a pipe: %w", err)
		}
		defer r.Close()
		defer w.Close()
	}
	return nil
}
