package storage_test

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/play"
	"madbot/bot/play/playtest"
	"madbot/bot/play/rated"
	"madbot/bot/play/season"
	"madbot/bot/play/tries"
	"madbot/bot/play/worker"
	"madbot/rules"
	"madbot/rules/match"
	"madbot/storage/sqlite"
	"madbot/storage/sqlstore"
	"madbot/storage/storagetest"
	"madbot/storage/transfer"
)

// personal says, for each column that can contain data about a person, what deleting that person does to it. A column
// of a new table is added here or to impersonal, and what clears it to play.ContinueForgetting.
var personal = map[string]string{
	"matches":        "renamed: challenger opponent red blue ended_by to_move",
	"events":         "renamed: player",
	"reviews":        "renamed: asker",
	"rating_changes": "renamed: player",
	"standings":      "renamed: player",
	"servers":        "renamed: settings", // who was excluded, for a while, and by whom
	"seats":          "removed: match player helped kept",
	"players":        "removed: id locale zone settings progress vacation met", // in the settings of others, ids of people they refused are hashed
	"jobs":           "removed: kind subject due attempts version cause",       // of the kinds about a player
	"former_players": "hashed: account",                                        // for 90 days
	"league_entries": "renamed: player",
	"daily_solvers":  "removed: server day player tries at streak free shared",
	"puzzle_tries":   "removed: player puzzle n good hinted at rating",
	"own_puzzles":    "removed: match player guild ply turn wins",
	"orders":         "kept: orders", // who is blocked
}

// impersonal are the columns that contain nothing about a person.
var impersonal = map[string]string{
	"matches": `id status suspension suspended seq board positioning stall_limit origin side level practice winner reason
		offer_by offer_refused offer_barred created started changed ended pace_turn pace_bank grace
		clock_began clock_from clock_left paused clock_up clock_await red_bank red_away blue_bank blue_away
		takeback_by takeback_refused takeback_barred time_by time_refused time_barred pause_by pause_refused pause_barred
		calloff_by calloff_refused calloff_barred
		hints no_takebacks rated undone red_hints blue_hints past`,
	"events":         "match seq kind ply at length",
	"rating_changes": "n match at change",
	"standings":      "server season matches halves",
	"reviews":        "match asked done total made version found",
	"turns":          "match ply turn played",
	"taken_back":     "match seq ply turn played",
	"deliveries":     "match guild channel locale away forum closed post_channel post_message told sending edits serial thread shares",
	"servers":        "id",
	"dailies":        "server day puzzle channel message begun recount closed",
	"puzzles":        "id rating",
	"leagues":        "server season state",
	"league_entries": "server season grp seat missed way",
	"league_pairs":   "match server season grp red blue result judged ended late",
	"orders":         "id",
	"interactions":   "id at",
	"former_players": "name at",
	"alive":          "id at back",
}

// TestPersonal: each column is listed as personal or impersonal, so that a new table cannot be overlooked when a
// person's data is deleted.
func TestPersonal(t *testing.T) {
	t.Parallel()
	for _, table := range sqlstore.Tables() {
		_, own, _ := strings.Cut(personal[table.Name], ": ")
		assert.ElementsMatch(t, table.Names(), slices.Concat(strings.Fields(own), strings.Fields(impersonal[table.Name])),
			table.Name)
	}
}

// dump returns the contents of a store as text.
func dump(t *testing.T, db database) string {
	t.Helper()
	var b bytes.Buffer
	require.NoError(t, db.Snapshot(t.Context(), func(c sqlstore.Conn) error {
		_, err := transfer.Export(t.Context(), c, &b, func(string, int) {})
		return err
	}))
	return b.String()
}

// naming returns the columns, as table.column, that contain a text in some row.
func naming(t *testing.T, db database, text match.PlayerID) (found []string) {
	t.Helper()
	require.NoError(t, db.Snapshot(t.Context(), func(c sqlstore.Conn) error {
		for _, table := range sqlstore.Tables() {
			for _, column := range table.Names() {
				var n int
				err := c.QueryRowContext(t.Context(), fmt.Sprintf("SELECT count(*) FROM %s WHERE CAST(%s AS TEXT) LIKE '%%%s%%'",
					table.Name, column, text)).Scan(&n)
				if err != nil {
					return err
				}
				if n > 0 {
					found = append(found, table.Name+"."+column)
				}
			}
		}
		return nil
	}))
	return found
}

func terms(l match.Level) match.Terms { return match.Terms{Options: rules.DefaultOptions(), Level: l} }

var errKilled = errors.New("killed")

// dying returns a store that fails with errKilled after left units of work.
func dying(db play.Store, left int) play.Store {
	return playtest.Hook(db, func(c playtest.Call, f func() error) error {
		if c.Name != "Do" {
			return f()
		}
		if left--; left < 0 {
			return errKilled
		}
		return f()
	})
}

// former returns a player whose data is to be deleted.
func former(id match.PlayerID) play.Player {
	return play.Player{ID: id, Progress: play.Progress{Former: match.Former + "x"}}
}

