package policy

import "strings"

// A span is a stretch of a policy's text, in bytes.
type span struct{ start, end int }

// A node is one key of a policy's text: where it and its value stand, and the
// keys below it. It is the shape of the tree that the TOML library reads, which
// keeps no positions.
type node struct {
	key, value span
	names      []string // of the children, in file order
	children   map[string]*node
	items      []*node // elements of an array
}

// child returns the node below n of that name, nil if there is none.
func (n *node) child(name string) *node {
	if n == nil {
		return nil
	}
	return n.children[name]
}

// item returns the i-th element of n, nil if there is none.
func (n *node) item(i int) *node {
	if n == nil || i >= len(n.items) {
		return nil
	}
	return n.items[i]
}

// make returns the node below n of that name, made if it is not there yet.
func (n *node) make(name string, key span) *node {
	if c, ok := n.children[name]; ok {
		return c
	}
	c := &node{key: key, value: key}
	if n.children == nil {
		n.children = map[string]*node{}
	}
	n.children[name] = c
	n.names = append(n.names, name)
	return c
}

// latest returns the table that a header or a dotted key goes on from: the last
// element where n is an array of tables.
func (n *node) latest() *node {
	if len(n.items) > 0 {
		return n.items[len(n.items)-1]
	}
	return n
}

// A scanner walks over TOML that the library has read without an error. On other
// text it finds wrong positions, and ends.
type scanner struct {
	text string
	at   int
}

// scanPositions returns the root of the keys of text.
func scanPositions(text string) *node {
	s := &scanner{text: text}
	root := &node{}
	table := root
	s.take("\ufeff") // a byte order mark, which the library skips
	for s.skip(" \t\r\n"); s.at < len(s.text); s.skip(" \t\r\n") {
		start := s.at
		switch {
		case s.take("[["):
			table = s.header(root, start, "]]")
			table.items = append(table.items, &node{key: span{start, s.at}, value: span{start, s.at}})
			table = table.latest()
		case s.take("["):
			table = s.header(root, start, "]")
		default:
			s.pair(table)
		}
		s.progress(start)
	}
	return root
}

// header reads the rest of a table's header and returns the node it names.
func (s *scanner) header(root *node, start int, end string) *node {
	n := root
	for _, k := range s.keys() {
		n = n.latest().make(k.name, k.span)
	}
	s.skip(" \t")
	s.take(end)
	n.value = span{start, s.at}
	return n
}

// pair reads `key = value` into table.
func (s *scanner) pair(table *node) {
	n := table
	for _, k := range s.keys() {
		n = n.make(k.name, k.span)
	}
	s.skip(" \t")
	if s.take("=") {
		s.skip(" \t")
		s.value(n)
	}
}

// value reads a value into n.
func (s *scanner) value(n *node) {
	start := s.at
	switch {
	case s.peek() == '"' || s.peek() == '\'':
		s.quoted()
	case s.take("["):
		s.list(']', func() {
			item := &node{}
			n.items = append(n.items, item)
			s.value(item)
			item.key = item.value
		})
	case s.take("{"):
		s.list('}', func() { s.pair(n) })
	default:
		s.bare()
	}
	n.value = span{start, s.at}
}

// list reads the elements of an array or of an inline table up to its end.
func (s *scanner) list(end byte, element func()) {
	for {
		s.skip(" \t\r\n,")
		if s.at >= len(s.text) {
			return
		}
		if s.text[s.at] == end {
			s.at++
			return
		}
		start := s.at
		element()
		s.progress(start)
	}
}

// bare reads a number, a date or a boolean. A date may hold a blank.
func (s *scanner) bare() {
	start := s.at
	if n := strings.IndexAny(s.text[s.at:], ",]}#\r\n"); n >= 0 {
		s.at += n
	} else {
		s.at = len(s.text)
	}
	s.at = start + len(strings.TrimRight(s.text[start:s.at], " \t"))
}

// quoted reads a string of any of TOML's four kinds and returns what stands
// between its quotes.
func (s *scanner) quoted() string {
	quote := s.text[s.at : s.at+1]
	long := strings.Repeat(quote, 3)
	if s.take(long) {
		return s.until(long, quote)
	}
	s.at++
	return s.until(quote, quote)
}

// until reads up to the closing quotes, which in a long string may follow up to
// two more of the same.
func (s *scanner) until(end, quote string) string {
	start := s.at
	for s.at < len(s.text) {
		if s.text[s.at] == '\\' && quote == `"` {
			s.at += 2
			continue
		}
		if strings.HasPrefix(s.text[s.at:], end) {
			body := s.text[start:s.at]
			s.at += len(end)
			for len(end) == 3 && s.take(quote) {
			}
			return body
		}
		s.at++
	}
	s.at = len(s.text)
	return s.text[min(start, s.at):]
}

type keyPart struct {
	name string
	span span
}

// keys reads a dotted key.
func (s *scanner) keys() []keyPart {
	var parts []keyPart
	for {
		s.skip(" \t")
		start := s.at
		name := s.keyPart()
		parts = append(parts, keyPart{name, span{start, s.at}})
		s.skip(" \t")
		if !s.take(".") {
			return parts
		}
	}
}

func (s *scanner) keyPart() string {
	switch s.peek() {
	case '"':
		name, _ := unquote(s.quoted())
		return name
	case '\'':
		return s.quoted()
	}
	start := s.at
	for s.at < len(s.text) && isBareKey(s.text[s.at]) {
		s.at++
	}
	return s.text[start:s.at]
}

func isBareKey(c byte) bool {
	return c == '_' || c == '-' || isAlnum(c) || c >= 0x80
}

// skip moves over any of the bytes of set, and over comments where set holds a
// newline.
func (s *scanner) skip(set string) {
	for s.at < len(s.text) {
		switch c := s.text[s.at]; {
		case strings.IndexByte(set, c) >= 0:
			s.at++
		case c == '#' && strings.Contains(set, "\n"):
			for s.at < len(s.text) && s.text[s.at] != '\n' {
				s.at++
			}
		default:
			return
		}
	}
}

func (s *scanner) take(prefix string) bool {
	if !strings.HasPrefix(s.text[s.at:], prefix) {
		return false
	}
	s.at += len(prefix)
	return true
}

func (s *scanner) peek() byte {
	if s.at < len(s.text) {
		return s.text[s.at]
	}
	return 0
}

// progress makes sure that no text can hold the scanner where it is.
func (s *scanner) progress(start int) {
	if s.at <= start {
		s.at = start + 1
	}
	s.at = min(s.at, len(s.text))
}
