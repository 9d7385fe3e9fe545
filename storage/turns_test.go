package storage_test

import (
	"context"
	"crypto/rand"
	"flag"
	"fmt"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"madbot/bot/play"
	"madbot/bot/play/playtest"
	"madbot/rules"
	"madbot/rules/match"
	"madbot/storage"
	"madbot/storage/postgres"
	"madbot/storage/postgres/postgrestest"
	"madbot/storage/sqlite"
)

var (
	onServer = flag.String("postgres", "", "the address of a database to measure on, instead of one of the tests")
	per      = flag.Int("each", 20, "matches that each one plays in")
)

// counting counts the tries of units of work.
type counting struct {
	play.Store
	tries atomic.Int64
}

func (c *counting) Do(ctx context.Context, f func(play.Tx) error) error {
	return c.Store.Do(ctx, func(tx play.Tx) error {
		c.tries.Add(1)
		return f(tx)
	})
}

// BenchmarkTurns plays turns, each goroutine in its own matches, with and without a worker that claims the jobs.
func BenchmarkTurns(b *testing.B) {
	stores := map[string]func(*testing.B) storage.Store{
		"sqlite": func(b *testing.B) storage.Store {
			db, err := sqlite.Open(b.Context(), filepath.Join(b.TempDir(), "mad.db"), sqlite.Options{})
			require.NoError(b, err)
			return db
		},
		"postgres": func(b *testing.B) storage.Store {
			address := *onServer
			if address == "" {
				address = postgrestest.New(b)
			}
			db, err := postgres.Open(b.Context(), address, postgres.Options{Conns: 20})
			require.NoError(b, err)
			return db
		},
	}
	for name, open := range stores {
		for _, n := range []int{1, 4, 16} {
			for _, workers := range []int{0, 1} {
				b.Run(fmt.Sprintf("%s/%d/workers=%d", name, n, workers), func(b *testing.B) {
					store := open(b)
					b.Cleanup(func() { require.NoError(b, store.Close()) })
					playTurns(b, store, n, workers)
				})
			}
		}
	}
}

// playTurns plays b.N turns with n goroutines.
func playTurns(b *testing.B, store play.Store, n, workers int) {
	ids := seed(b, store, n**per)
	counted := &counting{Store: store}
	service := play.New(play.Deps{Store: counted, Now: time.Now})
	ctx, stop := context.WithCancel(b.Context())
	var jobs counting
	jobs.Store = store
	var others, all sync.WaitGroup
	for range workers {
		others.Go(func() { work(ctx, b, &jobs) })
	}
	var turns, longest atomic.Int64
	b.ResetTimer()
	for i := range n {
		all.Go(func() {
			own := ids[i**per : (i+1)**per]
			for turn := turns.Add(1); turn <= int64(b.N); turn = turns.Add(1) {
				began := time.Now()
				playOne(b, service, own[int(turn)%len(own)])
				longest.Store(max(longest.Load(), int64(time.Since(began))))
			}
		})
	}
	all.Wait()
	b.StopTimer()
	stop()
	others.Wait()
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "turns/s")
	b.ReportMetric(float64(counted.tries.Load())/float64(b.N), "tries/turn")
	b.ReportMetric(float64(longest.Load())/1e6, "longest-ms")
	if workers > 0 {
		b.ReportMetric(float64(jobs.tries.Load())/b.Elapsed().Seconds(), "claims/s")
	}
}

// playOne plays a turn that is always legal, for the side to move.
func playOne(b *testing.B, s *play.Service, id match.ID) {
	m, err := s.Match(b.Context(), play.Actor{ID: match.PlayerID("a" + id)}, id)
	require.NoError(b, err)
	_, err = s.Play(b.Context(), play.Actor{ID: m.ToMove()}, play.Ref{ID: id, Ply: play.AnyPly},
		play.Typed{Text: "111=222"})
	require.NoError(b, err)
}

// work claims and ends jobs until ctx ends.
func work(ctx context.Context, b *testing.B, store play.Store) {
	for ctx.Err() == nil {
		var jobs []play.Job
		err := store.Do(b.Context(), func(tx play.Tx) (err error) {
			jobs, err = tx.Claim(ctx, play.Claim{Kind: play.JobTell, Now: time.Now(),
				Until: time.Now().Add(time.Minute), Limit: 8})
			return err
		})
		require.NoError(b, err)
		for _, j := range jobs {
			require.NoError(b, store.Do(b.Context(), func(tx play.Tx) error { return tx.Done(b.Context(), j) }))
		}
	}
}

// seed saves n matches without a stall limit.
func seed(b *testing.B, store play.Store, n int) (ids []match.ID) {
	now, mark := time.Now().UTC().Truncate(time.Millisecond), strings.ToLower(rand.Text()[:4])
	for i := range n {
		id := match.ID(fmt.Sprintf("%04x%s", uint32(i)*2654435761>>16, mark)) // so that they are spread over the index
		ids = append(ids, id)
		p := match.Proposal{ID: id, By: match.PlayerID("a" + id), To: match.PlayerID("b" + id),
			Terms: match.Terms{Options: endless()}}
		m, events, err := match.Propose(p, now)
		require.NoError(b, err)
		require.NoError(b, store.Do(b.Context(), func(tx play.Tx) error {
			return tx.CreateMatch(b.Context(), play.Match{Match: m}, events)
		}))
		require.NoError(b, store.Do(b.Context(), func(tx play.Tx) error {
			_, err := play.Change(b.Context(), playtest.At(tx, now), play.Ref{ID: id, Ply: play.AnyPly},
				func(tx play.Tx, m *play.Match) ([]match.Event, error) { return m.As(p.To).Accept(rules.Red, tx.Now()) })
			return err
		}))
	}
	return ids
}

// endless returns options without a stall limit.
func endless() rules.Options {
	o := rules.DefaultOptions()
	o.StallLimit = 0
	return o
}
