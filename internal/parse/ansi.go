package parse

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// ansiEscapes are the one-letter escapes of $'…'.
// bash 5.2 manual, ANSI-C Quoting; read 2026-11.
var ansiEscapes = map[byte]byte{
	'"': '"', '\'': '\'', '?': '?', 'E': 0x1b, '\\': '\\', 'a': '\a', 'b': '\b', 'e': 0x1b,
	'f': '\f', 'n': '\n', 'r': '\r', 't': '\t', 'v': '\v',
}

// decodeANSI returns the text of $'…', and whether it is what bash makes of it.
// Escapes that bash decodes by locale, truncates at or that other shells read
// otherwise (NUL, \x{…}, \c, octal past one byte, non-ASCII \u) are not known.
func decodeANSI(s string) (text string, known bool) {
	var out strings.Builder
	for s != "" {
		if s[0] != '\\' {
			out.WriteByte(s[0])
			s = s[1:]
			continue
		}
		c, size, ok := decodeEscape(s[1:])
		if !ok {
			return out.String(), false
		}
		out.WriteByte(c)
		s = s[1+size:]
	}
	return out.String(), true
}

// decodeEscape decodes what follows a backslash to one byte.
func decodeEscape(s string) (c byte, size int, ok bool) {
	if s == "" {
		return 0, 0, false
	}
	if c, ok := ansiEscapes[s[0]]; ok {
		return c, 1, true
	}
	switch s[0] {
	case 'x':
		return decodeDigits(s, 1, 2, 16)
	case 'u':
		c, size, ok = decodeDigits(s, 1, 4, 16)
	case 'U':
		c, size, ok = decodeDigits(s, 1, 8, 16)
	case '0', '1', '2', '3', '4', '5', '6', '7':
		return decodeDigits(s, 0, 3, 8)
	}
	return c, size, ok && c < utf8.RuneSelf
}

// decodeDigits reads up to limit digits from s[from:] as one byte that is not NUL.
func decodeDigits(s string, from, limit, base int) (c byte, size int, ok bool) {
	end := from
	for end < len(s) && end < from+limit && digitBelow(s[end], base) {
		end++
	}
	n, err := strconv.ParseUint(s[from:end], base, 8)
	return byte(n), end, err == nil && n != 0
}

func digitBelow(c byte, base int) bool {
	if c >= '0' && c <= '9' {
		return int(c-'0') < base
	}
	return base == 16 && (c|0x20) >= 'a' && (c|0x20) <= 'f'
}

// runeSize returns the length of the first character of s, in bytes.
func runeSize(s string) int {
	_, size := utf8.DecodeRuneInString(s)
	return size
}
