package parse

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// parts walks the pieces of a word for what expanding them runs.
func (w *walker) parts(parts []syntax.WordPart) {
	for _, part := range parts {
		w.part(part)
	}
}

func (w *walker) part(part syntax.WordPart) {
	if w.full() {
		return
	}
	switch p := part.(type) {
	case *syntax.Lit:
		w.doubtProcSubst(p)
	case *syntax.SglQuoted:
		w.doubtSingleQuotes(p)
	case *syntax.DblQuoted:
		w.quoted++
		w.parts(p.Parts)
		w.quoted--
	case *syntax.ParamExp:
		w.paramExp(p)
	case *syntax.CmdSubst:
		w.cmdSubst(p)
	case *syntax.ArithmExp:
		w.arithmAll(p.X)
	case *syntax.ProcSubst:
		w.doubtPrinting(p.Stmts)
		w.substitution(func() { w.stmts(p.Stmts) })
	case *syntax.ExtGlob:
		w.doubtExtGlob(p)
	default:
		w.refuse(KindOpaque, w.pos(part.Pos()), w.source(part), "syntax that is not understood: %T", part)
	}
}

// substitution walks commands that run in a subshell, where quotes start anew.
func (w *walker) substitution(walk func()) {
	quoted, literal, inOperand := w.quoted, w.literal, w.inOperand
	w.quoted, w.literal, w.inOperand = 0, 0, 0
	inQuotes := w.inQuotes
	w.inQuotes = inQuotes || quoted > 0
	w.inSubst++
	w.child(walk)
	w.inSubst--
	w.inQuotes = inQuotes
	w.quoted, w.literal, w.inOperand = quoted, literal, inOperand
}

func (w *walker) cmdSubst(p *syntax.CmdSubst) {
	if p.TempFile || p.ReplyVar {
		w.refuse(KindOpaque, w.pos(p.Pos()), w.source(p), "${ …; } runs commands only in bash 5.3 and later")
	}
	if p.Backquotes {
		w.inBack++
		defer func() { w.inBack-- }()
	} else {
		w.doubtPrinting(p.Stmts)
	}
	w.substitution(func() { w.stmts(p.Stmts) })
}

func (w *walker) paramExp(p *syntax.ParamExp) {
	if p.Flags != nil || p.Width || p.IsSet || p.NestedParam != nil || len(p.Modifiers) > 0 ||
		p.Split != syntax.OptUnset || p.GlobSubst != syntax.OptUnset || p.RcExpand != syntax.OptUnset || p.Param == nil {
		w.refuse(KindOpaque, w.pos(p.Pos()), w.source(p), "an expansion that is not bash's")
		return
	}
	if p.Excl && p.Names == 0 && !allElements(p.Index) && !w.dialect.numeric(p.Param.Value) {
		w.refuse(KindCode, w.pos(p.Pos()), w.source(p), "the value of %s is taken for a name, and a subscript in it is evaluated", p.Param.Value)
	}
	w.index(p.Param.Value, p.Index)
	if p.Slice != nil {
		w.arithmAll(p.Slice.Offset, p.Slice.Length)
		if _, plain := constant(p.Slice.Length); p.Slice.Length != nil && !plain { // a negative length can be an error
			w.risky = true
		}
	}
	if p.Repl != nil {
		w.operand(p.Repl.Orig, false)
		w.operand(p.Repl.With, false)
	}
	if p.Exp != nil {
		w.operator(p)
	}
}

// operator walks ${x OP word}: := assigns, and @P expands the value as a prompt,
// command substitutions included.
func (w *walker) operator(p *syntax.ParamExp) {
	w.operand(p.Exp.Word, substitutes[p.Exp.Op] || w.dialect != Bash)
	at := w.pos(p.Pos())
	switch p.Exp.Op {
	case syntax.ErrorUnset, syntax.ErrorUnsetOrNull:
		w.risky = true
	case syntax.AssignUnset, syntax.AssignUnsetOrNull:
		w.assign(at, p.Param.Value, unknownArg(at, w.source(p)), w.source(p))
		w.element(p.Param.Value, p.Index != nil)
	case syntax.OtherParamOps:
		if strings.Contains(p.Exp.Word.Lit(), "P") {
			w.refuse(KindCode, at, w.source(p), "@P expands the value of %s as a prompt, which runs its substitutions", p.Param.Value)
		}
	}
}

// substitutes are the operators whose word takes the value's place. Inside double
// quotes single quotes do not quote in it; in patterns and replacements they do
// (measured, bash 5.2.15).
var substitutes = map[syntax.ParExpOperator]bool{
	syntax.AlternateUnset: true, syntax.AlternateUnsetOrNull: true, syntax.DefaultUnset: true,
	syntax.DefaultUnsetOrNull: true, syntax.ErrorUnset: true, syntax.ErrorUnsetOrNull: true,
	syntax.AssignUnset: true, syntax.AssignUnsetOrNull: true,
}

