package rules

import "strings"

// ParseTurn parses a turn of p in any spelling of rules 6.3 and checks it. The error is a *TurnError for an illegal
// turn, and a *TurnSyntaxError for a text that is not a turn.
func (p *Position) ParseTurn(s string) (Turn, error) {
	r, ok := readTurn(s)
	if !ok {
		return NoTurn, p.syntaxError(s, r.end)
	}
	t, err := p.resolve(r)
	if err != nil {
		return NoTurn, err
	}
	return t, nil
}

// reading is the meaning of a text without a position: a turn, or the part of a turn that was understood.
type reading struct {
	pass     bool
	moves    bool    // it is a movement
	mover    token   // a ship, or the square it is on
	to       token   // the destination
	shifts   int     // how many ships swap or rotate: 0, 2 or 3 in a complete turn
	ships    [3]Ship // in the order of the text; NoShip for digits that name none
	misnamed bool    // the digits of one of ships name no ship
	end      int     // byte offset of the first thing that was not understood
}

// turnReader is a recursive-descent parser with one token of lookahead.
type turnReader struct {
	scanner turnScanner
	token   token
}

func (r *turnReader) advance() { r.token = r.scanner.next() }

// readTurn parses s and reports whether it is a turn in some position. It tries again without spaces, for texts such as
// "211 c 4" (rules 6.3).
func readTurn(s string) (reading, bool) {
	parsed, ok := readWords(s)
	if ok {
		return parsed, true
	}
	if joined, ok := readWords(strings.Map(dropInvisible, s)); ok {
		return joined, true
	}
	return parsed, false
}

// readWords parses s, in which spaces may not divide a ship or a square.
func readWords(s string) (reading, bool) {
	r := turnReader{scanner: turnScanner{text: s}}
	r.advance()
	var parsed reading
	ok := r.turn(&parsed)
	parsed.end = r.token.start
	return parsed, ok && r.token.kind == tokenEnd
}

func dropInvisible(r rune) rune {
	if isInvisible(r) {
		return -1
	}
	return r
}

func (r *turnReader) turn(parsed *reading) bool {
	first := r.token
	switch first.kind {
	case tokenPass:
		parsed.pass = true
		r.advance()
		return true
	case tokenShip, tokenSquare:
		r.advance()
		r.skipLink()
	default:
		return false
	}
	if first.kind == tokenShip && r.token.kind != tokenSquare {
		return r.shipsAfter(first, parsed)
	}
	parsed.mover = first
	if r.token.kind != tokenSquare {
		return false
	}
	parsed.moves = true
	parsed.to = r.token
	r.advance()
	return r.bonus(parsed)
}

// bonus parses an optional bonus.
func (r *turnReader) bonus(parsed *reading) bool {
	if r.token.kind == tokenEnd {
		return true
	}
	if r.token.kind == tokenPlus {
		r.advance()
	}
	first := r.token
	if first.kind != tokenShip {
		return false
	}
	r.advance()
	r.skipLink()
	return r.shipsAfter(first, parsed)
}

// shipsAfter parses one or two more ships after the first ship and its link.
func (r *turnReader) shipsAfter(first token, parsed *reading) bool {
	parsed.add(first)
	if r.token.kind != tokenShip {
		return false
	}
	parsed.add(r.token)
	r.advance()
	if r.token.kind == tokenEnd {
		return true
	}
	r.skipLink()
	if r.token.kind != tokenShip {
		return false
	}
	parsed.add(r.token)
	r.advance()
	return true
}

func (r *turnReader) skipLink() {
	if r.token.kind == tokenLink {
		r.advance()
	}
}

func (parsed *reading) add(t token) {
	parsed.misnamed = parsed.misnamed || t.ship == NoShip
	parsed.ships[parsed.shifts] = t.ship
	parsed.shifts++
}

// shift returns the swap or rotation of the ships, or NoShift. The ships may be listed starting with any of them.
func (parsed *reading) shift() Shift {
	for _, s := range Shifts() {
		x := s.Ships()
		for range parsed.shifts {
			if x == parsed.ships && !parsed.misnamed {
				return s
			}
			if s.IsSwap() {
				x = [3]Ship{x[1], x[0]}
			} else {
				x = [3]Ship{x[1], x[2], x[0]}
			}
		}
	}
	return NoShift
}

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

// interpret returns the turn that a reading means in p, legal or not, or an error if there is none.
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

// interpretMover returns the ship that a token names by its digits or by its square.
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

// refuseBonus returns the error for the movement t with an impossible bonus. If the movement is illegal or earns no
// bonus, that is the reason.
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
