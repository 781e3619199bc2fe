package policy

import (
	"path"
	"path/filepath"
	"slices"
	"strings"

	"armshell/internal/parse"
)

// StartupFile refuses a write to a file that runs when a shell or program starts: so
// a line could have done later, or by another, what it may not do now.
const StartupFile Reason = "startup-file"

// startUpRedirect refuses a redirect that writes a start-up file.
func (g *guard) startUpRedirect(r parse.Redirect) {
	if surface := redirectSurface(r); surface == "" || surface == "path_read" {
		return
	}
	g.startUp(r.Target, r.Dirs, false)
}

// startUpOperands refuses a start-up file among the files that an allowed program
// writes. What it may write counts: of cp the source too.
func (g *guard) startUpOperands(c parse.Command) {
	if row, has := doorOf(c.Name); has {
		for _, word := range row.writes(c.Args) {
			g.startUp(word, c.Dirs, false)
		}
	}
	if !writes(c.Name) {
		return
	}
	for _, o := range operandsOf(c) {
		if o.surface != "path_read" {
			g.startUp(o.word, c.Dirs, o.surface == "path")
		}
	}
}

// writes reports whether an operand of a program, or the value of an option, may be
// written: the others are not looked at.
func writes(program string) bool {
	row := operandsRow(program)
	return row != nil && (row.surface == "path" || row.surface == "path_write" || strings.Contains(row.options, ">"))
}

// startUp refuses the word if it surely is a start-up file, or if its last part
// is known, or begins as one, and only the rest is not. A target of which nothing is
// known is no reason to refuse: it would refuse every line that writes to a variable's
// file, and the fence stands behind. into says that it may be a directory in which
// a file of any name is written.
func (g *guard) startUp(word parse.Arg, dirs []string, into bool) {
	for _, file := range g.spellings(word, dirs) {
		by := g.startedBy(file)
		if by == "" && into {
			t := file.tokens()
			by = g.startedBy(gapped(append(t[:len(t):len(t)], token{char: '/'}, token{gap: name})))
		}
		if by != "" {
			g.deny(StartupFile, word.Pos, word.Text, "%s is, or could be, a file that %s runs or obeys when it starts", Printable(word.Text), by)
			return
		}
	}
}

// spellings returns every normal form of the path; where it is not known from the
// root, what is known of its end.
func (g *guard) spellings(word parse.Arg, dirs []string) []Value {
	var list []Value
	for _, p := range g.place().pathsOf(word, dirs) {
		if p.lexical == "" {
			list = append(list, gapped(endOf(word)))
			continue
		}
		list = append(list, p.values...)
	}
	return list
}

// endOf returns a path that is somewhere, with what is known after its last gap in
// normal form.
func endOf(word parse.Arg) tokens {
	t := appendParts(tokens{{gap: anyText}, {char: '/'}}, word)
	at := len(t)
	for t[at-1].gap == noGap {
		at--
	}
	end := t[at:].String()
	slash := strings.IndexByte(end, '/')
	if slash < 0 {
		return t
	}
	return append(append(t[:at:at], spell(end[:slash])...), spell(path.Clean(end[slash:]))...)
}

// startedBy returns who runs or obeys the file; empty if nobody is known to.
func (g *guard) startedBy(file Value) string {
	if file.whole {
		return g.looksStarted(file)
	}
	seen := g.place().seen
	key := file.gaps.key()
	by, known := seen.startUp[key]
	if !known {
		by = g.started(file.gaps, startUpRows[:])
		if seen.startUp == nil {
			seen.startUp = map[string]string{}
		}
		seen.startUp[key] = by
	}
	return by
}

// looksStarted returns who runs or obeys a file that is known: it asks the rows that
// look like it.
func (g *guard) looksStarted(file Value) string {
	slash := max(strings.LastIndexByte(file.begins, '/'), 0)
	dir, base := file.begins[:slash], strings.TrimPrefix(file.begins[slash:], "/")
	var rows []startUpRow
	for i := range startUpRows {
		if startUpRows[i].looks(dir, base) {
			rows = append(rows, startUpRows[i])
		}
	}
	finds := func(found string) bool { return found == dir || strings.ContainsAny(found, "*?") }
	if rows == nil && !slices.ContainsFunc(g.programDirs(), finds) {
		return ""
	}
	return g.started(file.tokens(), rows)
}

// looks reports whether the row can have the file, by parts of both.
func (row *startUpRow) looks(dir, base string) bool {
	if strings.ContainsAny(row.names, "*?") {
		return strings.HasSuffix(dir, row.dir[strings.LastIndexAny(row.dir, "*~")+1:])
	}
	return strings.Contains(row.names, base)
}

// started returns who of the rows, or of those that find programs, runs or obeys the file.
func (g *guard) started(file tokens, rows []startUpRow) string {
	dir, base := split(file)
	for _, row := range rows {
		if row.has(dir, base, g.place().home) {
			return row.by
		}
	}
	for _, found := range g.programDirs() {
		if (startUpRow{dir: found, names: "*"}).has(dir, base, "") {
			return "the shell, which finds programs there,"
		}
	}
	return ""
}

// programDirs returns the directories in which the line's programs are found: the
// arm's own, and those of its path.
func (g *guard) programDirs() []string {
	dirs := g.arm.Path[:len(g.arm.Path):len(g.arm.Path)]
	for _, self := range g.arm.Self {
		if filepath.IsAbs(self) {
			dirs = append(dirs, path.Dir(self))
		}
	}
	return dirs
}

// split cuts a path at its last known slash.
func split(file tokens) (dir, base tokens) {
	for i := len(file) - 1; i >= 0; i-- {
		if file[i] == (token{char: '/'}) {
			return file[:i], file[i+1:]
		}
	}
	return nil, file
}

// has reports whether the row's directory surely is this one, and one of its names
// is this one or could be.
func (row startUpRow) has(dir, base tokens, home string) bool {
	for pattern := range strings.FieldsSeq(row.names) {
		if isName(pattern, base) {
			return row.dir == "" || compile(atHome(row.dir, home)).match(dir) == yes
		}
	}
	return false
}

// isName reports whether the name is one of the pattern, or could be, by what is
// known of its beginning, or because the pattern is all that is known of its end.
func isName(pattern string, base tokens) bool {
	if len(base) > 0 && base[0].gap == noGap && base[0].char != rune(pattern[0]) && strings.IndexByte("*?", pattern[0]) < 0 {
		return false // nearly always
	}
	is := compile(pattern).match(base)
	if is != maybe {
		return is == yes
	}
	begun := base[0].gap == noGap
	at := len(base)
	for at > 0 && base[at-1].gap == noGap {
		at--
	}
	return begun || base[at:].String() == pattern
}
