package compose

import (
	"context"

	"madbot/rules"
	"madbot/rules/engine"
	"madbot/rules/prove"
	"madbot/rules/puzzle"
)

const (
	otherNodes  = 100_000   // positions to search for another turn that wins
	ownNodes    = 300_000   // positions to search for the proof that a turn wins
	checkNodes  = 1_000_000 // the same when a line is checked, because the hash table then holds other positions
	restNodes   = 100_000   // positions to search for the next turn of the rest
	longestRest = 60        // turns of both sides
)

// Facts are what a proof-number search proves about a Victory puzzle, within our limits.
type Facts struct {
	Own    int        // the solver's turns in the solution
	Proven int        // those proven to win
	Failed int        // those whose alternatives are all proven not to win
	Second rules.Turn // another turn that wins, or NoTurn if none was found
	At     int        // the index in the solution of the turn that Second replaces
	Ends   bool       // the solution and the rest end in a victory, and each of the solver's turns provably wins
}

// Facts returns what can be proven about p, a Victory puzzle.
func (c *Composer) Facts(p *puzzle.Puzzle) Facts {
	c.prover.Forget()
	f := Facts{Second: rules.NoTurn}
	at, side, wins := p.Position, p.Position.Side(), true
	for i, t := range p.Line() {
		isOwn := i%2 == 0
		proven := isOwn && c.prover.Turn(&at, t, c.limits(p.Limit, checkNodes)) == prove.Wins
		wins = wins && (proven || !isOwn)
		if isOwn && i < len(p.Solution) {
			f.Own++
			if proven {
				f.Proven++
			}
			f.addOthers(c, p, i, at)
		}
		at = at.Play(t)
	}
	o := at.Outcome(p.Limit)
	f.Ends = wins && o.Reason == rules.CorvetteExile && o.Winner == side
	return f
}

// addOthers adds what can be proven about the alternatives to turn i of p's solution, played at position at.
func (f *Facts) addOthers(c *Composer, p *puzzle.Puzzle, i int, at rules.Position) {
	other, verdict := c.second(at, p.Solution[i], p.Limit)
	switch {
	case verdict == prove.Fails:
		f.Failed++
	case verdict == prove.Wins && f.Second == rules.NoTurn:
		f.Second, f.At = other, i
	}
}

// Finish ends the solution of p before the first of the solver's turns that has a winning alternative, and fills in
// Rest. It returns false if another first turn wins or no robot solves the shorter solution. Only victories change.
func (c *Composer) Finish(ctx context.Context, p *puzzle.Puzzle) (bool, error) {
	if p.Kind != puzzle.Victory {
		return true, nil
	}
	p.Rest = nil
	if f := c.Facts(p); f.Second != rules.NoTurn {
		if f.At == 0 {
			return false, nil
		}
		p.Solution = p.Solution[:f.At-1]
		var err error
		if p.Robot, err = c.robot(ctx, p); err != nil || p.Robot == 0 {
			return false, err
		}
	}
	var err error
	p.Rest, err = c.rest(ctx, p)
	return true, err
}

// rest returns the turns from the solution of p to the victory: the longest defence that a search finds, and turns
// proven to win. It returns none if a proof fails.
func (c *Composer) rest(ctx context.Context, p *puzzle.Puzzle) (rest []rules.Turn, err error) {
	at := p.Position
	for i, t := range p.Solution {
		if i%2 == 0 && c.prover.Turn(&at, t, c.limits(p.Limit, ownNodes)) != prove.Wins {
			return nil, nil
		}
		at = at.Play(t)
	}
	c.engine.Forget()
	for len(rest) < longestRest {
		g := rules.GameFrom(at, p.Limit)
		if g.Outcome().Over() {
			return rest, nil
		}
		r, err := c.search(ctx, &g, engine.Limits{Nodes: restNodes})
		if err != nil {
			return nil, err
		}
		turn := r.Lines[0].Turn
		if at.Side() == p.Position.Side() {
			if turn = c.winning(&at, turn, p.Limit); turn == rules.NoTurn {
				return nil, nil
			}
		}
		rest = append(rest, turn)
		at = at.Play(turn)
	}
	return nil, nil
}

// winning returns a turn proven to win, if possible the given one, or NoTurn.
func (c *Composer) winning(at *rules.Position, turn rules.Turn, limit rules.StallLimit) rules.Turn {
	if c.prover.Turn(at, turn, c.limits(limit, ownNodes)) == prove.Wins {
		return turn
	}
	turn, _ = c.prover.Others(at, turn, c.limits(limit, ownNodes))
	return turn
}

// second returns a turn other than t that is proven to win, or NoTurn, and the verdict.
func (c *Composer) second(at rules.Position, t rules.Turn, limit rules.StallLimit) (rules.Turn, prove.Verdict) {
	return c.prover.Others(&at, t, c.limits(limit, otherNodes))
}

func (c *Composer) limits(stall rules.StallLimit, nodes int) prove.Limits {
	return prove.Limits{Stall: stall, Nodes: nodes}
}
