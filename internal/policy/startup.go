package policy

import (
	"path"
	"path/filepath"
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
	if !writers[c.Name] {
		return
	}
	for _, o := range operandsOf(c) {
		if o.surface != "path_read" {
			g.startUp(o.word, c.Dirs, o.surface == "path")
		}
	}
}

// writers are the programs of which an operand or the value of an option may be
// written: the others are not looked at.
var writers = func() map[string]bool {
	set := map[string]bool{}
	for _, row := range operandRows {
		if row.surface == "path" || row.surface == "path_write" || strings.Contains(row.options, ">") {
			set[row.name] = true
		}
	}
	return set
}()

// startUp refuses the word if it surely is a start-up file, or if its last part
// is known, or begins as one, and only the rest is not. A target of which nothing is
// known is no reason to refuse: it would refuse every line that writes to a variable's
// file, and the fence stands behind. into says that it may be a directory in which
// a file of any name is written.
func (g *guard) startUp(word parse.Arg, dirs []string, into bool) {
	for _, file := range g.spellings(word, dirs) {
		by := g.startedBy(file)
		if by == "" && into {
			by = g.startedBy(append(file[:len(file):len(file)], token{char: '/'}, token{gap: name}))
		}
		if by != "" {
			g.deny(StartupFile, word.Pos, word.Text, "%s is, or could be, a file that %s runs or obeys when it starts", Printable(word.Text), by)
			return
		}
	}
}

// spellings returns every normal form of the path; where it is not known from the
// root, what is known of its end.
func (g *guard) spellings(word parse.Arg, dirs []string) []tokens {
	var list []tokens
	for _, p := range g.place().pathsOf(word, dirs) {
		if p.lexical == "" {
			list = append(list, endOf(word))
			continue
		}
		for _, v := range p.values {
			list = append(list, v.tokens())
		}
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
func (g *guard) startedBy(file tokens) string {
	dir, base := split(file)
	for _, row := range startUpRows {
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
