package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"armshell/internal/policy"
)

// resolveWith runs the command on streams.
func resolveWith(in io.Reader, out io.Writer, args ...string) error {
	a := app()
	a.Reader, a.Writer = in, out
	return a.Run(append([]string{"provision", "resolve"}, args...))
}

// resolved returns the lines that answer the intents.
func resolved(intents string, args ...string) ([]string, error) {
	var out bytes.Buffer
	err := resolveWith(strings.NewReader(intents), &out, args...)
	text, whole := strings.CutSuffix(out.String(), "\n")
	if out.Len() > 0 && !whole {
		return nil, fmt.Errorf("an unfinished line: %q", out.String())
	}
	return strings.Split(text, "\n"), err
}

// A talk is with a resolve that runs.
type talk struct {
	t       *testing.T
	intents *io.PipeWriter
	answers *bufio.Reader
	ended   chan error
}

func newTalk(t *testing.T, args ...string) talk {
	in, intents := io.Pipe()
	answers, out := io.Pipe()
	c := talk{t, intents, bufio.NewReader(answers), make(chan error, 1)}
	go func() {
		c.ended <- resolveWith(in, out, args...)
		out.Close()
	}()
	return c
}

// ask gives one intent and waits for its answer.
func (c talk) ask(intent string) string {
	c.t.Helper()
	if _, err := io.WriteString(c.intents, intent+"\n"); err != nil {
		c.t.Fatal(err)
	}
	answer, err := c.answers.ReadString('\n')
	if err != nil {
		c.t.Fatal(err)
	}
	return answer
}

func (c talk) end() error {
	c.intents.Close()
	return <-c.ended
}

func bashIntent(line string) string {
	text, _ := json.Marshal(line)
	return `{"kind":"tool","surface":"bash","input":{"command":` + string(text) + `}}`
}

// TestResolveAtOnce: an answer arrives before the next intent is given.
func TestResolveAtOnce(t *testing.T) {
	c := newTalk(t, "--arm", "tea")
	for i := range 1000 {
		name := fmt.Sprintf("tool-%d", i)
		if answer := c.ask(`{"kind":"tool","surface":"` + name + `"}`); !strings.Contains(answer, `"`+name+`"`) {
			t.Fatalf("%s: %s", name, answer)
		}
	}
	if err := c.end(); err != nil {
		t.Error(err)
	}
}

// TestResolveHoldsNothingBack: while one intent is judged, the answers before it are
// there, and those after it wait for it.
func TestResolveHoldsNothingBack(t *testing.T) {
	c := newTalk(t, "--arm", "tea")
	long := bashIntent(strings.Repeat("tea issues list\n", 2000))
	if _, err := io.WriteString(c.intents, "{}\n"+long+"\n{}\n"); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`{"intent":1,`, `{"toolName":"bash","state":"allow",`, `{"intent":3,`} {
		if answer, err := c.answers.ReadString('\n'); err != nil || !strings.HasPrefix(answer, want) {
			t.Fatalf("want %s, got %.80q, %v", want, answer, err)
		}
	}
	if err := c.end(); err == nil || err.Error() != "2 of 3 intents could not be answered" {
		t.Error(err)
	}
}

// TestResolveOrder: answers come in the order of intents that cost very different
// times.
func TestResolveOrder(t *testing.T) {
	var intents strings.Builder
	var want []string
	for i := range 3000 {
		switch {
		case i%97 == 0:
			line := fmt.Sprintf("tea issues %d%s", i, strings.Repeat(" | head -n 3 | sort -u", i/97*8))
			intents.WriteString(bashIntent(line) + "\n")
			want = append(want, fmt.Sprintf(`"command":"tea issues %d"`, i))
		case i%7 == 0:
			intents.WriteString("nothing\n")
			want = append(want, fmt.Sprintf(`"intent":%d,`, i+1))
		default:
			fmt.Fprintf(&intents, `{"kind":"tool","surface":"tool-%d"}`+"\n", i)
			want = append(want, fmt.Sprintf(`"tool-%d"`, i))
		}
	}
	got, _ := resolved(intents.String(), "--arm", "tea")
	if len(got) != len(want) {
		t.Fatalf("%d answers to %d intents", len(got), len(want))
	}
	for i := range want {
		if !strings.Contains(got[i], want[i]) {
			t.Fatalf("answer %d lacks %s: %s", i+1, want[i], got[i])
		}
	}
}

