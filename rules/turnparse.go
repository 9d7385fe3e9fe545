package rules

import "strings"

// ParseTurn reads a turn of p in any spelling of rules 6.3 and checks it. It returns a legal turn;
// or a *TurnError when the text is understood but the turn is illegal; or a *TurnSyntaxError,
// which wraps ErrSyntax.
func (p *Position) ParseTurn(s string) (Turn, error) {
	r, ok := readTurn(s)
	if !ok {
		return NoTurn, p.misread(s, r.end)
	}
	t, err := p.resolve(r)
	if err != nil {
		return NoTurn, err
	}
	return t, nil
}

// misread makes the error of a text that is understood up to a byte offset only.
func (p *Position) misread(s string, offset int) *TurnSyntaxError {
	is := salvage(s)
	e := &TurnSyntaxError{Text: s, Offset: offset, position: *p, reading: is}
	e.Ship, e.From, e.To, e.Ships = is.mover.ship, is.mover.square(), is.to.square(), is.ships
	return e
}

// reading is what the text of a turn says, before a position gives it meaning. Of a text that is
// not understood it holds the part that is.
type reading struct {
	pass     bool
	moves    bool    // ship or square, then square
	mover    token   // the ship, or the square where it stands
	to       token   // the square of arrival
	shifts   int     // how many ships swap or rotate: 0, 2 or 3 when understood
	ships    [3]Ship // in the order of the text; NoShip where no ship is called so
	misnamed bool    // one of ships is called what no ship is
	end      int     // byte offset where understanding ends
}

// turnReader reads tokens, one ahead.
type turnReader struct {
	scanner turnScanner
	token   token
}

func (r *turnReader) advance() { r.token = r.scanner.next() }

// readTurn reads s and reports whether it is a turn in some position. A text that is none may be
// one without its spaces, as "211 c 4" is (rules 6.3).
func readTurn(s string) (reading, bool) {
	is, ok := readWords(s)
	if ok {
		return is, true
	}
	if joined, ok := readWords(strings.Map(seen, s)); ok {
		return joined, true
	}
	return is, false
}

// readWords reads s, in which no space divides a ship or a square.
func readWords(s string) (reading, bool) {
	r := turnReader{scanner: turnScanner{text: s}}
	r.advance()
	var is reading
	ok := r.turn(&is)
	is.end = r.token.start
	return is, ok && r.token.kind == tokenEnd
}

// seen returns r, or -1 for what isUnseen.
func seen(r rune) rune {
	if isUnseen(r) {
		return -1
	}
	return r
}

// turn reads a pass, a movement with or without a bonus, a swap or a rotation.
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

// bonus reads what follows a movement: nothing, or a swap or a rotation.
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

// shipsAfter reads one or two more ships after the first and the link behind it.
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

// add notes one more ship of the swap or rotation.
func (is *reading) add(t token) {
	is.misnamed = is.misnamed || t.ship == NoShip
	is.ships[is.shifts] = t.ship
	is.shifts++
}

// shift returns the swap or rotation of the ships read, begun at any of them; NoShift when there
// is none of these ships.
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
