package explain

import (
	"madbot/rules"
)

// farthest is the maximum number of turns of a forced win to look for.
const farthest = 2

// soonest returns in how few turns the side to move of p forces a win, with the first of them. It returns 0 if more
// than farthest are needed.
func (s *tactics) soonest(p *rules.Position) (int, rules.Turn) {
	for n := 1; n <= farthest; n++ {
		if t := s.wins(p, n); t != rules.NoTurn && s.left >= 0 {
			return n, t
		}
	}
	return 0, rules.NoTurn
}

// defence finds how the other side would win if we passed, unless it wins anyway.
func (x *explanation) defence() {
	s := x.look(victoryNodes)
	n, t := s.soonest(&x.idle)
	if n == 1 && !x.after.CorvetteAttacked(x.us) {
		x.add(Reason{Kind: SavesCorvette, Turn: t})
	}
	if n > 1 && x.claim.Victory >= 0 && s.wins(&x.after, n) == rules.NoTurn && s.left >= 0 {
		x.add(Reason{Kind: StopsVictory, Turn: t, Count: n})
	}
}

// attack finds what would win if the other side passed.
func (x *explanation) attack() {
	if n, t := x.look(victoryNodes).soonest(&x.again); n > 0 {
		x.add(Reason{Kind: ThreatensVictory, Turn: t, Count: n})
	}
}

// falls finds that the corvette is expelled next, whatever is played.
func (x *explanation) falls() {
	for _, t := range x.turns {
		if next := x.before.Play(t); !x.before.LosesAtOnce(t) && !next.CorvetteAttacked(x.us) {
			return
		}
	}
	if t := expulsionOf(&x.after, rules.Ship111); t != rules.NoTurn {
		x.add(Reason{Kind: Falls, Turn: t})
	}
}

// opposition finds that only corvettes are left and that their distance is even. Then the side that is not to move wins
// unless the stall comes first.
func (x *explanation) opposition() {
	if x.claim.Victory <= 0 || x.after.Present(rules.Red) != 1 || x.after.Present(rules.Blue) != 1 {
		return
	}
	a, b := x.after.SquareOf(rules.Red, rules.Ship111), x.after.SquareOf(rules.Blue, rules.Ship111)
	rows, columns := a.Row()-b.Row(), a.Column()-b.Column()
	if steps := max(rows, -rows) + max(columns, -columns); steps%2 == 0 {
		x.add(Reason{Kind: KeepsOpposition, Count: steps})
	}
}
