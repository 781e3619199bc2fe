package parse

import (
	"regexp"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// A counter is a program of which, called in this way, standard output is numbers
// and blanks, or nothing: as arithmetic that is a number or an error, and runs no
// code. The rule is the program's grammar, not what its input holds: a value that may
// hold arbitrary text is not a number, so cut, head, tr and jq -r .count print none.
type counter struct {
	name string
	// words are what may follow, a line each; all are known, and none holds a newline.
	// It is compiled where it is asked: at the start of every shell that would cost more
	// than judging a line.
	words string
}

// counters, sorted. Sources: manuals of coreutils 9.1 (date, expr, seq, stat, wc) and
// grep 3.8; read 2026-12. What fails prints nothing; wc names no file that it was not
// given. jq is not here: ~/.jq is part of every program, and may define length anew
// (jq 1.6 manual, Modules), so that jq length prints what somebody wrote there.
var counters = []counter{
	{"date", `^\+(%[CdeFHIjkmMNsSuUVwWyYGg]|[0-9 ])+$`},
	{"expr", `^\S+\n[-+*/%]\n\S+$`},
	{"grep", `^(-[EFGPaivwxyz]+\n)*-[EFGPaivwxyz]*c[EFGPaivwxyz]*\n(--\n)?[^-\n][^\n]*(\n[^\s-]\S*)?$`},
	{"seq", `^(-w\n)?-?[0-9]+(\n-?[0-9]+){0,2}$`},
	{"stat", `^(-c\n|--format=|--printf=)%[bBhisWXYZ]\n[^\s-]\S*$`},
	{"wc", `^(-[clmLw]+|--bytes|--chars|--lines|--words|--max-line-length)(\n(-[clmLw]+|--bytes|--chars|--lines|--words|--max-line-length))*$`},
}

// counts reports whether the output of a command substitution surely is numbers: it
// holds one command, or pipes into one, that is a counter.
func (w *walker) counts(p *syntax.CmdSubst) bool {
	if len(p.Stmts) != 1 {
		return false
	}
	last := p.Stmts[0]
	for {
		if last.Negated || last.Background || last.Coprocess || last.Disown || !onlyReads(last.Redirs) {
			return false
		}
		pipe, is := last.Cmd.(*syntax.BinaryCmd)
		if !is || pipe.Op != syntax.Pipe && pipe.Op != syntax.PipeAll {
			break
		}
		last = pipe.Y
	}
	call, is := last.Cmd.(*syntax.CallExpr)
	return is && len(call.Assigns) == 0 && len(call.Args) > 0 && w.isCounter(call.Args)
}

// onlyReads reports whether the redirects add nothing to standard output.
func onlyReads(list []*syntax.Redirect) bool {
	return !slices.ContainsFunc(list, func(r *syntax.Redirect) bool {
		discards := r.N != nil && r.N.Value == "2" && r.Op == syntax.RdrOut
		feeds := r.N == nil && (r.Op == syntax.RdrIn || r.Op == syntax.Hdoc || r.Op == syntax.DashHdoc || r.Op == syntax.WordHdoc)
		return !discards && !feeds
	})
}

func (w *walker) isCounter(words []*syntax.Word) bool {
	name := words[0].Lit()
	i := slices.IndexFunc(counters, func(c counter) bool { return c.name == name })
	if i < 0 || w.noted(functionMark+name) {
		return false
	}
	var args []string
	for _, word := range words[1:] {
		args = append(args, plainWord(word))
	}
	return !slices.Contains(args, "") && regexp.MustCompile(counters[i].words).MatchString(strings.Join(args, "\n"))
}

// plainWord returns one word that is literal or in quotes, without those, and nothing
// for every other word.
func plainWord(word *syntax.Word) string {
	text := quotedText(word)
	if strings.Contains(text, "\n") {
		return ""
	}
	return text
}

func quotedText(word *syntax.Word) string {
	if len(word.Parts) != 1 {
		return ""
	}
	switch p := word.Parts[0].(type) {
	case *syntax.Lit:
		if !strings.ContainsAny(p.Value, `*?[\{~`) {
			return p.Value
		}
	case *syntax.SglQuoted:
		if !p.Dollar && p.Value != "" {
			return p.Value
		}
	case *syntax.DblQuoted:
		if lit := (&syntax.Word{Parts: p.Parts}).Lit(); lit != "" && !p.Dollar && !strings.Contains(lit, `\`) {
			return lit
		}
	}
	return ""
}

// functionMark before a name stands among the variables for "the text defines a
// function of that name"; it is no name.
const functionMark = "function "
