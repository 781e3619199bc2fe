package parse

import "strings"

// findWords are what find takes besides the paths where it begins, with the words
// that follow each: how many arguments, or a command up to a ; and, of plus, a +
// after {}. findutils 4.9.0 manual; read 2026-11. -newerXY and -ON are made of more.
var findWords = [...]struct {
	args    int
	command bool
	plus    bool
	alters  bool // the command starts in the directory of what was found
	names   string
}{
	{args: 0, names: "! ( ) , - --help --version -H -L -P -a -and -d -daystart -delete -depth -empty -executable -false -follow -help -ignore_readdir_race -ls -mount -nogroup -noignore_readdir_race -noleaf -not -nouser -nowarn -o -or -print -print0 -prune -quit -readable -true -version -warn -writable -xdev"},
	{args: 1, names: "-D -amin -anewer -atime -cmin -cnewer -context -ctime -files0-from -fls -fprint -fprint0 -fstype -gid -group -ilname -iname -inum -ipath -iregex -iwholename -links -lname -maxdepth -mindepth -mmin -mtime -name -newer -path -perm -printf -regex -regextype -samefile -size -type -uid -used -user -wholename -xtype"},
	{args: 2, names: "-fprintf"},
	{command: true, plus: true, names: "-exec"},
	{command: true, names: "-ok"},
	{command: true, plus: true, alters: true, names: "-execdir"},
	{command: true, alters: true, names: "-okdir"},
}

// findWord returns the row of a word, and false if find would not know it.
func findWord(word string) (row int, known bool) {
	if xy, is := strings.CutPrefix(word, "-newer"); is && len(xy) == 2 && strings.Trim(xy, "aBcmt") == "" {
		word = "-newer"
	}
	if level, is := strings.CutPrefix(word, "-O"); is && isDigits(level) {
		return 0, true
	}
	for i, row := range findWords {
		if listed(row.names, word) {
			return i, true
		}
	}
	return 0, false
}
