package policy

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"unicode/utf8"
)

// SealName is the file in an arm's directory that holds its seal.
const SealName = ".arm.toml"

// sealVersion is the one form of a seal that this armshell writes and reads.
const sealVersion = 3

const (
	sealTitle = "# The seal of an arm's directory. provision writes it and armshell obeys it: do not edit, provision again.\n"
	sealEnd   = "# end of the seal\n"
)

// A Seal binds the armshell in a directory to one arm: the arm's whole policy,
// and the files that its names meant when it was made.
type Seal struct {
	Arm       Arm
	ShellFile string // the real shell's, resolved
	ToolFile  string // the tool's, resolved; empty for an arm without a shell
	ToolSum   string // checksum of the tool's bytes
	Files     []File // the arm's other programs that exist, sorted by name
	Fence     SealedFence
}

// A SealedFence is what the fence of the arm needs to know of the machine. Paths are
// absolute and without links.
type SealedFence struct {
	Programs     []File   // what may be executed, with its state: see provision
	Unreadable   []string // directories of programs, whose files are only readable where granted
	Unwritable   []string // files and directories that nothing fenced may write
	Open         []string // of what should be unreadable or unwritable: what the fence cannot hold
	Interpreters []string // names of programs that may be executed only because a script of the arm needs them
}

// A File is what a program's name meant.
type File struct{ Name, File string }

// ErrNoSeal is ReadSeal's error for a directory without a seal.
var ErrNoSeal = errors.New("no seal")

var errNotRegular = errors.New("it is not a regular file")

// Encode returns the seal as TOML: a comment, a checksum of all that follows, and
// the seal's fields in an order that depends on nothing but the seal.
func (s Seal) Encode() []byte {
	c := &sealCodec{writing: true}
	s.code(c)
	body := c.out.String() + "\n" + sealEnd
	return []byte(sealTitle + checksumLine([]byte(body)) + body)
}

// Sealed reports whether the directory holds a file that is or was a seal: one that
// begins as every seal does, even if it was edited since.
func Sealed(dir string) bool {
	file, err := os.Open(filepath.Join(dir, SealName))
	if err != nil {
		return false
	}
	defer file.Close()
	title := make([]byte, len(sealTitle))
	_, err = io.ReadFull(file, title)
	return err == nil && string(title) == sealTitle
}

func checksumLine(body []byte) string {
	return "checksum = \"" + Sum(body) + "\"\n"
}

// ReadSeal reads the seal of the armshell in dir. On return without an error the
// seal is the one that was written, to the byte, and its arm knows dir/armshell as
// itself. Without a seal its error is ErrNoSeal; every other error names the file.
func ReadSeal(dir string) (Seal, error) {
	file := filepath.Join(dir, SealName)
	text, err := readSealFile(file)
	if errors.Is(err, os.ErrNotExist) {
		return Seal{}, ErrNoSeal
	}
	if err != nil {
		return Seal{}, fmt.Errorf("%s: the seal cannot be read: %w", file, whyUnreadable(err))
	}
	s, err := decodeSeal(text)
	if err != nil {
		return Seal{}, fmt.Errorf("%s: the seal %w", file, err)
	}
	s.Arm.Self = []string{"armshell", filepath.Join(dir, "armshell")}
	return s, nil
}

// readSealFile reads a regular file, without waiting for anyone if it is none.
func readSealFile(file string) ([]byte, error) {
	f, err := os.OpenFile(file, os.O_RDONLY|syscall.O_NONBLOCK|syscall.O_NOFOLLOW, 0)
	if errors.Is(err, syscall.ELOOP) {
		return nil, errNotRegular
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	switch {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, errNotRegular
	case info.Size() > 4*maxPolicy:
		return nil, errors.New("it is larger than any that provision writes")
	}
	text := make([]byte, info.Size())
	if _, err := io.ReadFull(f, text); err != nil {
		return nil, err
	}
	return text, nil
}

// decodeSeal reads what Encode wrote, and nothing else: a field that is missing,
// misspelt or in another place is an error.
func decodeSeal(data []byte) (Seal, error) {
	rest, ok := strings.CutPrefix(string(data), sealTitle)
	if !ok {
		return Seal{}, errors.New("was edited: its first line is not that of a seal")
	}
	checksum, body, ok := strings.Cut(rest, "\n")
	if !ok || !strings.HasSuffix(body, "\n"+sealEnd) {
		return Seal{}, errors.New("is cut short: its last line is missing")
	}
	if checksum+"\n" != checksumLine(data[len(data)-len(body):]) || !utf8.ValidString(body) {
		return Seal{}, errors.New("was edited: its checksum is wrong")
	}
	var s Seal
	c := &sealCodec{rest: strings.TrimSuffix(body, "\n"+sealEnd)}
	s.code(c)
	if c.err == nil && c.rest != "" {
		c.fail("its end")
	}
	return s, c.err
}

// code writes the seal's fields, or sets them to what is read: one walk serves
// both ways, so that they cannot drift apart.
func (s *Seal) code(c *sealCodec) {
	c.version(sealVersion)
	c.field("shell_file", &s.ShellFile)
	c.field("tool_file", &s.ToolFile)
	c.field("tool_sum", &s.ToolSum)
	c.field("unreadable", &s.Fence.Unreadable)
	c.field("unwritable", &s.Fence.Unwritable)
	c.field("open", &s.Fence.Open)
	c.field("interpreters", &s.Fence.Interpreters)
	if !c.header("[arm]") {
		c.fail("[arm]")
	}
	s.Arm.code(c)
	c.pairs("[files]", &s.Files)
	c.pairs("[programs]", &s.Fence.Programs)
	c.rules(&s.Arm.Rules)
}

// code leaves out Self, which follows from the directory that the seal is in, and
// the rules, which are tables of their own.
func (a *Arm) code(c *sealCodec) {
	c.field("name", &a.Name)
	c.field("tool", &a.Tool)
	c.field("disabled", &a.Disabled)
	c.field("shell", &a.Shell)
	c.field("path", &a.Path)
	c.field("utilities", &a.Utilities)
	c.field("launchers", &a.Launchers)
	c.field("admit", &a.Admit)
	c.field("fence", &a.Fence)
	c.field("fence_read", &a.Limits.Read)
	c.field("fence_write", &a.Limits.Write)
	c.field("fence_execute", &a.Limits.Execute)
	c.field("fence_connect", &a.Limits.Connect)
	c.field("fence_offline", &a.Limits.Offline)
	c.field("hints", &a.Hints)
	c.field("default", &a.Default)
	c.field("mcp_servers", &a.MCPServers)
	c.field("askpass", &a.Askpass)
	c.field("agent", &a.Agent)
	c.field("session", &a.Session)
	c.field("policy", &a.Policy)
	c.table("[arm.env]", &a.Env)
}

func (r *Rule) code(c *sealCodec) {
	c.field("surface", &r.Surface)
	c.field("pattern", &r.Pattern)
	c.field("agent", &r.Agent)
	c.field("action", &r.Action)
	c.field("layer", &r.Layer)
	c.field("file", &r.Origin.File)
	c.field("line", &r.Origin.Line)
	c.field("reason", &r.Reason)
	c.field("final", &r.Final)
	c.field("match", &r.Match)
	c.field("not_match", &r.NotMatch)
}