// TestResolveLikeEncodingJSON: an answer is the JSON of its CheckResult.
func TestResolveLikeEncodingJSON(t *testing.T) {
	arms, err := policy.Load("testdata/resolve.toml")
	if err != nil {
		t.Fatal(err)
	}
	arm, err := arms.Arm("pot")
	if err != nil {
		t.Fatal(err)
	}
	rules, err := resolver(arm)
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{"pot 1", "pot pour tea", "pot break", "kettle", "pot '<&>'", "pot \u2028 é", "pot '", "'pot\xff'"} {
		var want bytes.Buffer
		e := json.NewEncoder(&want)
		e.SetEscapeHTML(false)
		line = strings.ToValidUTF8(line, "�")
		if err := e.Encode(rules.Resolve(policy.ToolAccessIntent{Surface: "bash", Input: policy.Object{"command": line}})); err != nil {
			t.Fatal(err)
		}
		got, err := resolved(bashIntent(line), "--arm", "pot", "--config", "testdata/resolve.toml")
		if err != nil || got[0]+"\n" != want.String() {
			t.Errorf("%q: %v\n got %s\nwant %s", line, err, got[0], want.String())
		}
	}
}

// TestResolveLongLine: of a line that is too long nothing is judged, and the next is.
func TestResolveLongLine(t *testing.T) {
	intent := `{"kind":"tool","surface":"t"}`
	longest := intent + strings.Repeat(" ", maxIntent-len(intent))
	got, err := resolved(longest+"\n"+longest+" \n"+intent+"\n"+longest+" ", "--arm", "tea")
	if err == nil || err.Error() != "2 of 4 intents could not be answered" {
		t.Error(err)
	}
	answer := `{"toolName":"t","state":"allow","source":"default","layer":"default"}`
	refused := `{"intent":%d,"error":"the line is longer than 8 MiB: write a shorter one","state":"deny"}`
	if want := []string{answer, fmt.Sprintf(refused, 2), answer, fmt.Sprintf(refused, 4)}; strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got %s", strings.Join(got, "\n"))
	}
}

// endless gives intents and counts their bytes.
type endless struct{ read chan int }

func (e endless) Read(p []byte) (int, error) {
	n := copy(p, bytes.Repeat([]byte(`{"kind":"tool","surface":"t"}`+"\n"), len(p)/30))
	e.read <- n
	return n, nil
}

// TestResolveBounded: nobody reads the answers, and so reading the intents stops.
func TestResolveBounded(t *testing.T) {
	judge, err := newJudge(policy.Arm{Name: "x"})
	if err != nil {
		t.Fatal(err)
	}
	in := endless{make(chan int)}
	_, out := io.Pipe()
	go newStream(judge).run(in, out)
	for read := 0; ; {
		select {
		case n := <-in.read:
			if read += n; read > 1<<20 {
				t.Fatalf("%d bytes were read", read)
			}
		case <-time.After(300 * time.Millisecond):
			return
		}
	}
}

// failing fails as its name says.
type failing struct{}

func (failing) Read([]byte) (int, error)  { return 0, errors.New("the disk is gone") }
func (failing) Write([]byte) (int, error) { return 0, errors.New("the disk is gone") }

// TestResolveFails: what was read whole is answered, and the failure is said.
func TestResolveFails(t *testing.T) {
	var out bytes.Buffer
	err := resolveWith(io.MultiReader(strings.NewReader("{}\n{"), failing{}), &out, "--arm", "tea")
	if err == nil || err.Error() != "read the intents: the disk is gone" || strings.Count(out.String(), "\n") != 1 {
		t.Errorf("%v: %s", err, out.String())
	}
	err = resolveWith(strings.NewReader("{}\n"), failing{}, "--arm", "tea")
	if err == nil || err.Error() != "write the answers: the disk is gone" {
		t.Error(err)
	}
}

// TestResolveReaderGone: without a reader the process ends by itself, whatever is
// still to be read.
func TestResolveReaderGone(t *testing.T) {
	cmd := exec.Command(os.Args[0], "resolve", "--arm", "tea")
	cmd.Args[0] = "provision"
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	intents, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	answers, out := pipe(t)
	cmd.Stdout = out
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	out.Close()
	io.WriteString(intents, bashIntent("tea 1")+"\n")
	if answer, err := bufio.NewReader(answers).ReadString('\n'); err != nil {
		t.Errorf("%s: %v", answer, err)
	}
	answers.Close()
	io.WriteString(intents, bashIntent("tea 2")+"\n")
	err = cmd.Wait()
	if cmd.ProcessState.ExitCode() != 1 || !strings.HasSuffix(stderr.String(), "broken pipe\n") || strings.Count(stderr.String(), "\n") != 1 {
		t.Errorf("%v: %s", err, stderr.String())
	}
}
