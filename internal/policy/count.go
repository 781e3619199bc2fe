package policy

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"armshell/internal/parse"
)

// counts denies a text in which a value is a number only by what jq prints, if a .jq in
// the home directory may be part of jq's programs.
func (g *guard) counts() {
	if g.script.Jq == (parse.Pos{}) {
		return
	}
	home := g.place().home
	_, err := os.Lstat(filepath.Join(home, ".jq"))
	if g.movesHome || !filepath.IsAbs(home) || !errors.Is(err, fs.ErrNotExist) {
		g.deny(Reason(parse.KindNumber), g.script.Jq, "jq", "what jq prints is not known to be a number: ~/.jq may be part of its programs")
	}
}
