package parse

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// Arithmetic evaluates the *values* of the variables that it names as expressions
// again, subscripts with command substitutions included: x='a[$(cmd)]'; echo $((x))
// runs cmd. So every name in an expression must be known to hold a number, and
// every expansion to yield one.

// arithmAll walks expressions, of which any may be absent.
func (w *walker) arithmAll(exprs ...syntax.ArithmExpr) {
	for _, x := range exprs {
		if x != nil {
			w.risky = w.risky || !w.steady(x)
			w.literal++
			w.arithm(x)
			w.literal--
		}
	}
}

func (w *walker) arithmBinary(x *syntax.BinaryArithm) {
	switch x.Op {
	case syntax.Assgn:
		w.arithm(x.Y)
		w.arithmAssign(x.X)
	case syntax.AddAssgn, syntax.SubAssgn, syntax.MulAssgn, syntax.QuoAssgn, syntax.RemAssgn,
		syntax.AndAssgn, syntax.OrAssgn, syntax.XorAssgn, syntax.ShlAssgn, syntax.ShrAssgn:
		w.arithm(x.X)
		w.arithm(x.Y)
		w.arithmAssign(x.X)
	default:
		w.arithm(x.X)
		w.arithm(x.Y)
	}
}

// arithmAssign notes that the expression sets x, to a number.
func (w *walker) arithmAssign(x syntax.ArithmExpr) {
	at := w.pos(x.Pos())
	word, ok := x.(*syntax.Word)
	if !ok || len(word.Parts) != 1 {
		w.refuse(KindCode, at, w.source(x), "arithmetic sets a variable that is not named plainly")
		return
	}
	switch p := word.Parts[0].(type) {
	case *syntax.Lit:
		w.assignName(knownArg(at, p.Value), numberArg(at, p.Value), "arithmetic")
	case *syntax.ParamExp:
		w.index(p.Param.Value, p.Index)
		w.assign(at, p.Param.Value, numberArg(at, w.source(x)), "arithmetic")
		w.element(p.Param.Value, p.Index != nil)
	default:
		w.refuse(KindCode, at, w.source(x), "arithmetic sets a variable that is not named plainly")
	}
}

// arithmWord walks one operand.
func (w *walker) arithmWord(word *syntax.Word) {
	w.parts(word.Parts)
	if w.numberParts(word.Parts) {
		return
	}
	text, known := w.arithmText(word.Parts)
	switch {
	case !known:
		w.refuse(KindNumber, w.pos(word.Pos()), w.source(word), "%s is evaluated as arithmetic, and is not known to be a number", w.source(word))
	case isNumberLiteral(text) || text == "":
	case isIdentifier(text):
		w.arithmName(w.pos(word.Pos()), text)
	case len(word.Parts) == 1 && word.Lit() != "":
		w.refuse(KindCode, w.pos(word.Pos()), text, "text that is evaluated as arithmetic is not understood")
	default: // an expression that quotes hid from the parser: let "x = y + 1"
		w.arithmString(Arg{Pos: w.pos(word.Pos()), Text: w.source(word)}, text)
	}
}

// arithmName checks a variable that is read by name.
func (w *walker) arithmName(at Pos, name string) {
	if !w.picked(name).evaluable() {
		w.refuse(KindNumber, at, name, "the value of %s is evaluated as arithmetic, and is not known to be a number", name)
	}
}

