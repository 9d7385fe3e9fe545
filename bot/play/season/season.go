// Package season holds the stored types of leagues: their state, entries and matches. It also records the results of
// league matches.
package season

import (
	"context"
	"time"

	"madbot/rules/league"
	"madbot/rules/match"
)

// Phase is the phase of a league. The numbers are stored and must not change.
type Phase uint8

// The phases. The zero value means that the server has no league.
const (
	None    Phase = 0
	Joining Phase = 1 // players enter until the season begins
	Running Phase = 2 // the season is being played
	Over    Phase = 3 // the league is closed until somebody opens it again
)

// League is the league of a server.
type League struct {
	Server string
	Season int // the current or next season, from 1
	State
}

// State is the state of a league. It is stored as one JSON value.
type State struct {
	Phase   Phase     `json:"phase,omitempty"`
	Until   time.Time `json:"until,omitzero"`   // Joining: when the season begins; Running: when it ends at the latest
	Planned time.Time `json:"planned,omitzero"` // when a season that starts early was to begin
	Last    bool      `json:"last,omitempty"`   // no season follows the current one
	Channel string    `json:"channel,omitempty"`
	Moved   bool      `json:"moved,omitempty"`  // the channel has changed since the last season began
	Locale  string    `json:"locale,omitempty"` // the language of its posts
	Posts   []Post    `json:"posts,omitempty"`
	Shut    bool      `json:"shut,omitempty"`  // the channel refused a post: nothing is posted until the league moves
	Called  time.Time `json:"called,omitzero"` // when the membership of its players was last checked

	LeftOut []LeftOut     `json:"left_out,omitempty"` // of this season and the one before
	Tells   []Tell        `json:"tells,omitempty"`    // still to be sent
	Changes []EntryChange `json:"changes,omitempty"`  // recent
	Bars    []Bar         `json:"bars,omitempty"`

	// The managers who last changed when the season begins, or whether another follows; may be empty.
	EarlyBy match.PlayerID `json:"early_by,omitempty"` // began it before its date
	LastBy  match.PlayerID `json:"last_by,omitempty"`  // made it the last one or, if Last is false, undid that
}

// Post is a message in the channel of a league, about a group or about the season.
type Post struct {
	Season  int       `json:"season"`
	Group   int       `json:"group,omitempty"` // 0: it is about the season; EndPost: it announces the end
	Channel string    `json:"channel,omitempty"`
	Message string    `json:"message,omitempty"` // empty: not posted yet
	Place   string    `json:"place,omitempty"`   // the channel or thread of the group's matches; empty: not yet decided
	Begun   time.Time `json:"begun,omitzero"`    // when posting it was first tried
	News    int       `json:"news"`              // the version of its content
	Told    int       `json:"told,omitempty"`    // the version that was last posted

	Ping []match.PlayerID `json:"ping,omitempty"` // whom it notifies when it is first posted
	Idle []match.PlayerID `json:"idle,omitempty"` // EndPost: who played no turn, and is not in the next season
}

// EndPost is the Group of the post that announces the end of a season.
const EndPost = -1

// Exit is how a player left a season. The numbers are stored and must not change.
type Exit uint8

// The ways. The last two may be others' doing, so they cost nobody a finished match.
const (
	Stayed       Exit = 0
	LeftByChoice Exit = 1
	OutOnTime    Exit = 2 // they lost matches on time in MaxAbsences absences
	LeftServer   Exit = 3 // they were not on the server at MaxMissed checks in a row
	WasRemoved   Exit = 4 // by a manager of the server
)

// isOwn reports whether the player caused the exit.
func (e Exit) isOwn() bool { return e == LeftByChoice || e == OutOnTime }

// MaxMissed is the number of consecutive daily checks that must miss a player on the server before they are out.
const MaxMissed = 3

// Entry is a player's entry in a season of a league.
type Entry struct {
	Server string
	Season int
	Player match.PlayerID
	Group  int // from 1, the best; 0: the season has not begun
	Seat   int // their number in the group; before the season, their place in the last one, 0 for a newcomer
	Missed int // checks in a row that did not find them on the server
	Exit   Exit
}

// HasLeft reports whether the player is no longer in the season.
func (e Entry) HasLeft() bool { return e.Exit != Stayed }

// Pair is a match of a season.
type Pair struct {
	Match  match.ID
	Server string
	Season int
	Group  int
	League league.Match // between the seats of the group
	Judged bool         // the season ended before the match and adjudicated it

	Ended league.Result // how the match ended, whether that counts or not; league.Open: it has not
	Late  time.Time     // when a side lost it on time; zero: none did, or that was annulled
}

// Reader reads the stored data of leagues.
type Reader interface {
	// League returns the league of a server; if there is none, its Season is 0.
	League(ctx context.Context, server string) (League, error)
	// Entries returns the entries of a season, sorted by group and seat.
	Entries(ctx context.Context, server string, season int) ([]Entry, error)
	// Pairs returns the pairs of a season, sorted by group and match.
	Pairs(ctx context.Context, server string, season int) ([]Pair, error)
	// EnteredBy returns a player's entries on all servers, the latest season of each league first.
	EnteredBy(context.Context, match.PlayerID) ([]Entry, error)
	// LeaguesNaming returns the leagues whose State has the id of a player, in any order.
	LeaguesNaming(context.Context, match.PlayerID) ([]League, error)
	// PairOf returns the pair of a match, or the zero Pair if it is in no season.
	PairOf(context.Context, match.ID) (Pair, error)
}

// Store saves the data of leagues in a unit of work.
type Store interface {
	Reader
	// SaveLeague saves a new or changed league.
	SaveLeague(context.Context, League) error
	// SaveEntry saves a new or changed entry.
	SaveEntry(context.Context, Entry) error
	// RemoveEntry removes a player's entry in a season.
	RemoveEntry(ctx context.Context, server string, season int, p match.PlayerID) error
	// SavePair saves a new or changed pair.
	SavePair(context.Context, Pair) error
	// RenameEntries replaces p by former in all entries.
	RenameEntries(ctx context.Context, p, former match.PlayerID) error
}

// Touch marks the post of a group as outdated; group 0 is the post about the season.
func (s *State) Touch(season, group int) {
	if p := s.Find(season, group); p != nil {
		p.News++
		return
	}
	s.Posts = append(s.Posts, Post{Season: season, Group: group, News: 1})
}

// CanJoin reports whether players can enter the next season.
func (s *State) CanJoin() bool { return s.Phase == Joining || s.Phase == Running && !s.Last }

// Find returns the post of a group, or nil.
func (s *State) Find(season, group int) *Post {
	for i := range s.Posts {
		if p := &s.Posts[i]; p.Season == season && p.Group == group {
			return p
		}
	}
	return nil
}
