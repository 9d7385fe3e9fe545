package compose

import (
	"cmp"
	"context"
	"slices"

	"madbot/rules"
	"madbot/rules/engine"
	"madbot/rules/puzzle"
	"madbot/rules/solver"
)

// exhaustive is up to how many turns a victory is proven by trying everything.
const exhaustive = 3

// choice is a turn that was searched.
type choice struct {
	turn    rules.Turn
	answer  rules.Turn // the best one to it, NoTurn if the game is over then
	outlook float64    // of the side that plays it
	victory int        // in how many of its turns that side wins for sure, 0 if that is not known
}

func (t *choice) kind() puzzle.Kind {
	if t.victory > 0 {
		return puzzle.Victory
	}
	return puzzle.UpperHand
}

// only returns the best turn of g, and whether it is far better than all others.
func (c *Composer) only(ctx context.Context, g *rules.Game) (best choice, ok bool, err error) {
	c.engine.Forget()
	r, err := c.search(ctx, g, engine.Limits{Nodes: c.factor() * quickNodes, MultiPV: 2})
	if err != nil || len(r.Lines) < 2 || r.Lines[0].Score.Worth()-r.Lines[1].Score.Worth() < minGap-doubt {
		return choice{}, false, err
	}
	if best, err = c.after(ctx, g, r.Lines[0].Turn, deepNodes); err != nil {
		return choice{}, false, err
	}
	rivals, err := c.rivals(ctx, g, best.turn)
	for i := 0; i < len(rivals) && err == nil; i++ {
		var rival choice
		if rival, err = c.after(ctx, g, rivals[i].turn, deepNodes); best.outlook-rival.outlook < minGap {
			return choice{}, false, err
		}
	}
	return best, err == nil && provesVictory(g, best), err
}

// rivals returns the turns that seem best, beside the best.
func (c *Composer) rivals(ctx context.Context, g *rules.Game, best rules.Turn) (all []choice, err error) {
	p := g.Position()
	for _, t := range p.AppendTurns(nil) {
		if t == best {
			continue
		}
		rival, err := c.after(ctx, g, t, quickNodes)
		if err != nil {
			return nil, err
		}
		all = append(all, rival)
	}
	slices.SortStableFunc(all, func(x, y choice) int { return cmp.Compare(y.outlook, x.outlook) })
	return all[:min(len(all), deepRivals)], nil
}

// after searches so many positions after a turn, or Factor times as many.
func (c *Composer) after(ctx context.Context, g *rules.Game, t rules.Turn, nodes uint64) (choice, error) {
	p := g.Position()
	next := rules.GameFrom(p.Play(t), g.Limit())
	if o := next.Outcome(); o.Over() {
		return ended(t, o, p.Side()), nil
	}
	r, err := c.search(ctx, &next, engine.Limits{Nodes: c.factor() * nodes})
	if err != nil {
		return choice{}, err
	}
	l := r.Lines[0]
	found := choice{turn: t, answer: l.Turn, outlook: 1 - l.Score.Worth()}
	if n, decided := l.Score.Victory(); decided && l.Proven && n <= 0 {
		found.victory = 1 - n
	}
	return found, nil
}

// ended is a turn of a side with which the game ends.
func ended(t rules.Turn, o rules.Outcome, side rules.Color) choice {
	worth := choice{turn: t, outlook: 0.75}
	if !o.IsSemi() {
		worth.outlook, worth.victory = 1, 1
	}
	if o.Winner != side {
		worth.outlook, worth.victory = 1-worth.outlook, 0
	}
	return worth
}

// provesVictory reports whether best wins as soon as it claims, and no other turn wins, where trying everything can
// show it.
func provesVictory(g *rules.Game, best choice) bool {
	if best.victory == 0 || best.victory > exhaustive {
		return true
	}
	s := solver.New(g.Limit())
	if !s.Claim(g, best.turn, best.victory) {
		return false
	}
	p := g.Position()
	for _, t := range p.AppendTurns(nil) {
		if t != best.turn && (s.Claim(g, t, exhaustive) || s.GaveUp()) {
			return false
		}
	}
	return true
}
