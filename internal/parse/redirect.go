package parse

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

func (w *walker) redirect(r *syntax.Redirect) {
	w.redirectVariable(r)
	switch r.Op {
	case syntax.Hdoc, syntax.DashHdoc:
		w.hereDocument(r)
	case syntax.WordHdoc:
		w.single(r.Word)
	case syntax.RdrOut, syntax.AppOut, syntax.RdrIn, syntax.RdrInOut, syntax.DplIn, syntax.DplOut,
		syntax.RdrClob, syntax.RdrAll, syntax.AppAll:
		w.parts(r.Word.Parts)
		w.eachChoice([]*syntax.Word{r.Word}, func() { w.target(r) })
	default:
		w.refuse(KindOpaque, w.pos(r.OpPos), r.Op.String(), "a redirect that is not bash's: %s", r.Op)
	}
}

// target notes the file of a redirect: one field, of which the pathname pattern counts.
func (w *walker) target(r *syntax.Redirect) {
	target := w.build(r.Word, fieldBuilder{whole: true, glob: true})
	if text, _ := target.Value(); text == "255" || text == "255-" {
		w.refuse(KindOpaque, target.Pos, r.Op.String()+text, "descriptor 255 is the shell's own: it reads scripts from there")
	}
	if len(w.script.Redirects) == maxTargets {
		w.exceed(r.Op.String(), "more than %d redirects", maxTargets)
		return
	}
	w.script.Redirects = append(w.script.Redirects, Redirect{Pos: target.Pos, Op: r.Op.String(), Target: target, Via: w.via, Dirs: w.dirs()})
}

// redirectVariable walks {name}>file, which sets name to the descriptor's number.
func (w *walker) redirectVariable(r *syntax.Redirect) {
	if name := redirectName(r); name != "" {
		at := w.pos(r.N.Pos())
		w.note(opensMark)
		w.assignName(knownArg(at, name), numberArg(at, r.N.Value), "a redirect")
	}
}

func redirectName(r *syntax.Redirect) string {
	if r.N == nil || isDigits(r.N.Value) {
		return ""
	}
	return strings.Trim(r.N.Value, "{}")
}

// hereDocument walks a body that expands: one whose delimiter is not quoted.
func (w *walker) hereDocument(r *syntax.Redirect) {
	if w.inBack > 0 {
		w.refuse(KindAmbiguous, w.pos(r.OpPos), w.source(r.Word), "a here-document inside backquotes: write $( … ) instead")
		return
	}
	delimiter, quoted, plain := delimiterOf(r.Word)
	if !plain {
		w.refuse(KindAmbiguous, w.pos(r.Word.Pos()), w.source(r.Word), "the here-document's delimiter is not a plain word")
		return
	}
	w.doubtBodyEnd(r, delimiter, quoted)
	if w.dialect != Bash && !quoted {
		w.doubtBodyEnd(r, delimiter, true)
	}
	if r.Hdoc != nil && !quoted {
		w.quoted++
		w.parts(r.Hdoc.Parts)
		w.quoted--
	}
}

// delimiterOf returns a delimiter of a shape that the parser and bash unquote
// alike: word, 'word', "word", \word.
func delimiterOf(word *syntax.Word) (text string, quoted, ok bool) {
	if len(word.Parts) != 1 {
		return "", false, false
	}
	switch p := word.Parts[0].(type) {
	case *syntax.Lit:
		text, quoted = strings.CutPrefix(p.Value, `\`)
		// bash prints << -X back as <<-X, which is another operator.
		return text, quoted, plainDelimiter(text) && text != "" && text[0] != '-'
	case *syntax.SglQuoted:
		return p.Value, true, !p.Dollar && plainDelimiter(p.Value)
	case *syntax.DblQuoted:
		if len(p.Parts) == 1 {
			lit, ok := p.Parts[0].(*syntax.Lit)
			return litValue(lit), true, ok && !p.Dollar && plainDelimiter(lit.Value)
		}
		return "", true, len(p.Parts) == 0 && !p.Dollar
	}
	return "", false, false
}

func litValue(lit *syntax.Lit) string {
	if lit == nil {
		return ""
	}
	return lit.Value
}

func plainDelimiter(s string) bool {
	for i := range len(s) {
		c := s[i]
		if !isLetter(c) && (c < '0' || c > '9') && strings.IndexByte("_-.,:+=%@/ ", c) < 0 {
			return false
		}
	}
	return true
}
