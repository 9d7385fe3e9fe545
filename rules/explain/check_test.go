package explain_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"

	"madbot/rules"
	"madbot/rules/explain"
	"madbot/rules/rulestest"
)

// checked is a turn whose reasons are checked.
type checked struct {
	plain
	before, after, idle, again rules.Position
	turn                       rules.Turn
	us, them                   rules.Color
}

func newChecked(g *rules.Game, turn rules.Turn) *checked {
	p := g.Position()
	c := &checked{plain: plain{g.Limit()}, before: p, after: p.Play(turn), turn: turn, us: p.Side(),
		them: p.Side().Other()}
	c.idle, c.again = p.Skip(), c.after.Skip()
	return c
}

// is reports whether a turn is legal in p.
func is(p rules.Position, turn rules.Turn) bool { return p.Check(turn) == nil }

// hits reports whether turn is legal in p and expels the ship of a side that stands on a square.
func hits(p rules.Position, turn rules.Turn, ship rules.Ship, at rules.Square) bool {
	return is(p, turn) && turn.Expels() && turn.To() == at && p.At(at) == rules.Piece{Color: p.Side().Other(), Ship: ship}
}

// holds reports whether r is true.
func (c *checked) holds(r explain.Reason) bool {
	if over := c.after.Outcome(c.limit); over.Over() && r.Kind != explain.ExpelsCorvette &&
		r.Kind != explain.LeadsOnStall && r.Kind != explain.EndsOnStall && r.Kind != explain.OnlyTurn {
		return false // of what is next, nothing comes
	}
	check, known := checkers[r.Kind]
	return known && check(c, r)
}

