package main

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"madbot/rules"
	"madbot/rules/engine"
)

// order is what a go command asks for.
type order struct {
	limits   engine.Limits
	time     time.Duration
	infinite bool
	perft    int // depth, -1 when a search is wanted
}

// endless is the time of a search without a limit of time.
const endless = time.Duration(math.MaxInt64)

// readOrder reads the words after go. No words mean infinite.
func readOrder(f []string) (order, error) {
	o := order{perft: -1, infinite: len(f) == 0}
	for len(f) > 0 {
		if f[0] == "infinite" {
			o.infinite = true
			f = f[1:]
			continue
		}
		if len(f) < 2 {
			return o, fmt.Errorf("go: %s needs a number, or is unknown", f[0])
		}
		n, err := strconv.ParseUint(f[1], 10, 40)
		if err != nil || n == 0 && f[0] != "perft" { // no search is over before it begins
			return o, fmt.Errorf("go %s: %q is not a number above 0", f[0], f[1])
		}
		switch f[0] {
		case "movetime":
			o.time = time.Duration(n) * time.Millisecond
		case "depth":
			o.limits.Depth = int(n)
		case "nodes":
			o.limits.Nodes = n
		case "perft":
			o.perft = int(n)
		default:
			return o, fmt.Errorf("go: unknown word %q", f[0])
		}
		f = f[2:]
	}
	return o, nil
}

// think obeys go: perft at once, a search beside the reading of commands.
func (s *session) think(f []string) error {
	o, err := readOrder(f)
	if err != nil {
		return err
	}
	g := s.game()
	if o.perft >= 0 {
		s.perft(g, o.perft)
		return nil
	}
	if err := s.ready(); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(context.Background(), cmp.Or(o.time, endless))
	o.limits.MultiPV, o.limits.Level = s.multiPV, s.level
	begun := time.Now()
	if s.level == 0 { // a level tells only what it chose
		o.limits.Progress = func(r engine.Result) { s.inform(r, time.Since(begun)) }
	}
	s.search = &running{cancel: cancel, done: make(chan struct{}), infinite: o.infinite}
	go s.answer(ctx, s.engine, question{g, o, s.search.done})
	return nil
}

// question is what a search has to answer.
type question struct {
	game  *rules.Game
	order order
	done  chan struct{} // closed at the end
}

// answer searches and prints the best turn; after go infinite not before it is stopped.
func (s *session) answer(ctx context.Context, e *engine.Engine, q question) {
	defer close(q.done)
	defer func() {
		if defect := recover(); defect != nil {
			s.print("info string defect: %v\nbestmove (none)", defect)
		}
	}()
	begun := time.Now()
	r, err := e.Search(ctx, q.game, q.order.limits)
	if q.order.infinite {
		<-ctx.Done()
	}
	if err != nil {
		s.print("info string %v\nbestmove (none)", err)
		return
	}
	s.inform(r, time.Since(begun))
	s.print("bestmove %v", r.Lines[0].Turn)
}

// inform prints a line for each turn of a result.
func (s *session) inform(r engine.Result, spent time.Duration) {
	for i, line := range r.Lines {
		number := ""
		if len(r.Lines) > 1 {
			number = fmt.Sprintf("multipv %d ", i+1)
		}
		pv := texts(line.PV)
		s.print("info depth %d %sscore %s nodes %d nps %d time %d pv %s", r.Depth, number,
			scoreText(&line), r.Nodes, speed(r.Nodes, spent), spent.Milliseconds(),
			strings.Join(pv, " "))
	}
}

// speed is in nodes a second.
func speed(nodes uint64, spent time.Duration) int {
	return int(float64(nodes) / max(spent.Seconds(), 1e-6))
}

// scoreText prints a score as the protocol has it.
func scoreText(l *engine.Line) string {
	if n, ok := l.Score.Victory(); ok {
		return fmt.Sprintf("mate %d", n)
	}
	if side := l.Score.Semi(); side != 0 && l.Proven {
		return fmt.Sprintf("semi %d", side*l.Turns)
	}
	return fmt.Sprintf("cp %d", l.Score)
}

func (s *session) perft(g *rules.Game, depth int) {
	p := g.Position()
	sum := uint64(1)
	if depth > 0 {
		sum = 0
		for _, t := range p.AppendTurns(nil) {
			n := rules.Perft(p.Play(t), depth-1)
			s.print("%v: %d", t, n)
			sum += n
		}
	}
	s.print("Nodes searched: %d", sum)
}
