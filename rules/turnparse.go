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

// bonus parses an optional swap or rotation after a movement.
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

// shift returns the swap or rotation of the ships, which may be listed from any of them, or NoShift.
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
