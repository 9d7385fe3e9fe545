package main

import (
	"bufio"
	"cmp"
	"flag"
	"fmt"
	"io"
	"strings"
	"sync"
	"sync/atomic"

	"madbot/rules"
	"madbot/rules/engine"
)

const engineUsage = `[-endings FILE]

Speaks the engine protocol on standard input and output until quit: uci, isready, ucinewgame,
setoption name N value V, position …, go …, stop, d. A go waits until those
before it have ended, and uses the position and options as they are when it is read. All other
commands are answered immediately. stop ends the running go and all waiting ones, each with its
answer. quit waits for all but the last go, which it stops unless that one counts positions.
`

func runEngine(std stdio, args []string) error {
	fs := flag.NewFlagSet("engine", flag.ContinueOnError)
	file := fs.String("endings", "", "a `file` made by mad endings build")
	if err := parse(std, fs, args, engineUsage); err != nil {
		return err
	}
	s := &session{out: std.out, level: 0, multiPV: 1, limit: rules.DefaultStallLimit,
		start: rules.Start(rules.Board6x4, true), options: engine.Options{Hash: engine.DefaultHash, Threads: 1}}
	if *file != "" {
		endings, err := openEndings(*file)
		if err != nil {
			return err
		}
		s.options.Endings = endings
	}
	s.forget()
	return s.serve(std.in)
}

// session is a conversation in the protocol. The search and the reader of commands both write to out, under a lock.
type session struct {
	write   sync.Mutex
	out     io.Writer
	failed  atomic.Pointer[error] // the first error of a write
	options engine.Options        // smallEndings if Endings is nil
	level   int
	multiPV int
	reasons bool // whether to print the reasons of each line
	limit   rules.StallLimit
	engine  func() (*engine.Engine, error) // for the next search; the first call makes it
	start   rules.Position
	moves   []rules.Turn
	queue   queue
}

const maxCommand = 1 << 20

// serve reads commands until quit, the end of input, or a failed write. At the end of input it waits for the searches
// that end without stop.
func (s *session) serve(in io.Reader) error {
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, maxCommand)
	for s.unwritten() == nil && lines.Scan() {
		f := strings.Fields(lines.Text())
		if len(f) == 0 {
			continue
		}
		if f[0] == "quit" {
			s.quit()
			break
		}
		if err := s.command(f); err != nil {
			s.print("info string %v", err)
		}
	}
	if s.unwritten() != nil {
		s.halt()
	}
	s.queue.cancel(func(t *task) bool { return t.endless })
	s.queue.wait()
	if err := cmp.Or(s.unwritten(), lines.Err()); err != nil {
		return fmt.Errorf("engine: %w", err)
	}
	return nil
}

// forget makes the next search use a new engine with the current options.
func (s *session) forget() {
	o := s.options
	s.engine = sync.OnceValues(func() (*engine.Engine, error) {
		if o.Endings == nil {
			o.Endings = smallEndings()
		}
		return engine.New(o)
	})
}

// print writes a line, and keeps the first error for unwritten.
func (s *session) print(format string, args ...any) {
	s.write.Lock()
	defer s.write.Unlock()
	if _, err := fmt.Fprintf(s.out, format+"\n", args...); err != nil {
		s.failed.CompareAndSwap(nil, &err)
	}
}

// unwritten returns the first error of print. It takes no lock, so that commands are read even if the answers are not.
func (s *session) unwritten() error {
	if err := s.failed.Load(); err != nil {
		return *err
	}
	return nil
}

// command runs one command. If it returns an error, nothing has changed. A go command waits for the earlier searches;
// all other commands take effect immediately, for the next go.
func (s *session) command(f []string) error {
	switch f[0] {
	case "uci":
		s.introduce()
		return nil
	case "isready":
		if s.queue.idle() {
			if _, err := s.engine(); err != nil {
				return err
			}
		}
		s.print("readyok")
		return nil
	case "stop":
		s.halt()
		return nil
	case "ucinewgame":
		s.forget()
		return nil
	case "setoption":
		return s.setOption(f[1:])
	case "position":
		return s.setPosition(f[1:])
	case "go":
		return s.think(f[1:])
	case "d":
		p := s.game().Position()
		s.print("%s", p.Diagram())
		return nil
	}
	return fmt.Errorf("unknown command %q", f[0])
}

func (s *session) introduce() {
	s.print("id name madbot\nid author the madbot team\n"+
		"option name Hash type spin default %d min 1 max %d\n"+
		"option name Threads type spin default 1 min 1 max %d\n"+
		"option name MultiPV type spin default 1 min 1 max %d\n"+
		"option name Level type spin default 0 min 0 max %d\n"+
		"option name Reasons type check default false\n"+
		"option name StallLimit type spin default %d min 0 max %d\nuciok",
		engine.DefaultHash, engine.MaxHash, engine.MaxThreads, rules.MaxTurns, engine.MaxLevel,
		rules.DefaultStallLimit, rules.MaxStallLimit)
}

// halt ends the running search and all waiting ones, each with its best turn so far.
func (s *session) halt() {
	s.queue.cancel(func(*task) bool { return true })
	s.queue.wait()
}

// quit ends the last search like halt, but lets earlier ones and a go perft finish: a script that ends with quit wants
// its answers, while a person who asks for one search and quits does not.
func (s *session) quit() {
	last := s.queue.last()
	s.queue.cancel(func(t *task) bool { return t == last && !t.counts })
	s.queue.wait()
}

// game returns the current game, cut where it ends under the current stall limit.
func (s *session) game() *rules.Game {
	g := rules.GameFrom(s.start, s.limit)
	for _, t := range s.moves {
		_ = g.Play(t)
	}
	return &g
}
