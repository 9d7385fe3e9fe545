package rules

import (
	"fmt"
	"unicode/utf8"
)

// TurnSyntaxError is returned by ParseTurn for a text that is not a turn in any position. It wraps
// ErrSyntax. The other fields hold the ships and squares that were recognised anywhere in the text.
type TurnSyntaxError struct {
	Text   string
	Offset int     // in bytes, of the first thing that was not understood
	Ship   Ship    // the one that seems to move, NoShip if there is none or From names it
	From   Square  // the square that names it
	To     Square  // where it seems to arrive
	Ships  [3]Ship // those that seem to swap or rotate

	position Position
	reading  reading
}

// Error returns one line for logs and tools, without Text: what people typed is for no log.
func (e *TurnSyntaxError) Error() string {
	return fmt.Sprintf("parse turn at byte %d: %v", e.Offset, ErrSyntax)
}

// Unwrap returns ErrSyntax.
func (e *TurnSyntaxError) Unwrap() error { return ErrSyntax }

// Position returns the position in which the text was to be a turn.
func (e *TurnSyntaxError) Position() Position { return e.position }

// syntaxError returns the error for a text that was understood up to a byte offset.
func (p *Position) syntaxError(s string, offset int) *TurnSyntaxError {
	is := recoverReading(s)
	e := &TurnSyntaxError{Text: s, Offset: offset, position: *p, reading: is}
	e.Ship, e.From, e.To, e.Ships = is.mover.ship, is.mover.square(), is.to.square(), is.ships
	return e
}

// recoverReading reads the ships and squares in a text that is not a turn, such as "move 211 to c7",
// "211" or "c2 112". It takes the last square for the square of arrival; the first ship, or a square
// before it, for the mover; and all other ships for a swap or rotation.
func recoverReading(s string) reading {
	var is reading
	var ships, squares []token
	passes := false
	scanner := turnScanner{text: s}
	for {
		switch t := scanner.next(); t.kind {
		case tokenEnd:
			is.pass = passes && len(ships)+len(squares) == 0
			is.gather(ships, squares)
			return is
		case tokenShip:
			ships = append(ships, t)
		case tokenSquare:
			squares = append(squares, t)
		case tokenPass:
			passes = true
		case tokenBad:
			if scanner.pos == t.start {
				_, size := utf8.DecodeRuneInString(s[t.start:])
				scanner.pos += size
			}
		}
	}
}

func (is *reading) gather(ships, squares []token) {
	switch {
	case len(squares) > 1 && (len(ships) == 0 || squares[0].start < ships[0].start):
		is.mover = squares[0]
	case len(squares) > 0 && len(ships) > 0:
		is.mover, ships = ships[0], ships[1:]
	}
	if len(squares) > 0 {
		is.to = squares[len(squares)-1]
	}
	for _, t := range ships[:min(len(ships), len(is.ships))] {
		is.add(t)
	}
}
