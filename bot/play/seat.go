package play

import (
	"context"
	"time"

	"madbot/rules/match"
)

// Seat is what a player keeps of a match for themselves: nobody else reads it. Beside the ids, the zero
// value is that of somebody who has never looked. It is stored as one JSON value.
type Seat struct {
	Match   match.ID       `json:"-"`
	Player  match.PlayerID `json:"-"`
	Look    Look           `json:"look,omitzero"`
	Plans   []Plan         `json:"plans,omitempty"` // by Ply, and those of one Ply in the order they were made
	Notes   []Note         `json:"notes,omitempty"` // the oldest first
	Notices Notices        `json:"notices,omitzero"`
	// Counter is the challenge on other terms with which the player answered this one; empty: none.
	Counter match.ID `json:"counter,omitempty"`
	// Shares says that the other may read the notes when the match is over, if they agree as well.
	Shares bool `json:"shares,omitempty"`
}

// Look is when a player last looked at a board. The zero value is never.
type Look struct {
	Moment int       `json:"moment"` // the match.Match.Moment that they saw
	At     time.Time `json:"at"`
}

// Note is what a player wrote to themselves.
type Note struct {
	Moment int       `json:"moment"` // the match.Match.Moment at which it was written
	Ply    int       `json:"ply"`    // the turns played then
	At     time.Time `json:"at"`
	Text   string    `json:"text"`
	// Planned is on how many turns it did not come back because they were played as planned.
	Planned int `json:"planned,omitempty"`
}

// Plan is a match.Plan as it is kept, with where it was made. One without lines ends those before it.
type Plan struct {
	Ply   int      `json:"ply"`             // the turns played when it was made
	At    string   `json:"at"`              // the position that its lines begin at (rules 6.1)
	Lines []string `json:"lines,omitempty"` // as match.Line.String writes them
}

// Seat returns what a keeps of a match; errors as Match, and match.ErrNotPlayer.
func (s Notebook) Seat(ctx context.Context, a Actor, id match.ID) (Match, Seat, error) {
	m, err := Boards(s).Match(ctx, a, id)
	switch {
	case err != nil:
		return m, Seat{}, err
	case !m.isOf(a.ID):
		return m, Seat{}, match.ErrNotPlayer
	}
	seat, err := s.deps.Store.Seat(ctx, id, a.ID)
	return m, seat, err
}

// HasSeen reports whether the player of s has looked at m as it stands.
func (s Seat) HasSeen(m *match.Match) bool { return !s.Look.At.IsZero() && s.Look.Moment >= m.Moment() }

// told returns when the player of s was last told of their time in this turn of m, or looked; zero: never.
func (s *Seat) told(m *Match) time.Time {
	if !s.HasSeen(&m.Match) {
		return s.Notices.Timed
	}
	return later(s.Notices.Timed, s.Look.At)
}

// missedTakeback reports whether the last turn of m replaces one that was taken back without asking the player of s,
// who has not looked since.
func (s Seat) missedTakeback(m *match.Match) bool {
	return m.Past.Freed == m.Game.Ply() && s.Look.Moment < m.Moment()-1
}
