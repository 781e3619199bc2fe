package parse

import (
	"slices"

	"mvdan.cc/sh/v3/syntax"
)

// bash 5.2 parses $( ), <( ) and >( ) where it reads the line, prints the tree back
// as text, and parses that text when it expands the word (parse_comsub in its
// parse.y). Where printing is not faithful, or the first reading is another one than
// the second, what runs is not what stands in the line. Measured, bash 5.2.15, 2026-11.

// doubtEsac refuses the pattern esac: in (esac|x) bash prints it without the
// parenthesis, and then it ends the case.
func (w *walker) doubtEsac(pattern *syntax.Word) {
	if pattern.Lit() == "esac" {
		w.refuse(KindAmbiguous, w.pos(pattern.Pos()), "esac", "esac as a pattern: put it in quotes")
	}
}

// doubtPrinting refuses what bash prints unfaithfully in a substitution: a time as
// its first word, which the first reading takes for a program's name; a ; after
// a here-document, which is not printed, so that two commands become one; and a
// here-document inside a compound command, which is printed before its body.
func (w *walker) doubtPrinting(list []*syntax.Stmt) {
	if w.dialect != Bash { // dash and busybox ash keep the tree of their first reading
		return
	}
	if len(list) > 0 {
		w.doubtFirstTime(list[0])
	}
	if !w.documents {
		return
	}
	var documents, semicolons []syntax.Pos
	for _, s := range list {
		w.doubtInner(s)
		syntax.Walk(s, func(node syntax.Node) bool {
			switch n := node.(type) {
			case *syntax.Redirect:
				if n.Op == syntax.Hdoc || n.Op == syntax.DashHdoc {
					documents = append(documents, n.OpPos)
				}
			case *syntax.Stmt:
				if n.Semicolon.IsValid() && w.isSemicolon(n.Semicolon) {
					semicolons = append(semicolons, n.Semicolon)
				}
			}
			return true
		})
	}
	for _, at := range semicolons {
		if slices.ContainsFunc(documents, func(d syntax.Pos) bool { return at.After(d) }) {
			w.refuse(KindAmbiguous, w.pos(at), ";", "a ; after a here-document in a substitution, which bash loses").Hint = "put the commands on lines of their own"
			return
		}
	}
}

// doubtInner refuses a here-document on a command inside a compound one. That of the
// compound command itself, done <<EOF, is printed where it stands.
func (w *walker) doubtInner(s *syntax.Stmt) {
	switch c := s.Cmd.(type) {
	case nil, *syntax.CallExpr:
	case *syntax.BinaryCmd:
		w.doubtInner(c.X)
		w.doubtInner(c.Y)
	default:
		syntax.Walk(c, func(node syntax.Node) bool {
			switch n := node.(type) {
			case *syntax.CmdSubst, *syntax.ProcSubst:
				return false // printed on its own
			case *syntax.Redirect:
				if n.Op == syntax.Hdoc || n.Op == syntax.DashHdoc {
					w.refuse(KindAmbiguous, w.pos(n.OpPos), w.source(n.Word), "a here-document inside a compound command in a substitution").Hint = "write the text to a file or a variable first"
				}
			}
			return true
		})
	}
}

func (w *walker) isSemicolon(p syntax.Pos) bool {
	at := p.Offset()
	return at >= uint(len(w.src)) || w.src[at] != '&'
}

func (w *walker) doubtFirstTime(s *syntax.Stmt) {
	switch c := s.Cmd.(type) {
	case *syntax.BinaryCmd:
		w.doubtFirstTime(c.X)
	case *syntax.TimeClause:
		w.refuse(KindAmbiguous, w.pos(c.Time), "time", "time as the first word of a substitution is a program's name for bash at first")
	}
}
