package provision

import (
	"bytes"
	"encoding/binary"
	"io"
	"os"
	"strings"
)

// What is needed of an ELF file's header, by its class: where the offset, the size and
// the number of the program headers stand, and in one of these the offset and the
// size of what it is about. Source: elf(5); read 2026-12. The standard library's
// debug/elf reads the same and costs every start of armshell its set-up.
type elfClass struct{ wide, table, size, count, offset, length int }

var elfClasses = map[byte]elfClass{
	1: {4, 28, 42, 44, 4, 16},
	2: {8, 32, 54, 56, 8, 32},
}

const (
	elfHeader = 64
	ptInterp  = 3
	maxName   = 4096 // PATH_MAX
)

// interpreterOf returns the loader that the ELF file names; empty if it names none, or is
// no ELF file.
func interpreterOf(file string) (string, error) {
	f, err := os.Open(file)
	if err != nil {
		return "", err
	}
	defer f.Close()
	head := make([]byte, elfHeader)
	if n, _ := io.ReadFull(f, head); n < elfHeader || !bytes.HasPrefix(head, []byte("\x7fELF")) {
		return "", nil
	}
	class, known := elfClasses[head[4]]
	var order binary.ByteOrder = binary.LittleEndian
	if head[5] == 2 {
		order = binary.BigEndian
	}
	size := int(order.Uint16(head[class.size:]))
	if !known || size < class.length+class.wide {
		return "", nil
	}
	at := class.number(order, head[class.table:])
	for range order.Uint16(head[class.count:]) {
		row := make([]byte, size)
		if _, err := f.ReadAt(row, at); err != nil {
			return "", nil
		}
		if order.Uint32(row) == ptInterp {
			name := make([]byte, min(class.number(order, row[class.length:]), maxName))
			n, _ := f.ReadAt(name, class.number(order, row[class.offset:]))
			return strings.TrimRight(string(name[:n]), "\x00"), nil
		}
		at += int64(size)
	}
	return "", nil
}

// number reads an offset or a size; 0 for one that no file has.
func (c elfClass) number(order binary.ByteOrder, b []byte) int64 {
	if c.wide == 4 {
		return int64(order.Uint32(b))
	}
	return max(0, int64(order.Uint64(b)))
}
