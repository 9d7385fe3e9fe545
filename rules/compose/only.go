package compose

import (
	"cmp"
	"context"
	"slices"

	"madbot/rules"
	"madbot/rules/engine"
	"madbot/rules/explain"
	"madbot/rules/puzzle"
)

// exhaustive is the maximum number of turns of a win that is proven by exhaustive search.
const exhaustive = 3

type choice struct {
	turn    rules.Turn
	answer  rules.Turn // the best reply, or NoTurn if the game is over
	outlook float64    // for the side that plays it
	victory int        // in how many of its turns that side wins for sure; 0 if unknown
}

// Proof is how it was shown that a solution is the only one. The zero value means that it was not.
type Proof uint8

// The proofs.
const (
	NoProof  Proof = iota
	ByGap          // all other turns are far worse
	BySearch       // and a search shows that it forces a win
	ByTrying       // and an exhaustive search shows that only it forces a win
)

func (t *choice) proof() Proof {
	switch {
	case t.victory == 0:
		return ByGap
	case t.victory > exhaustive:
		return BySearch
	}
	return ByTrying
}

func (t *choice) kind() puzzle.Kind {
	if t.victory > 0 {
		return puzzle.Victory
	}
	return puzzle.UpperHand
}

// quick returns the turn of g that seems best, and whether it seems far better than all others.
func (c *Composer) quick(ctx context.Context, g *rules.Game) (rules.Turn, bool, error) {
	c.engine.Forget()
	r, err := c.search(ctx, g, engine.Limits{Nodes: c.factor * quickNodes, MultiPV: 2})
	if err != nil || len(r.Lines) < 2 {
		return rules.NoTurn, false, err
	}
	return r.Lines[0].Turn, r.Lines[0].Score.Worth()-r.Lines[1].Score.Worth() >= minGap-doubt, nil
}

func (c *Composer) deep(ctx context.Context, g *rules.Game, t rules.Turn) (choice, error) {
	c.engine.Forget()
	return c.after(ctx, g, t, deepNodes)
}

// judge searches the position after a turn of g, and reports whether the turn is far better than all others.
func (c *Composer) judge(ctx context.Context, g *rules.Game, t rules.Turn) (best choice, ok bool, err error) {
	if best, err = c.deep(ctx, g, t); err == nil {
		ok, err = c.only(ctx, g, best)
	}
	return best, ok, err
}

func (c *Composer) only(ctx context.Context, g *rules.Game, best choice) (ok bool, err error) {
	p := g.Position()
	rivals := slices.DeleteFunc(p.AppendTurns(nil), func(other rules.Turn) bool { return other == best.turn })
	for _, nodes := range []uint64{hastyNodes, quickNodes, deepNodes} {
		if nodes == deepNodes {
			rivals = rivals[:min(len(rivals), deepRivals)]
		}
		if rivals, ok, err = c.near(ctx, g, rivals, limit{nodes, best.outlook - minGap}); err != nil || !ok {
			return false, err
		}
	}
	if !provesVictory(g, best) {
		return false, nil
	}
	if best.victory > 0 {
		c.prover.Forget()
		if other, _ := c.second(g.Position(), best.turn, g.Limit()); other != rules.NoTurn {
			return false, nil
		}
	}
	return true, nil
}

// limit is the number of nodes to search, and the highest acceptable outlook of the other turns.
type limit struct {
	nodes   uint64
	outlook float64
}

// near returns the turns of g that come close to the limit, best first, and whether all stay below it.
func (c *Composer) near(ctx context.Context, g *rules.Game, turns []rules.Turn, l limit) ([]rules.Turn, bool, error) {
	var all []choice
	for _, t := range turns {
		found, err := c.after(ctx, g, t, l.nodes)
		if err != nil {
			return nil, false, err
		}
		if l.nodes > hastyNodes && found.outlook > l.outlook+doubt || l.nodes == deepNodes && found.outlook > l.outlook {
			return nil, false, nil
		}
		if found.outlook > l.outlook-margin {
			all = append(all, found)
		}
	}
	slices.SortStableFunc(all, func(x, y choice) int { return cmp.Compare(y.outlook, x.outlook) })
	turns = turns[:0]
	for _, found := range all {
		turns = append(turns, found.turn)
	}
	return turns, true, nil
}

// after searches the position after t, up to c.factor times nodes.
func (c *Composer) after(ctx context.Context, g *rules.Game, t rules.Turn, nodes uint64) (choice, error) {
	p := g.Position()
	next := rules.GameFrom(p.Play(t), g.Limit())
	if o := next.Outcome(); o.Over() {
		return ended(t, o, p.Side()), nil
	}
	r, err := c.search(ctx, &next, engine.Limits{Nodes: c.factor * nodes})
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

// provesVictory reports whether best wins as soon as claimed and no other turn wins. It returns true if the win is too
// long for an exhaustive search.
func provesVictory(g *rules.Game, best choice) bool {
	if best.victory == 0 || best.victory > exhaustive {
		return true
	}
	s := explain.NewSolver(g.Limit())
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
