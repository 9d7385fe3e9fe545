package sqlite_test

import (
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"madbot/bot/play"
	"madbot/rules"
	"madbot/rules/match"
	"madbot/storage/sqlite"
)

// longMatch stores a match with sixty turns.
func longMatch(b *testing.B) *sqlite.DB {
	b.Helper()
	db := fresh(b)
	start(b, db, "m")
	change(b, db, "m", func(m *play.Match, now time.Time) (all []match.Event, err error) {
		for i := 0; i < 60 && err == nil; i++ {
			var events []match.Event
			events, err = swap(m, now)
			all = append(all, events...)
		}
		return all, err
	})
	return db
}

// BenchmarkMatch loads a match of sixty turns.
func BenchmarkMatch(b *testing.B) {
	db := longMatch(b)
	for b.Loop() {
		_, err := db.Match(b.Context(), "m")
		require.NoError(b, err)
	}
}

// BenchmarkEventAndTell stores an event of a match of sixty turns, that it begins to be told, and
// that it was told: three transactions, safely on the disk.
func BenchmarkEventAndTell(b *testing.B) {
	db := longMatch(b)
	ctx := b.Context()
	for b.Loop() {
		change(b, db, "m", func(m *play.Match, now time.Time) ([]match.Event, error) {
			m.Seq++
			return []match.Event{{Kind: match.StopOffered, Seq: m.Seq, At: now}}, nil
		})
		var job play.Job
		require.NoError(b, db.Do(ctx, func(tx play.Tx) error {
			jobs, err := tx.Claim(ctx, play.Claim{Kind: play.JobTell, Now: now(),
				Until: now().Add(time.Minute), Limit: 1})
			require.NoError(b, err)
			job = jobs[0]
			m, err := tx.Match(ctx, "m")
			require.NoError(b, err)
			m.Delivery.Begin(m.Seq)
			return tx.SaveDelivery(ctx, "m", m.Delivery)
		}))
		require.NoError(b, db.Do(ctx, func(tx play.Tx) error {
			d, err := tx.Delivery(ctx, "m")
			require.NoError(b, err)
			d.Announced(play.Post{Channel: "c", Message: "m"})
			require.NoError(b, tx.SaveDelivery(ctx, "m", d))
			return tx.Done(ctx, job)
		}))
	}
}

// crowded returns a store with n jobs of each kind that are due in an hour, which SQLite has counted.
func crowded(b *testing.B, n int) *sqlite.DB {
	b.Helper()
	path := filepath.Join(b.TempDir(), "mad.db")
	db, err := sqlite.Open(b.Context(), path, sqlite.Options{})
	require.NoError(b, err)
	require.NoError(b, db.Do(b.Context(), func(tx play.Tx) error {
		for i := range n {
			due := now().Add(time.Hour + time.Duration(i)*time.Millisecond)
			for _, k := range play.JobKinds() {
				if err := tx.Schedule(b.Context(), k, fmt.Sprintf("m%015x", i*7919%n), due); err != nil {
					return err
				}
			}
		}
		return nil
	}))
	require.NoError(b, db.Close())
	return open(b, path)
}

// BenchmarkJobs asks when the next job is due, claims one that is, and gives it back, while many
// others wait for their time.
func BenchmarkJobs(b *testing.B) {
	for _, n := range []int{0, 1000, 100_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			db := crowded(b, n)
			b.Run("NextJob", func(b *testing.B) {
				for b.Loop() {
					_, _, err := db.NextJob(b.Context(), play.JobKinds(), now())
					require.NoError(b, err)
				}
			})
			b.Run("Claim", func(b *testing.B) {
				for b.Loop() {
					claimOne(b, db)
				}
			})
		})
	}
}

// claimOne schedules, claims and ends a job in one unit of work.
func claimOne(b *testing.B, db *sqlite.DB) {
	b.Helper()
	require.NoError(b, db.Do(b.Context(), func(tx play.Tx) error {
		require.NoError(b, tx.Schedule(b.Context(), play.JobTell, "m", now()))
		jobs, err := tx.Claim(b.Context(), play.Claim{Kind: play.JobTell, Now: now(),
			Until: now().Add(time.Minute), Limit: 16})
		require.NoError(b, err)
		require.Len(b, jobs, 1)
		return tx.Done(b.Context(), jobs[0])
	}))
}

// BenchmarkReturn gives the time of an absence back in 10,000 matches that are being played, of eight turns each.
func BenchmarkReturn(b *testing.B) {
	db, gone := fresh(b), now()
	ctx := b.Context()
	service := play.New(play.Deps{Store: db, Now: func() time.Time { return gone.Add(time.Hour) }})
	terms := match.Terms{Options: rules.DefaultOptions(), Pace: match.Pace{PerTurn: 24 * time.Hour}}
	require.NoError(b, db.Do(ctx, func(tx play.Tx) error {
		for i := range 10_000 {
			people := []match.PlayerID{match.PlayerID(fmt.Sprint("p", i%997)), match.PlayerID(fmt.Sprint("q", i%991))}
			m, events, err := match.Propose(match.Proposal{ID: match.ID(fmt.Sprint("m", i)), By: people[0],
				To: people[1], Terms: terms}, gone)
			for n := 0; n < 9 && err == nil; n++ {
				var more []match.Event
				if n == 0 {
					more, err = m.As(people[1]).Accept(rules.Red, gone)
				} else {
					more, err = m.As(m.ToMove()).Play(rules.ShiftTurn(rules.Swap111x222), gone)
				}
				events = append(events, more...)
			}
			require.NoError(b, err)
			require.NoError(b, tx.CreateMatch(ctx, play.Match{Match: m}, events))
		}
		return nil
	}))
	for b.Loop() {
		gone = gone.Add(time.Hour)
		require.NoError(b, db.Do(ctx, func(tx play.Tx) error { return tx.SaveAlive(ctx, play.Alive{At: gone}) }))
		a, err := service.Return(ctx)
		require.NoError(b, err)
		require.Equal(b, 10_000, a.Matches)
	}
}
