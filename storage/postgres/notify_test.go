package postgres_test

import (
	"context"
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

// patience bounds every wait of these tests.
const patience = time.Minute

// watch makes db watch for the length of a test. It returns a channel of its wakes, starting with the one for its
// connection.
func watch(t *testing.T, db *postgres.DB) <-chan struct{} {
	t.Helper()
	woken := make(chan struct{}, 1000)
	ctx, cancel := context.WithCancel(t.Context())
	var ended sync.WaitGroup
	ended.Go(func() { db.Watch(ctx, func() { woken <- struct{}{} }) })
	t.Cleanup(func() { cancel(); ended.Wait() })
	requireWoken(t, woken)
	return woken
}

func requireWoken(t *testing.T, woken <-chan struct{}) {
	t.Helper()
	select {
	case <-woken:
	case <-time.After(patience):
		require.Fail(t, "nobody is woken")
	}
}

// schedule schedules a job in a unit of work.
func schedule(t *testing.T, db *postgres.DB, subject string) {
	t.Helper()
	require.NoError(t, db.Do(t.Context(), func(tx play.Tx) error {
		return tx.Schedule(t.Context(), play.JobTell, subject, playtest.Now())
	}))
}

// TestWatch: a process is woken by the jobs that another one schedules, and not by its own.
func TestWatch(t *testing.T) {
	t.Parallel()
	address := postgrestest.New(t)
	one, other := open(t, address), open(t, address)
	own, woken := watch(t, one), watch(t, other)
	schedule(t, one, "m")
	requireWoken(t, woken)
	schedule(t, other, "m")
	requireWoken(t, own)
	assert.Empty(t, woken, "what it did itself it knows")
}

// TestWatch_Again: after a lost connection, Watch reconnects and wakes, because it may have missed something.
func TestWatch_Again(t *testing.T) {
	t.Parallel()
	address := postgrestest.New(t)
	one, other := open(t, address), open(t, address)
	woken := watch(t, other)
	exec(t, address, `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
		WHERE datname = current_database() AND query LIKE 'LISTEN%'`)
	requireWoken(t, woken)
	schedule(t, one, "m")
	requireWoken(t, woken)
}

// TestWatch_Panics: a wake that panics does not end the watch.
func TestWatch_Panics(t *testing.T) {
	t.Parallel()
	db, woken := postgrestest.Open(t), make(chan struct{}, 100)
	ctx, cancel := context.WithCancel(t.Context())
	var ended sync.WaitGroup
	ended.Go(func() {
		db.Watch(ctx, func() {
			woken <- struct{}{}
			panic("on fire")
		})
	})
	requireWoken(t, woken)
	requireWoken(t, woken)
	cancel()
	ended.Wait()
}

// TestWatch_Last: a job scheduled just before its process ends is announced, too.
func TestWatch_Last(t *testing.T) {
	t.Parallel()
	address := postgrestest.New(t)
	other := open(t, address)
	woken := watch(t, other)
	one, err := postgres.Open(t.Context(), address, postgres.Options{})
	require.NoError(t, err)
	for range 20 {
		schedule(t, one, "m")
	}
	schedule(t, one, "last")
	require.NoError(t, one.Close())
	for found := false; !found; {
		requireWoken(t, woken)
		require.NoError(t, other.Do(t.Context(), func(tx play.Tx) error {
			jobs, err := tx.Claim(t.Context(), play.Claim{Kind: play.JobTell, Now: playtest.Now(),
				Until: playtest.Now(), Limit: 9})
			for _, j := range jobs {
				found = found || j.Subject == "last"
			}
			return err
		}))
	}
}
