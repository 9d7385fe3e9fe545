package postgres_test

import (
	"database/sql"
	"errors"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/play"
	"madbot/bot/play/playtest"
	"madbot/storage/postgres"
	"madbot/storage/postgres/postgrestest"
)

// claim claims a job, and returns its subject.
func claim(t *testing.T, db *postgres.DB) (subjects []string) {
	t.Helper()
	for _, j := range playtest.Claim(t, db, 1, time.Minute) {
		subjects = append(subjects, j.Subject)
	}
	return subjects
}

// TestClaim_PassesBy: claiming a job waits neither for a unit of work that has locked a match, nor for another claim.
func TestClaim_PassesBy(t *testing.T) {
	t.Parallel()
	db := postgrestest.Open(t)
	playtest.Start(t, db, "a")
	playtest.Start(t, db, "b")
	playtest.Start(t, db, "c")
	failure := errors.New("not kept")
	require.ErrorIs(t, db.Do(t.Context(), func(tx play.Tx) error {
		_, err := tx.Match(t.Context(), "a")
		require.NoError(t, err)
		_, err = tx.Claim(t.Context(), play.Claim{Kind: play.JobTell, Now: playtest.Now(),
			Until: playtest.Now().Add(time.Minute), Limit: 2})
		require.NoError(t, err)
		assert.Equal(t, []string{"tell/c"}, claim(t, db))
		assert.Empty(t, claim(t, db))
		return failure
	}), failure)
	assert.Equal(t, []string{"tell/a"}, claim(t, db))
}

// TestPart_Locks: what a part has read can be changed by others once the part is rolled back; reading it again locks it
// again.
func TestPart_Locks(t *testing.T) {
	t.Parallel()
	address := postgrestest.New(t)
	db := open(t, address)
	var later sync.WaitGroup
	defer later.Wait()
	require.NoError(t, db.Do(t.Context(), func(tx play.Tx) error {
		failure := errors.New("no")
		require.ErrorIs(t, tx.Part(t.Context(), func() error {
			_, err := tx.Player(t.Context(), "1")
			require.ErrorIs(t, err, play.ErrNotFound)
			return failure
		}), failure)
		require.NoError(t, db.Do(t.Context(), func(tx play.Tx) error { return save(t.Context(), tx, "1", "meanwhile") }))
		p, err := tx.Player(t.Context(), "1")
		require.NoError(t, err)
		assert.Equal(t, "meanwhile", p.Locale)
		later.Go(func() {
			assert.NoError(t, db.Do(t.Context(), func(tx play.Tx) error { return save(t.Context(), tx, "1", "later") }))
		})
		awaitWaiting(t, address)
		requireLocale(t, db, "1", "meanwhile")
		return nil
	}))
}

// awaitWaiting waits until a unit of work waits for another one.
func awaitWaiting(t *testing.T, address string) {
	t.Helper()
	raw, err := sql.Open("pgx", address)
	require.NoError(t, err)
	defer raw.Close()
	require.Eventually(t, func() bool {
		var n int
		err := raw.QueryRowContext(t.Context(), `SELECT count(*) FROM pg_stat_activity
			WHERE datname = current_database() AND wait_event_type = 'Lock'`).Scan(&n)
		return err == nil && n > 0
	}, patience/6, time.Millisecond)
}
