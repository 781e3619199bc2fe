package policy

import "strings"

// suggestion ends an "unknown …" message: with the name that was probably meant,
// or else with those that exist.
func suggestion(name string, known []string) string {
	best, distance := "", 1+min(2, (len(name)+1)/3)
	for _, k := range known {
		if d := editDistance(strings.ToLower(name), strings.ToLower(k)); d < distance || d == 0 {
			best, distance = k, d
		}
	}
	switch {
	case best != "":
		return `: did you mean "` + best + `"`
	case len(known) == 0:
		return ""
	}
	return ": known are " + strings.Join(known, ", ")
}

// editDistance counts the bytes to insert, delete, change or swap with their
// neighbour until a is b.
func editDistance(a, b string) int {
	var before, row []int // the two rows above the one being filled
	next := make([]int, len(b)+1)
	for j := range next {
		next[j] = j
	}
	for i := range len(a) {
		before, row, next = row, next, make([]int, len(b)+1)
		next[0] = i + 1
		for j := range len(b) {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			next[j+1] = min(row[j]+cost, row[j+1]+1, next[j]+1)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				next[j+1] = min(next[j+1], before[j-1]+1)
			}
		}
	}
	return next[len(b)]
}
