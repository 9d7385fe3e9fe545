// Package tap is the board as something to tap: how far a turn has been chosen, and what can be
// tapped next. It is pure and knows no Discord; all it must remember is the text of a Selection.
package tap

import (
	"slices"

	"madbot/rules"
)

// Selection is how far a turn has been chosen. The zero value is not at all.
type Selection struct {
	Ship rules.Ship // the ship that was tapped; NoShip when none was, as when a turn is typed
	Turn rules.Turn // the turn that is chosen; NoTurn: none yet
	Open bool       // Turn is a movement that earned a bonus, which can still be chosen
}

// The mark that ends the text of a selection that is open, and that before the ship by which a turn was chosen.
const (
	openMark = "?"
	shipMark = "@"
)

// String returns the text of s: "", "211", "221-a6?@221", "112=221@221" or the turn in canonical notation (rules 6.2).
func (s Selection) String() string {
	if s.Turn == rules.NoTurn && s.Ship == rules.NoShip {
		return ""
	}
	if s.Turn == rules.NoTurn {
		return s.Ship.String()
	}
	text := s.Turn.String()
	if s.Open {
		text += openMark
	}
	if s.Ship != rules.NoShip {
		text += shipMark + s.Ship.String()
	}
	return text
}

// Back returns the selection before s: of a bonus its movement, of a turn the ship that was tapped.
func (s Selection) Back() Selection {
	switch {
	case s.Turn == rules.NoTurn:
		return Selection{}
	case s.Turn.HasBonus() && s.Ship != rules.NoShip:
		return Selection{Ship: s.Ship, Turn: s.Turn.Movement(), Open: true}
	}
	return Selection{Ship: s.Ship}
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

// waysTo returns the selections on the way to t, of the legal turns of a position, and t itself, typed or tapped.
func waysTo(turns []rules.Turn, t rules.Turn) []Selection {
	typed := []Selection{{Turn: t}}
	ships := t.Shift().Ships()
	tapped := ships[:]
	if t.IsMove() {
		typed = append(typed, Selection{Turn: t.Movement(), Open: earnsBonus(turns, t)})
		tapped = []rules.Ship{t.Ship()}
	}
	ways := slices.Clone(typed)
	for _, ship := range tapped {
		for _, way := range append(typed, Selection{}) {
			if way.Ship = ship; ship != rules.NoShip {
				ways = append(ways, way)
			}
		}
	}
	return ways
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
