package provision

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"armshell/internal/confine"
	"armshell/internal/policy"
)

// maxChain is how many interpreters the kernel follows: BINPRM_MAX_RECURSION in
// fs/exec.c, 5 since Linux 3.x; read 2026-12.
const maxChain = 5

// maxHead is how much of a script's first line the kernel reads: BINPRM_BUF_SIZE.
const maxHead = 256

// chains are the files that the kernel executes when programs are started, each with the
// name of the interpreter that it is, or none.
type chains struct {
	path  []string // where env looks names up
	names map[string]string
}

// states follows the programs, and returns every file that it found and how it is.
func (c *chains) states(programs []string) ([]policy.File, error) {
	for _, file := range programs {
		if err := c.follow(file, 0); err != nil {
			return nil, err
		}
	}
	var files []policy.File
	for _, file := range slices.Sorted(maps.Keys(c.names)) {
		state, err := stateOf(file)
		if err != nil {
			return nil, err
		}
		files = append(files, policy.File{Name: file, File: state})
	}
	return files, nil
}

// stateOf writes down how a file is: see confine.File.
func stateOf(file string) (string, error) {
	f, err := confine.Look(file)
	if err != nil {
		return "", err
	}
	return policy.State(f.Size, f.Mtime, f.Dir), nil
}

// follow adds the program and what the kernel executes for it.
func (c *chains) follow(file string, depth int) error {
	if _, known := c.names[file]; known || depth > maxChain {
		return nil
	}
	c.names[file] = ""
	head, err := firstLine(file)
	if err != nil {
		return fmt.Errorf("read the beginning of %s: %w", file, reason(err))
	}
	if line, ok := bytes.CutPrefix(head, []byte("#!")); ok {
		return c.script(string(line), depth)
	}
	return c.loader(file)
}

// firstLine returns nothing of a directory.
func firstLine(file string) ([]byte, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if info, err := f.Stat(); err != nil || info.IsDir() {
		return nil, err
	}
	line, err := bufio.NewReader(io.LimitReader(f, maxHead)).ReadBytes('\n')
	if errors.Is(err, io.EOF) {
		err = nil
	}
	return line, err
}

// script adds the interpreter, and behind env(1) the program that it starts.
func (c *chains) script(line string, depth int) error {
	words := strings.Fields(line)
	if len(words) == 0 {
		return nil
	}
	if err := c.interpreter(words[0], depth); err != nil || filepath.Base(words[0]) != "env" {
		return err
	}
	for _, word := range words[1:] {
		if strings.HasPrefix(word, "-") || strings.Contains(word, "=") {
			continue
		}
		file := word
		if !filepath.IsAbs(word) {
			found, err := lookup(word, c.path)
			if err != nil {
				return nil // the script cannot start, fenced or not
			}
			file = found
		}
		return c.interpreter(file, depth)
	}
	return nil
}

func (c *chains) interpreter(file string, depth int) error {
	real, err := resolve(file)
	if err != nil {
		return nil // the script cannot start, fenced or not
	}
	if err := c.follow(real, depth+1); err != nil {
		return err
	}
	c.names[real] = filepath.Base(file)
	return nil
}

// loader adds what a dynamic program's file names as its loader.
func (c *chains) loader(file string) error {
	name, err := interpreterOf(file)
	if err != nil || name == "" {
		return err
	}
	if real, err := resolve(name); err == nil {
		c.names[real] = ""
	}
	return nil
}
