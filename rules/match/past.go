package match

import (
	"slices"
	"time"

	"madbot/rules"
)

// Past is what a match remembers in addition to its current state, stored as one JSON value. The zero value belongs to
// a match without turns.
type Past struct {
	MaxPly int `json:"max_ply,omitempty"` // the highest ply so far, including turns taken back since
	// FreeTakeback is the turn that was last taken back for free, from 1; 0 if none was.
	FreeTakeback int `json:"free_takeback,omitempty"`
	// GiftTurn is the turn in which time was last given, from 1; 0 if none was.
	GiftTurn int `json:"gift_turn,omitempty"`
	// HeldTurn is the turn whose time was last held, from 1; 0 if none was.
	HeldTurn int        `json:"held_turn,omitempty"`
	History  []Snapshot `json:"history,omitempty"` // states before the most recent turns, oldest first
	Hinted   []string   `json:"hinted,omitempty"`  // positions for which the side to move used a hint (rules 6.1)
	// LeftBy is the side that aborted the game before its second turn by resigning or running out of time.
	LeftBy rules.Color `json:"left_by,omitempty"`
	// CalledOff means that both sides agreed to end the game without a result.
	CalledOff bool `json:"called_off,omitempty"`
	// CallOffs is how many times each side has offered that.
	CallOffs rules.BySide[int] `json:"call_offs,omitzero"`
	// Binding means that the match counts from the start, like a league match: a player who leaves before their second
	// turn loses it, and nobody can call it off.
	Binding bool `json:"binding,omitempty"`
	// Open means that the challenge was open to anyone when it was accepted.
	Open bool `json:"open,omitempty"`
	// Reopens is the match whose open challenge this one makes again, because its taker left; empty: it makes none again.
	Reopens ID `json:"reopens,omitempty"`
	// LostTime is how long nobody could answer the challenge; it does not count.
	LostTime time.Duration `json:"lost_time,omitempty"`
	// PauseEndNoticed is when the last notice of the end of a pause was recorded.
	PauseEndNoticed time.Time `json:"pause_end_noticed,omitzero"`
	// Stopped is why the bot ended the match, if it did.
	Stopped StopReason `json:"stopped,omitempty"`
	// Annulled means that a rated result was cancelled at AnnulledAt. A manager wrote AnnulReason.
	Annulled    bool      `json:"annulled,omitempty"`
	AnnulledAt  time.Time `json:"annulled_at,omitzero"`
	AnnulReason string    `json:"annul_reason,omitempty"`
	// Reinstated means that an annulled result counts again, for good.
	Reinstated bool `json:"reinstated,omitempty"`
	// WinnerAhead means that the winner on time would probably have won anyway. It is only set where it matters.
	WinnerAhead bool `json:"winner_ahead,omitempty"`
}

func (p Past) clone() Past {
	p.Hinted, p.History = slices.Clone(p.Hinted), slices.Clone(p.History)
	return p
}

// maxHistory is how many states History holds.
const maxHistory = 4

// Snapshot is the state of a match before a turn, except the board.
type Snapshot struct {
	At       time.Time `json:"at"` // when the turn was played
	Clock    Clock     `json:"clock,omitzero"`
	Offers   Offers    `json:"offers,omitzero"`
	GiftTurn int       `json:"gift_turn,omitempty"` // as in Past
	HeldTurn int       `json:"held_turn,omitempty"`
}

// late reports whether side was out of time when it played the turn.
func (s *Snapshot) late(side rules.Color) bool {
	d := s.Clock.Deadline(side)
	return !d.IsZero() && !s.At.Before(d)
}

// saveHistory adds the state before the turn that is played now.
func (m *Match) saveHistory(now time.Time) {
	p := &m.Past
	p.History = append(p.History, Snapshot{now, m.Clock, m.Offers, p.GiftTurn, p.HeldTurn})
	p.History = slices.Clone(p.History[max(0, len(p.History)-maxHistory):])
}

func (p *Past) shift(d time.Duration) {
	p.History = slices.Clone(p.History)
	for i := range p.History {
		p.History[i].At = p.History[i].At.Add(d)
		p.History[i].Clock.shift(d)
	}
}

// before returns the state before the last n turns, or zero if it is no longer known.
func (p *Past) before(n int) Snapshot {
	if at := len(p.History) - n; at >= 0 {
		return p.History[at]
	}
	return Snapshot{}
}

// WasAway reports whether the side that played the turn followed by after others was away until then.
func (m *Match) WasAway(after int) bool {
	before, game := m.Past.before(after+1), m.Game.At(max(0, m.Game.Ply()-after-1))
	p := game.Position()
	return before.Clock.Reserves.Of(p.Side()).IsAway(before.At)
}

// forget drops the states of the last n turns.
func (p *Past) forget(n int) {
	left := max(0, len(p.History)-n)
	if p.History = p.History[:left]; left == 0 {
		p.History = nil
	}
}

// leaveGame ends the game because side leaves it. Before that side's second turn, this aborts a game that is not
// binding (rules 5.5); a second turn that was taken back counts, too.
func (m *Match) leaveGame(why rules.Reason, side rules.Color) {
	if m.leavesFree(side) {
		why, m.Past.LeftBy = rules.Aborted, side
	}
	m.Game.End(why, side)
}

// leavesFree reports whether side can leave without losing: it has never played its second turn, and the match is not
// binding.
func (m *Match) leavesFree(side rules.Color) bool { return m.turnsOf(side) < 2 && !m.Past.Binding }

// turnsOf returns how many turns side has played at most, including turns taken back since.
func (m *Match) turnsOf(side rules.Color) int {
	plies, first := max(m.Past.MaxPly, m.Game.Ply()), m.Game.Start()
	if first.Side() == side {
		plies++
	}
	return plies / 2
}

// IsUntaken reports whether m was a challenge to anyone that p took without ever playing a turn. If p leaves, somebody
// else can take it.
func (m *Match) IsUntaken(p PlayerID) bool {
	return m.Past.Open && p != "" && p == m.Opponent && m.turnsOf(m.ColorOf(p)) == 0
}
