package confine

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
)

const (
	bash     = "/bin/bash"
	imageEnv = "CONFINE_TEST_IMAGE"
	failed   = 125 // status of the test program if Exec returned
)

// tryProbes ends the test program if it was started to try probes.
var tryProbes = func() {}

// TestMain makes the test program what the test asks for, if it is run by one.
func TestMain(m *testing.M) {
	tryProbes()
	text, ok := os.LookupEnv(imageEnv)
	if !ok {
		os.Exit(m.Run())
	}
	var img Image
	if err := json.Unmarshal([]byte(text), &img); err != nil {
		panic(err)
	}
	fmt.Fprintln(os.Stderr, Exec(img))
	os.Exit(failed)
}

var unfenced = Fence{Off: true}

// become returns the command that becomes img, in a directory of its own.
func become(t *testing.T, img Image) *exec.Cmd {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(img)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(self)
	cmd.Dir = t.TempDir()
	cmd.Env = []string{imageEnv + "=" + string(text)}
	return cmd
}

// A result is what a process showed.
type result struct {
	Stdout, Stderr string
	Status         int
}

func run(t *testing.T, cmd *exec.Cmd) result {
	t.Helper()
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err := cmd.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return result{stdout.String(), stderr.String(), cmd.ProcessState.ExitCode()}
}

// scriptEnv is the environment of the scripts of these tests.
var scriptEnv = []string{"PATH=/usr/bin:/bin", "TOKEN=secret", "_=/usr/bin/client"}

// A scriptRun is one script with its command line. Two commands run it: plain is
// bash with the file, ours this package with its text.
type scriptRun struct {
	name   string   // as given to the shell; "script" if empty
	text   string   // what the file holds
	argv0  string   // "bash" if empty
	opts   []string // before the name
	params []string
	env    []string // scriptEnv if nil
	noEnv  bool     // the shell does not run $BASH_ENV
}

func (s scriptRun) image() Image {
	args := append([]string{s.argv0}, s.opts...)
	if s.argv0 == "" {
		args[0] = "bash"
	}
	if s.name == "" {
		s.name = "script"
	}
	if s.env == nil {
		s.env = scriptEnv
	}
	return Image{
		File: bash, Args: append(append(args, s.name), s.params...), Env: s.env,
		Script: []byte(s.text), ScriptArg: len(args), BashEnv: !s.noEnv, Fence: unfenced,
	}
}

func (s scriptRun) ours(t *testing.T) *exec.Cmd {
	t.Helper()
	cmd := become(t, s.image())
	s.writeTo(t, cmd.Dir)
	return cmd
}

func (s scriptRun) plain(t *testing.T) *exec.Cmd {
	t.Helper()
	img := s.image()
	cmd := exec.Command(bash)
	cmd.Args, cmd.Env, cmd.Dir = img.Args, img.Env, t.TempDir()
	s.writeTo(t, cmd.Dir)
	return cmd
}

// writeTo puts the script where its name says it is, below dir.
func (s scriptRun) writeTo(t *testing.T, dir string) {
	t.Helper()
	img := s.image()
	file := filepath.Join(dir, img.Args[img.ScriptArg])
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, img.Script, 0o600); err != nil {
		t.Fatal(err)
	}
}

var descriptorPath = regexp.MustCompile(`/proc/self/fd/\d+`)

// normal leaves out what Exec documents to be different, where a test has not
// to do with it: in messages the script's name, and the directories of the tests.
func (s scriptRun) normal(cmd *exec.Cmd, r result) result {
	img := s.image()
	name := img.Args[img.ScriptArg]
	r.Stderr = descriptorPath.ReplaceAllLiteralString(r.Stderr, name)
	r.Stderr = strings.ReplaceAll(r.Stderr, name+": "+name+": line ", name+": line ") // of syntax errors
	r.Stdout = strings.ReplaceAll(r.Stdout, cmd.Dir, "DIR")
	r.Stderr = strings.ReplaceAll(r.Stderr, cmd.Dir, "DIR")
	return r
}

// same runs both commands and reports what differs.
func (s scriptRun) same(t *testing.T) {
	t.Helper()
	plain, ours := s.plain(t), s.ours(t)
	want := s.normal(plain, run(t, plain))
	if got := s.normal(ours, run(t, ours)); got != want {
		t.Errorf("%q:\n got %+v\nwant %+v", s.image().Args, got, want)
	}
}

// session keeps a test's shell from the terminal.
var session = &syscall.SysProcAttr{Setsid: true}
