package policy

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// quote writes s as a TOML basic string.
func quote(s string) string {
	if !strings.ContainsFunc(s, func(r rune) bool { return r < ' ' || r == '"' || r == '\\' || r == 0x7f }) {
		return `"` + s + `"`
	}
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r < ' ' || r == 0x7f:
			fmt.Fprintf(&b, `\u%04X`, r)
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
	return b.String()
}

// quotedLen returns the length of the string in quotes that text begins with.
func quotedLen(text string) int {
	if text == "" || text[0] != '"' {
		return 0
	}
	for i := 1; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	return 0
}

// readQuoted reads what quote wrote.
func readQuoted(text string) (string, bool) {
	if n := quotedLen(text); n == 0 || n != len(text) {
		return "", false
	}
	return unquote(text[1 : len(text)-1])
}

// escapes are those of TOML's basic strings that stand for one byte.
const escapes = "b\bt\tn\nf\fr\re\x1b\"\"\\\\"

// unquote resolves the escapes of a TOML basic string.
func unquote(s string) (string, bool) {
	if strings.IndexByte(s, '\\') < 0 {
		return s, true
	}
	var b strings.Builder
	for len(s) > 0 {
		n := strings.IndexByte(s, '\\')
		if n < 0 {
			break
		}
		b.WriteString(s[:n])
		text, size := unescape(s[n+1:])
		if size == 0 {
			return "", false
		}
		b.WriteString(text)
		s = s[n+1+size:]
	}
	b.WriteString(s)
	return b.String(), true
}

// unescape returns what the escape after a backslash stands for, and its size.
func unescape(s string) (text string, size int) {
	if s == "" {
		return "", 0
	}
	digits := map[byte]int{'x': 2, 'u': 4, 'U': 8}[s[0]]
	if digits == 0 {
		for i := 0; i < len(escapes); i += 2 {
			if escapes[i] == s[0] {
				return escapes[i+1 : i+2], 1
			}
		}
		return "", 0
	}
	if len(s) <= digits {
		return "", 0
	}
	n, err := strconv.ParseUint(s[1:1+digits], 16, 32)
	if err != nil || !utf8.ValidRune(rune(n)) {
		return "", 0
	}
	return string(rune(n)), 1 + digits
}
