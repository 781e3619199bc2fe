package parse

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"
)

// A generator makes scripts that combine every construct with every spelling of a
// name, so that bash can be asked about shapes that nobody thought of. Its rows are
// the grammar's.
type generator struct {
	*rand.Rand
	depth int
}

// maxDepth is where a symbol becomes its plain text in place of a row.
const maxDepth = 8

// fill replaces each % and the byte after it by what that symbol becomes.
func (g *generator) fill(template string) string { return fillWith(template, g.symbol) }

// fillWith replaces each % and the byte after it by what symbol makes of that byte.
func fillWith(template string, symbol func(byte) string) string {
	var out strings.Builder
	for {
		before, after, found := strings.Cut(template, "%")
		out.WriteString(before)
		if !found {
			return out.String()
		}
		out.WriteString(symbol(after[0]))
		template = after[1:]
	}
}

func (g *generator) symbol(c byte) string {
	switch rows, is := grammar[c]; {
	case c == '%':
		return "%"
	case !is:
		panic("no rows for %" + string(c))
	case g.depth >= maxDepth && plainest[c] != "":
		return fillWith(plainest[c], g.symbol)
	default:
		g.depth++
		defer func() { g.depth-- }()
		return g.fill(rows[g.IntN(len(rows))])
	}
}

// script returns some lines that begin with one of the grammar's symbols.
func (g *generator) script(start byte) string { return g.fill("%" + string(start)) }

// The environment of the long runs: how many scripts, and from which seed.
const (
	generatedCount = "ARMSHELL_GENERATED"
	generatedSeed  = "ARMSHELL_SEED"
)

// generated returns how many scripts are wanted, and the seed.
func generated(t testing.TB, usual int) (want int, seed uint64) {
	t.Helper()
	want = usual
	for name, set := range map[string]func(uint64){
		generatedCount: func(n uint64) { want = int(n) },
		generatedSeed:  func(n uint64) { seed = n },
	} {
		text, is := os.LookupEnv(name)
		if !is {
			continue
		}
		n, err := strconv.ParseUint(text, 10, 64)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		set(n)
	}
	return want, seed
}

// again is how to make the same scripts again.
func again(seed uint64, want int) string {
	return fmt.Sprintf("%s=%d %s=%d", generatedSeed, seed, generatedCount, want)
}

// understood hands on the scripts that Parse understands and keep accepts, which begin
// in turn with each of the symbols, and says how many it made for them.
func understood(seed, stream uint64, want int, start string, keep func(*Script) bool, hand func(text string)) (made int) {
	g := &generator{Rand: rand.New(rand.NewPCG(seed, stream))}
	for found := 0; found < want && made < 100*want; made++ {
		text := g.script(start[made%len(start)])
		script, err := Parse(text)
		if err == nil && len(script.Commands) > 0 && keep(script) {
			found++
			hand(text)
		}
	}
	return made
}

// TestGrammar: every row can be filled, and every symbol has its rows.
func TestGrammar(t *testing.T) {
	for symbol, rows := range grammar {
		for _, row := range rows {
			g := &generator{Rand: rand.New(rand.NewPCG(0, 0))}
			if g.fill(row) == "" {
				t.Errorf("a row of %%%c is empty", symbol)
			}
		}
	}
}
