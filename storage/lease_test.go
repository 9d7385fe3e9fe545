package storage_test

import (
	"context"
	"fmt"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/storage/postgres"
	"madbot/storage/postgres/postgrestest"
	"madbot/storage/query"
	"madbot/storage/sqlite"
)

// leases is what processes agree by.
type leases interface {
	Lease(ctx context.Context, name, owner string, now, until time.Time) (kept string, ok bool, err error)
	Release(ctx context.Context, name, owner, kept string) error
	Leased(ctx context.Context, prefix string, now time.Time) ([]string, error)
}

// at returns the instant n seconds into the tests.
func at(n int) time.Time { return time.Date(2026, 1, 2, 3, 4, 5+n, 678e6, time.UTC) }

// holder is an owner in a test.
type holder struct {
	t     *testing.T
	store leases
	owner string
}

// takes leases a name at the instant n for ten seconds, and checks what comes with it.
func (h holder) takes(name string, n int, want string) {
	h.t.Helper()
	kept, ok, err := h.store.Lease(h.t.Context(), name, h.owner, at(n), at(n+10))
	require.NoError(h.t, err)
	require.True(h.t, ok, "%s takes %s", h.owner, name)
	require.Equal(h.t, want, kept)
}

// misses checks that a name cannot be leased at the instant n.
func (h holder) misses(name string, n int) {
	h.t.Helper()
	kept, ok, err := h.store.Lease(h.t.Context(), name, h.owner, at(n), at(n+10))
	require.NoError(h.t, err)
	require.False(h.t, ok, "%s takes %s", h.owner, name)
	require.Empty(h.t, kept)
}

// leaves ends the lease of a name.
func (h holder) leaves(name, kept string) {
	h.t.Helper()
	require.NoError(h.t, h.store.Release(h.t.Context(), name, h.owner, kept))
}

// requireLeased checks what is leased at the instant n.
func requireLeased(t *testing.T, store leases, prefix string, n int, want ...string) {
	t.Helper()
	got, err := store.Leased(t.Context(), prefix, at(n))
	require.NoError(t, err)
	require.Equal(t, want, got)
}

// TestLeases: a lease is one owner's until it ends, what was left comes with it while it is handed over in an
// orderly way, and names are apart.
func TestLeases(t *testing.T) {
	t.Parallel()
	forBoth(t, func(t *testing.T, db database) {
		one, two := holder{t, db, "one"}, holder{t, db, "two"}
		one.takes("shard/1", 0, "")
		one.takes("shard/2", 0, "")
		two.takes("Shard/3", 0, "")
		two.misses("shard/1", 9)
		requireLeased(t, db, "shard/", 9, "shard/1", "shard/2")
		requireLeased(t, db, "shard/", 10)
		requireLeased(t, db, "", 9, "Shard/3", "shard/1", "shard/2")
		requireLeased(t, db, "%", 9)

		one.takes("shard/1", 9, "") // until 19
		two.misses("shard/1", 18)
		two.leaves("shard/1", "not theirs to leave")
		two.misses("shard/1", 18)
		one.leaves("shard/1", "bookmark")
		requireLeased(t, db, "shard/1", 18)
		two.takes("shard/1", 12, "bookmark") // until 22
		one.leaves("shard/1", "late")
		two.takes("shard/1", 15, "bookmark") // until 25
		two.takes("shard/1", 30, "bookmark") // its own, if late
		one.takes("shard/1", 40, "")         // lost: whatever was left is used up
		two.misses("shard/1", 49)
		one.leaves("shard/1", "")
		two.takes("shard/1", 41, "")
	})
}

// TestLeases_AtOnce: of many who want a lease at once one has it, again and again.
func TestLeases_AtOnce(t *testing.T) {
	t.Parallel()
	forBoth(t, func(t *testing.T, db database) {
		for round := range 5 {
			var all sync.WaitGroup
			var had atomic.Int32
			for i := range 12 {
				all.Go(func() {
					_, ok, err := db.Lease(t.Context(), "it", fmt.Sprint(i), at(round*10), at(round*10+10))
					assert.NoError(t, err)
					if ok {
						had.Add(1)
					}
				})
			}
			all.Wait()
			require.EqualValues(t, 1, had.Load())
		}
	})
}

// TestLeases_Open: whoever opens a file knows that all others are gone, and finds what they left.
func TestLeases_Open(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "mad.db")
	db, err := sqlite.Open(t.Context(), path, sqlite.Options{})
	require.NoError(t, err)
	one := holder{t, db, "one"}
	for _, name := range []string{"lost", "left", "left and lost"} {
		one.takes(name, 0, "")
	}
	one.leaves("left", "bookmark")
	one.leaves("left and lost", "bookmark")
	one.takes("left and lost", 0, "bookmark")
	require.NoError(t, db.Close())

	db, err = sqlite.Open(t.Context(), path, sqlite.Options{})
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, db.Close()) })
	requireLeased(t, db, "", 1)
	two := holder{t, db, "two"}
	two.takes("lost", 1, "")
	two.takes("left", 1, "bookmark")
	two.takes("left and lost", 1, "")
}

// TestLeases_Forgotten: what nobody holds any more, and what was held by those that died long ago, takes no room.
func TestLeases_Forgotten(t *testing.T) {
	t.Parallel()
	address := postgrestest.New(t)
	db, err := postgres.Open(t.Context(), address, postgres.Options{})
	require.NoError(t, err)
	dead, alive := time.Now().Add(-25*time.Hour), time.Now().Add(-23*time.Hour)
	for name, until := range map[string]time.Time{"dead": dead, "late": alive, "released": alive, "left": dead} {
		_, ok, err := db.Lease(t.Context(), name, "one", until, until)
		require.NoError(t, err)
		require.True(t, ok)
	}
	require.NoError(t, db.Release(t.Context(), "released", "one", ""))
	require.NoError(t, db.Release(t.Context(), "left", "one", "bookmark"))
	require.NoError(t, db.Close())
	db, err = postgres.Open(t.Context(), address, postgres.Options{})
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, db.Close()) })
	var names string
	require.NoError(t, db.Snapshot(t.Context(), func(c query.Conn) error {
		return c.QueryRowContext(t.Context(), "SELECT string_agg(name, ' ' ORDER BY name) FROM leases").Scan(&names)
	}))
	assert.Equal(t, "late left", names)
}
