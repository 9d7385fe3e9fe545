package explain

import (
	"cmp"
	"slices"

	"madbot/rules"
)

// maxDeclined is the maximum number of alternatives to examine.
const maxDeclined = 10

// alternative finds the first natural alternative that is refuted by a reply which does not refute the turn played.
func (x *explanation) alternative(m *material) {
	if !m.ok || x.claim.Victory != 0 {
		return
	}
	s := x.look(turnsNodes)
	here := values[x.expelled()] - m.answer
	for _, t := range x.natural() {
		r := s.refute(&x.before, t)
		worse := r.Kind != None && here-x.worth(s, t) >= won
		if s.left < 0 {
			return
		}
		if worse {
			x.add(r)
			return
		}
	}
}

// worth returns what the turn t gains.
func (x *explanation) worth(s *tactics, t rules.Turn) value {
	return s.result(&x.before, t, 1+replyDepth, everything())
}

// natural returns the turns a player would think of first: other expulsions, most valuable first, then other moves of
// the same ship.
func (x *explanation) natural() []rules.Turn {
	var turns []rules.Turn
	for _, t := range x.turns {
		same := t.Ship() == x.turn.Ship() && t.To() == x.turn.To()
		if t.IsMove() && !t.HasBonus() && !same && (t.Expels() || t.Ship() == x.turn.Ship()) {
			turns = append(turns, t)
		}
	}
	slices.SortStableFunc(turns, func(a, b rules.Turn) int {
		return cmp.Compare(x.first(b), x.first(a))
	})
	return turns[:min(len(turns), maxDeclined)]
}

// first is the sort key of natural: the value of the ship that t expels, or 0.
func (x *explanation) first(t rules.Turn) value {
	if !t.Expels() {
		return 0
	}
	return values[x.before.At(t.To()).Ship]
}

// refute returns the reason t is bad: a reply that forces a win or wins a ship. It returns the zero Reason if t is not
// bad.
func (s *tactics) refute(p *rules.Position, t rules.Turn) Reason {
	next := p.Play(t)
	r := Reason{Kind: Declines, Turn: t}
	if n, reply := s.soonest(&next); n > 0 {
		r.Ship, r.Reply, r.Count = rules.Ship111, reply, n
		return r
	}
	gained := value(0)
	if t.Expels() {
		r.Other = p.At(t.To()).Ship
		gained = values[r.Other]
	}
	prizes := s.prizes(&next)
	ship := greatest(prizes, none)
	if ship == rules.NoShip || prizes[ship].value-gained < won || values[ship]-gained < won {
		return Reason{}
	}
	r.Ship, r.Reply = ship, prizes[ship].turn
	return r
}

// comparison finds that all other turns lose something that the turn keeps, or that no turn loses less. It only looks
// if something can be lost.
func (x *explanation) comparison(m *material) {
	if !m.ok || len(x.turns) == 1 || x.claim.Victory != 0 {
		return
	}
	s := x.look(turnsNodes)
	n, _ := s.soonest(&x.idle)
	endangered := greatest(m.lost, none)
	here := values[x.expelled()] - m.answer
	switch {
	case here <= -won:
		x.leastLoss(s, m, here)
	case n > 0 || endangered != rules.NoShip:
		x.onlyHolds(s, endangered)
	}
}

// onlyHolds finds that all other turns lose by force or, failing that, lose the ship in danger.
func (x *explanation) onlyHolds(s *tactics, ship rules.Ship) {
	count, lost := x.othersLose(s)
	if s.left < 0 {
		return
	}
	if lost {
		if n, _ := s.soonest(&x.after); n == 0 && count > 0 && s.left >= 0 {
			x.add(Reason{Kind: OnlyHolds, Ship: rules.Ship111, Count: count})
		}
		return
	}
	if ship == rules.NoShip || ship == rules.Ship111 || x.after.SquareOf(x.us, ship) == rules.NoSquare {
		return
	}
	if s.prizes(&x.after)[ship].value > 0 || !x.othersGiveUp(s, ship) || s.left < 0 {
		return
	}
	x.add(Reason{Kind: OnlyHolds, Ship: ship})
}

// othersLose reports whether all other turns lose by force, and in at most how many enemy turns (0 if all lose
// immediately).
func (x *explanation) othersLose(s *tactics) (most int, lost bool) {
	for _, t := range x.turns {
		if t == x.turn || x.before.LosesAtOnce(t) {
			continue
		}
		next := x.before.Play(t)
		n, _ := s.soonest(&next)
		if n == 0 {
			return 0, false
		}
		most = max(most, n)
	}
	return most, true
}

// othersGiveUp reports whether every other turn loses the ship and gains less than that.
func (x *explanation) othersGiveUp(s *tactics, ship rules.Ship) bool {
	for _, t := range x.turns {
		if t == x.turn || x.before.LosesAtOnce(t) {
			continue
		}
		next := x.before.Play(t)
		if s.prizes(&next)[ship].value < won || x.worth(s, t) > -won || s.left < 0 {
			return false
		}
	}
	return true
}

// leastLoss finds that a ship is lost next and that no other turn loses less.
func (x *explanation) leastLoss(s *tactics, m *material, here value) {
	ship := greatest(m.lose, none)
	if ship == rules.NoShip || ship == rules.Ship111 {
		return
	}
	for _, t := range x.turns {
		if t != x.turn && s.result(&x.before, t, 1+replyDepth, window{here, here + 1}) > here {
			return
		}
	}
	if s.left >= 0 {
		x.add(Reason{Kind: LosesLeast, Ship: ship, Turn: m.lose[ship].turn})
	}
}
