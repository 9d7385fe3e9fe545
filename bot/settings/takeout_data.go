package settings

import (
	"time"

	"madbot/bot/play"
	"madbot/bot/play/rated"
	"madbot/rules/match"
)

// takeoutPerson is the JSON file of a takeout. It and its parts below correspond to play.Player, play.ExcludedOn,
// season.Entry, rated.Change, play.Solver, tries.Try, tries.Own and play.KeptMatch.
type takeoutPerson struct {
	ID       match.PlayerID `json:"id"`
	Locale   string         `json:"locale"`
	Zone     string         `json:"zone"`
	Met      time.Time      `json:"met"`
	Settings play.Settings  `json:"settings"`
	Progress play.Progress  `json:"progress"`
	Vacation play.Vacation  `json:"vacation"`
	Blocked  *string        `json:"blocked,omitempty"` // why the operator blocked them
	Ratings  []rating       `json:"ratings,omitempty"` // latest first
	Dailies  []daily        `json:"dailies,omitempty"` // puzzles of the day they tried, latest first
	Puzzles  []triedPuzzle  `json:"puzzles,omitempty"` // that they tried, latest first
	Own      []ownPuzzle    `json:"own,omitempty"`     // puzzles from their games
	Leagues  []inLeague     `json:"leagues,omitempty"`
	Excluded []excluded     `json:"excluded,omitempty"` // from rankings, latest first
	Removed  []removed      `json:"removed,omitempty"`  // from leagues, latest first
	Managed  []managed      `json:"managed,omitempty"`  // leagues
	Deleted  []time.Time    `json:"deleted,omitempty"`  // when they deleted themselves lately
	Matches  []entry        `json:"matches"`
}

type excluded struct {
	Server string         `json:"server"`
	Self   bool           `json:"self"` // they were excluded; otherwise they excluded someone
	By     match.PlayerID `json:"by"`
	At     time.Time      `json:"at"`
}

type removed struct {
	Server string         `json:"server"`
	Self   bool           `json:"self"` // they were removed; otherwise they removed someone or undid that
	By     match.PlayerID `json:"by"`
	Reason string         `json:"reason"`
	At     time.Time      `json:"at"`
	EndBy  match.PlayerID `json:"endBy,omitempty"` // who undid it; empty: it stands
	End    time.Time      `json:"end,omitzero"`
}

// managed is what they did with a league as a manager.
type managed struct {
	Server string `json:"server"`
	Season int    `json:"season"`
	Early  bool   `json:"early,omitempty"` // they began the season before its date
	Closed bool   `json:"closed,omitempty"`
	Opened bool   `json:"opened,omitempty"` // again
}

type inLeague struct {
	Server string `json:"server"`
	Season int    `json:"season"`
	Group  int    `json:"group,omitempty"` // from 1; 0: the season has not begun
	Left   bool   `json:"left,omitempty"`
}

type rating struct {
	Match match.ID  `json:"match"`
	At    time.Time `json:"at"`
	rated.Step
}

type daily struct {
	Server string    `json:"server"`
	Day    string    `json:"day"`
	Tries  int       `json:"tries"`
	At     time.Time `json:"at,omitzero"` // when they solved it
	Streak int       `json:"streak"`
	Shared bool      `json:"shared,omitempty"` // they told everybody
}

type triedPuzzle struct {
	Puzzle string    `json:"puzzle"`
	Right  bool      `json:"right"`
	Hinted bool      `json:"hinted,omitempty"`
	At     time.Time `json:"at"`
	Rating int       `json:"rating"` // their puzzle rating after it
}

type ownPuzzle struct {
	Match match.ID `json:"match"`
	After int      `json:"after"` // the number of turns before it
	Turn  string   `json:"turn"`  // the solution
}

type entry struct {
	ID       match.ID       `json:"id"`
	Status   string         `json:"status"`
	Guild    string         `json:"guild"`
	Channel  string         `json:"channel"`
	Opponent match.PlayerID `json:"opponent"`
	Created  time.Time      `json:"created"`
	Ended    time.Time      `json:"ended,omitzero"`
	Did      []act          `json:"did"`
	Kept     play.Seat      `json:"kept"`
	Reviewed time.Time      `json:"reviewed,omitzero"` // when they asked for a review
}

// act is something that the person, or somebody else, did in one of their matches.
type act struct {
	What string         `json:"what"`
	At   time.Time      `json:"at"`
	Turn int            `json:"turn"`         // the number of turns before it
	By   match.PlayerID `json:"by,omitempty"` // if someone else did it
}
