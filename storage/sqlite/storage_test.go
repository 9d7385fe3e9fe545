package sqlite_test

import (
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/play"
	"madbot/bot/play/playtest"
	"madbot/rules"
	"madbot/rules/match"
	"madbot/storage/sqlite"
	"madbot/storage/sqlstore"
	"madbot/storage/verify"
)

// open opens a database for the length of a test.
func open(t testing.TB, path string) *sqlite.DB {
	t.Helper()
	db, err := sqlite.Open(t.Context(), path, sqlite.Options{})
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, db.Close()) })
	return db
}

// fresh opens a database that nobody used.
func fresh(t testing.TB) *sqlite.DB {
	t.Helper()
	return open(t, filepath.Join(t.TempDir(), "mad.db"))
}

// requireSound checks that nothing in db is wrong.
func requireSound(t *testing.T, db *sqlite.DB) {
	t.Helper()
	require.NoError(t, db.Snapshot(t.Context(), func(c sqlstore.Conn) error {
		found, err := verify.Check(t.Context(), c, 9)
		assert.Empty(t, found)
		return err
	}))
}

// now is the instant of these tests.
func now() time.Time { return time.Date(2026, 1, 2, 3, 4, 5, 678e6, time.UTC) }

// anyPly is a match at whatever ply.
func anyPly(id match.ID) play.Ref { return play.Ref{ID: id, Ply: play.AnyPly} }

// start stores a match that is being played, and that no stall ends.
func start(t testing.TB, db *sqlite.DB, id match.ID) play.Match {
	t.Helper()
	o := rules.DefaultOptions()
	o.StallLimit = 0
	proposed, events, err := match.Propose(match.Proposal{ID: id, By: "1", To: "2",
		Terms: match.Terms{Options: o}}, now())
	require.NoError(t, err)
	m := play.Match{Match: proposed}
	require.NoError(t, db.Do(t.Context(), func(tx play.Tx) error {
		return tx.CreateMatch(t.Context(), m, events)
	}))
	return change(t, db, id, func(m *play.Match, now time.Time) ([]match.Event, error) {
		return m.As("2").Accept(rules.Red, now)
	})
}

// change does something in a match, as the use cases do, so that news of it are due.
func change(t testing.TB, db *sqlite.DB, id match.ID, act play.Act) (m play.Match) {
	t.Helper()
	require.NoError(t, db.Do(t.Context(), func(tx play.Tx) (err error) {
		m, err = play.Change(t.Context(), tx, anyPly(id), now(), act)
		return err
	}))
	return m
}

// swap plays a turn that is always legal.
func swap(m *play.Match, now time.Time) ([]match.Event, error) {
	return m.As(m.ToMove()).Play(rules.ShiftTurn(rules.Swap111x222), now)
}

// events returns what happened in a match.
func events(t testing.TB, db *sqlite.DB, id match.ID) (all []match.Event) {
	t.Helper()
	require.NoError(t, db.Do(t.Context(), func(tx play.Tx) (err error) {
		all, err = tx.Events(t.Context(), id, 0, 1e6)
		return err
	}))
	return all
}

// claim claims all jobs of a kind that are due at a time.
func claim(t testing.TB, db *sqlite.DB, k play.JobKind, at time.Time) (jobs []play.Job) {
	t.Helper()
	require.NoError(t, db.Do(t.Context(), func(tx play.Tx) (err error) {
		jobs, err = tx.Claim(t.Context(),
			play.Claim{Kind: k, Now: at, Until: at.Add(time.Minute), Limit: 1e6})
		return err
	}))
	return jobs
}

func TestStore(t *testing.T) {
	t.Parallel()
	playtest.TestStore(t, func(t *testing.T) play.Store { return fresh(t) })
}
