package policy

import (
	"slices"
	"strings"
)

// A table is one table of a policy's text as the TOML library read it, with the
// positions of its keys. Its readers return the zero value for a key that is not
// there, and record a fault for one of the wrong type.
type table struct {
	doc    *document
	node   *node
	values map[string]any
}

// place returns where n stands; the empty span if it is nowhere.
func (n *node) place() span {
	if n == nil {
		return span{}
	}
	return n.key
}

// valuePlace returns where the value of n stands.
func (n *node) valuePlace() span {
	if n == nil {
		return span{}
	}
	return n.value
}

func (t table) has(key string) bool {
	_, ok := t.values[key]
	return ok
}

// fail records a fault of the table itself, at its header.
func (t table) fail(format string, args ...any) {
	t.doc.fail(t.node.valuePlace(), format, args...)
}

func (t table) failKey(key, format string, args ...any) {
	t.doc.fail(t.node.child(key).place(), format, args...)
}

func (t table) failValue(key, format string, args ...any) {
	t.doc.fail(t.node.child(key).valuePlace(), format, args...)
}

func (t table) failItem(key string, i int, format string, args ...any) {
	t.doc.fail(t.node.child(key).item(i).valuePlace(), format, args...)
}

// names returns the table's keys in file order.
func (t table) names() []string {
	names := make([]string, 0, len(t.values))
	for name := range t.values {
		names = append(names, name)
	}
	slices.SortFunc(names, func(a, b string) int {
		if d := t.node.child(a).place().start - t.node.child(b).place().start; d != 0 {
			return d
		}
		return strings.Compare(a, b)
	})
	return names
}

// only records a fault for every key that is not one of known, and reports
// whether there is none: a missing key may be one that is misspelt.
func (t table) only(known ...string) bool {
	ok := true
	for _, name := range t.names() {
		if !slices.Contains(known, name) {
			t.failKey(name, "unknown key %q%s", name, suggestion(name, known))
			ok = false
		}
	}
	return ok
}

// require records a fault if the key is not there; example says what to write.
func (t table) require(key, example string) {
	if !t.has(key) {
		t.fail("no %s: write %s", key, example)
	}
}

func (t table) wrongType(key, want string) {
	t.failValue(key, "%s must be %s, not %s", key, want, kind(t.values[key]))
}

// str reads a string.
func (t table) str(key string) string {
	s, ok := t.values[key].(string)
	if !ok && t.has(key) {
		t.wrongType(key, "a string")
	}
	return s
}

// boolean reads true or false; absent says what holds where the key is not there.
func (t table) boolean(key string, absent bool) bool {
	if !t.has(key) {
		return absent
	}
	b, ok := t.values[key].(bool)
	if !ok {
		t.wrongType(key, "true or false")
	}
	return b
}

// strs reads a list of strings.
func (t table) strs(key string) []string {
	if !t.has(key) {
		return nil
	}
	list, ok := t.values[key].([]any)
	if !ok {
		t.wrongType(key, "a list of strings")
		return nil
	}
	var strs []string
	for i, v := range list {
		s, ok := v.(string)
		if !ok {
			t.failItem(key, i, "%s must be a list of strings, and this is %s", key, kind(v))
		}
		strs = append(strs, s)
	}
	return strs
}

// table reads a table below this one.
func (t table) table(key string) (table, bool) {
	values, ok := t.values[key].(map[string]any)
	if !ok && t.has(key) {
		t.wrongType(key, "a table")
	}
	return table{doc: t.doc, node: t.node.child(key), values: values}, ok
}

// tables reads an array of tables.
func (t table) tables(key string) []table {
	list, ok := asTables(t.values[key])
	if !ok && t.has(key) {
		t.wrongType(key, "an array of tables, each begun by [["+key+"]]")
		return nil
	}
	tables := make([]table, len(list))
	for i, values := range list {
		tables[i] = table{doc: t.doc, node: t.node.child(key).item(i), values: values}
	}
	return tables
}

// asTables accepts both spellings: headers in double brackets, and inline tables
// in a list.
func asTables(v any) ([]map[string]any, bool) {
	switch v := v.(type) {
	case []map[string]any:
		return v, true
	case []any:
		list := make([]map[string]any, len(v))
		for i := range v {
			m, ok := v[i].(map[string]any)
			if !ok {
				return nil, false
			}
			list[i] = m
		}
		return list, true
	}
	return nil, false
}

// kind names the type of a value that the TOML library read.
func kind(v any) string {
	switch v.(type) {
	case string:
		return "a string"
	case bool:
		return "true or false"
	case int64, float64:
		return "a number"
	case []any, []map[string]any:
		return "a list"
	case map[string]any:
		return "a table"
	}
	return "a date"
}
