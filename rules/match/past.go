package match

import (
	"slices"
	"time"

	"madbot/rules"
)

// Past is what a match remembers beside the turns that stand. The zero value is that of a match without turns. It is
// stored as one JSON value.
type Past struct {
	MaxPly int `json:"max_ply,omitempty"` // the most turns that were played at once, taken back since or not
	// Freed is the turn that was taken back last without asking, from 1; 0: none.
	FreeTakeback int `json:"free_takeback,omitempty"`
	// Given is the turn in which time was given last, from 1; 0: none.
	GiftTurn int `json:"gift_turn,omitempty"`
	// Waited is the turn whose time waited last for its side, from 1; 0: none.
	HeldTurn int        `json:"held_turn,omitempty"`
	History  []Snapshot `json:"history,omitempty"` // what stood before the last turns, the last one last
	Hinted   []string   `json:"hinted,omitempty"`  // the positions whose hints count (rules 6.1), for the side to move
	// Left is the side that left the game before its second turn, which aborted it: it resigned, or its time was up.
	LeftBy rules.Color `json:"left_by,omitempty"`
	// Binding is that it counts from the start, as a match of a league does: who leaves it before their second turn loses
	// it, and nobody calls it off.
	Binding bool `json:"binding,omitempty"`
	// Lost is for how long nobody could answer the challenge: that does not count.
	LostTime time.Duration `json:"lost_time,omitempty"`
	// Ending is when it was recorded last that a pause will end.
	PauseEndNoticed time.Time `json:"pause_end_noticed,omitzero"`
	// Stopped is why the bot ended the match, if it did.
	Stopped StopReason `json:"stopped,omitempty"`
	// Annulled is that a result that was rated counts for nothing any more.
	Annulled bool `json:"annulled,omitempty"`
	// Winning is that the winner by time would mostly have won without it. It is only noted where it matters.
	WinnerAhead bool `json:"winner_ahead,omitempty"`
}

// clone returns a copy that shares nothing with p.
func (p Past) clone() Past {
	p.Hinted, p.History = slices.Clone(p.Hinted), slices.Clone(p.History)
	return p
}

// maxBefore is of how many turns a match remembers what stood before them.
const maxBefore = 4

// Standing is what stood in a match before a turn, beside the board.
type Snapshot struct {
	At       time.Time `json:"at"` // when the turn was played
	Clock    Clock     `json:"clock,omitzero"`
	Offers   Offers    `json:"offers,omitzero"`
	GiftTurn int       `json:"gift_turn,omitempty"` // as that of Past
	HeldTurn int       `json:"held_turn,omitempty"`
}

// late reports whether side had used up its time when it played the turn.
func (s *Snapshot) late(side rules.Color) bool {
	d := s.Clock.Deadline(side)
	return !d.IsZero() && !s.At.Before(d)
}

// remember notes what stands before the turn that is played now.
func (m *Match) saveHistory(now time.Time) {
	p := &m.Past
	p.History = append(p.History, Snapshot{now, m.Clock, m.Offers, p.GiftTurn, p.HeldTurn})
	p.History = slices.Clone(p.History[max(0, len(p.History)-maxBefore):])
}

// shift moves what stood by d.
func (p *Past) shift(d time.Duration) {
	p.History = slices.Clone(p.History)
	for i := range p.History {
		p.History[i].At = p.History[i].At.Add(d)
		p.History[i].Clock.shift(d)
	}
}

// before returns what stood before the last n turns, zero where nobody knows any more.
func (p *Past) before(n int) Snapshot {
	if at := len(p.History) - n; at >= 0 {
		return p.History[at]
	}
	return Snapshot{}
}

// WasAway reports whether the side that played the turn with so many after it was away until then.
func (m *Match) WasAway(after int) bool {
	before, game := m.Past.before(after+1), m.Game.At(max(0, m.Game.Ply()-after-1))
	p := game.Position()
	return before.Clock.Reserves.Of(p.Side()).IsAway(before.At)
}

// forget forgets what stood before the last n turns.
func (p *Past) forget(n int) {
	left := max(0, len(p.History)-n)
	if p.History = p.History[:left]; left == 0 {
		p.History = nil
	}
}

// leave ends the game because side leaves it for a reason. Before its second turn that aborts a game that is not
// binding (rules 5.5); the right to leave for nothing ends for good with that turn, taken back or not.
func (m *Match) leaveGame(why rules.Reason, side rules.Color) {
	if m.leavesFree(side) {
		why, m.Past.LeftBy = rules.Aborted, side
	}
	m.Game.End(why, side)
}

// leavesFree reports whether a side can leave for nothing: it has never played its second turn, and the match is not
// binding.
func (m *Match) leavesFree(side rules.Color) bool {
	turns, first := max(m.Past.MaxPly, m.Game.Ply()), m.Game.Start()
	if first.Side() == side {
		turns++
	}
	return turns/2 < 2 && !m.Past.Binding
}
