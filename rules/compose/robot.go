package compose

import (
	"context"
	"errors"
	"slices"

	"madbot/rules/engine"
	"madbot/rules/puzzle"
)

// robot returns the lowest level at which, and above which, every robot solves p. It is 0 if the strongest does not
// solve p, or the weakest does.
func (c *Composer) robot(ctx context.Context, p *puzzle.Puzzle) (int, error) {
	easy, err := c.solves(ctx, p, 1)
	if err != nil || easy {
		return 0, err
	}
	for level := engine.MaxLevel; level > 0; level-- {
		ok, err := c.solves(ctx, p, level)
		if err != nil {
			return 0, err
		}
		if !ok {
			return (level + 1) % (engine.MaxLevel + 1), nil
		}
	}
	return 0, nil
}

// Fits reports whether robots of p's level solve it and robots of the level below do not. It returns errors of ctx and
// engine.Search.
func (c *Composer) Fits(ctx context.Context, p *puzzle.Puzzle) (bool, error) {
	if ok, err := c.solves(ctx, p, p.Robot); err != nil || !ok {
		return false, err
	}
	easier, err := c.solves(ctx, p, p.Robot-1)
	return !easier, err
}

func (c *Composer) solves(ctx context.Context, p *puzzle.Puzzle, level int) (bool, error) {
	return c.robots.Agree(func(e *engine.Engine) (bool, error) { return c.try(ctx, p, e, level) })
}

// try reports whether a robot finds each turn of the solution.
func (c *Composer) try(ctx context.Context, p *puzzle.Puzzle, robot *engine.Engine, level int) (bool, error) {
	g := p.Game()
	for chunk := range slices.Chunk(p.Solution, 2) {
		r, err := robot.Search(ctx, &g, engine.Limits{Level: level, Threads: 1})
		if err != nil || ctx.Err() != nil || r.Lines[0].Turn != chunk[0] {
			return false, errors.Join(err, ctx.Err())
		}
		for _, t := range chunk {
			if err := g.Play(t); err != nil {
				return false, err
			}
		}
	}
	return true, nil
}
