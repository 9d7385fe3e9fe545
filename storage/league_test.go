package storage_test

import (
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/league"
	"madbot/bot/play"
	"madbot/bot/play/playtest"
	"madbot/bot/play/season"
	"madbot/rules/match"
	"madbot/storage/storagetest"
)

// leagueOn opens a server's league, which n people join, and returns when its season begins.
func leagueOn(t *testing.T, db database, server string, n int) time.Time {
	t.Helper()
	use := &league.Service{Store: timed(db, at(0)), Now: func() time.Time { return at(0) }, Wake: func() {}}
	require.NoError(t, use.Open(t.Context(), play.Actor{ID: "1", Guild: server}, play.Venue{Guild: server, Channel: "c"}))
	for i := range n {
		require.NoError(t, use.Join(t.Context(), play.Actor{ID: match.PlayerID(fmt.Sprint("1", i)), Guild: server}))
	}
	return at(0).Add(7 * 24 * time.Hour)
}

// begins begins a server's season in a unit of work.
func begins(t *testing.T, db play.Store, server string, now time.Time, newID func() match.ID) error {
	t.Helper()
	return timed(db, now).Do(t.Context(), func(tx play.Tx) error {
		return league.Advance(t.Context(), tx, server, newID)
	})
}

// TestLeague_Killed: if the beginning of a season is interrupted anywhere, either all of its matches exist or none.
func TestLeague_Killed(t *testing.T) {
	t.Parallel()
	forBoth(t, func(t *testing.T, db database) {
		now := leagueOn(t, db, "7", 7)
		var ids atomic.Int64
		newID := func() match.ID { return match.ID(fmt.Sprint("m", ids.Add(1))) }
		killed := errors.New("killed")
		before, calls := dump(t, db), 0
		frail := func(dies int, how func() error) play.Store {
			calls = 0
			return playtest.Hook(db, func(c playtest.Call, do func() error) error {
				if calls++; calls == dies {
					return errors.Join(do(), how())
				}
				return do()
			})
		}
		for dies := 2; dies <= 51; dies++ {
			how := func() error { return killed }
			if dies%2 == 0 {
				how = func() error { panic(killed) }
			}
			func() {
				defer func() {
					if found := recover(); found != nil {
						require.Equal(t, killed, found)
					}
				}()
				require.ErrorIs(t, begins(t, frail(dies, how), "7", now, newID), killed)
			}()
			require.Equal(t, before, dump(t, db), "killed at call %d", dies)
		}
		require.NoError(t, begins(t, frail(0, nil), "7", now, newID))
		assert.Greater(t, calls, 51)
		pairs, err := db.Pairs(t.Context(), "7", 1)
		require.NoError(t, err)
		assert.Len(t, pairs, 6+3)
		assert.Empty(t, storagetest.Faults(t, db))
	})
}

// TestLeague_Crossing: while seasons with the same people begin on two servers, others end matches, join and delete
// their data; the store stays consistent.
func TestLeague_Crossing(t *testing.T) {
	t.Parallel()
	forBoth(t, func(t *testing.T, db database) {
		now := leagueOn(t, db, "7", 12)
		leagueOn(t, db, "8", 12)
		var ids atomic.Int64
		newID := func() match.ID { return match.ID(fmt.Sprint("m", ids.Add(1))) }
		later := func() time.Time { return now.Add(time.Hour) }
		use := &league.Service{Store: timed(db, later()), Now: later, Wake: func() {}}
		require.NoError(t, begins(t, db, "7", now, newID))
		pairs, err := db.Pairs(t.Context(), "7", 1)
		require.NoError(t, err)
		require.NoError(t, play.BeginForgetting(t.Context(), timed(db, later()), former("13")))
		var all sync.WaitGroup
		all.Go(func() { assert.NoError(t, begins(t, db, "8", now, newID)) })
		for range 2 {
			all.Go(func() { assert.NoError(t, play.ContinueForgetting(t.Context(), timed(db, later()), "13")) })
		}
		for i := range 4 {
			all.Go(func() {
				assert.NoError(t, use.Join(t.Context(), play.Actor{ID: match.PlayerID(fmt.Sprint("2", i)), Guild: "7"}))
				assert.NoError(t, db.Do(t.Context(), func(tx play.Tx) error {
					_, err := play.Change(t.Context(), playtest.At(tx, later()), play.Ref{ID: pairs[i].Match, Ply: play.AnyPly},
						func(tx play.Tx, m *play.Match) ([]match.Event, error) {
							if m.Status == match.Finished {
								return nil, nil
							}
							return m.Arbiter().Stop(match.ByOperator, tx.Now())
						})
					return err
				}))
			})
		}
		all.Wait()
		assert.Empty(t, storagetest.Faults(t, db))
		kept := dump(t, db)
		assert.NotContains(t, kept, `"13"`)
		left := 0
		for _, server := range []string{"7", "8"} {
			entries, err := db.Entries(t.Context(), server, 1)
			require.NoError(t, err)
			for _, e := range entries {
				if e.Player == match.Former+"x" {
					left++
					assert.True(t, e.HasLeft())
				}
			}
		}
		assert.GreaterOrEqual(t, left, 1, "in the season that had begun")
		entered, err := db.Entries(t.Context(), "7", 2)
		require.NoError(t, err)
		assert.Len(t, entered, 4)
	})
}

// TestLeague_Forgetting: if deleting a player is interrupted anywhere, the store is consistent and the deletion can be
// resumed.
func TestLeague_Forgetting(t *testing.T) {
	t.Parallel()
	forBoth(t, func(t *testing.T, db database) {
		now := leagueOn(t, db, "7", 4)
		n := 0
		newID := func() match.ID { n++; return match.ID(fmt.Sprint("m", n)) }
		require.NoError(t, begins(t, db, "7", now, newID))
		require.NoError(t, play.BeginForgetting(t.Context(), timed(db, now), former("12")))
		for left := 1; ; left++ {
			err := play.ContinueForgetting(t.Context(), timed(dying(db, left), now), "12")
			require.Empty(t, storagetest.Faults(t, db), "killed after %d", left)
			if err == nil {
				break
			}
			require.ErrorIs(t, err, errKilled)
		}
		entries, err := db.Entries(t.Context(), "7", 1)
		require.NoError(t, err)
		gone := 0
		for _, e := range entries {
			if e.HasLeft() {
				gone++
				assert.Equal(t, match.Former+match.PlayerID("x"), e.Player)
			}
		}
		assert.Equal(t, 1, gone)
		groups, err := season.GroupsOf(t.Context(), db, "7", 1)
		require.NoError(t, err)
		assert.Equal(t, 2, groups[0].Table()[0].Open, "those with the others")
	})
}