// crowded fills db so that others refuse somebody, and returns who that is.
func crowded(t *testing.T, db database) match.PlayerID {
	t.Helper()
	const who, other = match.PlayerID("2000000000000000000"), match.PlayerID("2000000000000000001")
	require.NoError(t, storagetest.Fill(t.Context(), db, 120, 7))
	require.NoError(t, db.Do(t.Context(), func(tx play.Tx) error {
		m, events, err := match.Propose(match.Proposal{ID: "refused", By: who, To: other, Terms: terms(0)}, at(0))
		if err != nil {
			return err
		}
		p, err := tx.Player(t.Context(), other)
		p.Refuse(who, true)
		return errors.Join(err, tx.SavePlayer(t.Context(), p),
			tx.CreateMatch(t.Context(), play.Match{Match: m}, events), everywhere(t.Context(), tx, who, other),
			tx.Schedule(t.Context(), play.JobTell, "tell/refused", at(0)),
			tx.Schedule(t.Context(), play.JobFlag, "flag/refused", at(0)))
	}))
	require.Contains(t, dump(t, db), who)
	require.Empty(t, storagetest.Faults(t, db))
	return who
}

// everywhere puts who into everything: as Blue into a match with a review and a puzzle, into a season, and as the one
// who annulled a match.
func everywhere(ctx context.Context, tx play.Tx, who, other match.PlayerID) error {
	m, events, err := match.Propose(match.Proposal{ID: "blue", By: other, To: who, Terms: terms(0)}, at(0))
	for _, act := range []func() ([]match.Event, error){
		func() ([]match.Event, error) { return m.As(who).Accept(rules.Red, at(0)) },
		func() ([]match.Event, error) { return m.As(other).Play(first(&m), at(0)) },
		func() ([]match.Event, error) { return m.As(who).Play(first(&m), at(0)) },
	} {
		if err == nil {
			var more []match.Event
			more, err = act()
			events = append(events, more...)
		}
	}
	return cmp.Or(err, tx.CreateMatch(ctx, play.Match{Match: m}, events), annul(ctx, tx, who),
		exclude(ctx, tx, who, other),
		tx.Schedule(ctx, play.JobTell, play.Subject(play.JobTell, m.ID), at(0)),
		tx.Schedule(ctx, play.JobReview, play.Subject(play.JobReview, m.ID), at(0)),
		tx.SaveReview(ctx, play.Review{Match: m.ID, Asker: who, Asked: at(0), All: 1}),
		tx.SaveOwnPuzzle(ctx, tries.Own{Match: m.ID, Player: who, Ply: 1, Turn: "pass"}),
		tx.SaveEntry(ctx, season.Entry{Server: "8", Season: 1, Player: who, Group: 1, Seat: 3}))
}

// first returns a legal turn.
func first(m *match.Match) rules.Turn {
	p := m.Game.Position()
	return p.AppendTurns(nil)[0]
}

// exclude makes two players exclude each other from a server's ranking and its league, whose messages name both.
func exclude(ctx context.Context, tx play.Tx, who, other match.PlayerID) error {
	s, err := tx.Server(ctx, "8")
	s.Settings.Unranked = map[match.PlayerID]play.Exclusion{other: {By: who, At: at(0)}, who: {By: other, At: at(0)}}
	l, lost := tx.League(ctx, "8")
	l.Bars = []season.Bar{{Player: other, By: who}, {Player: who, By: other}}
	l.Changes = []season.EntryChange{{Player: who}, {Player: other}}
	l.Tells = []season.Tell{{Player: who}, {Player: other, Other: who}, {Player: other}}
	l.Touch(1, 1)
	l.Posts[0].Ping, l.Posts[0].Idle = []match.PlayerID{who, other}, []match.PlayerID{other, who}
	return cmp.Or(err, lost, tx.SaveServer(ctx, s), tx.SaveLeague(ctx, l))
}

// annul makes who annul a match of other people.
func annul(ctx context.Context, tx play.Tx, who match.PlayerID) error {
	for i := 2; ; i++ {
		ids, err := tx.MatchIDs(ctx, match.PlayerID(fmt.Sprintf("2%018d", i)), 99)
		if err != nil || len(ids) == 0 {
			return cmp.Or(err, errors.New("no match can be annulled"))
		}
		for _, id := range ids {
			m, err := tx.Match(ctx, id)
			if err != nil {
				return err
			}
			if m.Players.Red == who || m.Players.Blue == who || m.Arbiter().CanAnnul() != nil {
				continue
			}
			_, err = play.Change(ctx, playtest.At(tx, at(0)), play.Ref{ID: id, Ply: play.AnyPly},
				func(tx play.Tx, m *play.Match) ([]match.Event, error) {
					return m.Arbiter().Annul(who, "found out", tx.Now())
				})
			return err
		}
	}
}

