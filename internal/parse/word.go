package parse

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// words returns the fields that bash would make of the words of a command, and
// walks what they hold. A word with several known values is one unknown here;
// choices (below) tells them apart for the command's name.
func (w *walker) words(list []*syntax.Word) []Arg {
	var fields []Arg
	for _, word := range list {
		w.parts(word.Parts)
		fields = append(fields, w.fields(word)...)
	}
	return fields
}

// single walks a word that bash neither splits nor expands to several fields
// (an assigned value, an operand of [[, a here-string), and returns it as one field.
func (w *walker) single(word *syntax.Word) Arg {
	arg := w.oneField(word, fieldBuilder{whole: true})
	if word != nil && len(arg.Parts) > 0 && !arg.known() {
		arg.can = w.each(word)
	}
	return arg
}

func (w *walker) oneField(word *syntax.Word, b fieldBuilder) Arg {
	if word == nil {
		return Arg{}
	}
	if w.parts(word.Parts); w.full() {
		return unknownArg(w.pos(word.Pos()), "")
	}
	return w.build(word, b)
}

// build puts one field together from a word that has been walked.
func (w *walker) build(word *syntax.Word, b fieldBuilder) Arg {
	b.w, b.arg = w, Arg{Pos: w.pos(word.Pos()), Text: w.source(word)}
	b.word(word.Parts)
	b.open = true
	b.close()
	return b.fields[0]
}

// fields returns the fields of one word of a command: braces, then the parts.
func (w *walker) fields(word *syntax.Word) []Arg {
	if lit := word.Lit(); plainText(lit) {
		return []Arg{w.literalArg(word, lit)}
	}
	if fields, known := w.elements(word); known {
		return fields
	}
	var fields []Arg
	for _, parts := range w.braces(word) {
		b := fieldBuilder{w: w, glob: true, arg: Arg{Pos: w.pos(word.Pos()), Text: w.source(word)}}
		b.word(parts)
		b.close()
		fields = append(fields, b.fields...)
	}
	return fields
}

// plainText reports whether an unquoted text stands for itself.
func plainText(lit string) bool { return lit != "" && !strings.ContainsAny(lit, "\\*?[{~") }

// literalArg returns the field of a plain word. Parts of many share an array.
func (w *walker) literalArg(word *syntax.Word, lit string) Arg {
	if len(w.spare) == 0 {
		w.spare = make([]Part, 64)
	}
	parts := w.spare[:1:1]
	w.spare = w.spare[1:]
	parts[0] = Part{Kind: Known, Text: lit}
	return Arg{Pos: w.pos(word.Pos()), Text: lit, Parts: parts}
}

// A fieldBuilder puts the fields of one word together.
type fieldBuilder struct {
	w      *walker
	arg    Arg
	known  strings.Builder // known text not yet in arg.Parts
	fields []Arg
	open   bool // the current field exists even if it is empty: "" and x
	whole  bool // one field: no splitting
	glob   bool // pathname patterns count
	inDbl  bool
}

func (b *fieldBuilder) close() {
	b.flush()
	if b.open || len(b.arg.Parts) > 0 {
		b.arg.Parts = plainBrackets(b.arg.Parts)
		b.fields = append(b.fields, b.arg)
	}
	b.arg.Parts, b.open = nil, false
}

// text appends known text; live text is unquoted, so its pattern characters count.
func (b *fieldBuilder) text(s string, live bool) {
	if i := b.innerTilde(s); live && i >= 0 {
		b.text(s[:i], true)
		b.unknown(Part{Quoted: true})
		if _, rest, slash := strings.Cut(s[i:], "/"); slash {
			b.text("/"+rest, true)
		}
		return
	}
	b.open = b.open || s != ""
	if i := strings.IndexAny(s, "*?["); live && b.glob && i >= 0 {
		b.known.WriteString(s[:i])
		b.flush()
		b.arg.Parts = append(b.arg.Parts, Part{Kind: Glob, Text: s[i:]})
		return
	}
	b.known.WriteString(s)
}

// innerTilde returns where bash may put a home directory into a word that is, or looks
// like, an assignment: after = and after :, also in env a=~. It returns -1 for nowhere.
func (b *fieldBuilder) innerTilde(s string) int {
	for i := 1; i < len(s); i++ {
		if s[i] == '~' && (s[i-1] == '=' || s[i-1] == ':') && (b.whole || strings.Contains(b.arg.Text, "=")) {
			return i
		}
	}
	return -1
}

// flush turns the known text so far into a part.
func (b *fieldBuilder) flush() {
	if b.known.Len() > 0 {
		b.arg.Parts = append(b.arg.Parts, Part{Kind: Known, Text: b.known.String()})
		b.known.Reset()
	}
}

func (b *fieldBuilder) unknown(p Part) {
	b.flush()
	p.Quoted = p.Quoted || b.whole
	b.arg.Parts = append(b.arg.Parts, p)
}

