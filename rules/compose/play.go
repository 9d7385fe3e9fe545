package compose

import (
	"context"
	"math/rand/v2"

	"madbot/rules"
	"madbot/rules/engine"
)

// The levels of the robots that play the games for puzzles.
const (
	weakestPlayer   = 2
	strongestPlayer = 8
)

// Play returns game number of a sequence between two robots, alternating between the boards. The error is ctx's.
func Play(ctx context.Context, seed, number uint64) (rules.Game, error) {
	rnd := rand.New(rand.NewPCG(seed, number))
	board := rules.Boards()[number%2]
	g := rules.NewGame(rules.Options{Board: board, Positioning: true, StallLimit: rules.DefaultStallLimit})
	e, err := engine.New(engine.Options{Hash: 1, Seed: rnd.Uint64()})
	if err != nil {
		return g, err
	}
	var levels [2]int
	for i := range levels {
		levels[i] = weakestPlayer + rnd.IntN(strongestPlayer-weakestPlayer+1)
	}
	for !g.Outcome().Over() {
		r, err := e.Search(ctx, &g, engine.Limits{Level: levels[g.Ply()%2], Threads: 1})
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return g, err
		}
		if err := g.Play(r.Lines[0].Turn); err != nil {
			return g, err
		}
	}
	return g, nil
}
