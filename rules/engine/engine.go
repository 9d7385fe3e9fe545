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
}

// Bounds of Options.
const (
	defaultHash = 16
	maxHash     = 4096
	maxThreads  = 64
)

// Engine finds good turns. It is safe for concurrent use; searches share what they learn.
type Engine struct {
	options Options
	table   *table
	endings *Endings
	weights *weights
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
	return &Engine{options: o, table: newTable(o.Hash), endings: o.Endings,
		weights: &tuned}, nil
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
	var helpers sync.WaitGroup
	for i := 1; i < e.options.Threads; i++ {
		helpers.Go(func() {
			defer func() { _ = recover() }() // a helper's defect must not end the program
			newIteration(j, p, Limits{}).run(i)
		})
	}
	result := newIteration(j, p, l).run(0)
	j.stop.Store(true)
	helpers.Wait()
	return result, nil
}
