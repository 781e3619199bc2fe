package provision

import (
	"debug/elf"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestInterpreterOf holds our reading of ELF files against the standard library's.
func TestInterpreterOf(t *testing.T) {
	files, err := filepath.Glob("/usr/bin/*")
	if err != nil || len(files) == 0 {
		t.Fatal("no programs", err)
	}
	read := 0
	for _, file := range files {
		if info, err := os.Stat(file); err != nil || !info.Mode().IsRegular() {
			continue
		}
		want := ""
		if f, err := elf.Open(file); err == nil {
			for _, p := range f.Progs {
				if p.Type == elf.PT_INTERP {
					text, _ := io.ReadAll(p.Open())
					want = strings.TrimRight(string(text), "\x00")
					read++
				}
			}
			f.Close()
		}
		if got, err := interpreterOf(file); got != want || err != nil {
			t.Errorf("%s: got %q, %v, want %q", file, got, err, want)
		}
	}
	if read == 0 {
		t.Error("no file names a loader")
	}
}

func FuzzInterpreterOf(f *testing.F) {
	self, err := os.ReadFile("/bin/true")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(self[:min(len(self), 4096)])
	f.Add([]byte("\x7fELF\x01\x02" + strings.Repeat("\xff", 100)))
	f.Add([]byte("\x7fELF\x02\x01" + strings.Repeat("\xff", 100)))
	f.Fuzz(func(t *testing.T, text []byte) {
		file := filepath.Join(t.TempDir(), "file")
		if err := os.WriteFile(file, text, 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := interpreterOf(file); err != nil {
			t.Error(err)
		}
	})
}