var checkers = map[explain.Kind]func(*checked, explain.Reason) bool{
	explain.OnlyTurn: func(c *checked, _ explain.Reason) bool {
		return len(c.before.AppendTurns(nil)) == 1
	},
	explain.ExpelsCorvette: func(c *checked, r explain.Reason) bool {
		return hits(c.before, c.turn, rules.Ship111, r.Square)
	},
	explain.Falls: func(c *checked, r explain.Reason) bool {
		return hits(c.after, r.Turn, rules.Ship111, c.after.SquareOf(c.us, rules.Ship111)) &&
			c.all(func(turn rules.Turn) bool {
				next := c.before.Play(turn)
				return next.SquareOf(c.us, rules.Ship111) == rules.NoSquare ||
					expels(next, next.SquareOf(c.us, rules.Ship111))
			})
	},
	explain.OnlyHolds: (*checked).onlyHolds,
	explain.ThreatensVictory: func(c *checked, r explain.Reason) bool {
		return c.forces(c.again, r.Count, r.Turn)
	},
	explain.StopsVictory: func(c *checked, r explain.Reason) bool {
		return c.forces(c.idle, r.Count, r.Turn) && !c.forces(c.after, r.Count, rules.NoTurn)
	},
	explain.SavesCorvette: func(c *checked, r explain.Reason) bool {
		return hits(c.idle, r.Turn, rules.Ship111, c.idle.SquareOf(c.us, rules.Ship111)) &&
			!expels(c.after, c.after.SquareOf(c.us, rules.Ship111))
	},
	explain.ExpelsForFree: func(c *checked, r explain.Reason) bool {
		return hits(c.before, c.turn, r.Ship, c.turn.To()) && !c.gains(c.after, 3, 1) && !c.gains(c.after, 0, 1)
	},
	explain.Trades: func(c *checked, r explain.Reason) bool {
		return hits(c.before, c.turn, r.Ship, c.turn.To()) && hits(c.after, r.Turn, r.Other, c.turn.To()) &&
			r.Other.Class() <= r.Ship.Class() && !c.gains(c.after, 3, tradeWorth(r)+1) &&
			!c.gains(c.after, 0, tradeWorth(r)+1)
	},
	explain.Expels: func(c *checked, r explain.Reason) bool {
		return hits(c.before, c.turn, r.Ship, c.turn.To()) && !c.gains(c.after, 3, worths[r.Ship]+1) &&
			!c.gains(c.after, 0, worths[r.Ship]+1)
	},
	explain.WinsShip: func(c *checked, _ explain.Reason) bool {
		return !c.gains(c.after, 1, 1-aShip) && !c.gains(c.after, 3, 1-aShip) && c.gains(c.again, 3, aShip)
	},
	explain.Zugzwang: func(c *checked, _ explain.Reason) bool {
		return !c.gains(c.after, 3, 1-aShip) && !c.gains(c.again, 3, aShip)
	},
	explain.Saves: func(c *checked, r explain.Reason) bool {
		at := c.after.SquareOf(c.us, r.Ship)
		if at == rules.NoSquare || !hits(c.idle, r.Turn, r.Ship, r.Square) || !c.gainsBy(c.idle, r.Turn, 2, aShip) {
			return false
		}
		return !expels(c.after, at)
	},
	explain.Threatens: func(c *checked, r explain.Reason) bool {
		return hits(c.again, r.Turn, r.Ship, r.Square) && c.gainsBy(c.again, r.Turn, 2, aShip) &&
			c.stays(r.Turn.Ship()) && !c.prize(c.before, c.before.SquareOf(c.them, r.Ship), 1)
	},
	explain.KeepsThreat: func(c *checked, r explain.Reason) bool {
		return hits(c.again, r.Turn, r.Ship, r.Square) && c.gainsBy(c.again, r.Turn, 2, aShip) &&
			c.stays(r.Turn.Ship()) && c.prize(c.before, c.before.SquareOf(c.them, r.Ship), aShip)
	},
	explain.TakesLead: func(c *checked, r explain.Reason) bool {
		return c.turn.Expels() && c.before.Outcome(rules.StallLimit(max(1, c.before.Quiet()))).Winner != c.us &&
			r.Count == int(c.limit)
	},
	explain.LeadsOnStall: func(c *checked, r explain.Reason) bool {
		p, winner := c.after, rules.Blue
		if p.Last() != rules.NoColor {
			winner = p.Last()
		}
		return winner == c.us && r.Count == int(c.limit)-p.Quiet()
	},
	explain.EndsOnStall: func(c *checked, _ explain.Reason) bool {
		over := c.after.Outcome(c.limit)
		return over.IsSemi() && over.Winner == c.them
	},
	explain.Recalls: func(c *checked, r explain.Reason) bool {
		gone := c.before.SquareOf(c.us, r.Other) != rules.NoSquare &&
			c.after.SquareOf(c.us, r.Other) == rules.NoSquare
		return gone && c.before.SquareOf(c.us, r.Ship) == rules.NoSquare && c.after.SquareOf(c.us, r.Ship) == r.Square &&
			r.Square != rules.NoSquare
	},
	explain.EarnsBonus: func(c *checked, r explain.Reason) bool {
		return c.turn.HasBonus() && c.turn.Ship() == r.Ship
	},
	explain.PreparesBonus: func(c *checked, r explain.Reason) bool {
		return is(c.again, r.Turn) && r.Turn.HasBonus() && r.Turn.Ship() == r.Ship &&
			!slices.ContainsFunc(c.before.AppendTurns(nil), func(turn rules.Turn) bool {
				next := c.before.Play(turn)
				return turn.HasBonus() && turn.Ship() == r.Ship && next.SquareOf(c.us, rules.Ship111) != rules.NoSquare
			})
	},
	explain.KeepsOpposition: func(c *checked, r explain.Reason) bool {
		a, b := c.after.SquareOf(rules.Red, rules.Ship111), c.after.SquareOf(rules.Blue, rules.Ship111)
		steps := abs(a.Row()-b.Row()) + abs(a.Column()-b.Column())
		return steps%2 == 0 && steps == r.Count && c.after.Present(rules.Red) == 1 && c.after.Present(rules.Blue) == 1
	},
	explain.Covers: func(c *checked, r explain.Reason) bool {
		return c.covered(r) && !c.wasCovered(r)
	},
	explain.StaysCovered: func(c *checked, r explain.Reason) bool {
		return c.covered(r) && c.wasCovered(r)
	},
	explain.Declines:   (*checked).declines,
	explain.LosesLeast: (*checked).losesLeast,
	explain.OpensCorvette: func(c *checked, r explain.Reason) bool {
		was, now := flights(c.before), flights(c.again)
		return len(was) == r.Was && len(now) == r.Count && r.Was < r.Count && !slices.Contains(was, r.Square) &&
			slices.Contains(now, r.Square)
	},
	explain.ClosesCorvette: func(c *checked, r explain.Reason) bool {
		was, now := flights(c.idle), flights(c.after)
		return len(was) == r.Was && len(now) == r.Count && r.Was > r.Count && slices.Contains(was, r.Square) &&
			!slices.Contains(now, r.Square)
	},
	explain.Frees: func(c *checked, r explain.Reason) bool {
		return len(goals(moving(c.before, c.us), r.Ship)) == r.Was &&
			len(goals(moving(c.after, c.us), r.Ship)) == r.Count && r.Count >= r.Was+2
	},
	explain.Hems: func(c *checked, r explain.Reason) bool {
		return len(goals(moving(c.before, c.them), r.Ship)) == r.Was &&
			len(goals(moving(c.after, c.them), r.Ship)) == r.Count && r.Was >= r.Count+2
	},
	explain.LeavesNothing: func(c *checked, _ explain.Reason) bool {
		return !expels(c.after, rules.NoSquare) && !c.after.Positioning(c.them)
	},
}

