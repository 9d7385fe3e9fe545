package explain

import (
	"madbot/rules"
)

// stall calls leads if the stall is near or a semi-victory is proven.
func (x *explanation) stall() {
	if x.claim.Semi || x.quietLeft() <= int(x.limit)/5 {
		x.leads()
	}
}

// ends finds that the turn is the last before the stall.
func (x *explanation) ends() {
	x.leads()
	if x.after.SemiWinner() != x.us {
		x.add(Reason{Kind: EndsOnStall})
	}
}

// quietLeft returns after how many more turns without an expulsion the game stalls.
func (x *explanation) quietLeft() int { return int(x.limit) - x.after.Quiet() }

// leads adds the reason that a stall would give us the semi-victory after the turn, if so.
func (x *explanation) leads() {
	if x.limit > 0 && x.after.SemiWinner() == x.us {
		x.add(Reason{Kind: LeadsOnStall, Count: x.quietLeft()})
	}
}

// lead adds a reason if the semi-victory changes hands, or matters from now on.
func (x *explanation) lead() {
	left, limit := x.quietLeft(), int(x.limit)
	switch {
	case limit > 0 && x.takesLead():
		x.add(Reason{Kind: TakesLead, Count: left})
	case !x.claim.Semi && left > limit/5 && left <= limit/2:
		x.leads()
	}
}

// takesLead reports whether a stall would give us the semi-victory now, but not before the turn.
func (x *explanation) takesLead() bool {
	return x.turn.Expels() && x.before.SemiWinner() != x.us
}

// recall finds that a ship leaves exile in exchange for none or a lesser one.
func (x *explanation) recall() {
	in, out := rules.NoShip, rules.NoShip
	for _, ship := range rules.Ships() {
		was := x.before.SquareOf(x.us, ship) != rules.NoSquare
		is := x.after.SquareOf(x.us, ship) != rules.NoSquare
		switch {
		case is && !was:
			in = ship
		case was && !is:
			out = ship
		}
	}
	if in != rules.NoShip && values[in] > values[out] {
		x.add(Reason{Kind: Recalls, Ship: in, Other: out, Square: x.after.SquareOf(x.us, in)})
	}
}

// bonus finds that a ship earns a bonus now, or can earn one next and could not before (rules 3.1).
func (x *explanation) bonus() {
	if x.turn.HasBonus() {
		x.add(Reason{Kind: EarnsBonus, Ship: x.turn.Ship()})
		return
	}
	if !x.gameContinues() {
		return
	}
	could, can := bonuses(&x.before), bonuses(&x.again)
	for _, ship := range rules.Ships() {
		if can[ship] != rules.NoTurn && could[ship] == rules.NoTurn {
			x.add(Reason{Kind: PreparesBonus, Ship: ship, Turn: can[ship]})
			return
		}
	}
}

// bonuses returns, for each ship that can earn a bonus, a turn of the side to move that does.
func bonuses(p *rules.Position) (found [rules.Ship222 + 1]rules.Turn) {
	for _, t := range p.AppendTurns(nil) {
		if t.HasBonus() && !p.LosesAtOnce(t) {
			found[t.Ship()] = t
		}
	}
	return found
}
