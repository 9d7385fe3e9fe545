// Package tap lets a turn be chosen step by step: a Selection is how far it has been chosen, a View is what can be
// tapped next. It is pure, and its only state is the text of a Selection.
package tap

import (
	"slices"

	"madbot/rules"
)

// Selection is how far a turn has been chosen. The zero value selects nothing.
type Selection struct {
	Ship rules.Ship // the ship that was tapped; NoShip: none, for example if the turn was typed
	Turn rules.Turn // the turn that was chosen; NoTurn: none yet
	Open bool       // Turn is a movement whose bonus can still be chosen
}

// In the text of a selection, openMark follows an open turn, and shipMark precedes the ship that was tapped.
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

// Back returns the selection one step before s: without the bonus, or without the turn.
func (s Selection) Back() Selection {
	switch {
	case s.Turn == rules.NoTurn:
		return Selection{}
	case s.Turn.HasBonus() && s.Ship != rules.NoShip:
		return Selection{Ship: s.Ship, Turn: s.Turn.Movement(), Open: true}
	}
	return Selection{Ship: s.Ship}
}

// Parse parses what String returned. It returns the zero value and false if the selection is impossible in p, for
// example because the match has changed.
func Parse(p *rules.Position, text string) (Selection, bool) {
	if text == "" {
		return Selection{}, true
	}
	return find(p, func(s Selection) bool { return s.String() == text })
}

// find returns the first selection possible in p that is wanted.
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

// waysTo returns the selections on the way to t, one of the legal turns, and t itself, whether typed or tapped.
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

// earnsBonus reports whether the movement of t is also legal with a bonus (rules 3.1).
func earnsBonus(turns []rules.Turn, t rules.Turn) bool {
	return slices.ContainsFunc(turns, func(u rules.Turn) bool {
		return u.HasBonus() && u.Movement() == t.Movement()
	})
}

// involves reports whether t moves, swaps or rotates ship, not counting its bonus.
func involves(t rules.Turn, ship rules.Ship) bool {
	if t.IsMove() {
		return t.Ship() == ship
	}
	return t.Shift().Includes(ship)
}
