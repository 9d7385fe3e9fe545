// Package season is what is kept of the leagues of servers: how they stand, who is entered, which matches are played
// in them, and what the end of such a match does.
package season

import (
	"context"
	"time"

	"madbot/rules/league"
	"madbot/rules/match"
)

// Phase is what a league is doing. Its numbers are stable: they are stored.
type Phase uint8

// The phases. The zero value is that of a server without a league.
const (
	None    Phase = 0
	Joining Phase = 1 // people enter until its season begins
	Running Phase = 2 // the season is played
	Over    Phase = 3 // none follows, until somebody opens it again
)

// League is the league of a server.
type League struct {
	Server string
	Season int // its number, from 1
	State
}

// State is how a league stands. It is stored as one JSON value.
type State struct {
	Phase   Phase     `json:"phase,omitempty"`
	Until   time.Time `json:"until,omitzero"` // Joining: when the season begins; Running: when it ends at the latest
	Last    bool      `json:"last,omitempty"` // it is closed: no season follows the one that is played
	Channel string    `json:"channel,omitempty"`
	Locale  string    `json:"locale,omitempty"` // of what everybody there reads
	Posts   []Post    `json:"posts,omitempty"`
	Shut    bool      `json:"shut,omitempty"`  // the channel refused a post: nothing is shown until it is opened elsewhere
	Called  time.Time `json:"called,omitzero"` // when it was last looked who of them is still on the server
}

// Post is a message that stands in the channel of a league: that of a group, or that about the season.
type Post struct {
	Season  int       `json:"season"`
	Group   int       `json:"group,omitempty"` // 0: that about the season
	Channel string    `json:"channel,omitempty"`
	Message string    `json:"message,omitempty"` // empty: it is not posted yet
	Place   string    `json:"place,omitempty"`   // the channel or thread of the group's matches; empty: not yet decided
	Begun   time.Time `json:"begun,omitzero"`    // from when on it may have been
	News    int       `json:"news"`              // how often what it tells has changed
	Told    int       `json:"told,omitempty"`    // as News, when it was last shown
}

// Entry is somebody in a season of a league.
type Entry struct {
	Server string
	Season int
	Player match.PlayerID
	Group  int // from 1, the best; 0: it has not begun
	Seat   int // their number in the group; before it has begun, their place in the last season, 0 for a newcomer
	Late   int // matches of it that they lost on time
	Left   bool
}

// Pair is a match of a season.
type Pair struct {
	Match  match.ID
	Server string
	Season int
	Group  int
	League league.Match // between the seats of the group
	Judged bool         // the season has ended before the match, and counts it as it stood then
}

// Reader reads what is kept of leagues.
type Reader interface {
	// League returns that of a server, without a season when there is none.
	League(ctx context.Context, server string) (League, error)
	// Entries returns those of a season, in the order of groups and seats.
	Entries(ctx context.Context, server string, season int) ([]Entry, error)
	// Pairs returns those of a season, in the order of groups and matches.
	Pairs(ctx context.Context, server string, season int) ([]Pair, error)
	// EnteredBy returns the entries of a player in the leagues of all servers, the last season of each first.
	EnteredBy(context.Context, match.PlayerID) ([]Entry, error)
	// PairOf returns the pair of a match, the zero Pair when it is of no season.
	PairOf(context.Context, match.ID) (Pair, error)
}

// Store keeps it, in a unit of work.
type Store interface {
	Reader
	// SaveLeague keeps a league, new or not.
	SaveLeague(context.Context, League) error
	// SaveEntry keeps one, new or not.
	SaveEntry(context.Context, Entry) error
	// RemoveEntry removes that of a player in a season.
	RemoveEntry(ctx context.Context, server string, season int, p match.PlayerID) error
	// SavePair keeps one, new or not.
	SavePair(context.Context, Pair) error
	// RenameEntries has former stand for p in all entries.
	RenameEntries(ctx context.Context, p, former match.PlayerID) error
}

// Touch notes that what the post of a group of a season tells has changed; of group 0, that about the season.
func (s *State) Touch(season, group int) {
	if p := s.Find(season, group); p != nil {
		p.News++
		return
	}
	s.Posts = append(s.Posts, Post{Season: season, Group: group, News: 1})
}

// CanJoin reports whether people can enter a season, the one that begins next.
func (s *State) CanJoin() bool { return s.Phase == Joining || s.Phase == Running && !s.Last }

// Find returns the post of a group of a season; nil: there is none.
func (s *State) Find(season, group int) *Post {
	for i := range s.Posts {
		if p := &s.Posts[i]; p.Season == season && p.Group == group {
			return p
		}
	}
	return nil
}
