package explain

import (
	"madbot/rules"
)

// expelled returns the ship that the turn expels, or NoShip.
func (x *explanation) expelled() rules.Ship {
	if !x.turn.Expels() {
		return rules.NoShip
	}
	return x.before.At(x.turn.To()).Ship
}

// expulsion finds that the turn expels a ship for free, as a trade, or for something worth no more elsewhere. A ship
// that they can expel in return counts, even if that reply loses their corvette later.
func (x *explanation) expulsion(m *material) {
	victim := x.expelled()
	if victim == rules.NoShip || !m.ok {
		return
	}
	at := x.turn.To()
	other := x.after.At(at).Ship
	back := m.lose[other] // zero if there is none
	answer := max(m.answer, m.taken)
	switch {
	case answer <= 0:
		x.add(Reason{Kind: ExpelsForFree, Ship: victim})
	case back.value > 0 && answer <= fair(victim, other):
		x.add(Reason{Kind: Trades, Ship: victim, Other: other, Turn: back.turn})
	case answer <= values[victim]:
		x.add(Reason{Kind: Expels, Ship: victim})
	}
}

// fair returns how much they may win back for it to count as a trade of their victim for our other. If other is of a
// lower class, that is its value; if both are of one class, the higher of the two values; if other is of a higher
// class, 0.
func fair(victim, other rules.Ship) value {
	switch {
	case other.Class() < victim.Class():
		return values[other]
	case other.Class() == victim.Class():
		return max(values[victim], values[other])
	}
	return 0
}

// pressure finds that every turn of the other side loses a ship, because it cannot parry all threats or because each
// turn weakens something.
func (x *explanation) pressure(m *material) {
	if !m.ok || !x.gameContinues() || m.answer > -won || m.answer <= -values[rules.Ship111]/2 {
		return
	}
	s := x.look(materialNodes)
	if greatest(m.has, none) != rules.NoShip {
		if s.gain(&x.after, 1, everything()) <= -won && s.left >= 0 {
			x.add(Reason{Kind: WinsShip})
		}
		return
	}
	if s.gain(&x.again, 1+replyDepth, everything()) < won && s.left >= 0 {
		x.add(Reason{Kind: Zugzwang})
	}
}

// threat finds the most valuable ship that we threaten to win and could not win before, or otherwise one that we still
// threaten. The attacker must be safe.
func (x *explanation) threat(m *material) {
	if !m.ok || !x.gameContinues() {
		return
	}
	idle := func(s rules.Ship) bool { return s == rules.Ship111 || !spares(m.lose, m.has[s].turn.Ship()) }
	kind := Threatens
	best := greatest(m.has, func(s rules.Ship) bool { return idle(s) || m.had[s].value > 0 })
	if best == rules.NoShip {
		kind = KeepsThreat
		best = greatest(m.has, func(s rules.Ship) bool { return idle(s) || m.had[s].value < won })
	}
	if best != rules.NoShip {
		t := m.has[best].turn
		x.add(Reason{Kind: kind, Ship: best, Square: t.To(), Turn: t})
	}
}

// rescue finds the most valuable ship that a pass would lose and that nothing can expel after the turn.
func (x *explanation) rescue(m *material) {
	if !m.ok {
		return
	}
	best := greatest(m.lost, func(s rules.Ship) bool {
		gone := x.after.SquareOf(x.us, s) == rules.NoSquare
		_, attacked := m.lose[s]
		return s == rules.Ship111 || gone || attacked
	})
	if best != rules.NoShip {
		t := m.lost[best].turn
		x.add(Reason{Kind: Saves, Ship: best, Square: t.To(), Turn: t})
	}
}

// cover finds a ship that could be expelled but not won, because we would expel as much in return. The kind is Covers
// if the ship was not covered before on the same square, otherwise StaysCovered. It prefers the ship that moved, then
// one that would have been lost.
func (x *explanation) cover(m *material, kind Kind) {
	if !m.ok {
		return
	}
	best, rank := Reason{}, value(0)
	for _, ship := range rules.Ships() {
		attack, attacked := m.lose[ship]
		if !attacked || attack.value > 0 || ship == rules.Ship111 {
			continue
		}
		was, before := m.lost[ship]
		stays := before && was.value <= 0 && x.before.SquareOf(x.us, ship) == attack.turn.To()
		if stays != (kind == StaysCovered) {
			continue
		}
		n := values[ship]
		switch {
		case ship == x.turn.Ship():
			n += 2 * beyond
		case was.value >= won:
			n += beyond
		}
		if r := x.covered(ship, attack.turn); n > rank && r.Reply != rules.NoTurn {
			best, rank = r, n
		}
	}
	if rank > 0 {
		best.Kind = kind
		x.add(best)
	}
}

// covered returns the reason, without its kind, why a ship is covered against the attack: an expulsion in return that
// wins at least the ship's value, preferably on the same square. Reply is NoTurn if there is none.
func (x *explanation) covered(ship rules.Ship, attack rules.Turn) Reason {
	next := x.after.Play(attack)
	s := x.look(materialNodes)
	r := Reason{Ship: ship, Square: attack.To(), Turn: attack}
	best := value(0)
	for other, p := range s.prizes(&next) {
		if p.value < values[ship] {
			continue
		}
		v := p.value
		if p.turn.To() == attack.To() {
			v += values[rules.Ship222] // recapturing is what players see first
		}
		if v > best || v == best && other > r.Other {
			best, r.Reply, r.Other = v, p.turn, other
		}
	}
	if s.left < 0 {
		r.Reply = rules.NoTurn
	}
	return r
}
