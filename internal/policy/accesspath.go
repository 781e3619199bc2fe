package policy

import (
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// An AccessPath is one path that something would open, with every spelling that a
// rule may have of it: the absolute one, the one from the working directory, and
// both again with the links followed. All are normal forms. Of a path of which
// nothing is known the one spelling is any text.
type AccessPath struct {
	lexical  string
	real     []string // with links followed: as the kernel does, and as a program that puts the path in normal form first
	values   []Value
	outside  tri
	readings []AccessPath // what else the argument of a tool may mean
}

// A start is the directory that relative paths are below, as it is called and with
// its links followed.
type start struct {
	cwd, real string
	seen      *lookups // what was looked up from there; nil where one path is judged
}

func startAt(cwd string) start { return start{cwd: filepath.Clean(cwd), real: canonical(cwd)} }

// NewAccessPath returns the path that a tool's argument means: without the blanks
// and quotes around it and a leading @, with the home directory written out, and
// relative to cwd. What does not exist yet is where its deepest existing directory
// is. Without a cwd, a relative path is anywhere. A tool that takes its argument as it
// is opens another file: that path is among the readings, and the strictest counts.
func NewAccessPath(literal, cwd string) AccessPath {
	from := startAt(cwd)
	p := pathAt(cleaned(literal), cwd, from)
	for _, other := range readings(literal) {
		p.readings = append(p.readings, pathAt(other, cwd, from))
	}
	return p
}

// pathAt returns the path that text means in dir, judged from the start.
func pathAt(text, dir string, from start) AccessPath {
	if !filepath.IsAbs(text) && !filepath.IsAbs(dir) || len(dir)+len(text) > maxPathText || strings.Contains(text, "\x00") {
		return anyPath()
	}
	full := text
	if !filepath.IsAbs(text) {
		full = dir + "/" + text // not cleaned: x/.. is not here where x is a link
	}
	p := AccessPath{lexical: filepath.Clean(full)}
	p.real = []string{from.follow(full)}
	if strings.Contains(full, "..") {
		p.real = appendNew(p.real, from.follow(p.lexical))
	}
	p.spell(from)
	return p
}

// follow returns the canonical path.
func (s start) follow(path string) string {
	if rest, is := strings.CutPrefix(path, s.cwd+"/"); is && s.cwd != "/" {
		return s.seen.canonicalFrom(s.real, rest)
	}
	return s.seen.canonicalFrom("/", path)
}

// spell sets what follows from the path and where its links lead.
func (p *AccessPath) spell(from start) {
	pairs := []string{p.lexical, from.cwd}
	for _, real := range p.real {
		pairs = append(pairs, real, from.real)
		if !exempt[p.lexical] && !below(real, from.real) && filepath.IsAbs(from.cwd) {
			p.outside = yes
		}
	}
	p.values = texts(spelledFrom(pairs...)...)
}

// anyPath is a path of which nothing is known.
func anyPath() AccessPath {
	return AccessPath{values: []Value{gapped(tokens{{gap: anyText}})}, outside: maybe}
}

// mayBeDirectory reports whether there is a directory, or nothing yet.
func (p AccessPath) mayBeDirectory() bool {
	info, err := os.Stat(p.Boundary())
	return err != nil || info.IsDir()
}

// below returns all that is, or comes to be, below the directory. What is below the
// start has a name of its own from there: that of each entry.
func (p AccessPath) below(from start) AccessPath {
	deep := AccessPath{lexical: p.lexical + "/" + unknownText, real: p.real, outside: p.outside}
	for _, v := range p.values {
		deep.values = append(deep.values, gapped(append(v.tokens(), token{char: '/'}, token{gap: anyText})))
	}
	if p.lexical != from.cwd && !slices.Contains(p.real, from.real) {
		return deep
	}
	names, err := from.seen.namesOf(from.real)
	if err != nil || len(names) > maxEntries {
		return anyPath()
	}
	for _, name := range names {
		deep.values = append(deep.values, Text(name), gapped(append(spell(name), token{char: '/'}, token{gap: anyText})))
	}
	return deep
}

// maxEntries bounds the names of a directory that are looked at.
const maxEntries = 1000

// exempt are the files that every program may use, and that are in no directory of
// anybody's.
var exempt = map[string]bool{"/dev/null": true, "/dev/stderr": true, "/dev/stdin": true, "/dev/stdout": true}

// MatchValues returns the spellings, without duplicates: the absolute one, the one
// from the working directory if it is below that, then the same with links followed.
func (p AccessPath) MatchValues() []Value { return p.values }

// Value returns the absolute path, for people; empty if it is not known.
func (p AccessPath) Value() string { return p.lexical }

// Boundary returns the path with links followed, which decides whether it is outside.
func (p AccessPath) Boundary() string {
	if len(p.real) == 0 {
		return ""
	}
	return p.real[0]
}

// Outside reports whether the path is outside of the working directory. The device
// files that every program uses are not, and without a working directory nothing is.
func (p AccessPath) Outside() tri { return p.outside }

// cleaned leaves out what people put round a path.
func cleaned(literal string) string {
	text := strings.TrimSpace(literal)
	text = strings.TrimPrefix(trimQuote(text), "@")
	return atHome(text, os.Getenv("HOME"))
}

// readings returns what else a tool may take its argument for: the text as it is but
// for the home directory, with the blanks around it and without, and the path of a
// file URL.
func readings(literal string) []string {
	var others []string
	trimmed := strings.TrimSpace(literal)
	home := os.Getenv("HOME")
	for _, text := range []string{atHome(literal, home), atHome(trimmed, home), fileURL(trimmed)} {
		if text != "" && text != cleaned(literal) {
			others = appendNew(others, text)
		}
	}
	return others
}

// fileURL returns the path of a URL of the scheme file; empty for any other text.
func fileURL(text string) string {
	u, err := url.Parse(text)
	if err != nil || u.Scheme != "file" {
		return ""
	}
	return u.Path
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
