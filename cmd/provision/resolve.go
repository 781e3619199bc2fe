package main

import (
	_ "embed"
	"fmt"
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"

	"github.com/urfave/cli/v2"
)

//go:embed resolve.schema.json
var resolveSchema []byte

// resolve answers the intents on standard input, until it ends.
func resolve(c *cli.Context) error {
	switch {
	case c.NArg() > 0:
		return usage("resolve takes no operands: intents come on standard input, one JSON object a line")
	case c.Bool("schema"):
		_, err := c.App.Writer.Write(resolveSchema)
		return err
	}
	arm, _, err := armOf(c)
	if err != nil {
		return err
	}
	judge, err := newJudge(arm)
	if err != nil {
		return err
	}
	signal.Ignore(syscall.SIGPIPE) // that the reader is gone is to be said like every failure
	gatherGarbage()
	count, err := newStream(judge).run(c.App.Reader, c.App.Writer)
	if err == nil && count.unanswered > 0 {
		err = fmt.Errorf("%d of %d intents could not be answered", count.unanswered, count.written)
	}
	return err
}

// gatherGarbage lets the collector run less. A judged line leaves 15 kB of garbage
// and nothing else: beside so small a heap the collector would run hundreds of times
// a second, and take a third of the time. The limit is for the longest lines. What
// the operator set in the environment stands.
func gatherGarbage() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(400)
	}
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(512 << 20)
	}
}
