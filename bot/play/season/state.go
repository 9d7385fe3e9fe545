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
	Player match.PlayerID `json:"player"` // if they deleted their profile, the name that replaced their id
	At     time.Time      `json:"at"`
}

// NoteChange records that a player joins or leaves; names are those of rated.Names. It returns false if they have done
// that too often.
func (s *State) NoteChange(names []match.PlayerID, now time.Time) bool {
	s.Changes = slices.DeleteFunc(s.Changes, func(c EntryChange) bool { return now.Sub(c.At) >= ChangesSpan })
	n := 0
	for _, c := range s.Changes {
		if slices.Contains(names, c.Player) {
			n++
		}
	}
	if n >= ChangesMost {
		return false
	}
	s.Changes = append(s.Changes, EntryChange{names[0], now})
	return true
}

// TellKind is the kind of a direct message about a league. The words are stored and must not change.
type TellKind string

// The kinds.
const (
	TellStart   TellKind = "start"   // the season has begun: to those whom its post did not ping
	TellGone    TellKind = "gone"    // they are no longer on the server, so they have left the season
	TellRemoved TellKind = "removed" // a manager removed them, for a Reason
	TellClosed  TellKind = "closed"  // a manager closed the league, so their entry is gone
	TellLeftOut TellKind = "leftout" // their match against Other is left out
)

// Tell is a direct message to be sent to one player.
type Tell struct {
	Player match.PlayerID `json:"player"`
	Kind   TellKind       `json:"kind"`
	Season int            `json:"season"`
	Group  int            `json:"group,omitempty"`
	Other  match.PlayerID `json:"other,omitempty"` // TellRemoved, TellClosed: the manager
	Reason string         `json:"reason,omitempty"`
	Due    time.Time      `json:"due"`
	Begun  time.Time      `json:"begun,omitzero"` // when the first attempt began
}

// rename replaces p, a player who is being forgotten, by the pseudonym former, and drops their pending messages and
// mentions.
func (s *State) rename(p, former match.PlayerID) {
	s.Tells = slices.DeleteFunc(s.Tells, func(t Tell) bool { return t.Player == p })
	names := []*match.PlayerID{&s.EarlyBy, &s.LastBy}
	for i := range s.Tells {
		names = append(names, &s.Tells[i].Other)
	}
	for i := range s.Changes {
		names = append(names, &s.Changes[i].Player)
	}
	for i := range s.Bars {
		names = append(names, &s.Bars[i].Player, &s.Bars[i].By, &s.Bars[i].Undo.By)
	}
	for _, name := range names {
		if *name == p {
			*name = former
		}
	}
	for i := range s.Posts {
		for _, list := range []*[]match.PlayerID{&s.Posts[i].Ping, &s.Posts[i].Idle} {
			*list = slices.DeleteFunc(*list, func(id match.PlayerID) bool { return id == p })
		}
	}
}

// lapse removes the records about the player who had a former name: their changes of entry, and their bars.
func (s *State) lapse(former match.PlayerID) {
	s.Changes = slices.DeleteFunc(s.Changes, func(c EntryChange) bool { return c.Player == former })
	s.Bars = slices.DeleteFunc(s.Bars, func(b Bar) bool { return b.Player == former })
}
