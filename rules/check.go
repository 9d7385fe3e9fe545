package rules

// Check returns nil if t is legal, else a *TurnError with the reason (rules 6.4). Of several reasons it returns the one
// a person would notice first: the state of the game, the ship, the square, the way, the bonus.
func (p *Position) Check(t Turn) error {
	if err := p.check(t); err != nil {
		return err
	}
	return nil
}

func (p *Position) check(t Turn) *TurnError {
	switch {
	case p.over() || p.board == NoBoard:
		return p.refuse(t, GameOver)
	case !t.wellFormed():
		return p.refuse(t, Malformed)
	case t == Pass:
		if !p.Positioning(p.side) {
			return p.refuse(t, PassOutsidePositioning)
		}
		return nil
	case !t.IsMove():
		return p.checkShift(t, p.present[p.side.index()])
	case p.Positioning(p.side):
		return p.refuse(t, MovementInPositioning)
	}
	if err := p.checkMove(t); err != nil {
		return err
	}
	if t.HasBonus() {
		return p.checkBonus(t)
	}
	return nil
}

// wellFormed reports whether the parts of t fit together, in any position.
func (t Turn) wellFormed() bool {
	switch {
	case t == Pass:
		return true
	case t.Shift() > Rotate122x221x212 || t.Ship() > Ship222 || t>>14 != 0:
		return false
	case t.IsMove():
		return t.To() != NoSquare
	}
	return t.To() == NoSquare && !t.Expels() && t.Shift() != NoShift
}

func (p *Position) checkShift(t Turn, present shipSet) *TurnError {
	s := t.Shift()
	switch {
	case legalShifts[present]&s.bit() != 0:
		return nil
	case s.IsSwap():
		return p.refuse(t, BothInExile)
	}
	return p.refuse(t, TwoInExile)
}

func (p *Position) checkMove(t Turn) *TurnError {
	ship, to := t.Ship(), t.To()
	from := p.SquareOf(p.side, ship)
	distance := from.distance(to)
	switch {
	case from == NoSquare:
		return p.refuse(t, ShipInExile)
	case !p.board.Has(to):
		return p.refuse(t, OffBoard)
	case distance == 0:
		return p.refuse(t, UTurn)
	case distance > ship.Sails():
		e := p.refuse(t, TooFar)
		e.Digit = Digit{Quality: Sails, Have: ship.Sails(), Need: distance}
		return e
	}
	if err := p.checkArrival(t); err != nil {
		return err
	}
	if distance == 2 && !p.hasWay(from, to) {
		e := p.refuse(t, PathBlocked)
		e.InWay = p.between(from, to)
		return e
	}
	return nil
}

// checkArrival checks what is on the destination (rules 2.2, 2.3).
func (p *Position) checkArrival(t Turn) *TurnError {
	there := p.At(t.To())
	switch {
	case there.Color == p.side:
		return p.refuseForShip(t, OwnShipThere, there)
	case there.Ship != NoShip && there.Ship.Shields() > t.Ship().Cannons():
		e := p.refuseForShip(t, ShieldsTooStrong, there)
		e.Digit = Digit{Quality: Cannons, Have: t.Ship().Cannons(), Need: there.Ship.Shields()}
		return e
	case t.Expels() != (there.Ship != NoShip):
		return p.refuse(t, Malformed)
	}
	return nil
}

// refuseForShip returns the error for t if the ship on the destination makes it illegal.
func (p *Position) refuseForShip(t Turn, why Illegality, who Piece) *TurnError {
	e := p.refuse(t, why)
	e.InWay = []Standing{{Piece: who, Square: t.To()}}
	return e
}

// checkBonus checks the bonus of t, whose movement is legal (rules 3).
func (p *Position) checkBonus(t Turn) *TurnError {
	us := p.side.index()
	from := p.fleets[us].square(t.Ship())
	switch {
	case from.distance(t.To()) != 1 || p.masks().bonus&t.To().bit() == 0:
		return p.refuse(t, BonusNotEarned)
	case !t.Shift().Includes(t.Ship()):
		return p.refuse(t, BonusWithoutMover)
	}
	return p.checkShift(t, p.present[us])
}

func (s Square) distance(to Square) int {
	return max(s.Row()-to.Row(), to.Row()-s.Row()) +
		max(s.Column()-to.Column(), to.Column()-s.Column())
}

// hasWay reports whether a square between from and to, which are two steps apart, is free.
func (p *Position) hasWay(from, to Square) bool {
	return p.middle(from, to)&^(p.occupied[0]|p.occupied[1]) != 0
}

// middle returns the squares that are one step from both from and to.
func (p *Position) middle(from, to Square) bitboard {
	g := &geometries[p.board&3]
	return g.step[from&31] & g.step[to&31]
}

// between returns the ships on the squares between from and to, which are two steps apart.
func (p *Position) between(from, to Square) []Standing {
	var list []Standing
	for set := p.middle(from, to); set != 0; set &= set - 1 {
		if who := p.At(set.first()); who.Ship != NoShip {
			list = append(list, Standing{Piece: who, Square: set.first()})
		}
	}
	return list
}
