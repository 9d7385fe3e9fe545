package main

import (
	"bufio"
	"cmp"
	"context"
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
setoption name N value V, position …, go …, stop, d. A go waits for the one before it to end;
all else is answered at once.
`

// runEngine serves the engine protocol.
func runEngine(std stdio, args []string) error {
	fs := flag.NewFlagSet("engine", flag.ContinueOnError)
	file := fs.String("endings", "", "a `file` of mad endings build")
	if err := parse(std, fs, args, engineUsage); err != nil {
		return err
	}
	if err := noArguments(fs); err != nil {
		return err
	}
	s := &session{out: std.out, level: 0, multiPV: 1, limit: rules.DefaultStallLimit,
		start: rules.Start(rules.Board6x4, true), options: engine.Options{Hash: 16, Threads: 1}}
	if *file != "" {
		endings, err := openEndings(*file)
		if err != nil {
			return err
		}
		s.options.Endings = endings
	}
	return s.serve(std.in)
}

// session is the state of one conversation in the protocol. Only the search writes besides the
// reader of commands, so that the output has a lock.
type session struct {
	write   sync.Mutex
	out     io.Writer
	failed  atomic.Pointer[error] // the first to write
	options engine.Options        // without Endings until they are needed
	level   int
	multiPV int
	limit   rules.StallLimit
	engine  *engine.Engine // nil until it is needed, and after a change of options
	start   rules.Position
	moves   []rules.Turn
	search  *running
}

// running is a search under way, or one that has ended and was not waited for yet.
type running struct {
	cancel   context.CancelFunc
	done     chan struct{}
	infinite bool
	counts   bool // go perft, whose answer is its last line
}

// maxCommand is the longest command line, in bytes.
const maxCommand = 1 << 20

// serve reads commands until quit, the end of input, or an answer that cannot be written. At the
// end of input what ends by itself is waited for.
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
	if s.unwritten() != nil || s.search != nil && s.search.infinite {
		s.halt()
	}
	s.wait()
	if err := cmp.Or(s.unwritten(), lines.Err()); err != nil {
		return fmt.Errorf("engine: %w", err)
	}
	return nil
}

// ready makes the engine, and the endings in memory, when they are first needed.
func (s *session) ready() error {
	if s.engine != nil {
		return nil
	}
	if s.options.Endings == nil {
		s.options.Endings = smallEndings()
	}
	e, err := engine.New(s.options)
	s.engine = e
	return err
}

// print writes a line. What fails is kept for unwritten.
func (s *session) print(format string, args ...any) {
	s.write.Lock()
	defer s.write.Unlock()
	if _, err := fmt.Fprintf(s.out, format+"\n", args...); err != nil {
		s.failed.CompareAndSwap(nil, &err)
	}
}

// unwritten returns why an answer could not be written, nil when all could. It does not wait for
// one that is being written: commands are read while nobody reads the answers.
func (s *session) unwritten() error {
	if err := s.failed.Load(); err != nil {
		return *err
	}
	return nil
}

// command obeys one line; an error says what was wrong with it and that nothing changed. Only go
// waits for a search that is under way: all else is obeyed at once, for the next search.
func (s *session) command(f []string) error {
	switch f[0] {
	case "uci":
		s.introduce()
		return nil
	case "isready":
		if s.search == nil {
			if err := s.ready(); err != nil {
				return err
			}
		}
		s.print("readyok")
		return nil
	case "stop":
		s.halt()
		return nil
	case "ucinewgame":
		s.engine = nil
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
		"option name Threads type spin default 1 min 1 max 64\n"+
		"option name MultiPV type spin default 1 min 1 max %d\n"+
		"option name Level type spin default 0 min 0 max %d\n"+
		"option name StallLimit type spin default %d min 0 max %d\nuciok",
		16, maxHash, rules.MaxTurns, engine.MaxLevel, rules.DefaultStallLimit, rules.MaxStallLimit)
}

// halt ends the search, if there is one, with its best turn so far.
func (s *session) halt() {
	if s.search != nil {
		s.search.cancel()
	}
	s.wait()
}

// quit ends the search like halt, but lets go perft come to its sum: that is what a script that
// ends with quit is for, and a search is cut short by quit only because its best turn is known.
func (s *session) quit() {
	if s.search != nil && !s.search.counts {
		s.halt()
	}
	s.wait()
}

// wait returns when no search is under way.
func (s *session) wait() {
	if s.search != nil {
		<-s.search.done
		s.search.cancel()
		s.search = nil
	}
}

// game returns the game that was set, to where it stops under a stall limit that came later.
func (s *session) game() *rules.Game {
	g := rules.GameFrom(s.start, s.limit)
	for _, t := range s.moves {
		_ = g.Play(t)
	}
	return &g
}