// arithmText returns the operand after quote removal, if it holds no expansions.
func (w *walker) arithmText(parts []syntax.WordPart) (text string, known bool) {
	for _, part := range parts {
		switch p := part.(type) {
		case *syntax.Lit:
			if strings.Contains(p.Value, `\`) {
				return "", false
			}
			text += p.Value
		case *syntax.DblQuoted:
			inner, ok := w.arithmText(p.Parts)
			if !ok {
				return "", false
			}
			text += inner
		default:
			return "", false
		}
	}
	return text, true
}

// numberParts reports whether the parts surely make up a number: expansions that
// yield digits, and digits between them.
func (w *walker) numberParts(parts []syntax.WordPart) bool {
	expansions := 0
	for _, part := range parts {
		switch p := part.(type) {
		case *syntax.Lit:
			if strings.Trim(strings.TrimSuffix(p.Value, "#"), "0123456789") != "" {
				return false
			}
		case *syntax.DblQuoted:
			if !w.numberParts(p.Parts) {
				return false
			}
			expansions++
		case *syntax.ParamExp:
			if !w.numberParam(p) {
				return false
			}
			expansions++
		case *syntax.ArithmExp:
			expansions++
		case *syntax.CmdSubst:
			if !w.counts(p) {
				return false
			}
			expansions++
		default:
			return false
		}
	}
	return expansions > 0
}

func (w *walker) numberParam(p *syntax.ParamExp) bool {
	if p.Param == nil || p.Excl {
		return false
	}
	if p.Length || w.filtersDigits(p) {
		return true
	}
	v := w.picked(p.Param.Value)
	if p.Index != nil {
		v = w.anyElement(p.Param.Value)
	}
	held := p.Slice == nil && p.Repl == nil && p.Names == 0 && v.evaluable()
	if p.Exp == nil || !held {
		return held
	}
	defaults := p.Exp.Op == syntax.DefaultUnset || p.Exp.Op == syntax.DefaultUnsetOrNull
	return defaults && p.Exp.Word != nil && isDigits(p.Exp.Word.Lit())
}

// isNumberLiteral reports whether s is a constant of arithmetic: 7, 0x1f, 16#ff.
func isNumberLiteral(s string) bool {
	if s == "" || s[0] < '0' || s[0] > '9' {
		return false
	}
	for i := range len(s) {
		c := s[i]
		if !isLetter(c) && (c < '0' || c > '9') && c != '#' && c != '@' && c != '_' {
			return false
		}
	}
	return true
}

// index walks the subscript of a variable. That of an associative array is a
// string; every other one is arithmetic.
func (w *walker) index(name string, x syntax.ArithmExpr) {
	w.risky = w.risky || x != nil
	switch {
	case x == nil || allElements(x):
	case w.isKeyed(name):
		w.keyWords(x)
	default:
		w.arithmAll(x)
	}
}

// keyWords walks a key that the parser took for arithmetic.
func (w *walker) keyWords(x syntax.ArithmExpr) {
	syntax.Walk(x, func(node syntax.Node) bool {
		word, ok := node.(*syntax.Word)
		if ok {
			w.literal++
			w.parts(word.Parts)
			w.literal--
		}
		return !ok
	})
}

func (w *walker) arithmCmd(c *syntax.ArithmCmd) {
	if c.Unsigned {
		w.refuse(KindOpaque, w.pos(c.Pos()), w.source(c), "arithmetic that is not bash's")
	}
	w.arithmFirst(c.X)
}

// arithmFirst walks an expression that surely is evaluated. One that sets a name
// to a constant, i=0, cannot fail: the name holds a number from here on.
func (w *walker) arithmFirst(x syntax.ArithmExpr) {
	if x == nil {
		return
	}
	w.arithmAll(x)
	set, ok := x.(*syntax.BinaryArithm)
	if !ok || set.Op != syntax.Assgn {
		return
	}
	name, named := set.X.(*syntax.Word)
	value, plain := set.Y.(*syntax.Word)
	if named && plain && isIdentifier(name.Lit()) && isNumberLiteral(value.Lit()) {
		w.hold(name.Lit(), values{number: true})
	}
}

func (w *walker) letClause(c *syntax.LetClause) {
	w.script.keywords = true
	for _, x := range c.Exprs {
		w.arithmFirst(x)
	}
	w.emit(Command{Pos: w.pos(c.Let), Kind: Builtin, Name: "let"})
}

// arithmString walks an expression that is given as text.
func (w *walker) arithmString(a Arg, text string) {
	x, err := syntax.NewParser(syntax.Variant(syntax.LangBash)).Arithmetic(strings.NewReader(text))
	if err != nil || w.nested >= maxNested {
		w.refuse(KindCode, a.Pos, a.Text, "text that is evaluated as arithmetic is not understood")
		return
	}
	w.inText(text, a.Pos, func() { w.arithmAll(x) })
}
