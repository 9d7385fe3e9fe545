package storage_test

import (
	"bytes"
	"context"
	"path/filepath"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/play"
	"madbot/bot/play/playtest"
	"madbot/rules/match"
	"madbot/storage"
	"madbot/storage/postgres"
	"madbot/storage/postgres/postgrestest"
	"madbot/storage/sqlite"
	"madbot/storage/sqlstore"
)

// claimer is what this test uses of a store.
type claimer interface {
	database
	ClaimInteraction(ctx context.Context, id string) (bool, error)
	Close() error
}

// TestClaimInteraction: of many concurrent claims of an interaction one succeeds, also after a restart, and old claims
// are deleted.
func TestClaimInteraction(t *testing.T) {
	t.Parallel()
	path, address := filepath.Join(t.TempDir(), "mad.db"), ""
	for name, open := range map[string]func(*testing.T, func() time.Time) claimer{
		"sqlite": func(t *testing.T, clock func() time.Time) claimer {
			db, err := sqlite.Open(t.Context(), path, sqlite.Options{Clock: clock})
			require.NoError(t, err)
			return db
		},
		"postgres": func(t *testing.T, clock func() time.Time) claimer {
			if address == "" {
				address = postgrestest.New(t)
			}
			db, err := postgres.Open(t.Context(), address, postgres.Options{Clock: clock})
			require.NoError(t, err)
			return db
		},
	} {
		t.Run(name, func(t *testing.T) {
			testClaims(t, func(at time.Time) claimer { return open(t, func() time.Time { return at }) })
		})
	}
}

func testClaims(t *testing.T, open func(time.Time) claimer) {
	t.Helper()
	db := open(at(0))
	var won atomic.Int32
	var all sync.WaitGroup
	for n := range 40 {
		all.Go(func() {
			first, err := db.ClaimInteraction(t.Context(), strconv.Itoa(n%4))
			if assert.NoError(t, err) && first {
				won.Add(1)
			}
		})
	}
	all.Wait()
	assert.EqualValues(t, 4, won.Load())
	require.NoError(t, db.Close())

	db = open(at(600)) // requests signed until 300 are valid until 600
	first, err := db.ClaimInteraction(t.Context(), "1")
	require.NoError(t, err)
	assert.False(t, first)
	assert.Equal(t, 4, claimed(t, db))
	require.NoError(t, db.Close())

	db = open(at(720))
	first, err = db.ClaimInteraction(t.Context(), "9")
	require.NoError(t, err)
	assert.True(t, first)
	assert.Equal(t, 1, claimed(t, db), "the others are deleted")
	require.NoError(t, db.Close())
}

// TestClaimInteraction_Moved: a request that was handled before the store is moved is not handled again afterwards.
func TestClaimInteraction_Moved(t *testing.T) {
	t.Parallel()
	for name, kind := range kinds() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			ways := map[string]func(from, to string) error{
				"copy": func(from, to string) error {
					_, err := storage.Copy(t.Context(), from, to, nil)
					return err
				},
				"backup": func(from, to string) error { return storage.Backup(t.Context(), from, to, nil) },
				"export": func(from, to string) error {
					var text bytes.Buffer
					if _, err := storage.Export(t.Context(), from, &text, nil); err != nil {
						return err
					}
					_, err := storage.Import(t.Context(), to, &text, nil)
					return err
				},
			}
			from := kind(t)
			claim := func(address, id string) bool {
				s, err := storage.Open(t.Context(), address, playtest.Clock)
				require.NoError(t, err)
				defer s.Close()
				first, err := s.ClaimInteraction(t.Context(), id)
				require.NoError(t, err)
				return first
			}
			require.True(t, claim(from, "1"))
			for way, move := range ways {
				to := filepath.Join(t.TempDir(), way)
				require.NoError(t, move(from, to), way)
				assert.False(t, claim(to, "1"), way)
				assert.True(t, claim(to, "2"), way)
			}
		})
	}
}

// claimed returns the number of stored claims.
func claimed(t *testing.T, db database) (n int) {
	t.Helper()
	require.NoError(t, db.Snapshot(t.Context(), func(c sqlstore.Conn) error {
		return c.QueryRowContext(t.Context(), "SELECT count(*) FROM interactions").Scan(&n)
	}))
	return n
}

// BenchmarkClaimInteraction compares a claim with a read, of which each interaction has at least one, and with the
// smallest unit of work.
func BenchmarkClaimInteraction(b *testing.B) {
	file, err := sqlite.Open(b.Context(), filepath.Join(b.TempDir(), "mad.db"), sqlite.Options{Clock: time.Now})
	require.NoError(b, err)
	server, err := postgres.Open(b.Context(), postgrestest.New(b), postgres.Options{Clock: time.Now})
	require.NoError(b, err)
	for name, db := range map[string]claimer{"sqlite": file, "postgres": server} {
		b.Cleanup(func() { assert.NoError(b, db.Close()) })
		id := 0
		for what, do := range map[string]func() error{
			"claim": func() error { id++; _, err := db.ClaimInteraction(b.Context(), strconv.Itoa(id)); return err },
			"read":  func() error { _, err := db.Server(b.Context(), "1"); return err },
			"write": func() error {
				return db.Do(b.Context(), func(tx play.Tx) error {
					return tx.SaveServer(b.Context(), play.Server{ID: "1"})
				})
			},
		} {
			b.Run(name+"/"+what, func(b *testing.B) {
				for b.Loop() {
					require.NoError(b, do())
				}
			})
		}
	}
}

// TestClaim_WrongClock: a lease that is longer than any lease does not keep others from the job, because it is from a
// process whose clock was wrong.
func TestClaim_WrongClock(t *testing.T) {
	t.Parallel()
	file, err := sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "mad.db"), sqlite.Options{})
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, file.Close()) })
	for name, s := range map[string]play.Store{"memory": playtest.NewMemory(), "sqlite": file,
		"postgres": postgrestest.Open(t)} {
		for i, c := range []struct {
			lease  time.Duration
			claims int
		}{{play.MaxLease, 0}, {play.MaxLease + time.Second, 1}} {
			playtest.Start(t, s, match.ID(strconv.Itoa(i)))
			require.Len(t, playtest.Claim(t, s, 1, c.lease), 1, name)
			_, ready, err := s.NextJob(t.Context(), []play.JobKind{play.JobTell}, playtest.Now())
			require.NoError(t, err)
			assert.Len(t, ready, c.claims, "%s: %v", name, c.lease)
			assert.Len(t, playtest.Claim(t, s, 1, time.Minute), c.claims, "%s: %v", name, c.lease)
		}
	}
}
