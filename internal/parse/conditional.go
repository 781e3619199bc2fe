package parse

import "mvdan.cc/sh/v3/syntax"

// test walks an expression of [[ ]].
func (w *walker) test(x syntax.TestExpr) {
	switch x := x.(type) {
	case *syntax.Word:
		w.single(x)
	case *syntax.ParenTest:
		w.test(x.X)
	case *syntax.UnaryTest:
		w.testUnary(x)
	case *syntax.BinaryTest:
		w.testBinary(x)
	default:
		w.refuse(KindOpaque, w.pos(x.Pos()), w.source(x), "a condition that is not understood: %T", x)
	}
}

// testUnary walks one operand; -v and -R evaluate a subscript in its value.
func (w *walker) testUnary(x *syntax.UnaryTest) {
	word, ok := x.X.(*syntax.Word)
	if ok && (x.Op == syntax.TsVarSet || x.Op == syntax.TsRefVar) {
		w.reference(w.single(word), "[[ "+x.Op.String())
		return
	}
	w.test(x.X)
}

func (w *walker) testBinary(x *syntax.BinaryTest) {
	if arithmeticTests[x.Op] {
		w.testNumber(x.X)
		w.testNumber(x.Y)
		return
	}
	w.test(x.X)
	w.test(x.Y)
}

// testNumber walks an operand that [[ evaluates as arithmetic.
func (w *walker) testNumber(x syntax.TestExpr) {
	word, ok := x.(*syntax.Word)
	if !ok {
		w.refuse(KindOpaque, w.pos(x.Pos()), w.source(x), "a condition that is not understood: %T", x)
		return
	}
	w.arithmAll(word)
}

// builtinTest walks test and [. They evaluate nothing but the subscript in the
// operand of -v (and -R): an argument that could be one of these needs an operand
// that is a plain name. With three operands the middle one decides first
// (bash manual, test), so a known binary operator there makes the others data.
func (w *walker) builtinTest(c Command) {
	args := c.Args
	if c.Name == "[" && len(args) > 0 {
		args = args[:len(args)-1]
	}
	single := true
	for i := range args {
		single = single && args[i].Single()
		if !args[i].Single() && !valueOf(args[i]).evaluable() { // numbers are no -v
			w.refuse(KindCode, args[i].Pos, args[i].Text, "%s unquoted can become several operands, of which -v evaluates one", args[i].Text).Hint = "put it in double quotes"
			return
		}
	}
	if text, ok := value(args, 0); ok && text == "!" && len(args) == 4 {
		args = args[1:]
	}
	if op, ok := value(args, 1); ok && single && len(args) == 3 && binaryTests[op] {
		return
	}
	for i := range args {
		if args[i].may("-v") || args[i].may("-R") {
			w.referenceAfter(args[i+1:], c.Name+" -v")
		}
	}
}

// referenceAfter checks the operand of -v: the first of the words, unless there may be
// none of it.
func (w *walker) referenceAfter(args []Arg, by string) {
	for _, a := range args {
		if w.reference(a, by); a.Single() {
			return
		}
	}
}

func value(args []Arg, i int) (string, bool) {
	if i >= len(args) {
		return "", false
	}
	return args[i].Value()
}

// may reports whether the field could be exactly text.
func (a Arg) may(text string) bool {
	known, whole := a.Prefix()
	if whole {
		return known == text
	}
	if len(known) > len(text) || text[:len(known)] != known {
		return false
	}
	last := a.Parts[len(a.Parts)-1]
	return last.Kind != Known || len(last.Text) <= len(text) && text[len(text)-len(last.Text):] == last.Text
}

// binaryTests are the operators between two operands of test.
// bash 5.2 manual, Bash Conditional Expressions; read 2026-11.
var binaryTests = map[string]bool{
	"!=": true, "-a": true, "-ef": true, "-eq": true, "-ge": true, "-gt": true, "-le": true, "-lt": true,
	"-ne": true, "-nt": true, "-o": true, "-ot": true, "<": true, "=": true, "==": true, ">": true,
}