// number appends decimal digits. They are one field, unless IFS has been given
// digits to split at.
func (b *fieldBuilder) number(mayBeEmpty bool) {
	b.unknown(Part{Kind: Number, Quoted: b.inDbl || !mayBeEmpty && !b.w.splitsOddly()})
}

// plainBrackets turns a "[" without a "]" after it into text, so that [ stays a name.
func plainBrackets(parts []Part) []Part {
	closed := false
	if len(parts) < 2 && (len(parts) == 0 || parts[0].Kind == Known) {
		return parts
	}
	for i := len(parts) - 1; i >= 0; i-- {
		p := &parts[i]
		closed = closed || p.Kind == Unknown && !p.Quoted || strings.Contains(p.Text, "]")
		if p.Kind == Glob && !strings.ContainsAny(p.Text, "*?") && !closed {
			p.Kind = Known
		}
	}
	return joinKnown(parts)
}

// joinKnown merges neighbours that are known text.
func joinKnown(parts []Part) []Part {
	out := parts[:0]
	var run strings.Builder
	for i, p := range parts {
		if p.Kind != Known {
			out = append(out, p)
			continue
		}
		run.WriteString(p.Text)
		if i+1 == len(parts) || parts[i+1].Kind != Known {
			out = append(out, Part{Kind: Known, Text: run.String()})
			run.Reset()
		}
	}
	return out
}

func (b *fieldBuilder) word(parts []syntax.WordPart) {
	for i, part := range parts {
		if lit, ok := part.(*syntax.Lit); ok && i == 0 && strings.HasPrefix(lit.Value, "~") {
			b.tilde(lit.Value, len(parts) == 1)
			continue
		}
		b.part(part)
	}
}

// tilde appends an unquoted leading tilde: HOME, PWD, OLDPWD or a user's home,
// which the text itself can have changed. It is never split.
func (b *fieldBuilder) tilde(lit string, alone bool) {
	user, rest, slash := strings.Cut(lit, "/")
	b.unknown(Part{Quoted: true, Home: user == "~" && (slash || alone) && b.w.untouched("HOME")})
	b.open = true
	if slash {
		b.literal("/" + rest)
	} else if !alone {
		b.unknown(Part{Quoted: true}) // ~"x" and ~$x stay as they are, or do not: unknown
	}
}

// part appends one part. Nested commands have been walked before.
func (b *fieldBuilder) part(part syntax.WordPart) {
	switch p := part.(type) {
	case *syntax.Lit:
		b.literal(p.Value)
	case *syntax.SglQuoted:
		b.singleQuoted(p)
	case *syntax.DblQuoted:
		b.doubleQuoted(p)
	case *syntax.ParamExp:
		b.param(p)
	case *syntax.CmdSubst:
		b.unknown(Part{Quoted: b.inDbl, Counts: b.w.counts(p)})
	case *syntax.ArithmExp:
		b.number(false)
	case *syntax.ProcSubst:
		b.known.WriteString("/dev/fd/")
		b.number(false)
	case *syntax.ExtGlob:
		b.unknown(Part{})
	default:
		// The walk has refused the part already; here it is only unknown.
		b.unknown(Part{})
	}
}

func (b *fieldBuilder) doubleQuoted(q *syntax.DblQuoted) {
	b.open = true
	b.inDbl = true
	for _, part := range q.Parts {
		if lit, ok := part.(*syntax.Lit); ok {
			b.text(unescapeDouble(lit.Value), false)
			continue
		}
		b.part(part)
	}
	b.inDbl = false
}

func (b *fieldBuilder) singleQuoted(q *syntax.SglQuoted) {
	b.open = true
	if !q.Dollar {
		b.text(q.Value, false)
		return
	}
	text, known := decodeANSI(q.Value)
	b.text(text, false)
	if !known {
		b.unknown(Part{Quoted: true})
	}
}

// literal appends unquoted text: a backslash quotes the next character.
func (b *fieldBuilder) literal(s string) {
	for {
		before, after, found := strings.Cut(s, `\`)
		b.text(before, true)
		if !found {
			return
		}
		if after == "" {
			b.text(`\`, false)
			return
		}
		size := runeSize(after)
		b.text(strings.TrimPrefix(after[:size], "\n"), false)
		s = after[size:]
	}
}

// unescapeDouble removes the backslashes that quote inside double quotes: those
// before $ ` " \ and a newline, which goes with it (bash manual, Double Quotes).
func unescapeDouble(s string) string {
	if !strings.Contains(s, `\`) {
		return s
	}
	var out strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] == '\\' && i+1 < len(s) && strings.IndexByte("$`\"\\\n", s[i+1]) >= 0 {
			if i++; s[i] == '\n' {
				continue
			}
		}
		out.WriteByte(s[i])
	}
	return out.String()
}
