// Package assess searches the positions of a finished game so that package review can judge it. The same game, endings
// and limits give the same evaluations on every machine.
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

// How much is searched: each position, and again the turns that cost most.
const (
	FirstNodes  = 100_000
	SecondNodes = 1_000_000
	secondTurns = 12
	secondLoss  = 0.04 // a turn that costs less is not searched again
	sightDepth  = 8    // the deepest search of what a turn's cost can be seen in
	sightHash   = 1    // MiB
)

// Search is one search of a review. It is alone on its engine, uses one thread, and ends by its limits.
type Search struct {
	Engine *engine.Engine
	Game   *rules.Game
	Limits engine.Limits
	// Anew is whether the search begins with an empty table, so that it can be interrupted and done again.
	Anew bool
}

// Do does s, however often it was interrupted. The errors are those of engine.Search.
func (s Search) Do(ctx context.Context) (engine.Result, error) {
	if s.Anew {
		s.Engine.Forget()
	}
	return s.Engine.Search(ctx, s.Game, s.Limits)
}

// Config says how a game is searched.
type Config struct {
	Endings *engine.Endings // exact endings; nil is none
	First   uint64          // nodes of each position; 0 is FirstNodes
	Second  uint64          // and of those searched again; 0 is SecondNodes
	// Do, unless nil, does the searches, one after the other; it must not end one early.
	Do func(context.Context, Search) (engine.Result, error)
	// Progress, unless nil, is called with how many of all turns of the game have been searched once.
	Progress func(done, all int)
}

// Game searches g, which may be over, and returns the evaluations of its positions that are not over on the board. The
// error is that of ctx or of Config.Do; what was found until then is lost.
func Game(ctx context.Context, g *rules.Game, c Config) ([]Evaluation, error) {
	c.First, c.Second = cmp.Or(c.First, FirstNodes), cmp.Or(c.Second, SecondNodes)
	if c.Do == nil {
		c.Do = func(ctx context.Context, s Search) (engine.Result, error) { return s.Do(ctx) }
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
	for _, pass := range []func(context.Context) error{a.first, a.second, a.look} {
		if err := pass(ctx); err != nil {
			return nil, fmt.Errorf("assess a game: %w", err)
		}
	}
	return a.found, nil
}

// assessment is a game that is being searched.
type assessment struct {
	Config
	game        *rules.Game
	deep, sight *engine.Engine
	robots      engine.Robots
	positions   []rules.Game // that are not over
	found       []Evaluation
}

// first searches each position once, the last first, so that the table knows what follows.
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

// search searches a position and keeps what was found.
func (a *assessment) search(ctx context.Context, ply int, s Search) error {
	s.Engine, s.Game, s.Limits.MultiPV = a.deep, &a.positions[ply], 2
	r, err := a.do(ctx, s)
	if err == nil {
		a.found[ply] = evaluation(r.Lines)
	}
	return err
}

// do does a search to its end.
func (a *assessment) do(ctx context.Context, s Search) (engine.Result, error) {
	s.Limits.Threads = 1
	r, err := a.Do(ctx, s)
	return r, cmp.Or(ctx.Err(), err)
}

// second searches the turns again that cost most, before them and after.
func (a *assessment) second(ctx context.Context) error {
	again := map[int]bool{}
	for _, t := range a.costly() {
		again[t.Ply], again[t.Ply+1] = true, t.Ply+1 < len(a.positions)
	}
	for ply := range a.positions {
		if !again[ply] {
			continue
		}
		if err := a.search(ctx, ply, Search{Limits: engine.Limits{Nodes: a.Second}, Anew: true}); err != nil {
			return err
		}
	}
	return nil
}

// costly returns the turns that are searched again.
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
