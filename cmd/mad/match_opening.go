package main

import (
	"cmp"
	"context"
	"math/rand/v2"

	"madbot/rules"
	"madbot/rules/engine"
)

// openings makes the openings of a match: games after some random turns.
type openings struct {
	seed        uint64
	random      int          // number of random turns
	positioning bool         // whether all games begin with positioning turns, not only half of them
	board       rules.Board  // NoBoard means both in turn
	even        engine.Score // how far a side may be ahead, in hundredths of a frigate; 0 means any
	limit       rules.StallLimit
}

const (
	openingTries = 10_000 // give up after this many random openings
	maxEven      = 10_000 // beyond it a side wins by force
	evenDepth    = 6      // of the search that decides whether an opening is even
)

func (o *openings) readBoard(name string) error {
	if name == "" {
		return nil
	}
	for _, b := range rules.Boards() {
		if b.String() == name {
			o.board = b
			return nil
		}
	}
	return usagef("match: there is no board %q", name)
}

// opening returns the first turns of a pair of games, after which neither side has lost and no corvette is attacked. By
// default the pairs alternate between the boards, and between games with and without positioning turns.
func (o *openings) opening(ctx context.Context, pair int) (rules.Game, error) {
	rnd := rand.New(rand.NewPCG(o.seed, uint64(pair)))
	boards := rules.Boards()
	board := o.board
	if board == rules.NoBoard {
		board = boards[pair%len(boards)]
	}
	for range openingTries {
		g := rules.NewGame(rules.Options{Board: board,
			Positioning: o.positioning || pair/2%2 == 0, StallLimit: o.limit})
		for range o.random {
			p := g.Position()
			if turns := p.AppendTurns(nil); len(turns) > 0 {
				_ = g.Play(turns[rnd.IntN(len(turns))])
			}
		}
		if fit, err := o.fit(ctx, &g); fit || err != nil {
			return g, err
		}
	}
	return rules.Game{}, usagef("match: no game fits after %d turns at random with stall limit %d",
		o.random, o.limit)
}

func (o *openings) fit(ctx context.Context, g *rules.Game) (bool, error) {
	p := g.Position()
	if g.Outcome().Over() || p.CorvetteAttacked(rules.Red) || p.CorvetteAttacked(rules.Blue) {
		return false, nil
	}
	if o.even == 0 {
		return true, nil
	}
	e, err := engine.New(engine.Options{Hash: 1, Endings: smallEndings()})
	if err != nil {
		return false, err
	}
	r, err := e.Search(ctx, g, engine.Limits{Depth: evenDepth})
	if err = cmp.Or(err, ctx.Err()); err != nil {
		return false, err
	}
	s := r.Lines[0].Score
	return -o.even <= s && s <= o.even, nil
}
