package assess

import (
	"context"

	"madbot/rules/engine"
	"madbot/rules/explain"
	"madbot/rules/review"
)

// look finds the depth from which a search sees what is special about each turn, and whether a better turn was easy to
// find.
func (a *assessment) look(ctx context.Context) error {
	for _, t := range a.judged().Turns {
		sees := a.seesLoss
		switch {
		case t.Class == review.Find:
			sees = a.seesBest
		case t.Class == review.Sound:
			continue
		}
		for depth := 1; depth <= sightDepth && a.found[t.Ply].Seen == 0; depth++ {
			seen, err := sees(ctx, t, depth)
			if err != nil {
				return err
			}
			if seen {
				a.found[t.Ply].Seen = depth
			}
		}
		if err := a.lookForBest(ctx, t); err != nil {
			return err
		}
	}
	return nil
}

// lookForBest finds out whether the weakest robots play the best turn, if t lost much.
func (a *assessment) lookForBest(ctx context.Context, t review.Turn) (err error) {
	if t.Class != review.Blunder && t.Class != review.DeepTrap {
		return nil
	}
	a.found[t.Ply].Easy, err = a.robots.Agree(func(robot *engine.Engine) (bool, error) {
		r, err := a.do(ctx, Search{Engine: robot, Game: &a.positions[t.Ply], Limits: engine.Limits{Level: 1}})
		return err == nil && r.Lines[0].Turn == t.Best, err
	})
	return err
}

// seesLoss reports whether a search after t sees at least half of its loss.
func (a *assessment) seesLoss(ctx context.Context, t review.Turn, depth int) (bool, error) {
	if t.Ply+1 >= len(a.positions) {
		return true, nil // the game was over
	}
	r, err := a.glance(ctx, t.Ply+1, depth)
	if err != nil {
		return false, err
	}
	best := a.found[t.Ply].Score.Worth()
	return best-(1-r.Lines[0].Score.Worth()) >= t.Loss/2, nil
}

// seesBest reports whether a search of this depth finds t.
func (a *assessment) seesBest(ctx context.Context, t review.Turn, depth int) (bool, error) {
	r, err := a.glance(ctx, t.Ply, depth)
	if err != nil {
		return false, err
	}
	return r.Lines[0].Turn == t.Played, nil
}

func (a *assessment) glance(ctx context.Context, ply, depth int) (engine.Result, error) {
	s := Search{Engine: a.sight, Game: &a.positions[ply], Limits: engine.Limits{Depth: depth}, FreshTable: true}
	return a.do(ctx, s)
}

// blame finds what was wrong with each turn that lost something.
func (a *assessment) blame(ctx context.Context) error {
	for _, t := range a.judged().Turns {
		if t.Class == review.Sound || t.Class == review.Find {
			continue
		}
		a.found[t.Ply].Fault = explain.FindFault(ctx, &a.positions[t.Ply], explain.Mistake{
			Played: explain.Claim{Turn: t.Played, Victory: -t.Forced},
			Best:   explain.Claim{Turn: t.Best, Victory: t.Missed}, Answer: t.Answer})
	}
	return ctx.Err()
}
