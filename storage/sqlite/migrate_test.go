package sqlite

import (
	"database/sql"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

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

// TestMigrate_Schema1: a database of the first release opens with all its matches, turns, notices
// and posts, and is played on.
func TestMigrate_Schema1(t *testing.T) {
	t.Parallel()
	row := func(id string, status, seq int, players, end string) string {
		return fmt.Sprintf(`INSERT INTO matches (id, status, seq, challenger, opponent, red, blue,
			board, positioning, stall_limit, side, guild, channel, locale, winner, reason,
			offer_by, offer_ply, offer_refused, offer_barred, created, started, changed, ended)
			VALUES ('%s',%d,%d,%s,'5x5',1,30,2,'g','c','de',%s)`, id, status, seq, players, end)
	}
	path := oldSchema(t, 1,
		row("open", 1, 1, "'1','','',''", "0,0, 0,0,0,0, 5,NULL,5,NULL"),
		row("declined", 4, 2, "'1','2','',''", "0,0, 0,0,0,0, 5,NULL,6,6"),
		row("playing", 2, 5, "'1','2','2','1'", "0,0, 1,2,0,0, 5,6,9,NULL"),
		row("finished", 3, 5, "'1','2','2','1'", "1,4, 0,0,0,0, 5,6,9,9"),
		`INSERT INTO turns VALUES ('playing',1,'112=221',7), ('playing',2,'pass',8),
			('finished',1,'pass',7), ('finished',2,'pass',8)`,
		`INSERT INTO outbox (match, seq, kind, player, ply, at, attempts, due)
			VALUES ('playing',5,6,'2',2,9,1,11)`,
		"INSERT INTO posts VALUES ('playing','c','m1')",
		"INSERT INTO retired (match, channel, message) VALUES ('playing','c','m0')")

	db, err := Open(t.Context(), path, Options{})
	require.NoError(t, err)
	defer func() { assert.NoError(t, db.Close()) }()
	require.NoError(t, db.Check(t.Context()))
	want := map[match.ID]match.Status{"open": match.Proposed, "declined": match.Declined,
		"playing": match.Playing, "finished": match.Finished}
	for id, status := range want {
		m, err := db.Match(t.Context(), id)
		require.NoError(t, err)
		assert.Equal(t, status, m.Status, id)
		assert.Zero(t, m.Terms.Level, "between people")
		assert.Empty(t, m.EndedBy, "not known")
		assert.False(t, m.Venue.Closed, "not known")
		assert.Equal(t, rules.Options{Board: rules.Board5x5, Positioning: true, StallLimit: 30},
			m.Terms.Options)
	}
	m, err := db.Match(t.Context(), "playing")
	require.NoError(t, err)
	assert.Equal(t, "112=221 pass", strings.Join(words(m.Game.Turns()), " "))
	assert.Equal(t, match.Offer{By: rules.Red, Ply: 2}, m.Offer)
	notices, err := db.Notices(t.Context(), instant(sql.NullInt64{Int64: 11, Valid: true}), 9)
	require.NoError(t, err)
	require.Len(t, notices, 1)
	assert.Equal(t, match.StopOffered, notices[0].Event.Kind)
	assert.False(t, notices[0].Sending)
	p, ok, err := db.Post(t.Context(), "playing")
	require.NoError(t, err)
	assert.True(t, ok)
	assert.Equal(t, match.Post{Match: "playing", Channel: "c", Message: "m1"}, p)
	waiting, err := db.AwaitingRobot(t.Context(), 9)
	require.NoError(t, err)
	assert.Empty(t, waiting)
	m, err = db.Update(t.Context(), "playing", swap)
	require.NoError(t, err)
	assert.Equal(t, 3, m.Game.Ply())
	m, err = db.Update(t.Context(), "playing", func(m *match.Match) ([]match.Event, error) {
		return m.Resign("1", m.Changed)
	})
	require.NoError(t, err)
	assert.Equal(t, match.PlayerID("1"), m.EndedBy)
}

// words returns turns as they are written.
func words(turns []rules.Turn) (texts []string) {
	for _, turn := range turns {
		texts = append(texts, turn.String())
	}
	return texts
}
