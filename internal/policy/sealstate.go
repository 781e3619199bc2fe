package policy

import (
	"fmt"
	"strconv"
	"strings"
)

const sealedDirectory = "directory"

// State is what a seal says of a file: its size, and the second of its last change.
func State(size, mtime int64, dir bool) string {
	if dir {
		return sealedDirectory
	}
	return fmt.Sprintf("%d bytes, %d", size, mtime)
}

// ReadState reads what State wrote, and nothing else.
func ReadState(text string) (size, mtime int64, dir, ok bool) {
	if text == sealedDirectory {
		return 0, 0, true, true
	}
	a, b, ok := strings.Cut(text, " bytes, ")
	size, errSize := strconv.ParseInt(a, 10, 64)
	mtime, errTime := strconv.ParseInt(b, 10, 64)
	return size, mtime, false, ok && errSize == nil && errTime == nil
}
