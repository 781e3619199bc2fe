package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"runtime"
)

// Bounds of what is held, in bytes but for the first.
const (
	turnsPerWorker = 64       // intents that are judged, or wait for the answer before theirs
	maxIntent      = 8 << 20  // one intent: room for the longest text that is judged, with every byte escaped
	largeIntent    = 64 << 10 // one of which as many as there are workers are held, and no more
)

// A stream answers intents in their order. One goroutine reads lines, as many as there
// are processors judge them, and the one that called run writes the answers. Reading
// waits for a free turn, and so for whoever reads the answers.
type stream struct {
	judge *judge
	free  chan *turn
	work  chan *turn    // read, and not judged yet
	order chan *turn    // read, and not written yet
	large chan struct{} // holds one for every large intent
	fault error         // of reading; set before order is closed
}

// A turn is one intent's place in the order. It is used again, with its memory.
type turn struct {
	number     int
	line       []byte
	long       bool // the line was longer than maxIntent, and is not here
	large      bool
	answer     bytes.Buffer
	unanswered bool          // the answer says only why there is none
	ready      chan struct{} // holds one once the answer is here
}

// A tally counts intents.
type tally struct{ written, unanswered int }

func newStream(j *judge) *stream {
	workers := runtime.GOMAXPROCS(0)
	turns := workers * turnsPerWorker
	s := &stream{
		judge: j,
		free:  make(chan *turn, turns),
		work:  make(chan *turn, turns),
		order: make(chan *turn, turns),
		large: make(chan struct{}, workers),
	}
	for range turns {
		s.free <- &turn{ready: make(chan struct{}, 1)}
	}
	return s
}

// run answers what in holds. When out fails, the reading of in is left as it is: the
// process is about to end.
func (s *stream) run(in io.Reader, out io.Writer) (tally, error) {
	go s.readAll(in)
	for range cap(s.large) {
		go s.judgeAll()
	}
	return s.writeAll(out)
}

// readAll hands out turns until the input ends.
func (s *stream) readAll(in io.Reader) {
	defer close(s.order)
	defer close(s.work)
	lines := bufio.NewReaderSize(in, largeIntent)
	for number := 1; ; number++ {
		t := <-s.free
		t.number = number
		if err := t.read(lines); err != nil {
			if err != io.EOF {
				s.fault = fmt.Errorf("read the intents: %w", err)
			}
			return
		}
		if t.large = len(t.line) > largeIntent; t.large {
			s.large <- struct{}{}
		}
		s.work <- t
		s.order <- t
	}
}

// read reads the next line; the last one may lack its end. Of one that is too long
// nothing is kept.
func (t *turn) read(lines *bufio.Reader) error {
	t.line, t.long = t.line[:0], false
	for {
		piece, err := lines.ReadSlice('\n')
		if !t.long {
			t.line = append(t.line, piece...)
		}
		line, _ := bytes.CutSuffix(t.line, []byte("\n"))
		if len(line) > maxIntent {
			line, t.long = nil, true
		}
		t.line = line
		switch {
		case err == io.EOF && (t.long || len(line) > 0):
			return nil
		case !errors.Is(err, bufio.ErrBufferFull):
			return err
		}
	}
}

func (s *stream) judgeAll() {
	var r reading
	for t := range s.work {
		t.unanswered = !s.judge.answer(&r, t)
		t.ready <- struct{}{}
	}
}

func (s *stream) writeAll(out io.Writer) (tally, error) {
	var count tally
	buffer := bufio.NewWriterSize(out, 64<<10)
	for t := range s.order {
		if err := s.write(t, buffer); err != nil {
			return count, fmt.Errorf("write the answers: %w", err)
		}
		count.written++
		if t.unanswered {
			count.unanswered++
		}
		s.release(t)
	}
	return count, s.fault
}

// write writes one answer. It waits for the answer, and leaves its caller to wait for
// the next intent, only when nothing is held back.
func (s *stream) write(t *turn, out *bufio.Writer) error {
	if len(t.ready) == 0 {
		if err := out.Flush(); err != nil {
			return err
		}
	}
	<-t.ready
	if _, err := out.Write(t.answer.Bytes()); err != nil {
		return err
	}
	if len(s.order) > 0 {
		return nil
	}
	return out.Flush()
}

// release lets the turn be used again, without the memory that a large intent took.
func (s *stream) release(t *turn) {
	if t.large {
		<-s.large
		t.line = nil
	}
	t.answer.Reset()
	if t.answer.Cap() > largeIntent {
		t.answer = bytes.Buffer{}
	}
	s.free <- t
}
