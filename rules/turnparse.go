package rules

import "strings"

// ParseTurn reads a turn of p in any spelling of rules 6.3 and checks it. The error is a *TurnError
// for an illegal turn, and a *TurnSyntaxError for a text that is not a turn.
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

// reading is what a text says, before a position gives it meaning: a turn, or the part of one that was
// understood.
type reading struct {
	pass     bool
	moves    bool    // it is a movement
	mover    token   // a ship, or the square of one
	to       token   // the square of arrival
	shifts   int     // how many ships swap or rotate: 0, 2 or 3 in a turn
	ships    [3]Ship // in the order of the text; NoShip for digits that name none
	misnamed bool    // the digits of one of ships name none
	end      int     // byte offset of the first thing that was not understood
}

// turnReader is a recursive-descent parser with one token of lookahead.
type turnReader struct {
	scanner turnScanner
	token   token
}

func (r *turnReader) advance() { r.token = r.scanner.next() }

// readTurn reads s and reports whether it is a turn in some position, perhaps only without its spaces,
// as "211 c 4" is (rules 6.3).
func readTurn(s string) (reading, bool) {
	is, ok := readWords(s)
	if ok {
		return is, true
	}
	if joined, ok := readWords(strings.Map(dropInvisible, s)); ok {
		return joined, true
	}
	return is, false
}

// readWords reads s, in which no space may divide a ship or a square.
func readWords(s string) (reading, bool) {
	r := turnReader{scanner: turnScanner{text: s}}
	r.advance()
	var is reading
	ok := r.turn(&is)
	is.end = r.token.start
	return is, ok && r.token.kind == tokenEnd
}

func dropInvisible(r rune) rune {
	if isInvisible(r) {
		return -1
	}
	return r
}

func (r *turnReader) turn(is *reading) bool {
	first := r.token
	switch first.kind {
	case tokenPass:
		is.pass = true
		r.advance()
		return true
	case tokenShip, tokenSquare:
		r.advance()
		r.skipLink()
	default:
		return false
	}
	if first.kind == tokenShip && r.token.kind != tokenSquare {
		return r.shipsAfter(first, is)
	}
	is.mover = first
	if r.token.kind != tokenSquare {
		return false
	}
	is.moves = true
	is.to = r.token
	r.advance()
	return r.bonus(is)
}

// bonus reads what may follow a movement: a swap or a rotation.
func (r *turnReader) bonus(is *reading) bool {
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
	return r.shipsAfter(first, is)
}

// shipsAfter reads one or two more ships after the first and its link.
func (r *turnReader) shipsAfter(first token, is *reading) bool {
	is.add(first)
	if r.token.kind != tokenShip {
		return false
	}
	is.add(r.token)
	r.advance()
	if r.token.kind == tokenEnd {
		return true
	}
	r.skipLink()
	if r.token.kind != tokenShip {
		return false
	}
	is.add(r.token)
	r.advance()
	return true
}

func (r *turnReader) skipLink() {
	if r.token.kind == tokenLink {
		r.advance()
	}
}

func (is *reading) add(t token) {
	is.misnamed = is.misnamed || t.ship == NoShip
	is.ships[is.shifts] = t.ship
	is.shifts++
}

// shift returns the swap or rotation of the ships, which may begin with any of them, NoShift if there
// is none.
func (is *reading) shift() Shift {
	for _, s := range Shifts() {
		x := s.Ships()
		for range is.shifts {
			if x == is.ships && !is.misnamed {
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
