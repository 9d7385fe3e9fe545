package engine

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"madbot/rules"
)

// ErrOver is returned by Search for a game that has ended.
var ErrOver = errors.New("the game is over")

// ErrOptions is wrapped by the error of New for options that cannot be.
var ErrOptions = errors.New("bad engine options")

// Options make an Engine. The zero value is a usable one.
type Options struct {
	Hash    int      // size of the hash table in MiB, 0 is 16
	Threads int      // workers of each search, 0 is 1
	Endings *Endings // exact endings; nil is none
	Seed    uint64   // varies the choices of the levels
	Weights string   // of the evaluation, in the form of weights.txt; empty is that very file
}

// Bounds of Options.
const (
	defaultHash = 16
	maxHash     = 4096
	maxThreads  = 64
)

// Engine finds good turns. It is safe for concurrent use; searches share what they learn.
type Engine struct {
	options   Options
	table     *table
	endings   *Endings
	evaluator *evaluator
}

// New returns an engine. The error wraps ErrOptions.
func New(o Options) (*Engine, error) {
	if o.Hash < 0 || o.Hash > maxHash || o.Threads < 0 || o.Threads > maxThreads {
		return nil, fmt.Errorf("hash %d MiB, %d threads: %w", o.Hash, o.Threads, ErrOptions)
	}
	if o.Hash == 0 {
		o.Hash = defaultHash
	}
	o.Threads = max(o.Threads, 1)
	w := tuned
	if o.Weights != "" {
		read, err := readWeights(o.Weights)
		if err != nil {
			return nil, fmt.Errorf("%w: %w", ErrOptions, err)
		}
		w = newEvaluator(read)
	}
	return &Engine{options: o, table: newTable(o.Hash), endings: o.Endings, evaluator: w}, nil
}

// Forget clears what former searches learned. It must not be called during a search.
func (e *Engine) Forget() { e.table.clear() }

// Search looks for the best turns of the side to move in g, until the limits are reached, the
// outcome is proven, or ctx ends; it then returns what it has, which is always a legal turn, and
// never one that loses at once when another exists. The error is ErrOver.
func (e *Engine) Search(ctx context.Context, g *rules.Game, l Limits) (Result, error) {
	p := g.Position()
	if g.Outcome().Over() || p.Outcome(g.Limit()).Over() {
		return Result{}, ErrOver
	}
	e.table.grow()
	j := newJob(ctx, e, g.Limit())
	j.budget = l.Nodes
	wanted := max(l.MultiPV, 1)
	if l.Level > 0 {
		l = levels[min(l.Level, MaxLevel)].bounded(l)
	}
	result := e.work(j, p, l)
	if l.Level > 0 {
		levels[min(l.Level, MaxLevel)].err(result.Lines, seedOf(e.options.Seed, g))
	}
	result.Lines = result.Lines[:min(wanted, len(result.Lines))]
	choices := len(p.AppendTurns(nil))
	for i := range result.Lines {
		e.finish(g, &result.Lines[i], choices)
	}
	if l.Level == 0 { // else the first is the one chosen
		byScore(result.Lines)
	}
	return result, nil
}

// work runs the workers of one search and returns the result of the first.
func (e *Engine) work(j *job, p rules.Position, l Limits) Result {
	var helpers sync.WaitGroup
	defer helpers.Wait()
	defer j.stop.Store(true)
	for i := 1; i < e.options.Threads; i++ {
		helpers.Go(func() {
			defer func() { _ = recover() }() // a helper's defect must not end the program
			newIteration(j, p, Limits{}).run(i)
		})
	}
	return newIteration(j, p, l).run(0)
}

// finish proves what can be proven of a line, leads it to its end and says what speaks for it.
func (e *Engine) finish(g *rules.Game, l *Line, choices int) {
	if side := l.Score.Semi(); side != 0 {
		p := g.Position()
		if side > 0 {
			p = p.Play(l.Turn)
		}
		l.Proven = e.proveSemi(p, g.Limit())
		if !l.Proven {
			l.Score -= Score(side) // an estimate, then
		}
	}
	if _, decided := l.Score.Victory(); decided {
		l.PV = e.prolong(g, l.PV)
	}
	l.Turns = l.length(g)
	l.Reasons = e.explain(g, l, choices)
}
