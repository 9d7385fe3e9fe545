package rules

import (
	"fmt"
	"unicode/utf8"
)

// TurnSyntaxError is returned by ParseTurn for a text that is not a turn in any position. It wraps ErrSyntax. Its other
// fields hold the ships and squares that were recognised in the text.
type TurnSyntaxError struct {
	Text   string
	Offset int     // in bytes, of the first part that was not understood
	Ship   Ship    // the ship that seems to move; NoShip if there is none or From names it
	From   Square  // the square of the ship that seems to move
	To     Square  // where the ship seems to go
	Ships  [3]Ship // the ships that seem to swap or rotate

	position Position
	reading  reading
}

// Error omits Text, because what people type must not be logged.
func (e *TurnSyntaxError) Error() string {
	return fmt.Sprintf("parse turn at byte %d: %v", e.Offset, ErrSyntax)
}

func (e *TurnSyntaxError) Unwrap() error { return ErrSyntax }

// Position returns the position that the text was parsed for.
func (e *TurnSyntaxError) Position() Position { return e.position }

func (p *Position) syntaxError(s string, offset int) *TurnSyntaxError {
	parsed := recoverReading(s)
	e := &TurnSyntaxError{Text: s, Offset: offset, position: *p, reading: parsed}
	e.Ship, e.From, e.To, e.Ships = parsed.mover.ship, parsed.mover.square(), parsed.to.square(), parsed.ships
	return e
}

// recoverReading finds ships and squares in a text that is not a turn, such as "move 211 to c7", "211" or "c2 112". The
// last square becomes the destination; the first ship, or a square before it, becomes the mover; the other ships become
// a swap or rotation.
func recoverReading(s string) reading {
	var parsed reading
	var ships, squares []token
	passes := false
	scanner := turnScanner{text: s}
	for {
		switch t := scanner.next(); t.kind {
		case tokenEnd:
			parsed.pass = passes && len(ships)+len(squares) == 0
			parsed.gather(ships, squares)
			return parsed
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

func (parsed *reading) gather(ships, squares []token) {
	switch {
	case len(squares) > 1 && (len(ships) == 0 || squares[0].start < ships[0].start):
		parsed.mover = squares[0]
	case len(squares) > 0 && len(ships) > 0:
		parsed.mover, ships = ships[0], ships[1:]
	}
	if len(squares) > 0 {
		parsed.to = squares[len(squares)-1]
	}
	for _, t := range ships[:min(len(ships), len(parsed.ships))] {
		parsed.add(t)
	}
}
