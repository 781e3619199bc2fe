package parse

import "mvdan.cc/sh/v3/syntax"

// steady reports whether evaluating the expression cannot fail: it divides by
// nothing, and its operands are numbers. After a failure bash gives up the command.
func (w *walker) steady(x syntax.ArithmExpr) bool {
	switch x := x.(type) {
	case *syntax.Word:
		return w.steadyWord(x)
	case *syntax.BinaryArithm:
		return steadyOperators[x.Op] && w.steady(x.X) && w.steady(x.Y)
	case *syntax.UnaryArithm:
		return w.steady(x.X)
	case *syntax.ParenArithm:
		return w.steady(x.X)
	default:
		return false
	}
}

// steadyOperators have a result for all operands.
// bash 5.2 manual, Shell Arithmetic; read 2026-12.
var steadyOperators = map[syntax.BinAritOperator]bool{
	syntax.Add: true, syntax.Sub: true, syntax.Mul: true, syntax.Eql: true, syntax.Neq: true, syntax.Leq: true,
	syntax.Geq: true, syntax.Lss: true, syntax.Gtr: true, syntax.And: true, syntax.Or: true, syntax.Xor: true,
	syntax.AndArit: true, syntax.OrArit: true, syntax.Comma: true, syntax.Assgn: true, syntax.AddAssgn: true,
	syntax.SubAssgn: true, syntax.MulAssgn: true, syntax.TernQuest: true, syntax.TernColon: true,
}

// steadyWord reports whether one operand surely is a number, or a name that holds one
// and nothing else.
func (w *walker) steadyWord(word *syntax.Word) bool {
	if lit := word.Lit(); lit != "" {
		return isNumber(lit) || isIdentifier(lit) && w.steadyValue(lit)
	}
	if len(word.Parts) != 1 {
		return false
	}
	p, is := word.Parts[0].(*syntax.ParamExp)
	return is && p.Param != nil && p.Index == nil && !p.Excl && (p.Length || plain(p) && w.steadyValue(p.Param.Value))
}

// steadyValue reports whether the variable holds a decimal number. One that is empty
// may be unset, which set -u makes an error.
func (w *walker) steadyValue(name string) bool { return w.picked(name).allNumbers() }

func (w *walker) arithm(x syntax.ArithmExpr) {
	switch x := x.(type) {
	case *syntax.Word:
		w.arithmWord(x)
	case *syntax.BinaryArithm:
		w.arithmBinary(x)
	case *syntax.UnaryArithm:
		if x.Op == syntax.Inc || x.Op == syntax.Dec {
			w.arithmAssign(x.X)
		}
		w.arithm(x.X)
	case *syntax.ParenArithm:
		w.arithm(x.X)
	default:
		w.refuse(KindOpaque, w.pos(x.Pos()), w.source(x), "arithmetic that is not understood: %T", x)
	}
}
