package storage_test

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"madbot/bot/play"
	"madbot/rules"
	"madbot/rules/match"
	"madbot/storage"
	"madbot/storage/postgres/postgrestest"
)

var (
	growEnded = flag.Int("ended", 20_000, "ended matches in BenchmarkGrowth")
	growOpen  = flag.Int("open", 1000, "open matches there")
	growUsers = flag.Int("people", 500, "people there")
)

// growFew is how many people a small store has, each with as many matches as in a large one.
const growFew = 20

// BenchmarkGrowth measures what people and the worker wait for in a small store, and then in one that has grown, and
// prints how many times as long it takes. Some years of many servers:
//
//	go test ./storage -run xxx -bench Growth -benchtime 1x -timeout 0 -ended 5000000 -open 200000 -people 100000
func BenchmarkGrowth(b *testing.B) {
	for _, kind := range []string{"sqlite", "postgres"} {
		b.Run(kind, func(b *testing.B) {
			address := filepath.Join(b.TempDir(), "mad.db")
			if kind == "postgres" {
				address = postgrestest.New(b)
			}
			g := &growth{B: b, address: address, chance: rand.New(rand.NewPCG(1, 1))}
			g.open()
			b.Cleanup(func() { require.NoError(b, g.store.Close()) })
			g.template("f", func(m *play.Match, now time.Time) ([]match.Event, error) { return m.As("B").Resign(now) })
			g.template("o", nil)
			ended, open := *growEnded*growFew / *growUsers, *growOpen*growFew / *growUsers
			g.grow(copied{"f", 0, ended, growFew}, copied{"o", 0, open, growFew})
			few := g.measure(open, growFew)
			g.grow(copied{"f", ended, *growEnded, *growUsers}, copied{"o", open, *growOpen, *growUsers})
			for name, many := range g.measure(*growOpen, *growUsers) {
				b.ReportMetric(float64(many)/float64(few[name]), name+"-times")
				b.ReportMetric(float64(many.Microseconds())/1000, name+"-ms")
			}
		})
	}
}

// growth is a store that grows.
type growth struct {
	*testing.B
	address string
	store   storage.Store
	service *play.Service
	chance  *rand.Rand
}

// open opens the store, and returns how long that took.
func (g *growth) open() time.Duration {
	g.Helper()
	began := time.Now()
	var err error
	g.store, err = storage.Open(g.Context(), g.address)
	require.NoError(g, err)
	g.service = play.New(play.Deps{Store: g.store, Now: time.Now})
	return time.Since(began)
}

// template keeps a match of A and B with two turns, and what then happens.
func (g *growth) template(id match.ID, then func(*play.Match, time.Time) ([]match.Event, error)) {
	g.Helper()
	now := time.Now().UTC().Truncate(time.Millisecond)
	m, events, err := match.Propose(match.Proposal{ID: id, By: "A", To: "B", Terms: match.Terms{Options: endless(),
		Pace: match.Pace{PerTurn: 72 * time.Hour}}}, now)
	require.NoError(g, err)
	require.NoError(g, g.store.Do(g.Context(), func(tx play.Tx) error {
		return tx.CreateMatch(g.Context(), play.Match{Match: m}, events)
	}))
	pass := func(m *play.Match, now time.Time) ([]match.Event, error) {
		return m.As(m.ToMove()).Play(rules.Pass, now)
	}
	for _, act := range []func(*play.Match, time.Time) ([]match.Event, error){
		func(m *play.Match, now time.Time) ([]match.Event, error) { return m.As("B").Accept(rules.Red, now) },
		pass, pass, then,
	} {
		if act != nil {
			require.NoError(g, g.store.Do(g.Context(), func(tx play.Tx) error {
				_, err := play.Change(g.Context(), tx, play.Ref{ID: id, Ply: play.AnyPly}, now, act)
				return err
			}))
		}
	}
}

// rounds is how often each thing is measured; the median counts.
const rounds = 101

// measure returns how long each thing takes in a store with so many open matches and people.
func (g *growth) measure(open, people int) map[string]time.Duration {
	g.Helper()
	took := map[string]time.Duration{}
	g.open() // the first time, SQLite counts what there is
	require.NoError(g, g.store.Close())
	took["start"] = g.open()
	someone := func() match.PlayerID { return match.PlayerID(fmt.Sprintf("p%d", g.chance.IntN(people))) }
	things := []struct {
		name string
		do   func(context.Context) error
	}{
		{"tap", func(ctx context.Context) error {
			id := match.ID(fmt.Sprintf("o%d", g.chance.IntN(open)))
			m, err := g.store.Match(ctx, id)
			if err == nil {
				_, err = g.service.Play(ctx, play.Actor{ID: m.ToMove()}, play.Ref{ID: id, Ply: play.AnyPly}, play.Typed{Text: "111=222"})
			}
			return err
		}},
		{"games", func(ctx context.Context) error { _, err := g.store.Open(ctx, someone()); return err }},
		{"past", func(ctx context.Context) error { _, err := g.store.Recent(ctx, someone(), 10); return err }},
		{"ranking", func(ctx context.Context) error {
			list, err := g.store.Standings(ctx, fmt.Sprintf("s%d", g.chance.IntN(people/growFew)), "", true)
			if err == nil && len(list) != growFew {
				err = fmt.Errorf("%d people on the server", len(list))
			}
			return err
		}},
		{"worker", func(ctx context.Context) error {
			return g.store.Do(ctx, func(tx play.Tx) error {
				_, err := tx.Claim(ctx, play.Claim{Kind: play.JobTell, Now: time.Now(), Until: time.Now(), Limit: 1})
				return err
			})
		}},
		{"next", func(ctx context.Context) error {
			_, _, err := g.store.NextJob(ctx, play.JobKinds(), time.Now())
			return err
		}},
	}
	for _, thing := range things {
		var times []time.Duration
		for range rounds {
			began := time.Now()
			require.NoError(g, thing.do(g.Context()), thing.name)
			times = append(times, time.Since(began))
		}
		slices.Sort(times)
		took[thing.name] = times[rounds/2]
	}
	return took
}
