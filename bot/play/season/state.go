package season

import (
	"slices"
	"time"

	"madbot/rules/league"
	"madbot/rules/match"
)

// LeftOut is a pairing of a season that is not played, because one player refuses challenges from the other.
type LeftOut struct {
	Season int `json:"season"`
	Group  int `json:"group"`
	league.Pairing
}

// leftOutOf returns the pairings that are left out in a season.
func (s *State) leftOutOf(season int) (all []LeftOut) {
	for _, out := range s.LeftOut {
		if out.Season == season {
			all = append(all, out)
		}
	}
	return all
}

// ChangesMost is how often one person can join or leave a league within ChangesSpan. Leaving is always possible.
const (
	ChangesMost = 10
	ChangesSpan = 24 * time.Hour
)

// EntryChange records that somebody joined or left.
type EntryChange struct {
	// Player is the player's pseudonym (see play.Veil), which identifies nobody after they are forgotten.
	Player match.PlayerID `json:"player"`
	At     time.Time      `json:"at"`
}

// NoteChange records that the player with pseudonym p joins or leaves. It returns false if they have done that too
// often.
func (s *State) NoteChange(p match.PlayerID, now time.Time) bool {
	s.Changes = slices.DeleteFunc(s.Changes, func(c EntryChange) bool { return now.Sub(c.At) >= ChangesSpan })
	n := 0
	for _, c := range s.Changes {
		if c.Player == p {
			n++
		}
	}
	if n >= ChangesMost {
		return false
	}
	s.Changes = append(s.Changes, EntryChange{p, now})
	return true
}

// Bar records that a manager of the server has removed a player, who cannot join the league again.
type Bar struct {
	Player match.PlayerID `json:"player"` // stands for the player, as in EntryChange
	Reason string         `json:"reason"`
	At     time.Time      `json:"at"`
}

// BarOf returns the Bar of the player with pseudonym p, or nil.
func (s *State) BarOf(p match.PlayerID) *Bar {
	at := slices.IndexFunc(s.Bars, func(b Bar) bool { return b.Player == p })
	if at < 0 {
		return nil
	}
	return &s.Bars[at]
}

// TellKind is the kind of a direct message about a league. The words are stored and must not change.
type TellKind string

// The kinds.
const (
	TellStart   TellKind = "start"   // the season has begun: to those whom its post did not ping
	TellGone    TellKind = "gone"    // they are no longer on the server, so they have left the season
	TellRemoved TellKind = "removed" // a manager removed them, for a Reason
	TellLeftOut TellKind = "leftout" // their match against Other is left out
)

// Tell is a direct message to be sent to one player.
type Tell struct {
	Player match.PlayerID `json:"player"`
	Kind   TellKind       `json:"kind"`
	Season int            `json:"season"`
	Group  int            `json:"group,omitempty"`
	Other  match.PlayerID `json:"other,omitempty"` // TellRemoved: the manager
	Reason string         `json:"reason,omitempty"`
	Due    time.Time      `json:"due"`
	Begun  time.Time      `json:"begun,omitzero"` // when the first attempt began
}

// forget removes the id of a player.
func (s *State) forget(p match.PlayerID) {
	s.Tells = slices.DeleteFunc(s.Tells, func(t Tell) bool { return t.Player == p || t.Other == p })
	for i := range s.Posts {
		for _, list := range []*[]match.PlayerID{&s.Posts[i].Ping, &s.Posts[i].Idle} {
			*list = slices.DeleteFunc(*list, func(id match.PlayerID) bool { return id == p })
		}
	}
}
