package policy

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"armshell/internal/parse"
)

// pathPiece returns what in a word of an unknown program may be a path: the word
// itself, the value of --option=value or name=value, or what is glued to a short
// option. A bare word is one only if there is such a file. A word that begins with
// what is not known looks like none.
func pathPiece(word parse.Arg) (piece parse.Arg, bare, is bool) {
	text, whole := word.Prefix()
	name, _, assigned := strings.Cut(text, "=")
	switch {
	case startsAtHome(word):
		return word, false, true
	case assigned && !strings.Contains(name, "/"):
		return pathPiece(from(word, len(name)+1))
	case strings.HasPrefix(text, "--"), strings.Contains(name, "://"):
		return word, false, false
	case strings.HasPrefix(text, "-") && len(text) > 2:
		piece, bare, is = pathPiece(from(word, 2))
		return piece, bare, is && !bare
	case strings.HasPrefix(text, "@") && looksRooted(text[1:]):
		return from(word, 1), false, true
	case strings.HasPrefix(text, "@"), strings.HasPrefix(text, "-"), text == "":
		return word, false, false
	case strings.HasPrefix(text, "."), strings.Contains(text, "/"):
		return word, false, true
	}
	return word, true, whole
}

func looksRooted(text string) bool {
	return strings.HasPrefix(text, "/") || strings.HasPrefix(text, "./") || strings.HasPrefix(text, "../")
}

func startsAtHome(word parse.Arg) bool {
	return len(word.Parts) > 0 && (word.Parts[0].Home || word.Parts[0].Pwd)
}

// A where is what the words of a line are relative to: the directory in which bash
// starts, and its home.
type where struct {
	start
	home string
}

// where returns what a line of the arm is relative to.
func (m *Manager) where() where {
	w := where{m.start(), homeOf(m.arm)}
	w.seen = &lookups{}
	return w
}

// pathsOf returns the paths that a word means: one for every directory in which it
// may be read, and for a pathname pattern also those of the links that it may match.
func (w where) pathsOf(word parse.Arg, dirs []string) []AccessPath {
	key := wordKey(word, dirs)
	paths, known := w.seen.paths[key]
	if !known && !w.seen.more() {
		return []AccessPath{anyPath()}
	}
	if !known {
		paths = w.lookUp(word, dirs)
		w.seen.keep(key, paths)
	}
	return paths
}

func (w where) lookUp(word parse.Arg, dirs []string) []AccessPath {
	if !isAbsolute(word) && dirs == nil {
		return []AccessPath{anyPath()}
	}
	if dirs == nil {
		dirs = []string{""}
	}
	var paths []AccessPath
	for _, dir := range dirs {
		full := w.directory(dir)
		paths = append(paths, w.pathsIn(word, full)...)
		if logical := filepath.Clean(full); strings.Contains(dir, "..") && filepath.IsAbs(full) {
			paths = append(paths, w.pathsIn(word, logical)...) // as cd has it where that directory is there
		}
	}
	return paths
}

func isAbsolute(word parse.Arg) bool {
	text, _ := word.Prefix()
	return strings.HasPrefix(text, "/") || len(word.Parts) > 0 && word.Parts[0].Home
}

// directory returns the directory that parse names, from the start at cwd.
func (w where) directory(dir string) string {
	if rest, home := strings.CutPrefix(dir, "~"); home {
		if !filepath.IsAbs(w.home) {
			return "" // it may be anywhere
		}
		return w.home + rest
	}
	if filepath.IsAbs(dir) || !filepath.IsAbs(w.cwd) {
		return dir
	}
	return w.cwd + "/" + dir
}

// gapMark stands for a gap in a path that is being put in normal form; no path
// holds a NUL. Its next byte says which gap.
const gapMark = "\x00"

var gapMarks = map[byte]gap{'d': digits, 'n': name}

// pathsIn returns the paths that a word means in one directory.
func (w where) pathsIn(word parse.Arg, dir string) []AccessPath {
	text, known := w.marked(word, dir)
	switch {
	case text == "/dev/fd/"+gapMark+"d": // a process substitution: the line's own pipe
		return nil
	case !known, len(text) > maxPathText:
		return []AccessPath{anyPath()}
	case !strings.Contains(text, gapMark):
		return []AccessPath{pathAt(text, dir, w.start)}
	}
	if !filepath.IsAbs(text) {
		text = dir + "/" + text
	}
	if !filepath.IsAbs(text) {
		return []AccessPath{anyPath()}
	}
	return w.expand(text, dir)
}

// expand returns the paths of a text with gaps: in every directory that those before
// the last name may stand for. In all of a line there are no more than are looked at.
func (w where) expand(text, dir string) []AccessPath {
	gap := strings.Index(text, gapMark)
	from := strings.LastIndexByte(text[:gap], '/') + 1
	name, rest, more := strings.Cut(text[from:], "/")
	parent := pathAt(text[:from], dir, w.start)
	if !more {
		return w.matching(parent, name)
	}
	paths := []AccessPath{w.gappedPath(parent, text[from:])}
	for _, entry := range parent.entries(w.seen, unmarked(name)) {
		inside := text[:from] + entry + "/" + rest
		if !w.seen.mayMatch() {
			return []AccessPath{anyPath()}
		}
		if strings.Contains(rest, gapMark) {
			paths = append(paths, w.expand(inside, dir)...)
		} else {
			paths = append(paths, pathAt(inside, dir, w.start))
		}
	}
	return paths
}

