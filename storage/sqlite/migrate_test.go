package sqlite

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/play"
	"madbot/rules"
	"madbot/rules/match"
)

// oldSchema makes a database by the first n migrations alone, with the rows of statements.
func oldSchema(t *testing.T, n int, statements ...string) (path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "mad.db")
	db, err := connect(dsn(path, writerSettings), 1)
	require.NoError(t, err)
	defer func() { require.NoError(t, db.Close()) }()
	steps, err := migrations()
	require.NoError(t, err)
	require.NoError(t, migrate(t.Context(), db, steps[:n]))
	for _, s := range statements {
		_, err := db.Exec(s)
		require.NoError(t, err, s)
	}
	return path
}

// firstRelease makes a database of the first schema, with a match of each kind.
func firstRelease(t *testing.T) (path string) {
	t.Helper()
	row := func(id string, status, seq int, players, end string) string {
		return fmt.Sprintf(`INSERT INTO matches (id, status, seq, challenger, opponent, red, blue,
			board, positioning, stall_limit, side, guild, channel, locale, winner, reason,
			offer_by, offer_ply, offer_refused, offer_barred, created, started, changed, ended)
			VALUES ('%s',%d,%d,%s,'5x5',1,30,2,'g','c','de',%s)`, id, status, seq, players, end)
	}
	return oldSchema(t, 1,
		row("open", 1, 1, "'1','','',''", "0,0, 0,0,0,0, 5,NULL,5,NULL"),
		row("declined", 4, 2, "'1','2','',''", "0,0, 0,0,0,0, 5,NULL,6,6"),
		row("playing", 2, 5, "'1','2','2','1'", "0,0, 1,2,0,0, 5,6,9,NULL"),
		row("finished", 3, 5, "'1','2','2','1'", "1,4, 0,0,0,0, 5,6,9,9"),
		`INSERT INTO turns VALUES ('playing',1,'112=221',7), ('playing',2,'pass',8),
			('finished',1,'pass',7), ('finished',2,'pass',8)`,
		`INSERT INTO outbox (match, seq, kind, player, ply, at, attempts, due)
			VALUES ('playing',5,6,'2',2,9,1,11)`,
		"INSERT INTO posts VALUES ('playing','c','m1')",
		"INSERT INTO retired (match, channel, message) VALUES ('playing','c','m0')",
		"INSERT INTO retired (match, channel, message) VALUES ('playing','c','m0')")
}

// openPath opens a database for the length of a test.
func openPath(t *testing.T, path string) *DB {
	t.Helper()
	db, err := Open(t.Context(), path, Options{})
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, db.Close()) })
	return db
}

// TestMigrate_Schema1: a database of the first release opens with all its matches, turns, news and
// posts, and is played on.
func TestMigrate_Schema1(t *testing.T) {
	t.Parallel()
	db := openPath(t, firstRelease(t))
	require.Empty(t, faults(t, db))
	want := map[match.ID]match.Status{"open": match.Proposed, "declined": match.Declined,
		"playing": match.Playing, "finished": match.Finished}
	for id, status := range want {
		m, err := db.Match(t.Context(), id)
		require.NoError(t, err)
		assert.Equal(t, status, m.Status, id)
		assert.Zero(t, m.Terms.Level, "between people")
		assert.Empty(t, m.EndedBy, "not known")
		assert.Equal(t, play.Venue{Guild: "g", Channel: "c", Locale: "de"}, m.Venue)
		assert.False(t, m.Closed, "not known")
		assert.Zero(t, m.Terms.Pace, "no clock")
		assert.Zero(t, m.Clock)
		assert.Zero(t, m.Deadline())
		assert.Equal(t, rules.Options{Board: rules.Board5x5, Positioning: true, StallLimit: 30},
			m.Terms.Options)
		if id != "playing" {
			assert.Equal(t, m.Seq, m.Told, "%s: all was told", id)
		}
	}
	m, err := db.Match(t.Context(), "playing")
	require.NoError(t, err)
	assert.Equal(t, "112=221 pass", strings.Join(words(m.Game.Turns()), " "))
	assert.Equal(t, match.Offer{By: rules.Red}, m.Offer)
	assert.Equal(t, play.Delivery{Venue: m.Venue, Post: play.Post{Channel: "c", Message: "m1"},
		Told: 4, Serial: 5}, m.Delivery)
	m = change(t, db, "playing", swap)
	assert.Equal(t, 3, m.Game.Ply())
	m = change(t, db, "playing", func(m *play.Match, now time.Time) ([]match.Event, error) {
		return m.Resign("1", now)
	})
	assert.Equal(t, match.PlayerID("1"), m.EndedBy)
}

// TestMigrate_Schema1_Jobs: what was due then is due now.
func TestMigrate_Schema1_Jobs(t *testing.T) {
	t.Parallel()
	db := openPath(t, firstRelease(t))
	at, lapse := time.UnixMilli(11).UTC(), time.UnixMilli(5).UTC().Add(match.ChallengeLife)
	for _, want := range []play.Job{
		{Kind: play.JobTell, Subject: "playing", Due: at, Attempts: 1, Lease: at, Version: 1},
		{Kind: play.JobRetire, Subject: "c/m0", Due: time.UnixMilli(0).UTC(), Lease: at, Version: 1},
		{Kind: play.JobFlag, Subject: "flag/open", Due: lapse, Lease: lapse, Version: 1},
	} {
		require.NoError(t, db.Do(t.Context(), func(tx play.Tx) error {
			jobs, err := tx.Claim(t.Context(), play.Claim{Kind: want.Kind, Now: want.Lease, Until: want.Lease,
				Limit: 9})
			assert.Equal(t, []play.Job{want}, jobs)
			return err
		}))
	}
	require.NoError(t, db.Do(t.Context(), func(tx play.Tx) error {
		events, err := tx.Events(t.Context(), "playing", 4, 5)
		assert.Equal(t, []match.Event{{Kind: match.StopOffered, Seq: 5, By: "2", Ply: 2,
			At: time.UnixMilli(9).UTC()}}, events)
		return err
	}))
	_, ok, err := db.NextJob(t.Context(), []play.JobKind{play.JobRobot}, at)
	require.NoError(t, err)
	assert.False(t, ok, "no robot yet")
}

// words returns turns as they are written.
func words(turns []rules.Turn) (texts []string) {
	for _, turn := range turns {
		texts = append(texts, turn.String())
	}
	return texts
}
