package rules

// resolve returns the legal turn that a reading means in p.
func (p *Position) resolve(is reading) (Turn, *TurnError) {
	t, err := p.meaning(is)
	if err != nil {
		err.reading = is
		return NoTurn, err
	}
	if err := p.check(t); err != nil {
		err.reading = is
		return NoTurn, err
	}
	return t, nil
}

// meaning returns the turn that a reading means in p, legal or not, or why there is none.
func (p *Position) meaning(is reading) (Turn, *TurnError) {
	switch {
	case p.over():
		return NoTurn, p.refuseReading(is, GameOver)
	case is.pass:
		return Pass, nil
	case is.moves:
		return p.movementMeant(is)
	}
	if why := is.shiftProblem(); why != NoIllegality {
		return NoTurn, p.refuseReading(is, why)
	}
	return ShiftTurn(is.shift()), nil
}

// movementMeant is meaning for a movement.
func (p *Position) movementMeant(is reading) (Turn, *TurnError) {
	ship, why := p.moverMeant(is.mover)
	if why != NoIllegality {
		return NoTurn, p.refuseReading(is, why)
	}
	to := is.to.square()
	if to == NoSquare {
		return NoTurn, p.refuseReading(is, OffBoard)
	}
	t := MoveTurn(ship, to, p.At(to).Color == p.side.Other())
	if is.shifts == 0 {
		return t, nil
	}
	if why := is.shiftProblem(); why != NoIllegality {
		return NoTurn, p.refuseBonus(is, t, why)
	}
	return t.WithBonus(is.shift()), nil
}

// moverMeant returns the ship that a token names, or that is on the square it names.
func (p *Position) moverMeant(mover token) (Ship, Illegality) {
	if mover.kind == tokenShip {
		if mover.ship == NoShip {
			return NoShip, NoSuchShip
		}
		return mover.ship, NoIllegality
	}
	who := p.At(mover.square())
	switch {
	case !p.board.Has(mover.square()):
		return NoShip, OffBoard
	case who.Ship == NoShip:
		return NoShip, NoSuchShip
	case who.Color != p.side:
		return NoShip, NotYourTurn
	}
	return who.Ship, NoIllegality
}

// shiftProblem returns why the ships can neither swap nor rotate in any position.
func (is *reading) shiftProblem() Illegality {
	switch {
	case is.misnamed:
		return NoSuchShip
	case is.shift() != NoShift:
		return NoIllegality
	case is.shifts == 2:
		return NotComplementary
	}
	return NotAGroup
}

// refuseBonus returns the error for the movement t with an impossible bonus. If the movement is
// illegal, or earns no bonus, that is the reason.
func (p *Position) refuseBonus(is reading, t Turn, why Illegality) *TurnError {
	if err := p.check(t); err != nil {
		return err
	}
	probe := t.WithBonus(Swap111x222)
	if err := p.check(probe); err != nil && err.Why == BonusNotEarned {
		why = BonusNotEarned
	}
	return p.refuseReading(is, why)
}

// refuseReading returns the error for a reading that no Turn can hold.
func (p *Position) refuseReading(is reading, why Illegality) *TurnError {
	e := p.refuse(NoTurn, why)
	e.Ships = is.ships
	e.From, e.To = is.mover.square(), is.to.square()
	e.Ship = is.mover.ship
	if e.Ship != NoShip {
		e.From = p.SquareOf(p.side, e.Ship)
	} else if who := p.At(e.From); who.Color == p.side {
		e.Ship = who.Ship
	}
	if why == NotYourTurn {
		e.InWay = []Standing{{Piece: p.At(e.From), Square: e.From}}
	}
	return e
}