// covered reports whether the ship of r can be expelled, and the reply wins as much.
func (c *checked) covered(r explain.Reason) bool {
	if !hits(c.after, r.Turn, r.Ship, r.Square) {
		return false
	}
	next := c.after.Play(r.Turn)
	return !c.prize(c.after, r.Square, 1) && is(next, r.Reply) && r.Reply.Expels() &&
		next.At(r.Reply.To()).Ship == r.Other && c.gainsBy(next, r.Reply, 2, worths[r.Ship])
}

// wasCovered reports whether the ship of r could have been expelled where it stands if we passed, without gain.
func (c *checked) wasCovered(r explain.Reason) bool {
	return c.idle.SquareOf(c.us, r.Ship) == r.Square && !c.idle.Outcome(c.limit).Over() && expels(c.idle, r.Square) &&
		!c.prize(c.idle, r.Square, 1)
}

// stays reports whether they cannot expel our ship next without loss.
func (c *checked) stays(ship rules.Ship) bool {
	return !c.prize(c.after, c.after.SquareOf(c.us, ship), 0)
}

func abs(n int) int { return max(n, -n) }

// tradeWorth returns what they may win at most after a trade: the ship that is named, or, where it is of the
// same class, as much as ours was worth.
func tradeWorth(r explain.Reason) int {
	if r.Other.Class() < r.Ship.Class() {
		return worths[r.Other]
	}
	return max(worths[r.Ship], worths[r.Other])
}

// all reports whether f holds for every legal turn of ours.
func (c *checked) all(f func(rules.Turn) bool) bool {
	return !slices.ContainsFunc(c.before.AppendTurns(nil), func(turn rules.Turn) bool { return !f(turn) })
}

// others reports whether f holds for every other legal turn that does not exile our corvette.
func (c *checked) others(f func(rules.Turn) bool) bool {
	return c.all(func(turn rules.Turn) bool {
		next := c.before.Play(turn)
		return turn == c.turn || next.SquareOf(c.us, rules.Ship111) == rules.NoSquare || f(turn)
	})
}

// moving returns p with side to move and no positioning turns to come.
func moving(p rules.Position, side rules.Color) rules.Position {
	for p.Side() != side || p.Positioning(rules.Red) || p.Positioning(rules.Blue) {
		p = p.Skip()
	}
	return p
}

