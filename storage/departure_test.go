package storage_test

import (
	"errors"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/play"
	"madbot/bot/play/playtest"
	"madbot/bot/play/worker"
	"madbot/storage/sqlstore"
	"madbot/storage/storagetest"
)

// busiest returns a server with standings.
func busiest(t *testing.T, db database) (server string) {
	t.Helper()
	require.NoError(t, db.Snapshot(t.Context(), func(c sqlstore.Conn) error {
		return c.QueryRowContext(t.Context(),
			"SELECT server FROM standings GROUP BY server ORDER BY count(*) DESC, server LIMIT 1").Scan(&server)
	}))
	return server
}

// namings returns how many rows contain a server's id.
func namings(t *testing.T, db database, server string) (n int) {
	t.Helper()
	require.NoError(t, db.Snapshot(t.Context(), func(c sqlstore.Conn) error {
		return c.QueryRowContext(t.Context(), `SELECT (SELECT count(*) FROM deliveries WHERE guild = ?1) +
			(SELECT count(*) FROM standings WHERE server = ?1) + (SELECT count(*) FROM servers WHERE id = ?1) +
			(SELECT count(*) FROM own_puzzles WHERE guild = ?1) +
			(SELECT count(*) FROM dailies WHERE server = ?1) + (SELECT count(*) FROM daily_solvers WHERE server = ?1) +
			(SELECT count(*) FROM jobs WHERE subject IN ('server/' || ?1, 'daily/' || ?1))`, server).Scan(&n)
	}))
	return n
}

// watched saves that the worker watches a server.
func watched(t *testing.T, s play.Store, server string) {
	t.Helper()
	require.NoError(t, s.Do(t.Context(), func(tx play.Tx) error {
		known, err := tx.Server(t.Context(), server)
		known.Settings.Watched = true
		return errors.Join(err, tx.SaveServer(t.Context(), known))
	}))
}

// TestDeparture_Late: a process that finds a server's data deleted does not record the server again.
func TestDeparture_Late(t *testing.T) {
	t.Parallel()
	db := playtest.NewMemory()
	next, err := worker.HandleAbsence(t.Context(), timed(db, at(0)), "7")
	require.NoError(t, err)
	assert.Zero(t, next)
	s, err := db.Server(t.Context(), "7")
	require.NoError(t, err)
	assert.Zero(t, s.Settings)
}

// TestDeparture: a month after the bot was removed from a server, no row of the database contains the server's id, and
// the store is consistent; also if the work is interrupted anywhere and resumed, and if several processes do it at
// once.
func TestDeparture(t *testing.T) {
	t.Parallel()
	forBoth(t, func(t *testing.T, db database) {
		crowded(t, db)
		server := busiest(t, db)
		require.Positive(t, namings(t, db, server))
		goes := func(s play.Store, after time.Duration) (time.Time, error) {
			return worker.HandleAbsence(t.Context(), timed(s, at(0).Add(after)), server)
		}
		watched(t, db, server)
		const month = 30 * 24 * time.Hour
		next, err := goes(db, 0)
		require.NoError(t, err)
		assert.Equal(t, at(0).Add(time.Hour), next)
		next, err = goes(db, month-time.Hour)
		require.NoError(t, err)
		assert.Equal(t, at(0).Add(month), next)
		assert.Empty(t, storagetest.Faults(t, db))
		for range 3 {
			_, err := goes(dying(db, 3), month)
			require.ErrorIs(t, err, errKilled)
			assert.Empty(t, storagetest.Faults(t, db))
		}
		var all sync.WaitGroup
		for range 3 {
			all.Go(func() { _, err := goes(db, month); assert.NoError(t, err) })
		}
		all.Wait()
		assert.Zero(t, namings(t, db, server))
		assert.Empty(t, storagetest.Faults(t, db))
	})
}

// TestDeparture_Order: removing a server locks its league first, as the beginning of a season does, so that the two
// cannot deadlock.
func TestDeparture_Order(t *testing.T) {
	t.Parallel()
	var calls []string
	db := playtest.Hook(playtest.NewMemory(), func(c playtest.Call, do func() error) error {
		if calls = append(calls, c.Name); c.Name == "Do" {
			calls = nil
		}
		return do()
	})
	watched(t, db, "7")
	for _, after := range []time.Duration{0, 30 * 24 * time.Hour} {
		_, err := worker.HandleAbsence(t.Context(), timed(db, at(0).Add(after)), "7")
		require.NoError(t, err)
	}
	league, server := slices.Index(calls, "League"), slices.Index(calls, "Server")
	require.Contains(t, calls, "RemoveServer")
	assert.True(t, league >= 0 && league < server, calls)
}
