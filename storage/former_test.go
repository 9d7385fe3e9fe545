package storage_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/play"
	"madbot/bot/play/rated"
	"madbot/bot/play/worker"
	"madbot/rules/match"
	"madbot/storage"
	"madbot/storage/sqlite"
	"madbot/storage/sqlstore"
)

// accounts returns the hashes of deleted players in a store.
func accounts(t *testing.T, db database) (all []string) {
	t.Helper()
	require.NoError(t, db.Snapshot(t.Context(), func(c sqlstore.Conn) (err error) {
		all, err = sqlstore.All(t.Context(), c, "SELECT account FROM former_players ORDER BY at, name", sqlstore.ScanOne[string])
		return err
	}))
	return all
}

// TestFormers_Expire: 90 days after people deleted themselves, nothing links their ids to their games; until then, they
// are recognized. No hash says whose it is without the key, which an export does not contain.
func TestFormers_Expire(t *testing.T) {
	t.Parallel()
	const people, deletions = 4, 25
	forBoth(t, func(t *testing.T, db database) {
		random := rand.New(rand.NewPCG(1, 2))
		want, days := map[match.PlayerID][]rated.Former{}, 0
		who := func(i int) match.PlayerID { return match.PlayerID(fmt.Sprint("300000000000000000", i)) }
		for n := range deletions {
			days += 1 + random.IntN(8)
			p, f := who(random.IntN(people)), match.Former+match.PlayerID(fmt.Sprint(n))
			now := at(days * 24 * 3600)
			late := timed(db, now)
			require.NoError(t, play.BeginForgetting(t.Context(), late, play.Player{ID: p, Progress: play.Progress{Former: f}}))
			require.NoError(t, play.ContinueForgetting(t.Context(), late, p))
			want[p] = append([]rated.Former{{Name: f, At: now}}, want[p]...)
		}
		for _, p := range []match.PlayerID{who(0), who(1)} {
			sum := sha256.Sum256([]byte(p))
			assert.NotContains(t, accounts(t, db), hex.EncodeToString(sum[:]))
		}
		require.Len(t, accounts(t, db), deletions)
		for ; days < 400; days += 1 + random.IntN(30) {
			now := at(days*24*3600 + random.IntN(2))
			require.NoError(t, worker.RemoveOutdated(t.Context(), db, now))
			left := 0
			for i := range people {
				var still []rated.Former
				for _, f := range want[who(i)] {
					if now.Sub(f.At) < 90*24*time.Hour {
						still = append(still, f)
					}
				}
				got, err := db.Formers(t.Context(), who(i), time.Time{})
				require.NoError(t, err)
				assert.Equal(t, still, got)
				left += len(still)
			}
			assert.Len(t, accounts(t, db), left)
		}
		assert.Empty(t, accounts(t, db))
	})
}

// TestFormers_AtOnce: of people who delete themselves in several processes at once there is one deleted profile.
func TestFormers_AtOnce(t *testing.T) {
	t.Parallel()
	forBoth(t, func(t *testing.T, db database) {
		late := timed(db, at(9))
		var all sync.WaitGroup
		for i := range 4 {
			all.Go(func() {
				f := match.Former + match.PlayerID(fmt.Sprint(i))
				assert.NoError(t, play.BeginForgetting(t.Context(), late, play.Player{ID: "1", Progress: play.Progress{Former: f}}))
			})
		}
		all.Wait()
		p, err := db.Player(t.Context(), "1")
		require.NoError(t, err)
		got, err := db.Formers(t.Context(), "1", at(8))
		require.NoError(t, err)
		assert.Equal(t, []rated.Former{{Name: p.Progress.Former, At: at(9)}}, got)
	})
}

// TestFormers_Copied: a copy and a backup recognize people who deleted themselves, but what was imported does not,
// because the key is not exported. Each store has its own key.
func TestFormers_Copied(t *testing.T) {
	t.Parallel()
	path := func(name string) string { return filepath.Join(t.TempDir(), name) }
	from, copied, saved, imported := path("from.db"), path("to.db"), path("saved.db"), path("imported.db")
	db, err := sqlite.Open(t.Context(), from, sqlite.Options{})
	require.NoError(t, err)
	require.NoError(t, play.BeginForgetting(t.Context(), timed(db, at(9)), former("1")))
	var key string
	require.NoError(t, db.Snapshot(t.Context(), func(c sqlstore.Conn) error {
		return c.QueryRowContext(t.Context(), "SELECT key FROM secrets").Scan(&key)
	}))
	text, hashes := dump(t, db), accounts(t, db)
	require.NoError(t, db.Close())
	assert.Len(t, key, 64)
	assert.NotContains(t, strings.ToLower(text), strings.ToLower(key))
	_, err = storage.Copy(t.Context(), from, copied, nil)
	require.NoError(t, err)
	require.NoError(t, storage.Backup(t.Context(), from, saved, nil))
	_, err = storage.Import(t.Context(), imported, bytes.NewBufferString(text), nil)
	require.NoError(t, err)
	for address, want := range map[string][]time.Time{from: {at(9)}, copied: {at(9)}, saved: {at(9)}, imported: nil} {
		kept, err := storage.KeptOf(t.Context(), address, "1")
		require.NoError(t, err)
		assert.Equal(t, want, kept.Deleted, address)
	}
	other, err := sqlite.Open(t.Context(), path("other.db"), sqlite.Options{})
	require.NoError(t, err)
	require.NoError(t, play.BeginForgetting(t.Context(), timed(other, at(9)), former("1")))
	assert.NotEqual(t, hashes, accounts(t, other))
	require.NoError(t, other.Close())
}
