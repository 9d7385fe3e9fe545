// Package assess searches the positions of a finished game for package review. The same game, endings and limits give
// the same evaluations on every machine. It is separate from review because the bot's use cases import review but must
// not import the engine.
package assess

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"madbot/rules"
	"madbot/rules/engine"
	"madbot/rules/review"
)

// The first pass searches each position, the second the turns that lost most.
const (
	FirstNodes  = 100_000
	SecondNodes = 1_000_000
	secondTurns = 12
	secondLoss  = 0.04 // turns that lost less are not searched again
	sightDepth  = 8    // the maximum depth of searches for Evaluation.Seen
	sightHash   = 1    // MiB
)

// Search is one search of a review. It runs alone on its engine, uses one thread, and ends at its limits.
type Search struct {
	Engine *engine.Engine
	Game   *rules.Game
	Limits engine.Limits
	// FreshTable makes the search start with an empty table, so that it can be interrupted and repeated.
	FreshTable bool
}

// Run runs s; it can be called again after an interruption. The errors are as for engine.Search.
func (s Search) Run(ctx context.Context) (engine.Result, error) {
	if s.FreshTable {
		s.Engine.Forget()
	}
	return s.Engine.Search(ctx, s.Game, s.Limits)
}

// Config says how to search a game.
type Config struct {
	Endings *engine.Endings // exact endings; may be nil
	First   uint64          // nodes per position; 0 means FirstNodes
	Second  uint64          // nodes per position searched again; 0 means SecondNodes
	// Do runs the searches, one at a time, unless it is nil. It must not end one early.
	Do func(context.Context, Search) (engine.Result, error)
	// Progress is called with the number of positions searched once and the number of all, unless it is nil.
	Progress func(done, all int)
}

// Game searches g and returns the evaluations of all positions in which the game is not over on the board. The error is
// from ctx or Config.Do; partial results are dropped.
func Game(ctx context.Context, g *rules.Game, c Config) ([]Evaluation, error) {
	c.First, c.Second = cmp.Or(c.First, FirstNodes), cmp.Or(c.Second, SecondNodes)
	if c.Do == nil {
		c.Do = func(ctx context.Context, s Search) (engine.Result, error) { return s.Run(ctx) }
	}
	deep, err := engine.New(engine.Options{Endings: c.Endings})
	if err != nil {
		return nil, err
	}
	sight, err := engine.New(engine.Options{Hash: sightHash, Endings: c.Endings})
	if err != nil {
		return nil, err
	}
	robots, err := engine.NewRobots(c.Endings)
	if err != nil {
		return nil, err
	}
	a := assessment{Config: c, game: g, deep: deep, sight: sight, robots: robots}
	for _, pass := range []func(context.Context) error{a.first, a.second, a.look, a.blame} {
		if err := pass(ctx); err != nil {
			return nil, fmt.Errorf("assess a game: %w", err)
		}
	}
	return a.found, nil
}

// assessment is the state of searching a game.
type assessment struct {
	Config
	game        *rules.Game
	deep, sight *engine.Engine
	robots      engine.Robots
	positions   []rules.Game // positions that are not over
	found       []Evaluation
}

// first searches each position once, from last to first, so that the table already contains what follows.
func (a *assessment) first(ctx context.Context) error {
	for ply := range a.game.Ply() + 1 {
		if g := at(a.game, ply); !g.Outcome().Over() {
			a.positions = append(a.positions, g)
		}
	}
	a.found = make([]Evaluation, len(a.positions))
	for ply, n := len(a.positions)-1, 0; ply >= 0; ply, n = ply-1, n+1 {
		if err := a.search(ctx, ply, Search{Limits: engine.Limits{Nodes: a.First}}); err != nil {
			return err
		}
		if a.Progress != nil {
			a.Progress(n+1, len(a.positions))
		}
	}
	return nil
}

// at returns g after ply turns, in progress unless it is over on the board.
func at(g *rules.Game, ply int) rules.Game {
	past := g.At(ply)
	return rules.GameFrom(past.Position(), g.Limit())
}

func (a *assessment) search(ctx context.Context, ply int, s Search) error {
	s.Engine, s.Game, s.Limits.MultiPV = a.deep, &a.positions[ply], 2
	r, err := a.do(ctx, s)
	if err == nil {
		a.found[ply] = evaluation(r.Lines)
	}
	return err
}

func (a *assessment) do(ctx context.Context, s Search) (engine.Result, error) {
	s.Limits.Threads = 1
	r, err := a.Do(ctx, s)
	return r, cmp.Or(ctx.Err(), err)
}

// second searches the positions before and after the costliest turns again.
func (a *assessment) second(ctx context.Context) error {
	again := map[int]bool{}
	for _, t := range a.costly() {
		again[t.Ply], again[t.Ply+1] = true, t.Ply+1 < len(a.positions)
	}
	for ply := range a.positions {
		if !again[ply] {
			continue
		}
		if err := a.search(ctx, ply, Search{Limits: engine.Limits{Nodes: a.Second}, FreshTable: true}); err != nil {
			return err
		}
	}
	return nil
}

func (a *assessment) costly() []review.Turn {
	turns := slices.DeleteFunc(a.judged().Turns, func(t review.Turn) bool { return t.Loss < secondLoss })
	slices.SortStableFunc(turns, func(x, y review.Turn) int { return cmp.Compare(y.Loss, x.Loss) })
	return turns[:min(secondTurns, len(turns))]
}

func (a *assessment) judged() review.Review {
	r, err := Judge(a.game, a.found)
	if err != nil {
		panic(err) // there is one evaluation for each position
	}
	return r
}
