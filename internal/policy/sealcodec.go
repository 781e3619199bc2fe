package policy

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// A sealCodec writes a seal's fields as TOML, or reads them back. It is no reader
// of TOML: it wants each line where Encode puts it, and so reads a seal in a
// tenth of the time that the TOML library takes, at every start of armshell.
type sealCodec struct {
	writing bool
	out     strings.Builder
	rest    string // what is still to be read
	err     error  // the first thing that was not as wanted
}

// fail records that the next line is not what it must be.
func (c *sealCodec) fail(want string) {
	if c.err == nil {
		line, _, _ := strings.Cut(c.rest, "\n")
		c.err = fmt.Errorf("is not one that this armshell reads: want %s, found %q", want, cut(line, 40))
	}
}

// version writes the seal's version, or checks it.
func (c *sealCodec) version(want int) {
	got := want
	c.field("version", &got)
	if c.err == nil && got != want {
		c.err = fmt.Errorf("has version %d and this armshell reads version %d: provision again", got, want)
	}
}

// header writes a table's header, or reads it if it comes next.
func (c *sealCodec) header(header string) bool {
	if c.writing {
		c.out.WriteString("\n" + header + "\n")
		return true
	}
	rest, ok := strings.CutPrefix(c.rest, "\n"+header+"\n")
	if ok {
		c.rest = rest
	}
	return ok
}

// field writes what v points to under the key, or reads it.
func (c *sealCodec) field(key string, v any) {
	if c.writing {
		c.out.WriteString(key + " = ")
		c.write(v)
		c.out.WriteByte('\n')
		return
	}
	line, rest, _ := strings.Cut(c.rest, "\n")
	value, ok := strings.CutPrefix(line, key)
	if ok {
		value, ok = strings.CutPrefix(value, " = ")
	}
	if !ok || !readSealed(value, v) {
		c.fail(key)
		return
	}
	c.rest = rest
}

// write writes a value. An absent action is the empty string, which is none.
func (c *sealCodec) write(v any) {
	switch v := v.(type) {
	case *string:
		c.out.WriteString(quote(*v))
	case *[]string:
		c.out.WriteByte('[')
		for i, s := range *v {
			if i > 0 {
				c.out.WriteString(", ")
			}
			c.out.WriteString(quote(s))
		}
		c.out.WriteByte(']')
	case *[]int:
		c.out.WriteString(strings.ReplaceAll(fmt.Sprint(*v), " ", ", "))
	case *bool:
		c.out.WriteString(strconv.FormatBool(*v))
	case *int:
		c.out.WriteString(strconv.Itoa(*v))
	case *Action:
		c.out.WriteString(quote(v.String()))
	case **Action:
		name := ""
		if *v != nil {
			name = (*v).String()
		}
		c.out.WriteString(quote(name))
	case *Layer:
		c.out.WriteString(quote(v.String()))
	default:
		panic(fmt.Sprintf("internal error: a seal cannot hold %T", v))
	}
}

// readSealed sets v to the value of a line, and reports whether it is one.
func readSealed(text string, v any) (ok bool) {
	switch v := v.(type) {
	case *string:
		*v, ok = readQuoted(text)
	case *[]string:
		*v, ok = readList(text)
	case *[]int:
		*v, ok = readNumbers(text)
	case *bool:
		*v, ok = text == "true", text == "true" || text == "false"
	case *int:
		n, err := strconv.Atoi(text)
		*v, ok = n, err == nil
	case *Action:
		name, quoted := readQuoted(text)
		a, err := ParseAction(name)
		*v, ok = a, quoted && err == nil
	case **Action:
		if text == `""` {
			return true
		}
		*v = new(Action)
		ok = readSealed(text, *v)
	case *Layer:
		name, quoted := readQuoted(text)
		i := slices.Index(layerNames[:], name)
		*v, ok = Layer(max(i, 0)), quoted && i >= 0
	}
	return ok
}

// table writes a map as a table of strings, or reads it.
func (c *sealCodec) table(header string, m *map[string]string) {
	var files []File
	for _, name := range slices.Sorted(maps.Keys(*m)) {
		files = append(files, File{name, (*m)[name]})
	}
	c.pairs(header, &files)
	if c.writing || len(files) == 0 {
		return
	}
	*m = make(map[string]string, len(files))
	for _, f := range files {
		(*m)[f.Name] = f.File
	}
}

// pairs writes a table of strings, or reads it. An empty one is left out.
func (c *sealCodec) pairs(header string, files *[]File) {
	if c.writing {
		if len(*files) > 0 {
			c.header(header)
		}
		for _, f := range *files {
			c.out.WriteString(quote(f.Name) + " = " + quote(f.File) + "\n")
		}
		return
	}
	if !c.header(header) {
		return
	}
	table, _, _ := strings.Cut(c.rest, "\n\n")
	*files = make([]File, 0, 1+strings.Count(table, "\n"))
	for c.err == nil && c.rest != "" && c.rest[0] != '\n' {
		line, rest, _ := strings.Cut(c.rest, "\n")
		f, ok := readPair(line)
		if !ok {
			c.fail("a name and its value")
			return
		}
		*files, c.rest = append(*files, f), rest
	}
}

func readPair(line string) (File, bool) {
	n := quotedLen(line)
	value, ok := strings.CutPrefix(line[n:], " = ")
	name, okName := readQuoted(line[:n])
	file, okFile := readQuoted(value)
	return File{name, file}, ok && okName && okFile
}

// rules writes an array of tables, or reads it.
func (c *sealCodec) rules(rules *Ruleset) {
	if c.writing {
		for i := range *rules {
			c.header("[[arm.rules]]")
			(*rules)[i].code(c)
		}
		return
	}
	if n := strings.Count(c.rest, "\n[[arm.rules]]\n"); n > 0 {
		*rules = make(Ruleset, 0, n)
	}
	for c.header("[[arm.rules]]") {
		var r Rule
		r.code(c)
		*rules = append(*rules, r)
	}
}

// readList reads a list of strings on one line; the empty one is nil.
func readList(text string) ([]string, bool) {
	if len(text) < 2 || text[0] != '[' {
		return nil, false
	}
	if text == "[]" {
		return nil, true
	}
	list := make([]string, 0, 1+strings.Count(text, `", "`))
	for text = text[1:]; ; text = text[2:] {
		n := quotedLen(text)
		s, ok := readQuoted(text[:n])
		if !ok {
			return nil, false
		}
		list, text = append(list, s), text[n:]
		if text == "]" {
			return list, true
		}
		if !strings.HasPrefix(text, ", ") {
			return nil, false
		}
	}
}

// readNumbers reads a list of numbers on one line; the empty one is nil.
func readNumbers(text string) (list []int, ok bool) {
	if len(text) < 2 || text[0] != '[' || text[len(text)-1] != ']' {
		return nil, false
	}
	if text == "[]" {
		return nil, true
	}
	for number := range strings.SplitSeq(text[1:len(text)-1], ", ") {
		n, err := strconv.Atoi(number)
		if err != nil {
			return nil, false
		}
		list = append(list, n)
	}
	return list, true
}
