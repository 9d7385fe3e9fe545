package rules

import "unicode/utf8"

// salvage gathers what there is of ships and squares in a text that is no turn: "move 211 to c7",
// "211", "c2 112". The last square is taken for that of arrival, the first ship, or a square before
// it, for the mover, all other ships for a swap or rotation.
func salvage(s string) reading {
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

// gather makes a reading of loose ships and squares.
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
