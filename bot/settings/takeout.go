package settings

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"errors"
	"time"

	"madbot/bot/play"
	"madbot/bot/play/rated"
	"madbot/rules/match"
	"madbot/rules/record"
)

// Pack returns a ZIP of k: a file of JSON, and a text of each game (rules 6.5). Of matches that find no room in limit
// bytes, 0 for any number, the oldest are left out; left is how many.
func Pack(k play.Kept, limit int) (data []byte, left int, err error) {
	for n := len(k.Matches); ; n /= 2 {
		data, err = pack(k, k.Matches[:n])
		if err != nil || limit == 0 || len(data) <= limit || n == 0 {
			return data, len(k.Matches) - n, err
		}
	}
}

// person is a play.Player as the file has them.
type person struct {
	ID       match.PlayerID `json:"id"`
	Locale   string         `json:"locale"`
	Zone     string         `json:"zone"`
	Met      time.Time      `json:"met"`
	Settings play.Settings  `json:"settings"`
	Progress play.Progress  `json:"progress"`
	Vacation play.Vacation  `json:"vacation"`
	Blocked  *string        `json:"blocked,omitempty"` // by whoever runs the bot: why
	Ratings  []rating       `json:"ratings,omitempty"` // the last first
	Dailies  []daily        `json:"dailies,omitempty"` // puzzles of the day that they tried, the last first
	Puzzles  []riddle       `json:"puzzles,omitempty"` // that they tried, the last first
	Own      []own          `json:"own,omitempty"`     // puzzles from their games
	Leagues  []inLeague     `json:"leagues,omitempty"`
	Excluded []excluded     `json:"excluded,omitempty"` // from rankings, the last first
	Matches  []entry        `json:"matches"`
}

// excluded is a play.ExcludedOn as the file has it.
type excluded struct {
	Server string         `json:"server"`
	Self   bool           `json:"self"` // it is of them; else of somebody else, by them
	By     match.PlayerID `json:"by"`
	At     time.Time      `json:"at"`
}

// inLeague is a season.Entry as the file has it.
type inLeague struct {
	Server string `json:"server"`
	Season int    `json:"season"`
	Group  int    `json:"group,omitempty"` // from 1; 0: it has not begun
	Late   int    `json:"late,omitempty"`  // matches lost on time
	Left   bool   `json:"left,omitempty"`
}

// rating is a rated.Change as the file has it.
type rating struct {
	Match match.ID  `json:"match"`
	At    time.Time `json:"at"`
	rated.Step
}

// daily is a play.Solver as the file has it.
type daily struct {
	Server string    `json:"server"`
	Day    string    `json:"day"`
	Tries  int       `json:"tries"`
	At     time.Time `json:"at,omitzero"` // when they solved it
	Streak int       `json:"streak"`
}

// riddle is a tries.Try as the file has it.
type riddle struct {
	Puzzle string    `json:"puzzle"`
	Right  bool      `json:"right"`
	Hinted bool      `json:"hinted,omitempty"`
	At     time.Time `json:"at"`
	Rating int       `json:"rating"` // theirs since then
}

// own is a tries.Own as the file has it.
type own struct {
	Match match.ID `json:"match"`
	After int      `json:"after"` // so many turns
	Turn  string   `json:"turn"`  // was right
}

func dateOf(d play.Day) string {
	return time.Unix(0, 0).UTC().AddDate(0, 0, int(d)).Format(time.DateOnly)
}

// entry is a play.KeptMatch as the file has it.
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
	Reviewed time.Time      `json:"reviewed,omitzero"` // when they had it reviewed
}

// act is something they did, or that somebody did about a match of theirs.
type act struct {
	What string         `json:"what"`
	At   time.Time      `json:"at"`
	Turn int            `json:"turn"`         // so many were played
	By   match.PlayerID `json:"by,omitempty"` // somebody else did it
}

// pack returns the ZIP of k with some of the matches.
func pack(k play.Kept, all []play.KeptMatch) ([]byte, error) {
	text, err := json.MarshalIndent(personOf(&k, all), "", "  ")
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	add := func(name string, data []byte) {
		w, fault := z.Create(name)
		if fault == nil {
			_, fault = w.Write(data)
		}
		err = errors.Join(err, fault)
	}
	add("madbot.json", text)
	for _, k := range all {
		if !k.Match.Started.IsZero() {
			add("games/"+string(k.Match.ID)+".txt", []byte(recordOf(&k.Match).String()))
		}
	}
	err = errors.Join(err, z.Close())
	return b.Bytes(), err
}

// personOf returns what is told of k, with some of the matches.
func personOf(k *play.Kept, all []play.KeptMatch) person {
	p := k.Player
	told := person{ID: p.ID, Locale: p.Locale, Zone: p.Zone, Met: p.Met, Settings: p.Settings, Progress: p.Progress,
		Vacation: p.Vacation, Blocked: k.Blocked}
	for _, c := range k.Ratings {
		told.Ratings = append(told.Ratings, rating{c.Match, c.At, c.Step})
	}
	for _, s := range k.Dailies {
		told.Dailies = append(told.Dailies, daily{s.Server, dateOf(s.Day), s.Tries, s.At, s.Streak})
	}
	for _, t := range k.Tries {
		told.Puzzles = append(told.Puzzles, riddle{t.Puzzle, t.Right, t.Hinted, t.At, t.After.Whole()})
	}
	for _, o := range k.Own {
		told.Own = append(told.Own, own{o.Match, o.Ply, o.Turn})
	}
	for _, e := range k.Leagues {
		told.Leagues = append(told.Leagues, inLeague{e.Server, e.Season, e.Group, e.Late, e.Left})
	}
	for _, e := range k.Excluded {
		told.Excluded = append(told.Excluded, excluded{e.Server, e.Self, shown(e.By), e.At})
	}
	for _, k := range all {
		told.Matches = append(told.Matches, entryOf(p.ID, k))
	}
	return told
}

// entryOf returns the entry of a match of p.
func entryOf(p match.PlayerID, k play.KeptMatch) entry {
	m := k.Match
	sum := m.Summary()
	e := entry{ID: m.ID, Status: m.Status.String(), Guild: m.Venue.Guild, Channel: m.Venue.Channel,
		Opponent: shown(sum.Other(p)), Created: m.Created, Ended: m.Ended, Kept: k.Seat, Reviewed: k.Review.Asked}
	for _, did := range k.Did {
		one := act{did.Kind.String(), did.At, did.Ply, ""}
		if did.By != p {
			one.By = shown(did.By)
		}
		e.Did = append(e.Did, one)
	}
	return e
}

// recordOf returns the game of m, written down.
func recordOf(m *play.Match) record.Record {
	return record.Record{Game: m.Game, Tags: []record.Tag{{Name: record.TagRed, Value: string(shown(m.Players.Red))},
		{Name: record.TagBlue, Value: string(shown(m.Players.Blue))},
		{Name: record.TagDate, Value: m.Started.UTC().Format(record.DateLayout)}}}
}

// shown returns the id of a person, or what they are if they were forgotten.
func shown(p match.PlayerID) match.PlayerID {
	if p.IsFormer() {
		return "former player"
	}
	return p
}
