package parse

import (
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

const batchSize = 40

// A failure is a script of which bash looked something up that was not extracted.
type failure struct {
	text, end string
	argv      []string
}

// outcome counts what became of the scripts.
type outcome struct {
	scripts, lookUps, killed, unconfirmed int
	failures                              []failure
}

func (o *outcome) add(p outcome) {
	o.scripts += p.scripts
	o.lookUps += p.lookUps
	o.killed += p.killed
	o.unconfirmed += p.unconfirmed
	o.failures = append(o.failures, p.failures...)
}

// judge asks bash about a batch.
func (p asker) judge(t testing.TB, texts []string, end string) outcome {
	o := outcome{scripts: len(texts)}
	for i, seen := range p.lookUps(t, texts, end) {
		o.lookUps += len(seen.argvs)
		if seen.killed {
			o.killed++
		}
		script, err := Parse(texts[i])
		if err != nil || len(unforeseen(script, seen.argvs)) == 0 {
			continue
		}
		if argv := p.confirmed(t, script, texts[i], end); argv != nil {
			o.failures = append(o.failures, failure{texts[i], end, argv})
		} else {
			o.unconfirmed++
		}
	}
	return o
}

// confirmed returns an argv that is unforeseen where the script runs alone. What
// runs at the same time makes some scripts another one each time.
func (p asker) confirmed(t testing.TB, script *Script, text, end string) []string {
	for range 3 {
		if left := unforeseen(script, p.lookUp(t, text, end)); len(left) > 0 {
			return left[0]
		}
	}
	return nil
}

// onAllCores asks bash about each text that made hands it, and returns what came of it.
func onAllCores(t testing.TB, produce func(hand func(text string))) outcome {
	type job struct {
		texts []string
		end   string
	}
	jobs := make(chan job)
	var all outcome
	var lock sync.Mutex
	var workers sync.WaitGroup
	for range runtime.NumCPU() {
		p := newAsker(t)
		workers.Go(func() {
			for j := range jobs {
				o := p.judge(t, j.texts, j.end)
				lock.Lock()
				all.add(o)
				lock.Unlock()
			}
		})
	}
	var texts []string
	count := 0
	flush := func() {
		jobs <- job{texts, ends[count%len(ends)]}
		count++
		texts = nil
	}
	produce(func(text string) {
		if texts = append(texts, text); len(texts) == batchSize {
			flush()
		}
	})
	flush()
	close(jobs)
	workers.Wait()
	return all
}

// TestGenerated asks bash about generated scripts: what it looks up is among what
// Parse extracted, or Parse refused.
func TestGenerated(t *testing.T) {
	want, seed := generated(t, 5000)
	start, made := time.Now(), 0
	o := onAllCores(t, func(hand func(string)) {
		made = understood(seed, 7, want, "ZFF", askable, hand)
	})
	o.report(t, again(seed, want))
	if o.scripts != want || o.lookUps < want {
		t.Errorf("only %d programs were looked up by %d scripts", o.lookUps, o.scripts)
	}
	t.Logf("%d scripts understood of %d, %.0f a second: %d programs looked up, %d scripts ended before their end, %d batches not confirmed",
		o.scripts, made, float64(o.scripts)/time.Since(start).Seconds(), o.lookUps, o.killed, o.unconfirmed)
}

// report prints the failures, each as small as it could be made.
func (o outcome) report(t *testing.T, again string) {
	t.Helper()
	p := newAsker(t)
	const shown = 12
	seen := map[string]bool{}
	for _, f := range o.failures[:min(shown, len(o.failures))] {
		text := minimised(f.text, func(text string) bool { return p.fails(t, text, f.end) })
		if seen[text] {
			continue
		}
		seen[text] = true
		t.Errorf("bash looked %q up, which was not extracted from\n%s\n%q\nwhere a program that is not there does %q; made by %s of\n%s", f.argv, text, text, f.end, again, f.text)
	}
	if more := len(o.failures) - shown; more > 0 {
		t.Errorf("and %d more", more)
	}
}

func (p asker) fails(t testing.TB, text, end string) bool {
	script, err := Parse(text)
	return err == nil && askable(script) && p.confirmed(t, script, text, end) != nil
}

// unforeseen returns the argvs of programs that bash looked up and that no command
// of the script stands for.
func unforeseen(s *Script, argvs [][]string) [][]string {
	return slices.DeleteFunc(slices.Clone(argvs), func(argv []string) bool {
		return slices.ContainsFunc(s.Commands, func(c Command) bool {
			return c.Name == argv[0] && standsFor(c.Args, argv[1:])
		})
	})
}

// askable reports whether bash can be asked: it would really start a program named
// by a path, and PS4, which the policy refuses to set, is expanded as code.
func askable(s *Script) bool {
	return !slices.ContainsFunc(s.Commands, func(c Command) bool { return strings.Contains(c.Name, "/") }) &&
		!slices.ContainsFunc(s.Assignments, func(a Assignment) bool { return a.Name == "PS4" })
}
