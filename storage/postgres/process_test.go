package postgres_test

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/play"
	"madbot/bot/play/playtest"
	"madbot/storage/postgres"
	"madbot/storage/postgres/postgrestest"
	"madbot/storage/sqlstore"
)

// TestOthers: a process counts the other processes that watch the database.
func TestOthers(t *testing.T) {
	t.Parallel()
	address := postgrestest.New(t)
	count := func(db *postgres.DB, want int) {
		t.Helper()
		require.Eventually(t, func() bool {
			n, err := db.Others(t.Context())
			return assert.NoError(t, err) && n == want
		}, patience, time.Millisecond)
	}
	one, other, elsewhere := open(t, address), open(t, address), postgrestest.Open(t)
	count(one, 0)
	watch(t, one)
	count(other, 1)
	count(one, 0)
	ctx, leave := context.WithCancel(t.Context())
	var watching sync.WaitGroup
	watching.Go(func() { other.Watch(ctx, func() {}) })
	count(one, 1)
	exec(t, address, `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
		WHERE datname = current_database() AND query LIKE 'LISTEN%'`)
	count(one, 1)
	count(other, 1)
	leave()
	watching.Wait()
	count(one, 0)
	count(elsewhere, 0)
}

// TestOpen_Leases: jobs that a process had claimed when it ended can be claimed immediately by the next one, unless a
// third process is present, which may be the one that claimed them.
func TestOpen_Leases(t *testing.T) {
	t.Parallel()
	address := postgrestest.New(t)
	first := open(t, address)
	ctx, die := context.WithCancel(t.Context())
	var watching sync.WaitGroup
	watching.Go(func() { first.Watch(ctx, func() {}) })
	require.Eventually(t, func() bool {
		n, err := open(t, address).Others(t.Context())
		return err == nil && n == 1
	}, patience, time.Millisecond)
	playtest.Start(t, first, "m")
	require.NotEmpty(t, claim(t, first))
	assert.Empty(t, claim(t, open(t, address)))
	die()
	watching.Wait()
	require.Eventually(t, func() bool { return len(claim(t, open(t, address))) > 0 }, patience, time.Millisecond)
}

// TestOpen_LeasesOfTheUnseen: a process whose listening connection was lost loses its jobs to one that opens the
// database meanwhile, and learns that when it ends the job. After reconnecting it keeps what it claims.
func TestOpen_LeasesOfTheUnseen(t *testing.T) {
	t.Parallel()
	address := postgrestest.New(t)
	unseen := open(t, address)
	playtest.Start(t, unseen, "m")
	before := claimFor(t, unseen, time.Minute)
	next := open(t, address)
	after := claimFor(t, next, 2*time.Minute)
	done := func(db *postgres.DB, j play.Job) error {
		return db.Do(t.Context(), func(tx play.Tx) error { return tx.Done(t.Context(), j) })
	}
	require.ErrorIs(t, done(unseen, before), play.ErrLeaseLost)
	require.NoError(t, done(next, after))
	watch(t, unseen)
	playtest.Start(t, unseen, "n")
	claimFor(t, unseen, time.Minute)
	assert.Empty(t, claim(t, open(t, address)))
}

// claimFor claims a job with a lease.
func claimFor(t *testing.T, db *postgres.DB, lease time.Duration) play.Job {
	t.Helper()
	jobs := playtest.Claim(t, db, 1, lease)
	require.Len(t, jobs, 1)
	return jobs[0]
}

// TestServerSilence: the server, too, soon notices that a connection's client is gone.
func TestServerSilence(t *testing.T) {
	t.Parallel()
	address := postgrestest.New(t)
	db := open(t, address)
	require.NoError(t, db.Snapshot(t.Context(), func(c sqlstore.Conn) error {
		got, err := sqlstore.All(t.Context(), c, `SELECT reset_val FROM pg_settings
			WHERE name LIKE 'tcp_%' ORDER BY name`, sqlstore.ScanOne[string])
		assert.Equal(t, []string{"2", "5", "5", "15000"}, got)
		return err
	}))
}

