// Package engine looks for good turns of MAD: the search behind hints and computer opponents.
//
// It is a principal-variation search over package rules, with a shared hash table, a quiescence search
// over expulsions, a small neural network as its evaluation, and exact tables of endings with few ships. It has no clock: a
// search ends when its context ends, a limit is reached, or the outcome is proven. With one thread,
// the same options, earlier searches, and limits of depth or nodes give the same result on every
// machine.
//
// What only work on the engine needs is in the tests: training the network (see selfplay_test.go), long
// tests of strength (-long), and endings with four ships (-four).
package engine

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"sync"

	"madbot/rules"
)

// ErrOver is returned by Search when the game is over.
var ErrOver = errors.New("the game is over")

// ErrOptions is wrapped by the error of New for options out of range, or weights it cannot read.
var ErrOptions = errors.New("bad engine options")

// Options configure an Engine. The zero value is usable.
type Options struct {
	Hash    int      // size of the hash table in MiB; 0 means 16
	Threads int      // workers of each search; 0 means 1
	Endings *Endings // exact endings; nil means none
	Seed    uint64   // varies the choices of the levels
	Weights string   // of the evaluation, as network.bin has them; empty means that file
}

// Bounds of Options.
const (
	defaultHash = 16
	maxHash     = 4096
	maxThreads  = 64
)

// Engine finds good turns. It is safe for concurrent use; searches share its hash table.
type Engine struct {
	options  Options
	table    *table
	endings  *Endings
	networks networks
}

// New returns an Engine. The error wraps ErrOptions.
func New(o Options) (*Engine, error) {
	if o.Hash < 0 || o.Hash > maxHash || o.Threads < 0 || o.Threads > maxThreads {
		return nil, fmt.Errorf("hash %d MiB, %d threads: %w", o.Hash, o.Threads, ErrOptions)
	}
	if o.Hash == 0 {
		o.Hash = defaultHash
	}
	o.Threads = max(o.Threads, 1)
	n := trained
	if o.Weights != "" {
		read, err := readNetworks(o.Weights)
		if err != nil {
			return nil, fmt.Errorf("%w: %w", ErrOptions, err)
		}
		n = read
	}
	return &Engine{options: o, table: newTable(o.Hash), endings: o.Endings, networks: n}, nil
}

// Forget clears the hash table. It must not be called during a search.
func (e *Engine) Forget() { e.table.clear() }

// Search looks for the best turns of the side to move in g until a limit is reached, the outcome is
// proven, or ctx ends, and returns the best lines so far: always at least one legal turn, and never one
// that loses at once when there is another. The error is ErrOver.
func (e *Engine) Search(ctx context.Context, g *rules.Game, l Limits) (Result, error) {
	p := g.Position()
	if g.Outcome().Over() || p.Outcome(g.Limit()).Over() {
		return Result{}, ErrOver
	}
	e.table.nextSearch()
	j := newJob(ctx, e, g.Limit())
	j.budget = l.Nodes
	wanted := max(l.MultiPV, 1)
	if l.Level > 0 {
		l = levels[min(l.Level, MaxLevel)].bounded(l)
	}
	result := e.work(j, p, l)
	if l.Level > 0 {
		levels[min(l.Level, MaxLevel)].choose(result.Lines, seedOf(e.options.Seed, g))
	}
	result.Lines = result.Lines[:min(wanted, len(result.Lines))]
	choices := len(p.AppendTurns(nil))
	for i := range result.Lines {
		e.finish(g, &result.Lines[i], choices)
	}
	if l.Level == 0 { // at a level the first line is the one chosen
		byScore(result.Lines)
	}
	return result, nil
}

// work runs the workers of a search and returns the result of the first.
func (e *Engine) work(j *job, p rules.Position, l Limits) Result {
	var helpers sync.WaitGroup
	defer helpers.Wait()
	defer j.stop.Store(true)
	for i := 1; i < cmp.Or(min(l.Threads, maxThreads), e.options.Threads); i++ {
		helpers.Go(func() {
			defer func() { _ = recover() }() // a panic in a helper must not end the program
			d := newDeepening(j, p, Limits{})
			d.crowded = l.Crowded
			d.run(i)
		})
	}
	return newDeepening(j, p, l).run(0)
}

// finish proves a semi-victory if it can, completes the line of a victory, and adds the reasons.
func (e *Engine) finish(g *rules.Game, l *Line, choices int) {
	if side := l.Score.Semi(); side != 0 {
		p := g.Position()
		if side > 0 {
			p = p.Play(l.Turn)
		}
		l.Proven = e.proveSemi(p, g.Limit())
		if !l.Proven {
			l.Score -= Score(side) // it is an estimate
		}
	}
	if _, decided := l.Score.Victory(); decided {
		l.PV = e.prolong(g, l.PV)
	}
	l.Turns = l.length(g)
	l.Reasons = e.explain(g, l, choices)
}