// TestForgetting: deleting a player removes their id from the whole database, those who refused them still do, and the
// store is consistent; also if the work is interrupted anywhere and resumed, and if several processes do it at once.
func TestForgetting(t *testing.T) {
	t.Parallel()
	forBoth(t, func(t *testing.T, db database) {
		who := crowded(t, db)
		require.ElementsMatch(t, strings.Fields(`matches.challenger matches.opponent matches.red matches.blue
			matches.ended_by matches.to_move events.player reviews.asker rating_changes.player standings.player seats.player
			players.id players.settings jobs.subject league_entries.player daily_solvers.player puzzle_tries.player
			own_puzzles.player servers.settings leagues.state`), naming(t, db, who), "else this would show nothing")
		begin := func() error {
			return play.BeginForgetting(t.Context(), timed(db, at(99)), former(who))
		}
		require.NoError(t, begin())
		for range 3 {
			err := play.ContinueForgetting(t.Context(), timed(dying(db, 2), at(100)), who)
			require.ErrorIs(t, err, errKilled)
			assert.Empty(t, storagetest.Faults(t, db))
			require.NoError(t, begin(), "pressed again")
		}
		var all sync.WaitGroup
		for range 3 {
			all.Go(func() {
				assert.NoError(t, play.ContinueForgetting(t.Context(), timed(db, at(100)), who))
			})
		}
		all.Wait()
		kept := dump(t, db)
		assert.Empty(t, naming(t, db, who))
		assert.Contains(t, kept, match.Former+"x")
		assert.Empty(t, storagetest.Faults(t, db))
		p, err := db.Player(t.Context(), "2000000000000000001")
		require.NoError(t, err)
		assert.True(t, p.Refuses(who))
		s, err := db.Server(t.Context(), "8")
		require.NoError(t, err)
		assert.Equal(t, map[match.PlayerID]play.Exclusion{"2000000000000000001": {By: match.Former + "x", At: at(0)},
			match.Former + "x": {By: "2000000000000000001", At: at(0)}}, s.Settings.Unranked)
		require.NoError(t, play.ContinueForgetting(t.Context(), timed(db, at(100)), who), "there is nobody any more")
		assert.Equal(t, kept, dump(t, db))
		excludedUntil(t, db, who)
	})
}

// excludedUntil checks that who comes back is excluded for 90 days, and that nothing is left of that then.
func excludedUntil(t *testing.T, db database, who match.PlayerID) {
	t.Helper()
	const span = 90 * 24 * time.Hour
	for _, now := range []time.Time{at(99), at(99).Add(span - time.Millisecond), at(99).Add(span)} {
		s, err := db.Server(t.Context(), "8")
		require.NoError(t, err)
		_, out, err := play.ExclusionFrom(t.Context(), db, &s, who, now)
		require.NoError(t, err)
		l, err := db.League(t.Context(), "8")
		require.NoError(t, err)
		names, err := rated.Names(t.Context(), db, who, now)
		require.NoError(t, err)
		assert.Equal(t, now.Before(at(99).Add(span)), out)
		assert.Equal(t, out, l.BarOf(names) != nil)
		assert.Len(t, l.Bars, 2)
		assert.Len(t, l.Tells, 2, "who is forgotten is not told anything")
	}
	require.NoError(t, worker.RemoveOutdated(t.Context(), timed(db, at(99)), at(99).Add(span)))
	s, err := db.Server(t.Context(), "8")
	require.NoError(t, err)
	assert.Len(t, s.Settings.Unranked, 1)
	l, err := db.League(t.Context(), "8")
	require.NoError(t, err)
	assert.Equal(t, []season.Bar{{Player: "2000000000000000001", By: match.Former + "x"}}, l.Bars)
	assert.Len(t, l.Changes, 1)
}

// TestForgetting_Robot: the bot itself cannot be deleted.
func TestForgetting_Robot(t *testing.T) {
	t.Parallel()
	db := playtest.NewMemory()
	require.NoError(t, db.Do(t.Context(), func(tx play.Tx) error {
		m, events, err := match.Propose(match.Proposal{ID: "m", By: "1", To: "9", Terms: terms(1)}, at(0))
		return errors.Join(err, tx.CreateMatch(context.WithoutCancel(t.Context()), play.Match{Match: m}, events))
	}))
	require.ErrorIs(t, play.BeginForgetting(t.Context(), timed(db, at(1)), former("9")), play.ErrNobody)
	require.NoError(t, play.BeginForgetting(t.Context(), timed(db, at(1)), former("1")))
}

// TestForgetting_Bytes: the file does not contain the id either, not even in pages that SQLite no longer uses.
func TestForgetting_Bytes(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	db, err := sqlite.Open(t.Context(), filepath.Join(dir, "mad.db"), sqlite.Options{})
	require.NoError(t, err)
	who := crowded(t, db)
	late := timed(db, at(99))
	require.NoError(t, play.BeginForgetting(t.Context(), late, former(who)))
	require.NoError(t, play.ContinueForgetting(t.Context(), late, who))
	require.NoError(t, db.Close())
	files, err := filepath.Glob(filepath.Join(dir, "*"))
	require.NoError(t, err)
	for _, path := range files {
		raw, err := os.ReadFile(path)
		require.NoError(t, err)
		assert.Zero(t, bytes.Count(raw, []byte(who)), path)
	}
}