// entries returns the names in the directory that the gaps may stand for.
func (p AccessPath) entries(seen *lookups, names tokens) []string {
	var found []string
	for _, dir := range p.real {
		list, err := seen.namesOf(dir)
		if err != nil {
			continue
		}
		for _, name := range list {
			if names.mayBe(name) && (!strings.HasPrefix(name, ".") || len(names) > 0 && names[0].char == '.') {
				found = appendNew(found, name)
			}
		}
	}
	return found
}

// gappedPath is what a name with gaps means in a directory, where nothing is there yet.
func (w where) gappedPath(dir AccessPath, name string) AccessPath {
	pairs := []string{filepath.Join(dir.lexical, name), w.cwd}
	for _, real := range dir.real {
		pairs = append(pairs, filepath.Join(real, name), w.real)
	}
	p := AccessPath{lexical: unmarked(pairs[0]).String(), real: dir.real, outside: dir.outside}
	for _, s := range spelledFrom(pairs...) {
		p.values = append(p.values, gapped(unmarked(s)))
	}
	return p
}

// matching returns the paths in a directory of the name, which holds gaps: the links
// that it may match, and all else.
func (w where) matching(dir AccessPath, name string) []AccessPath {
	if dir.lexical == "" {
		return []AccessPath{dir}
	}
	var paths []AccessPath
	for _, real := range dir.real {
		paths = append(paths, w.linksIn(real, unmarked(name))...)
	}
	return append(paths, w.gappedPath(dir, name))
}

// marked writes the word with marks for its gaps. It is not known if a gap may hold
// a slash, or be the directory above: then the path may be any.
func (w where) marked(word parse.Arg, dir string) (text string, known bool) {
	var out strings.Builder
	for i, p := range word.Parts {
		switch {
		case p.Kind == parse.Known:
			out.WriteString(p.Text)
		case p.Kind == parse.Number:
			out.WriteString(gapMark + "d")
		case p.Home && i == 0 && w.plainHome():
			out.WriteString(w.home)
		case p.Pwd && i == 0 && filepath.IsAbs(dir):
			out.WriteString(dir)
		case p.Kind == parse.Glob && !strings.Contains(p.Text, "**") && !strings.HasSuffix(out.String(), "."):
			out.WriteString(globMarks(p.Text))
		default:
			return "", false
		}
	}
	return out.String(), true
}

// settled returns the word with the home directory, if it begins with that and that is
// known, as text.
func (w where) settled(word parse.Arg) parse.Arg {
	if len(word.Parts) > 0 && word.Parts[0].Home && w.plainHome() {
		word.Parts = slices.Clone(word.Parts)
		word.Parts[0] = parse.Part{Kind: parse.Known, Text: w.home}
	}
	return word
}

// plainHome reports whether the home directory is known, and is one word also where
// it is not quoted.
func (w where) plainHome() bool {
	return filepath.IsAbs(w.home) && !strings.ContainsAny(w.home, " \t\n*?[\\")
}

// globMarks writes a pathname pattern with a mark for all that stands for other
// text. Each file that it matches is a path of its own. A * never is . or .. itself.
func globMarks(text string) string {
	var out strings.Builder
	for i := 0; i < len(text); i++ {
		end := 0
		if text[i] == '[' {
			end = strings.IndexByte(text[i:], ']')
		}
		switch {
		case strings.IndexByte("*?", text[i]) >= 0:
			out.WriteString(gapMark + "n")
		case text[i] == '[' && end > 1 && !strings.ContainsAny(text[i:i+end], "/\\"):
			out.WriteString(gapMark + "n")
			i += end
		case strings.IndexByte(`[\()|+@!`, text[i]) >= 0: // brackets in brackets, and extended patterns: the rest of the name
			return out.String() + gapMark + "n"
		default:
			out.WriteByte(text[i])
		}
	}
	return out.String()
}

func unmarked(s string) tokens {
	var t tokens
	for {
		text, rest, found := strings.Cut(s, gapMark)
		t = append(t, spell(text)...)
		if !found {
			return t
		}
		t = append(t, token{gap: gapMarks[rest[0]]})
		s = rest[1:]
	}
}

// linksIn returns the paths of the links in a directory whose names the gaps may be.
func (w where) linksIn(dir string, names tokens) []AccessPath {
	list, err := w.seen.namesOf(dir)
	if err != nil {
		return nil
	}
	var paths []AccessPath
	begin := names.begin()
	for _, name := range list {
		if strings.HasPrefix(name, begin) && names.mayBe(name) && mayBeLink(filepath.Join(dir, name)) {
			if !w.seen.mayMatch() {
				return append(paths, anyPath())
			}
			paths = append(paths, pathAt(name, dir, w.start))
		}
	}
	return paths
}

// mayBeLink reports whether the file is a link, or nobody can tell.
func mayBeLink(path string) bool {
	info, err := os.Lstat(path)
	return err != nil || info.Mode()&os.ModeSymlink != 0
}

// begin returns the text before the first gap.
func (t tokens) begin() string {
	var out []byte
	for _, step := range t {
		if step.gap != noGap || step.char >= utf8.RuneSelf {
			break
		}
		out = append(out, byte(step.char))
	}
	return string(out)
}

// mayBe reports whether the gaps can be filled so that the text is s.
func (t tokens) mayBe(s string) bool {
	p := pattern{}
	for _, step := range t {
		if step.gap != noGap {
			step.char = '*'
		}
		p.chars = append(p.chars, step.char)
	}
	return p.match(spell(s)) == yes
}
