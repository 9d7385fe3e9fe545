// Package tap is the board as something to tap: how far a turn has been chosen, and what can be
// tapped next. It is pure and knows no Discord; all it must remember is the text of a Selection.
package tap

import (
	"slices"

	"madbot/rules"
)

// Selection is how far a turn has been chosen. The zero value is not at all.
type Selection struct {
	Ship rules.Ship // the ship that was tapped; NoShip when none was, or a movement is chosen, which names it
	Turn rules.Turn // the turn that is chosen; NoTurn: none yet
	Open bool       // Turn is a movement that earned a bonus, which can still be chosen
}

// The mark that ends the text of a selection that is open, and that before the ship by which a turn was chosen.
const (
	openMark = "?"
	shipMark = "@"
)

// String returns the text of s: "", "211", "221-a6?", "112=221@221" or the turn in canonical notation (rules 6.2).
func (s Selection) String() string {
	switch {
	case s.Turn != rules.NoTurn && s.Open:
		return s.Turn.String() + openMark
	case s.Turn != rules.NoTurn && s.Ship != rules.NoShip:
		return s.Turn.String() + shipMark + s.Ship.String()
	case s.Turn != rules.NoTurn:
		return s.Turn.String()
	case s.Ship != rules.NoShip:
		return s.Ship.String()
	}
	return ""
}

// Back returns the selection before s: of a bonus its movement, of a turn its ship.
func (s Selection) Back() Selection {
	switch {
	case s.Turn.HasBonus():
		return Selection{Turn: s.Turn.Movement(), Open: true}
	case s.Turn.IsMove():
		return Selection{Ship: s.Turn.Ship()}
	case s.Turn != rules.NoTurn:
		return Selection{Ship: s.Ship}
	}
	return Selection{}
}

// Parse reads what String wrote. It is false when no such selection can be made in p, as when the
// match went on since; the selection is the zero value then.
func Parse(p *rules.Position, text string) (Selection, bool) {
	if text == "" {
		return Selection{}, true
	}
	return find(p, func(s Selection) bool { return s.String() == text })
}

// find returns a selection that can be made in p and is wanted.
func find(p *rules.Position, wanted func(Selection) bool) (Selection, bool) {
	turns := p.AppendTurns(nil)
	for _, t := range turns {
		for _, s := range waysTo(turns, t) {
			if wanted(s) {
				return s, true
			}
		}
	}
	return Selection{}, false
}

// waysTo returns the selections on the way to t, of the legal turns of a position, t itself last.
func waysTo(turns []rules.Turn, t rules.Turn) []Selection {
	var ways []Selection
	if t.IsMove() {
		ways = append(ways, Selection{Ship: t.Ship()}, Selection{Turn: t.Movement(), Open: earnsBonus(turns, t)})
	}
	if ships := t.Shift().Ships(); !t.IsMove() {
		for _, ship := range ships {
			if ship != rules.NoShip {
				ways = append(ways, Selection{Ship: ship}, Selection{Ship: ship, Turn: t})
			}
		}
	}
	return append(ways, Selection{Turn: t})
}

// earnsBonus reports whether the movement of t is a legal turn with a bonus, too (rules 3.1).
func earnsBonus(turns []rules.Turn, t rules.Turn) bool {
	return slices.ContainsFunc(turns, func(u rules.Turn) bool {
		return u.HasBonus() && u.Movement() == t.Movement()
	})
}

// involves reports whether ship moves in t, or is swapped or rotated by it, a bonus aside.
func involves(t rules.Turn, ship rules.Ship) bool {
	if t.IsMove() {
		return t.Ship() == ship
	}
	return t.Shift().Includes(ship)
}
