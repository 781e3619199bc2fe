package policy

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"armshell/internal/parse"
)

// Lookups are what judging one line has found in the file system: a long one names the
// same directories over and over. The zero value has found nothing, nil keeps nothing.
type lookups struct {
	paths   map[string][]AccessPath // by the word and the directories that it is read in
	walks   map[string]pathWalk     // by a directory as written
	dirs    map[string]listing
	startUp map[string]string          // who runs or obeys a file of which parts are not known
	names   map[string]map[string]bool // what is in a directory, in lower case
	spent   int
	matched int
	stats   int
	answers map[string][]CheckResult // what is said of a word
}

type listing struct {
	names []string // sorted
	err   error
}

// maxLookedUp bounds the paths of a line that are looked up: past it one may be any.
// maxMatched bounds those of them that are what pathname patterns may mean, maxStats the
// names that are asked for one by one.
const (
	maxLookedUp = 20_000
	maxMatched  = 4 * maxEntries
	maxStats    = 1000
)

// more counts one path, and reports whether it may be looked up.
func (l *lookups) more() bool {
	l.spent++
	return l.spent <= maxLookedUp
}

// mayMatch counts one path that a pathname pattern may mean, and reports whether it may
// be looked at.
func (l *lookups) mayMatch() bool {
	l.matched++
	return l.matched <= maxMatched
}

func (l *lookups) keep(key string, paths []AccessPath) {
	if l.paths == nil {
		l.paths = map[string][]AccessPath{}
	}
	l.paths[key] = paths
}

func (l *lookups) keepAnswers(key string, answers []CheckResult) {
	if l.answers == nil {
		l.answers = map[string][]CheckResult{}
	}
	l.answers[key] = answers
}

// namesOf returns the names in a directory, sorted.
func (l *lookups) namesOf(dir string) ([]string, error) {
	if l == nil {
		return namesIn(dir)
	}
	list, known := l.dirs[dir]
	if !known {
		list.names, list.err = namesIn(dir)
		if l.dirs == nil {
			l.dirs = map[string]listing{}
		}
		l.dirs[dir] = list
	}
	return list.names, list.err
}

func namesIn(dir string) ([]string, error) {
	file, err := os.Open(dir)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	names, err := file.Readdirnames(-1)
	slices.Sort(names)
	return names, err
}

// exists reports whether there is a file of the name in the directory. Of many names
// those may be there too that differ only in case: on some file systems they are.
func (l *lookups) exists(dir, name string) bool {
	if l.stats++; l.stats > maxStats && !strings.ContainsRune(name, '/') && strings.Trim(name, ".") != "" {
		if names := l.foldedIn(dir); names != nil {
			return names[strings.ToLower(name)]
		}
	}
	_, err := os.Lstat(filepath.Join(dir, name))
	return err == nil
}

// foldedIn returns the names in a directory, in lower case; nil if it cannot be read.
func (l *lookups) foldedIn(dir string) map[string]bool {
	names, known := l.names[dir]
	if list, err := l.namesOf(dir); !known && err == nil {
		names = make(map[string]bool, len(list))
		for _, name := range list {
			names[strings.ToLower(name)] = true
		}
		if l.names == nil {
			l.names = map[string]map[string]bool{}
		}
		l.names[dir] = names
	}
	return names
}

// canonicalFrom is as the function of that name, and walks to no directory twice.
func (l *lookups) canonicalFrom(from, text string) string {
	slash := strings.LastIndexByte(text, '/')
	if l == nil || slash < 0 {
		return canonicalFrom(from, text)
	}
	key := from + "\x00" + text[:slash]
	w, known := l.walks[key]
	if !known {
		w = pathWalk{at: strings.TrimSuffix(from, "/"), rest: text[:slash]}
		w.end()
		if l.walks == nil {
			l.walks = map[string]pathWalk{}
		}
		l.walks[key] = w
	}
	w.rest = text[slash+1:]
	return w.end()
}

// wordKey tells words apart that may mean other paths.
func wordKey(word parse.Arg, dirs []string) string {
	var key strings.Builder
	for _, p := range word.Parts {
		key.WriteString(p.Text)
		key.WriteByte(0)
		key.WriteByte(byte(p.Kind)<<3 | bit(p.Quoted)<<2 | bit(p.Home)<<1 | bit(p.Pwd))
	}
	if dirs == nil {
		key.WriteByte(0)
	}
	for _, dir := range dirs {
		key.WriteByte(0)
		key.WriteByte('/')
		key.WriteString(dir)
	}
	return key.String()
}

func bit(is bool) byte {
	if is {
		return 1
	}
	return 0
}