func (c *checked) onlyHolds(r explain.Reason) bool {
	if r.Ship == rules.Ship111 {
		return r.Count > 0 && !c.forces(c.after, r.Count, rules.NoTurn) && c.others(func(turn rules.Turn) bool {
			return c.forces(c.before.Play(turn), r.Count, rules.NoTurn)
		})
	}
	at := c.after.SquareOf(c.us, r.Ship)
	if at == rules.NoSquare || c.prize(c.after, at, 1) {
		return false
	}
	return c.others(func(turn rules.Turn) bool {
		next := c.before.Play(turn)
		return c.prize(next, next.SquareOf(c.us, r.Ship), aShip) && !c.gainsBy(c.before, turn, 3, 1-aShip)
	})
}

func (c *checked) declines(r explain.Reason) bool {
	if !is(c.before, r.Turn) {
		return false
	}
	next := c.before.Play(r.Turn)
	if c.gainsBy(c.before, r.Turn, 3, c.worth(c.before, c.turn, 3)-aShip+1) {
		return false // it is no worse than the turn that is played
	}
	if r.Ship == rules.Ship111 {
		return c.forces(next, r.Count, r.Reply)
	}
	gained := rules.NoShip
	if r.Turn.Expels() {
		gained = c.before.At(r.Turn.To()).Ship
	}
	if gained != rules.NoShip && worths[r.Ship]-worths[gained] < aShip {
		return false // it is a trade
	}
	return r.Other == gained && is(next, r.Reply) && next.At(r.Reply.To()).Ship == r.Ship &&
		c.gainsBy(next, r.Reply, 2, aShip+expelledWorth(c.before, r.Turn))
}

func (c *checked) losesLeast(r explain.Reason) bool {
	here := c.worth(c.before, c.turn, 3)
	return here <= -aShip && hits(c.after, r.Turn, r.Ship, r.Turn.To()) && c.gainsBy(c.after, r.Turn, 2, aShip) &&
		c.others(func(turn rules.Turn) bool { return !c.gainsBy(c.before, turn, 3, here+1) })
}

// TestChecked_Refuses: the checkers find out what is said too much.
func TestChecked_Refuses(t *testing.T) {
	t.Parallel()
	takes := func(ship rules.Ship, column, row int) rules.Turn {
		return rules.MoveTurn(ship, rules.MakeSquare(column, row), true)
	}
	for _, c := range []struct {
		name, position, turn string
		reason               explain.Reason
	}{
		{"to take back loses", "6x4 b1a2--c3c4--b3b2 b6a6d6a5--d2d4d5 b - 8 r", "222xc4",
			explain.Reason{Kind: explain.Covers, Ship: rules.Ship212, Other: rules.Ship222, Square: rules.MakeSquare(4, 2),
				Turn: takes(rules.Ship222, 4, 2), Reply: takes(rules.Ship221, 4, 2)}},
		{"more is lost than the lesser ship", "5x5 b1----b2--a2a1c2 b5a5a3----b4--c3 b - 0 r", "121xa2",
			explain.Reason{Kind: explain.Trades, Ship: rules.Ship212, Other: rules.Ship121, Turn: takes(rules.Ship221, 1, 2)}},
		{"the cruiser's square is safe", "5x5 a1c1a2--c2e1d2d1 a5a4b3--c5e4d4d5 r - 0 b", "211xb3",
			explain.Reason{Kind: explain.ClosesCorvette, Square: rules.MakeSquare(2, 5), Was: 1}},
		{"the cruiser's square was safe", "5x5 a1c1a2--b3e1d2d1 a5a4----c5e4d4d5 b - 0 r", "211-b4",
			explain.Reason{Kind: explain.OpensCorvette, Square: rules.MakeSquare(2, 5), Count: 1}},
		{"what is played is as bad", "6x4 b1d2a2a1c2b2d1c1 b6a5c5b5d5d6a6c6 r - 2 -", "212-b4",
			explain.Reason{Kind: explain.Declines, Ship: rules.Ship211,
				Turn: rules.MoveTurn(rules.Ship211, rules.MakeSquare(3, 4), false), Reply: takes(rules.Ship121, 3, 4)}},
	} {
		g := rulestest.GameFrom(t, c.position, 40)
		p := g.Position()
		turn := rulestest.Turn(t, p, c.turn)
		assert.False(t, newChecked(g, turn).holds(c.reason), c.name)
	}
}
