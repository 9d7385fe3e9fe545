package settings

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"time"

	"madbot/bot/dispatch"
	"madbot/bot/i18n"
	"madbot/bot/play"
	"madbot/bot/ui"
	"madbot/rules/match"
	"madbot/rules/record"
)

// The private answer that brings the file with the reader's data; the second sentence only if games
// are missing from it.
var (
	msgTakenOut = i18n.Message{ID: "privacy.sent", Other: "Here's all I keep about you, except pictures."}
	msgTooMuch  = i18n.Message{ID: "privacy.toomuch",
		Other: "Your oldest games didn't fit: ask whoever runs me."}
)

// maxTakeout is the maximum size of a file that Discord accepts, in bytes, minus room for the rest of the message.
const maxTakeout = 9 << 20

// takeout sends the person everything that the bot keeps about them, as a ZIP file.
func (p Privacy) takeout(ctx context.Context, c *dispatch.Call) (dispatch.Reply, error) {
	kept, err := p.Data.Kept(ctx, c.Actor)
	if err != nil {
		return dispatch.Reply{}, err
	}
	data, left, err := Pack(kept, maxTakeout)
	if err != nil {
		return dispatch.Reply{}, err
	}
	c.Log.Info("takeout", "bytes", len(data))
	said := c.T.Text(msgTakenOut, nil)
	if left > 0 {
		said += " " + c.T.Text(msgTooMuch, nil)
	}
	r := dispatch.InPrivate(said)
	r.Message.File = &ui.File{Name: "madbot.zip", Data: data}
	return r, nil
}

// Pack returns a ZIP of k: a JSON file, and a text file for each game (rules 6.5). If it would be larger than limit
// bytes, Pack leaves out the oldest matches; left is how many. A limit of 0 means no limit.
func Pack(k play.Kept, limit int) (data []byte, left int, err error) {
	for n := len(k.Matches); ; n /= 2 {
		data, err = pack(k, k.Matches[:n])
		if err != nil || limit == 0 || len(data) <= limit || n == 0 {
			return data, len(k.Matches) - n, err
		}
	}
}

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

// personOf returns the JSON file's content for k, with some of the matches.
func personOf(k *play.Kept, all []play.KeptMatch) takeoutPerson {
	p := k.Player
	out := takeoutPerson{ID: p.ID, Locale: p.Locale, Zone: p.Zone, Met: p.Met, Settings: p.Settings, Progress: p.Progress,
		Vacation: p.Vacation, Blocked: k.Blocked, Deleted: k.Deleted}
	for _, c := range k.Ratings {
		out.Ratings = append(out.Ratings, rating{c.Match, c.At, c.Step})
	}
	for _, s := range k.Dailies {
		out.Dailies = append(out.Dailies, daily{s.Server, dateOf(s.Day), s.Tries, s.At, s.Streak, s.Shared})
	}
	for _, t := range k.Tries {
		out.Puzzles = append(out.Puzzles, triedPuzzle{t.Puzzle, t.Right, t.Hinted, t.At, t.After.Whole()})
	}
	for _, o := range k.Own {
		out.Own = append(out.Own, ownPuzzle{o.Match, o.Ply, o.Turn})
	}
	for _, e := range k.Leagues {
		out.Leagues = append(out.Leagues, inLeague{e.Server, e.Season, e.Group, e.HasLeft()})
	}
	for _, e := range k.Excluded {
		out.Excluded = append(out.Excluded, excluded{e.Server, e.Self, shownID(e.By), e.At})
	}
	for _, b := range k.Removed {
		out.Removed = append(out.Removed, removed{b.Server, b.Self, shownID(b.By), b.Reason, b.At,
			shownID(b.Undo.By), b.Undo.At})
	}
	for _, l := range k.Managed {
		out.Managed = append(out.Managed, managed{l.Server, l.Season, l.EarlyBy == p.ID, l.Last && l.LastBy == p.ID,
			!l.Last && l.LastBy == p.ID})
	}
	for _, k := range all {
		out.Matches = append(out.Matches, entryOf(p.ID, k))
	}
	return out
}

func entryOf(p match.PlayerID, k play.KeptMatch) entry {
	m := k.Match
	sum := m.Summary()
	e := entry{ID: m.ID, Status: m.Status.String(), Guild: m.Venue.Guild, Channel: m.Venue.Channel,
		Opponent: shownID(sum.Other(p)), Created: m.Created, Ended: m.Ended, Kept: k.Seat, Reviewed: k.Review.Asked}
	for _, did := range k.Did {
		one := act{did.Kind.String(), did.At, did.Ply, ""}
		if did.By != p {
			one.By = shownID(did.By)
		}
		e.Did = append(e.Did, one)
	}
	return e
}

func recordOf(m *play.Match) record.Record {
	return record.Record{Game: m.Game, Tags: []record.Tag{{Name: record.TagRed, Value: string(shownID(m.Players.Red))},
		{Name: record.TagBlue, Value: string(shownID(m.Players.Blue))},
		{Name: record.TagDate, Value: m.Started.UTC().Format(record.DateLayout)}}}
}

// shownID returns the id of a person, or "deleted profile" for one who was deleted.
func shownID(p match.PlayerID) match.PlayerID {
	if p.IsFormer() {
		return "deleted profile"
	}
	return p
}

func dateOf(d play.Day) string {
	return time.Unix(0, 0).UTC().AddDate(0, 0, int(d)).Format(time.DateOnly)
}
