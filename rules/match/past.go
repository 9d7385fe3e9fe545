package match

import (
	"slices"

	"madbot/rules"
)

// Past is what a match remembers beside the turns that stand. The zero value is that of a match without turns. It is
// stored as one JSON value.
type Past struct {
	Reached int `json:"reached,omitempty"` // the most turns that were played at once, taken back since or not
	Hinted []string `json:"hinted,omitempty"` // the positions whose hints count (rules 6.1), for the side to move
}

// clone returns a copy that shares nothing with p.
func (p Past) clone() Past {
	p.Hinted = slices.Clone(p.Hinted)
	return p
}

// leave ends the game because side leaves it for a reason. Before its second turn that aborts the game (rules 5.5); the
// right to leave for nothing ends for good with that turn, taken back or not.
func (m *Match) leave(why rules.Reason, side rules.Color) {
	turns, first := max(m.Past.Reached, m.Game.Ply()), m.Game.Start()
	if first.Side() == side {
		turns++
	}
	if turns/2 < 2 {
		why = rules.Aborted
	}
	m.Game.End(why, side)
}
