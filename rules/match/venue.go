package match

import "time"

// Venue is where the match is shown and in which language. It is stored and never interpreted
// here.
type Venue struct {
	Guild   string // empty outside a guild
	Channel string
	Locale  string
	Closed  bool // the last news could not be told there
}

// Rehome shows the match at v from now on, whatever its status; both players can. It returns
// ErrNotPlayer.
func (m *Match) Rehome(by PlayerID, v Venue, now time.Time) ([]Event, error) {
	if by == "" || by != m.Challenger && by != m.Opponent {
		return nil, ErrNotPlayer
	}
	m.Venue = v
	return []Event{m.record(Rehomed, by, now)}, nil
}
