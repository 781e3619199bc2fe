package policy

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
)

// An AccessPath is one path that something would open, with every spelling that a
// rule may have of it: the absolute one, the one from the working directory, and
// both again with the links followed. All are normal forms. Of a path of which
// nothing is known the one spelling is any text.
type AccessPath struct {
	lexical  string
	boundary string
	cwd      string // without links
	values   []Value
	outside  tri
}

// NewAccessPath returns the path that a tool's argument means: without the blanks
// and quotes around it and a leading @, with the home directory written out, and
// relative to cwd. What does not exist yet is where its deepest existing directory
// is. Without a cwd, a relative path is anywhere.
func NewAccessPath(literal, cwd string) AccessPath {
	return pathAt(cleaned(literal), cwd, cwd)
}

// pathAt returns the path that text means in dir, judged from cwd.
func pathAt(text, dir, cwd string) AccessPath {
	full := text
	if !filepath.IsAbs(text) {
		if !filepath.IsAbs(dir) {
			return anyPath()
		}
		full = dir + "/" + text // not cleaned: x/.. is not here where x is a link
	}
	p := AccessPath{lexical: filepath.Clean(full), boundary: canonical(full), cwd: canonical(cwd)}
	p.values = texts(spelledFrom(p.lexical, filepath.Clean(cwd), p.boundary, p.cwd)...)
	if !exempt[p.lexical] && !below(p.boundary, p.cwd) && filepath.IsAbs(cwd) {
		p.outside = yes
	}
	return p
}

// anyPath is a path of which nothing is known.
func anyPath() AccessPath {
	return AccessPath{values: []Value{gapped(tokens{{gap: anyText}})}, outside: maybe}
}

// exempt are the files that every program may use, and that are in no directory of
// anybody's.
var exempt = map[string]bool{"/dev/null": true, "/dev/stderr": true, "/dev/stdin": true, "/dev/stdout": true}

// MatchValues returns the spellings, without duplicates: the absolute one, the one
// from the working directory if it is below that, then the same with links followed.
func (p AccessPath) MatchValues() []Value { return p.values }

// Value returns the absolute path, for people; empty if it is not known.
func (p AccessPath) Value() string { return p.lexical }

// Boundary returns the path with links followed, which decides whether it is outside.
func (p AccessPath) Boundary() string { return p.boundary }

// Outside reports whether the path is outside of the working directory. The device
// files that every program uses are not, and without a working directory nothing is.
func (p AccessPath) Outside() tri { return p.outside }

// cleaned leaves out what people put round a path.
func cleaned(literal string) string {
	text := strings.TrimSpace(literal)
	text = strings.TrimPrefix(trimQuote(text), "@")
	return atHome(text, os.Getenv("HOME"))
}

// trimQuote leaves out one quote at each end.
func trimQuote(s string) string {
	const quotes = `"'`
	if s != "" && strings.Contains(quotes, s[:1]) {
		s = s[1:]
	}
	if s != "" && strings.Contains(quotes, s[len(s)-1:]) {
		s = s[:len(s)-1]
	}
	return s
}

// spelledFrom returns the spellings of pairs of a path and the directory that it
// may be below.
func spelledFrom(pairs ...string) []string {
	var list []string
	for ; len(pairs) > 0; pairs = pairs[2:] {
		path, dir := pairs[0], pairs[1]
		list = appendNew(list, path)
		if rest, is := strings.CutPrefix(path, strings.TrimSuffix(dir, "/")+"/"); is && dir != "" && rest != "" {
			list = appendNew(list, rest)
		}
	}
	return list
}

func appendNew(list []string, s string) []string {
	if slices.Contains(list, s) {
		return list
	}
	return append(list, s)
}

// below reports whether a path is the directory or in it.
func below(path, dir string) bool {
	return path == dir || strings.HasPrefix(path, strings.TrimSuffix(dir, "/")+"/")
}

// maxLinks is how many links to nowhere are followed, as the kernel follows 40 links.
const maxLinks = 40

// canonical returns the absolute path with every link followed as the kernel would,
// where its end may not exist yet. Where that cannot be seen, it is the path itself.
func canonical(path string) string {
	at, rest := path, ""
	for links := 0; links < maxLinks; {
		real, err := filepath.EvalSymlinks(at)
		switch {
		case err == nil:
			return filepath.Join(real, rest)
		case !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, syscall.ENOTDIR):
			return filepath.Clean(path)
		}
		if target, err := os.Readlink(at); err == nil {
			at, links = resolveLink(at, target), links+1
			continue
		}
		at = strings.TrimRight(at, "/")
		cut := strings.LastIndexByte(at, '/')
		if cut < 0 {
			break
		}
		at, rest = at[:cut+1], filepath.Join(at[cut+1:], rest)
	}
	return filepath.Clean(path)
}

// resolveLink returns what a link at the path leads to, not cleaned.
func resolveLink(at, target string) string {
	if filepath.IsAbs(target) {
		return target
	}
	return at[:strings.LastIndexByte(strings.TrimRight(at, "/"), '/')+1] + target
}
