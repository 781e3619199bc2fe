package parse

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// Many scripts run in one bash, each in a subshell of its own: that costs a fork
// where a bash for each costs ten times that. What a script of a batch seems to do is
// to be confirmed alone.

// An asker has an empty PATH, a home, a working directory and the files of a batch.
type asker struct{ root string }

func newAsker(t testing.TB) asker {
	p := asker{t.TempDir()}
	for _, dir := range []string{"path", "home", "work"} {
		if err := os.Mkdir(filepath.Join(p.root, dir), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	return p
}

func (p asker) at(name string) string { return filepath.Join(p.root, name) }

// clear empties the working directory.
func (p asker) clear(t testing.TB) {
	t.Helper()
	if err := os.RemoveAll(p.at("work")); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(p.at("work"), 0o755); err != nil {
		t.Fatal(err)
	}
}

func (p asker) env() []string {
	return []string{"PATH=" + p.at("path"), "HOME=" + p.at("home"), "LC_ALL=C.UTF-8", "FUNCNEST=20"} // a function that calls itself in a subshell would not end
}

// ends are how a program that is not there ends: as one that succeeds, as one that
// fails, or some so and some so. Each takes other branches.
var ends = []string{"return 0", "return 1", "[[ $1 == *[02468] ]]", "[[ $1 == *[13579] ]]"}

const endOfRecord = "\x00== end ==\x00"

// handler is what bash calls where it finds no program: a record of the script's
// number and the argv.
func handler(script int, end string) string {
	return fmt.Sprintf(`() { builtin printf '%%s\0' %d "$@" '== end ==' >&19; %s; }`, script, end)
}

// quote writes the text as one word.
func quote(text string) string { return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'" }

// driver is the text that runs the scripts from the number on. After each it writes
// a record without an argv.
func driver(texts []string, from int, end string) string {
	var out strings.Builder
	for i, text := range texts[from:] {
		fmt.Fprintf(&out, "( ulimit -t 1; command_not_found_handle%s; eval %s ) 2>&-\nprintf '%%s\\0' %d '== end ==' >&19\n",
			handler(from+i, end), quote(text), from+i)
	}
	return out.String()
}

// A sighting is what bash was seen to look up for one script.
type sighting struct {
	argvs  [][]string
	killed bool // it did not end in time, or ended the driver
}

// lookUps runs the scripts in as few processes as it can. One that hangs, or that
// ends the driver, is given up; the next go on in another process.
func (p asker) lookUps(t testing.TB, texts []string, end string) []sighting {
	t.Helper()
	seen := make([]sighting, len(texts))
	for from := 0; from < len(texts); {
		done := p.someLookUps(t, texts, from, end, seen)
		if done < len(texts) {
			seen[done].killed = true
		}
		from = done + 1
	}
	return seen
}

// someLookUps returns the first script that did not end.
func (p asker) someLookUps(t testing.TB, texts []string, from int, end string, seen []sighting) (done int) {
	t.Helper()
	p.clear(t)
	log, err := os.OpenFile(p.at("log"), os.O_CREATE|os.O_TRUNC|os.O_WRONLY|os.O_APPEND, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	defer log.Close()
	if err := os.WriteFile(p.at("driver"), []byte(driver(texts, from, end)), 0o600); err != nil {
		t.Fatal(err)
	}
	inTime(p.at("work"), p.env(), log, 3*time.Second, "/bin/bash", "--noprofile", "--norc", p.at("driver"))
	done = from
	for _, record := range records(t, p.at("log")) {
		i, err := strconv.Atoi(record[0])
		if err != nil || i < from || i >= len(texts) {
			continue // a script can write to the log
		}
		if len(record) == 1 {
			done = max(done, i+1)
			continue
		}
		seen[i].argvs = append(seen[i].argvs, record[1:])
	}
	return done
}

func records(t testing.TB, file string) [][]string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var all [][]string
	for record := range strings.SplitSeq(string(text), endOfRecord) {
		if record != "" {
			all = append(all, strings.Split(record, "\x00"))
		}
	}
	return all
}

// lookUp is what bash looks up for the script where nothing else runs in its process.
func (p asker) lookUp(t testing.TB, text, end string) [][]string {
	t.Helper()
	p.clear(t)
	log, err := os.OpenFile(p.at("log"), os.O_CREATE|os.O_TRUNC|os.O_WRONLY|os.O_APPEND, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	defer log.Close()
	env := append(p.env(), "BASH_FUNC_command_not_found_handle%%="+handler(0, end))
	inBash(text, p.at("work"), env, log)
	var argvs [][]string
	for _, record := range records(t, p.at("log")) {
		argvs = append(argvs, record[1:])
	}
	return argvs
}

// inTime runs a program, for which the file is descriptor 19, and ends what it leaves
// in the background.
func inTime(dir string, env []string, file *os.File, limit time.Duration, argv ...string) {
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	cmd := exec.CommandContext(ctx, argv[0], argv[1:]...)
	cmd.Dir, cmd.Env = dir, env
	if file != nil {
		cmd.ExtraFiles = make([]*os.File, 17)
		cmd.ExtraFiles[16] = file
	}
	cmd.WaitDelay = time.Second
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	_ = cmd.Run() // the status is the text's own business
	if cmd.Process != nil {
		_ = cmd.Cancel()
	}
}

// inBash runs the text in a real bash.
func inBash(text, dir string, env []string, file *os.File) {
	inTime(dir, env, file, 5*time.Second, "/bin/bash", "--noprofile", "--norc", "-c", text)
}