// loner is a process that calls Alone.
type loner struct {
	alone atomic.Bool
	stop  context.CancelFunc
	done  chan error
}

func newLoner(t *testing.T, db *postgres.DB) *loner {
	ctx, stop := context.WithCancel(t.Context())
	l := &loner{stop: stop, done: make(chan error, 1)}
	var running sync.WaitGroup
	running.Go(func() {
		l.done <- db.Alone(ctx, func(ctx context.Context) error {
			l.alone.Store(true)
			defer l.alone.Store(false)
			<-ctx.Done()
			return nil
		})
	})
	t.Cleanup(func() { stop(); running.Wait() })
	return l
}

// TestAlone: one process runs alone until it ends, then another takes over; if the lock's connection is lost, one of
// them still does.
func TestAlone(t *testing.T) {
	t.Parallel()
	address := postgrestest.New(t)
	dbs := []*postgres.DB{open(t, address), open(t, address)}
	one := newLoner(t, dbs[0])
	require.Eventually(t, one.alone.Load, patience, time.Millisecond)
	other, elsewhere := newLoner(t, dbs[1]), newLoner(t, postgrestest.Open(t))
	require.Eventually(t, elsewhere.alone.Load, patience, time.Millisecond, "another database is no matter")
	assert.False(t, other.alone.Load())
	one.stop()
	require.ErrorIs(t, <-one.done, context.Canceled)
	require.Eventually(t, other.alone.Load, patience, time.Millisecond)
	one = newLoner(t, dbs[0])
	for range 3 {
		exec(t, address, `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
			WHERE datname = current_database() AND query LIKE '%try_advisory_lock(%' AND pid <> pg_backend_pid()`)
		require.Eventually(t, func() bool { return one.alone.Load() != other.alone.Load() }, patience, time.Millisecond)
	}
}

// TestAlone_Fails: a process that fails while alone makes room for others.
func TestAlone_Fails(t *testing.T) {
	t.Parallel()
	db, failure := postgrestest.Open(t), errors.New("over")
	for range 2 {
		require.ErrorIs(t, db.Alone(t.Context(), func(context.Context) error { return failure }), failure)
	}
	assert.Panics(t, func() { _ = db.Alone(t.Context(), func(context.Context) error { panic("on fire") }) })
	require.ErrorIs(t, db.Alone(t.Context(), func(context.Context) error { return failure }), failure)
}

// TestAlone_Hangs: a process whose connection holds the lock and is silent for the length of a lease is replaced; one
// that confirms its lock is not.
func TestAlone_Hangs(t *testing.T) {
	t.Parallel()
	address := postgrestest.New(t)
	hung, err := pgx.Connect(t.Context(), address)
	require.NoError(t, err)
	defer hung.Close(context.WithoutCancel(t.Context()))
	_, err = hung.Exec(t.Context(), "SELECT pg_try_advisory_lock(7168356, 2)")
	require.NoError(t, err)
	open := func() *postgres.DB {
		db, err := postgres.Open(t.Context(), address, postgres.Options{Lease: 2 * time.Second})
		require.NoError(t, err)
		t.Cleanup(func() { assert.NoError(t, db.Close()) })
		return db
	}
	db, next := open(), open()
	began := time.Now()
	one := newLoner(t, db)
	assert.False(t, db.Leads())
	require.Eventually(t, one.alone.Load, patience, time.Millisecond)
	assert.Greater(t, time.Since(began), 500*time.Millisecond)
	assert.Error(t, hung.Ping(t.Context()), "it learns that it was replaced")
	assert.True(t, db.Leads())
	other := newLoner(t, next)
	assert.False(t, other.alone.Load())
	assert.False(t, next.Leads())
}
