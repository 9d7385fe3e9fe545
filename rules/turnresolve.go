package rules

// resolve returns the legal turn that a reading means in p, or why there is none.
func (p *Position) resolve(parsed reading) (Turn, *TurnError) {
	t, err := p.interpret(parsed)
	if err != nil {
		err.reading = parsed
		return NoTurn, err
	}
	if err := p.check(t); err != nil {
		err.reading = parsed
		return NoTurn, err
	}
	return t, nil
}

// interpret returns the turn that a reading means in p, legal or not. It returns an error if there is no such turn.
func (p *Position) interpret(parsed reading) (Turn, *TurnError) {
	switch {
	case p.over():
		return NoTurn, p.refuseReading(parsed, GameOver)
	case parsed.pass:
		return Pass, nil
	case parsed.moves:
		return p.interpretMovement(parsed)
	}
	if why := parsed.shiftProblem(); why != NoIllegality {
		return NoTurn, p.refuseReading(parsed, why)
	}
	return ShiftTurn(parsed.shift()), nil
}

func (p *Position) interpretMovement(parsed reading) (Turn, *TurnError) {
	ship, why := p.interpretMover(parsed.mover)
	if why != NoIllegality {
		return NoTurn, p.refuseReading(parsed, why)
	}
	to := parsed.to.square()
	if to == NoSquare {
		return NoTurn, p.refuseReading(parsed, OffBoard)
	}
	t := MoveTurn(ship, to, p.At(to).Color == p.side.Other())
	if parsed.shifts == 0 {
		return t, nil
	}
	if why := parsed.shiftProblem(); why != NoIllegality {
		return NoTurn, p.refuseBonus(parsed, t, why)
	}
	return t.WithBonus(parsed.shift()), nil
}

// interpretMover returns the ship that a token names by its digits or its square.
func (p *Position) interpretMover(mover token) (Ship, Illegality) {
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

// shiftProblem returns why the ships cannot swap or rotate in any position, or NoIllegality.
func (parsed *reading) shiftProblem() Illegality {
	switch {
	case parsed.misnamed:
		return NoSuchShip
	case parsed.shift() != NoShift:
		return NoIllegality
	case parsed.shifts == 2:
		return NotComplementary
	}
	return NotAGroup
}

// refuseBonus returns the error for the movement t with an impossible bonus. If the movement itself is illegal, or
// earns no bonus, that is the reason.
func (p *Position) refuseBonus(parsed reading, t Turn, why Illegality) *TurnError {
	if err := p.check(t); err != nil {
		return err
	}
	probe := t.WithBonus(Swap111x222)
	if err := p.check(probe); err != nil && err.Why == BonusNotEarned {
		why = BonusNotEarned
	}
	return p.refuseReading(parsed, why)
}

// refuseReading returns the error for a reading that no Turn can represent.
func (p *Position) refuseReading(parsed reading, why Illegality) *TurnError {
	e := p.refuse(NoTurn, why)
	e.Ships = parsed.ships
	e.From, e.To = parsed.mover.square(), parsed.to.square()
	e.Ship = parsed.mover.ship
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
