package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"madbot/rules"
	"madbot/rules/engine"
	"madbot/rules/explain"
)

type order struct {
	limits   engine.Limits
	time     time.Duration
	infinite bool
	reasons  bool
	perft    int // depth; -1 for a search
}

// endless is the time of a search without a time limit.
const endless = time.Duration(math.MaxInt64)

// readOrder parses the words after go. No words mean infinite.
func readOrder(f []string) (order, error) {
	o := order{time: endless, perft: -1, infinite: len(f) == 0}
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
		if err != nil || n == 0 && f[0] != "perft" { // a limit of 0 would mean no search
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
			if n > maxDepth {
				return o, fmt.Errorf("go perft: %d is above %d", n, maxDepth)
			}
			o.perft = int(n)
		default:
			return o, fmt.Errorf("go: unknown word %q", f[0])
		}
		f = f[2:]
	}
	return o, nil
}

func (s *session) think(f []string) error {
	o, err := readOrder(f)
	if err != nil {
		return err
	}
	if s.queue.endless() {
		return errors.New("go: an infinite search is under way or waits; stop it first")
	}
	g := s.game()
	if o.perft >= 0 {
		s.enqueue(o, func(ctx context.Context) {
			timed, cancel := context.WithTimeout(ctx, o.time)
			defer cancel()
			s.perft(timed, g.Position(), o.perft)
		})
		return nil
	}
	made := s.engine
	o.limits.MultiPV, o.limits.Level, o.reasons = s.multiPV, s.level, s.reasons
	s.enqueue(o, func(ctx context.Context) {
		e, err := made()
		if err != nil {
			s.print("info string %v\nbestmove (none)", err)
			return
		}
		s.answer(ctx, e, g, o)
	})
	return nil
}

// enqueue runs work after the queued tasks, until it ends or is stopped.
func (s *session) enqueue(o order, work func(ctx context.Context)) {
	ctx, cancel := context.WithCancel(context.Background())
	counts := o.perft >= 0
	forever := o.infinite && o.time == endless && !counts
	s.queue.add(&task{cancel: cancel, endless: forever, counts: counts, do: func() { work(ctx) },
		fail: func(defect any) { s.print("info string defect: %v\nbestmove (none)", defect) }})
}

// answer searches and prints the best turn. After go infinite, it prints it only when stopped or when the time has
// passed.
func (s *session) answer(ctx context.Context, e *engine.Engine, g *rules.Game, o order) {
	begun := time.Now()
	if o.limits.Level == 0 { // at a level only the chosen turn is printed
		o.limits.Progress = func(r engine.Result) { s.inform(r, time.Since(begun)) }
	}
	timed, cancel := context.WithTimeout(ctx, o.time)
	defer cancel()
	r, err := e.Search(timed, g, o.limits)
	if o.infinite {
		<-timed.Done()
	}
	if err != nil {
		s.print("info string %v\nbestmove (none)", err)
		return
	}
	s.inform(r, time.Since(begun))
	if o.reasons {
		s.justify(ctx, g, r)
	}
	s.print("bestmove %v", r.Lines[0].Turn)
}

// inform prints an info line for each variation of a result: one, or several with MultiPV.
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

// justify prints a line for each reason of each turn of a result. If ctx has ended, it does so only for the best turn,
// because a stop must not take longer.
func (s *session) justify(ctx context.Context, g *rules.Game, r engine.Result) {
	for i, line := range r.Lines {
		if i > 0 && ctx.Err() != nil {
			return
		}
		for _, why := range explain.Find(context.WithoutCancel(ctx), g, claimOf(&line)) {
			s.print("info string reason %v %v", line.Turn, why)
		}
	}
}

func speed(nodes uint64, spent time.Duration) int {
	return int(float64(nodes) / max(spent.Seconds(), 1e-6))
}

func scoreText(l *engine.Line) string {
	if n, ok := l.Score.Victory(); ok {
		return fmt.Sprintf("mate %d", n)
	}
	if side := l.Score.Semi(); side != 0 && l.Proven {
		return fmt.Sprintf("semi %d", side*l.Turns)
	}
	return fmt.Sprintf("cp %d", l.Score)
}

// perft prints the leaves below each turn of p, then their sum, unless it is stopped.
func (s *session) perft(ctx context.Context, p rules.Position, depth int) {
	sum := uint64(1)
	if depth > 0 {
		sum = 0
		for _, t := range p.AppendTurns(nil) {
			n := countLeaves(ctx, p.Play(t), depth-1)
			if ctx.Err() != nil {
				s.print("info string go perft: stopped")
				return
			}
			s.print("%v: %d", t, n)
			sum += n
		}
	}
	s.print("Nodes searched: %d", sum)
}

// leavesAtOnce is a depth that can be counted in a few milliseconds.
const leavesAtOnce = 4

// countLeaves is rules.Perft, but ends with ctx; the count is then too low.
func countLeaves(ctx context.Context, p rules.Position, depth int) uint64 {
	if depth <= leavesAtOnce {
		return rules.Perft(p, depth)
	}
	var n uint64
	for _, t := range p.AppendTurns(nil) {
		if ctx.Err() != nil {
			break
		}
		n += countLeaves(ctx, p.Play(t), depth-1)
	}
	return n
}
