// Package compose makes puzzles (package puzzle) from games, and proves them. The same game, endings and limits give
// the same puzzle on every machine.
package compose

import (
	"context"
	"fmt"

	"madbot/rules"
	"madbot/rules/engine"
	"madbot/rules/explain"
	"madbot/rules/puzzle"
)

// What makes a position a puzzle, in outlooks (engine.Score.Worth).
const (
	minLoss   = 0.20 // what the other side's last turn lost
	minLook   = 0.85 // of the side to move then
	minGap    = 0.35 // between the best turn and the second
	doubt     = 0.05 // by how much a quick search may be wrong about them
	ownTurns  = 3    // the longest solution
	keptKinds = 3    // of reasons
)

// How many positions are searched.
const (
	scanNodes  = 5_000  // for each position of a game
	quickNodes = 20_000 // for each turn but the best
	deepNodes  = 300_000
	deepRivals = 3 // how many turns but the best are searched so deep
)

// Composer makes puzzles. One goroutine may use it at a time.
type Composer struct {
	// Factor, unless 0, is how many times as much is searched to prove a puzzle.
	Factor uint64
	engine *engine.Engine
	robots [tries]*engine.Engine
}

// New returns a Composer. The error is that of engine.New.
func New(endings *engine.Endings) (*Composer, error) {
	c := &Composer{}
	var err error
	if c.engine, err = engine.New(engine.Options{Endings: endings}); err != nil {
		return nil, err
	}
	for i := range c.robots {
		o := engine.Options{Hash: 1, Seed: uint64(i + 1), Endings: endings}
		if c.robots[i], err = engine.New(o); err != nil {
			return nil, err
		}
	}
	return c, nil
}

// Puzzle returns the hardest puzzle that g leads to, and whether there is one. The error is that of ctx or of
// engine.Search.
func (c *Composer) Puzzle(ctx context.Context, g *rules.Game) (hardest puzzle.Puzzle, found bool, err error) {
	chances, err := c.chances(ctx, g)
	if err != nil {
		return hardest, false, fmt.Errorf("scan a game: %w", err)
	}
	for _, position := range chances {
		p := puzzle.Puzzle{Position: position, Limit: g.Limit()}
		ok, err := c.complete(ctx, &p)
		if err != nil {
			return hardest, false, fmt.Errorf("make a puzzle of %v: %w", position, err)
		}
		if ok && p.Robot > hardest.Robot {
			hardest, found = p, true
		}
	}
	return hardest, found, nil
}

// chances returns the positions of g in which a side may win what the other one's last turn has just lost.
func (c *Composer) chances(ctx context.Context, g *rules.Game) (all []rules.Position, err error) {
	c.engine.Forget()
	after := 0.0 // the outlook of the side to move after the next turn
	for ply := g.Ply() - 1; ply >= 0; ply-- {
		past := g.At(ply)
		position := past.Position()
		alone := rules.GameFrom(position, g.Limit())
		r, err := c.search(ctx, &alone, engine.Limits{Nodes: scanNodes})
		if err != nil {
			return nil, err
		}
		now := r.Lines[0].Score.Worth()
		if ply+1 < g.Ply() && after >= minLook-doubt && now+after-1 >= minLoss-doubt {
			next := g.At(ply + 1)
			all = append(all, next.Position())
		}
		after = now
	}
	return all, nil
}

// complete makes a puzzle of its position, and reports whether it is one.
func (c *Composer) complete(ctx context.Context, p *puzzle.Puzzle) (bool, error) {
	g := p.Game()
	first, ok, err := c.only(ctx, &g)
	if err != nil || !ok || first.outlook < minLook || first.victory == 1 { // the corvette is there to be taken
		return false, err
	}
	p.Kind = first.kind()
	for _, r := range explain.Find(ctx, &g, explain.Claim{Turn: first.turn, Victory: first.victory}) {
		if len(p.Reasons) < keptKinds && (len(p.Reasons) == 0 || p.Reasons[len(p.Reasons)-1] != r.Kind) {
			p.Reasons = append(p.Reasons, r.Kind)
		}
	}
	if p.Solution, err = c.follow(ctx, &g, first); err != nil {
		return false, err
	}
	p.Robot, err = c.robot(ctx, p)
	return p.Robot > 0, err
}

// follow returns the solution that begins with a turn of g: the best answers, and the turns of the side that solves
// while there is only one.
func (c *Composer) follow(ctx context.Context, g *rules.Game, first choice) ([]rules.Turn, error) {
	solution := []rules.Turn{first.turn}
	at := g.Position()
	for t := first; t.answer != rules.NoTurn && len(solution) < 2*ownTurns-1; {
		at = at.Play(t.turn)
		at = at.Play(t.answer)
		past := rules.GameFrom(at, g.Limit())
		if past.Outcome().Over() {
			break
		}
		next, ok, err := c.only(ctx, &past)
		if err != nil {
			return nil, err
		}
		if !ok || next.kind() != first.kind() {
			break
		}
		solution = append(solution, t.answer, next.turn)
		t = next
	}
	return solution, nil
}

func (c *Composer) factor() uint64 { return max(c.Factor, 1) }

// search searches g alone, in the same way each time.
func (c *Composer) search(ctx context.Context, g *rules.Game, l engine.Limits) (engine.Result, error) {
	l.Threads = 1
	r, err := c.engine.Search(ctx, g, l)
	if err == nil {
		err = ctx.Err()
	}
	return r, err
}
