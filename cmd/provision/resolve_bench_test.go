package main

import (
	"bufio"
	"os"
	"strings"
	"testing"
)

// BenchmarkResolve answers intents through pipes, as a harness asks them that does not
// wait: the time is of one answer.
func BenchmarkResolve(b *testing.B) {
	const intent = `{"kind":"tool","surface":"bash","input":{"command":"tea issues list --state open | jq -r .title | head -n 20"}}`
	for _, c := range []struct{ name, intent string }{
		{"a line", intent},
		{"an MCP call", `{"kind":"tool","surface":"mcp","input":{"tool":"gitea:create_issue"}}`},
	} {
		b.Run(c.name, func(b *testing.B) { benchmark(b, c.intent) })
	}
}

func benchmark(b *testing.B, intent string) {
	in, intents := pipe(b)
	answers, out := pipe(b)
	go func() {
		defer intents.Close()
		w := bufio.NewWriterSize(intents, 64<<10)
		defer w.Flush()
		for range b.N {
			w.WriteString(intent + "\n")
		}
	}()
	go func() {
		defer out.Close()
		run(b, in, out, "resolve", "--arm", "tea")
	}()
	lines := bufio.NewScanner(answers)
	b.ReportAllocs()
	b.ResetTimer()
	for range b.N {
		if !lines.Scan() || !strings.Contains(lines.Text(), `"state":`) {
			b.Fatalf("no answer: %q", lines.Text())
		}
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "intents/s")
}

func pipe(tb testing.TB) (r, w *os.File) {
	r, w, err := os.Pipe()
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { r.Close(); w.Close() })
	return r, w
}

func run(tb testing.TB, in, out *os.File, args ...string) {
	a := app()
	a.Reader, a.Writer = in, out
	if err := a.Run(append([]string{"provision"}, args...)); err != nil {
		tb.Error(err)
	}
}