// operand walks the word of an expansion's operator.
func (w *walker) operand(word *syntax.Word, substitutes bool) {
	if word == nil {
		return
	}
	w.inOperand++
	defer func() { w.inOperand-- }()
	if w.quoted > 0 && substitutes {
		w.literal++
		defer func() { w.literal-- }()
	}
	w.parts(word.Parts)
}

// allElements reports whether a subscript is @ or *.
func allElements(index syntax.ArithmExpr) bool {
	word, ok := index.(*syntax.Word)
	return ok && (word.Lit() == "@" || word.Lit() == "*")
}

// param appends the value of a parameter, as far as it is known.
func (b *fieldBuilder) param(p *syntax.ParamExp) {
	if p.Param == nil {
		b.unknown(Part{})
		return
	}
	name := p.Param.Value
	if p.Length && !p.Excl {
		b.number(false)
		return
	}
	if text, known := b.w.transformed(p); known {
		b.value(text)
		return
	}
	if b.w.filtersDigits(p) {
		b.w.script.compares = true
		b.unknown(Part{Quoted: b.inDbl, Counts: true})
		return
	}
	if elem, known := b.w.oneElement(p); known {
		b.holding(elem, Part{Quoted: b.inDbl})
		return
	}
	if !plain(p) {
		b.unknown(Part{Counts: b.w.numberParam(p), Quoted: b.inDbl && name != "@" && !allElements(p.Index) && p.Names == 0})
		return
	}
	b.variable(name)
}

// plain reports whether p is $x or ${x} and nothing more.
func plain(p *syntax.ParamExp) bool {
	return p.Param != nil && !p.Excl && !p.Length && p.Index == nil && p.Slice == nil && p.Repl == nil && p.Exp == nil && p.Names == 0
}

func (b *fieldBuilder) variable(name string) {
	b.holding(b.w.picked(name), b.inherited(name))
}

// holding appends what a variable holds; unknown is the part that it yields if
// nothing is known of it.
func (b *fieldBuilder) holding(v values, unknown Part) {
	numeric, empty := v.numeric()
	switch choices := v.choices(); {
	case b.w.full():
		b.unknown(unknown)
	case len(choices) == 1:
		b.w.count(&b.w.tally.expanded, len(choices[0]), maxExpanded, "bytes of variables")
		b.value(choices[0])
	case numeric:
		b.number(empty)
	case v.unknown && v.shape != nil && (b.inDbl || b.whole):
		b.flush()
		b.open = true
		for _, p := range v.shape {
			b.w.count(&b.w.tally.expanded, len(p.Text), maxExpanded, "bytes of variables")
		}
		b.arg.Parts = append(b.arg.Parts, v.shape...)
	default:
		unknown.Counts, unknown.unassigned = unknown.Counts || v.evaluable(), v.nothing()
		b.unknown(unknown)
	}
}

// inherited is the part that a variable of unknown value yields.
func (b *fieldBuilder) inherited(name string) Part {
	p := Part{Quoted: b.inDbl && name != "@", Counts: b.w.picked(name).counts}
	if name == "HOME" || name == "PWD" {
		own := b.w.untouched(name) && (b.inDbl || b.whole || !b.w.splitsOddly())
		p.Home, p.Pwd = own && name == "HOME", own && name == "PWD" && !b.w.frozen("PWD")
	}
	return p
}

// untouched reports whether the variable surely is what the shell began with, or
// keeps itself: the text sets, unsets or hides it nowhere.
func (w *walker) untouched(name string) bool {
	return !w.dir.altered && !w.noted(name) && !w.noted(hiddenMark+name)
}

// value appends the known value of a variable: split where it stands unquoted.
func (b *fieldBuilder) value(text string) {
	switch {
	case b.inDbl || b.whole && !b.glob:
		b.text(text, false)
	case strings.Contains(text, "(") || b.w.posixPattern(text): // with extglob @(a) is a pattern
		b.unknown(Part{})
	case b.w.splitsOddly():
		b.unknown(Part{})
	case b.whole:
		b.text(text, true)
	default:
		b.split(text)
	}
}

// split appends the fields that text makes with the default IFS.
func (b *fieldBuilder) split(text string) {
	const blanks = " \t\n"
	for text != "" {
		i := strings.IndexAny(text, blanks)
		if i < 0 {
			b.text(text, true)
			return
		}
		if i > 0 {
			b.text(text[:i], true)
		}
		b.close()
		text = strings.TrimLeft(text[i:], blanks)
	}
}

// splitsOddly reports whether the text sets IFS, so that unquoted values are
// split at characters that are not known.
func (w *walker) splitsOddly() bool {
	return w.noted("IFS")
}
