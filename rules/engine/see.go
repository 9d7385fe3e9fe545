package engine

import "madbot/rules"

// worths are the values of the ships in exchanges. They differ less than the ships' strengths, because an expelled ship
// can usually come back in place of another.
var worths = [9]Score{
	rules.Ship111: 5000,
	rules.Ship112: 90, rules.Ship121: 100, rules.Ship211: 120,
	rules.Ship122: 150, rules.Ship212: 170, rules.Ship221: 190, rules.Ship222: 400,
}

// cheapest is the order in which exchanges risk ships.
var cheapest = [8]rules.Ship{rules.Ship112, rules.Ship121, rules.Ship211, rules.Ship122,
	rules.Ship212, rules.Ship221, rules.Ship222, rules.Ship111}

// see returns the static exchange evaluation of the movement t: what the side to move gains, in worths, if both sides
// keep expelling on the destination and stop when they like. It ignores swaps and rotations.
func see(p *rules.Position, t rules.Turn) Score {
	us := p.Side()
	x := exchange{geometry: &geometries[p.Board()&3], at: t.To()}
	x.fleet = [2]uint64{p.Fleet(us), p.Fleet(us.Other())}
	x.occupied = squares(p.Occupied(us) | p.Occupied(us.Other()))
	gain := Score(0)
	if t.Expels() {
		victim := shipAt(x.fleet[1], x.at)
		gain = worths[victim]
		x.remove(1, victim)
	}
	x.remove(0, t.Ship())
	x.occupied |= 1 << x.at
	return gain - x.reply(1, t.Ship())
}

// exchange is the state of a static exchange evaluation: the ships that have not yet moved to the square.
type exchange struct {
	geometry *geometry
	at       rules.Square
	fleet    [2]uint64
	occupied squares
}

func (x *exchange) remove(side int, s rules.Ship) {
	sq := squareIn(x.fleet[side], s)
	x.fleet[side] &^= 31 << (8 * (s - 1))
	if sq != x.at {
		x.occupied &^= 1 << sq
	}
}

// reply returns what a side gains by expelling the ship on the square, at least 0.
func (x *exchange) reply(side int, holder rules.Ship) Score {
	attacker := x.attacker(side, holder)
	if attacker == rules.NoShip {
		return 0
	}
	x.remove(side, attacker)
	return max(0, worths[holder]-x.reply(side^1, attacker))
}

// attacker returns the cheapest ship of a side that can expel the ship on the square, or NoShip if none can.
func (x *exchange) attacker(side int, holder rules.Ship) rules.Ship {
	near := x.geometry.step[x.at&31]
	far := near | x.geometry.spread(near&^x.occupied)
	fleet := x.fleet[side]
	for _, s := range cheapest {
		if holder.Shields() > s.Cannons() {
			continue
		}
		sq := squareIn(fleet, s)
		if sq == rules.NoSquare || sq == x.at {
			continue
		}
		if near.has(sq) || s >= rules.Ship211 && far.has(sq) {
			return s
		}
	}
	return rules.NoShip
}
