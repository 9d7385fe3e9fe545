package sqlite

import (
	"errors"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/play"
	"madbot/bot/play/playtest"
	"madbot/rules"
	"madbot/rules/match"
	"madbot/storage/sqlstore"
)

// TestCorrupt: the error for a match that does not replay names the match and the turn. Other matches in the same unit
// of work are unaffected, and the match's job can be claimed and returned.
func TestCorrupt(t *testing.T) {
	t.Parallel()
	cases := []struct {
		name   string
		damage string
		ply    int
		is     error // nil: any
	}{
		{"illegal turn", "UPDATE turns SET turn = '211-c4' WHERE ply = 1", 1, nil},
		{"no turn at all", "UPDATE turns SET turn = 'nonsense' WHERE ply = 2", 2, rules.ErrSyntax},
		{"other spelling", "UPDATE turns SET turn = '222=111' WHERE ply = 2", 2, nil},
		{"end that was not", "UPDATE matches SET status = 3, reason = 2, winner = 2", 2, nil},
		{"other winner", "UPDATE matches SET status = 3, reason = 3, winner = 1", 2, nil},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			db := openTest(t)
			playTwo(t, db, "bad")
			exec(t, db, "DROP TRIGGER turns_never_change")
			exec(t, db, c.damage)
			playTwo(t, db, "good")

			_, err := db.Match(t.Context(), "bad")
			var corrupt *sqlstore.CorruptError
			require.ErrorAs(t, err, &corrupt)
			assert.Equal(t, match.ID("bad"), corrupt.Match)
			assert.Equal(t, c.ply, corrupt.Ply)
			if c.is != nil {
				assert.ErrorIs(t, err, c.is)
			}
			assert.Contains(t, faults(t, db), corrupt.Error())
			summaries, err := db.Open(t.Context(), "1")
			require.NoError(t, err)
			assert.NotEmpty(t, summaries, "lists read no games")
			tellBoth(t, db)
		})
	}
}

// tellBoth claims the announcements of a corrupt match and of another one in one unit of work.
func tellBoth(t *testing.T, db *DB) {
	t.Helper()
	var fine []match.ID
	require.NoError(t, db.Do(t.Context(), func(tx play.Tx) error {
		at := playtest.Now()
		jobs, err := tx.Claim(t.Context(), play.Claim{Kind: play.JobTell, Now: at,
			Until: at.Add(time.Hour), Limit: 9})
		require.NoError(t, err)
		require.Len(t, jobs, 2)
		for _, j := range jobs {
			id, _ := play.SubjectID[match.ID](j.Kind, j.Subject)
			if _, err := tx.Match(t.Context(), id); err == nil {
				fine = append(fine, id)
				continue
			}
			require.NoError(t, tx.Return(t.Context(), j))
		}
		all, err := tx.Events(t.Context(), "bad", 0, 9)
		assert.Len(t, all, 4)
		return err
	}))
	assert.Equal(t, []match.ID{"good"}, fine)
}

func TestCheck_Dangling(t *testing.T) {
	t.Parallel()
	db := openTest(t)
	playTwo(t, db, "m")
	require.Empty(t, faults(t, db))
	exec(t, db, "PRAGMA foreign_keys = off")
	exec(t, db, "DELETE FROM matches")
	assert.Contains(t, faults(t, db), "match m: it does not exist but has rows in turns")
}

// TestInspect_JSON: an invalid JSON value is found, and does not prevent other checks.
func TestInspect_JSON(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "mad.db")
	db, err := Open(t.Context(), path, Options{})
	require.NoError(t, err)
	defer db.Close()
	require.NoError(t, db.Do(t.Context(), func(tx play.Tx) error {
		return tx.SavePlayer(t.Context(), play.Player{ID: "1", Met: time.UnixMilli(1)})
	}))
	exec(t, db, "PRAGMA ignore_check_constraints = on; UPDATE players SET settings = '{'")
	view, err := OpenView(t.Context(), path, Options{})
	require.NoError(t, err)
	defer view.Close()
	require.NoError(t, view.Snapshot(t.Context(), func(c sqlstore.Conn) error {
		found, err := view.Inspect(t.Context(), c, 9)
		require.Len(t, found, 1)
		assert.Contains(t, found[0], "SQLite cannot check all: ")
		more, verifyErr := sqlstore.Check(t.Context(), c, 9)
		assert.NotEmpty(t, more)
		return errors.Join(err, verifyErr)
	}))
}

// playTwo stores a match with two turns.
func playTwo(t *testing.T, db *DB, id match.ID) {
	t.Helper()
	playtest.Start(t, db, id)
	for range 2 {
		playtest.Change(t, db, id, playtest.Swap)
	}
}
