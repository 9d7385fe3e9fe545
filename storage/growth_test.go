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
	"madbot/bot/play/playtest"
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

// BenchmarkGrowth measures what people and the worker wait for, in turn in a small store and in one that has grown, and
// prints the ratio. Some years of many servers:
//
//	go test ./storage -run xxx -bench Growth -benchtime 1x -timeout 0 -ended 5000000 -open 200000 -people 100000
func BenchmarkGrowth(b *testing.B) {
	for _, kind := range []string{"sqlite", "postgres"} {
		b.Run(kind, func(b *testing.B) {
			grown := func(ended, open, people int) *growth {
				address := filepath.Join(b.TempDir(), "mad.db")
				if kind == "postgres" {
					address = postgrestest.New(b)
				}
				g := &growth{B: b, address: address, matches: open, people: people, chance: rand.New(rand.NewPCG(1, 1))}
				g.open()
				b.Cleanup(func() { require.NoError(b, g.store.Close()) })
				g.template("f", func(tx play.Tx, m *play.Match) ([]match.Event, error) { return m.As("B").Resign(tx.Now()) })
				g.template("o", nil)
				g.grow(copied{"f", 0, ended, people}, copied{"o", 0, open, people})
				g.open() // the first time, SQLite analyzes the tables
				return g
			}
			few := grown(*growEnded*growFew / *growUsers, *growOpen*growFew / *growUsers, growFew)
			many := grown(*growEnded, *growOpen, *growUsers)
			for name := range few.things() {
				short, long := median(b, name, few, many)
				b.ReportMetric(float64(long)/float64(short), name+"-times")
				b.ReportMetric(float64(long.Microseconds())/1000, name+"-ms")
			}
		})
	}
}

// rounds is how often each thing is measured; the result is the median.
const rounds = 101

// median returns how long a thing takes in two stores, measured alternately.
func median(b *testing.B, name string, few, many *growth) (short, long time.Duration) {
	b.Helper()
	var times [2][]time.Duration
	for range rounds {
		for i, g := range []*growth{few, many} {
			began := time.Now()
			require.NoError(b, g.things()[name](b.Context()), name)
			times[i] = append(times[i], time.Since(began))
		}
	}
	slices.Sort(times[0])
	slices.Sort(times[1])
	return times[0][rounds/2], times[1][rounds/2]
}

// growth is a store of a certain size.
type growth struct {
	*testing.B
	address         string
	store           storage.Store
	service         *play.Service
	matches, people int // the open ones, and their players
	chance          *rand.Rand
}

func (g *growth) open() {
	g.Helper()
	var err error
	g.store, err = storage.Open(g.Context(), g.address, time.Now)
	require.NoError(g, err)
	g.service = play.New(play.Deps{Store: g.store, Now: time.Now})
}

// template saves a match of A and B with two turns, and then runs an act.
func (g *growth) template(id match.ID, then play.Act) {
	g.Helper()
	now := time.Now().UTC().Truncate(time.Millisecond)
	m, events, err := match.Propose(match.Proposal{ID: id, By: "A", To: "B", Terms: match.Terms{Options: endless(),
		Pace: match.Pace{PerTurn: 72 * time.Hour}}}, now)
	require.NoError(g, err)
	require.NoError(g, g.store.Do(g.Context(), func(tx play.Tx) error {
		return tx.CreateMatch(g.Context(), play.Match{Match: m}, events)
	}))
	pass := func(tx play.Tx, m *play.Match) ([]match.Event, error) {
		return m.As(m.ToMove()).Play(rules.Pass, tx.Now())
	}
	for _, act := range []play.Act{
		func(tx play.Tx, m *play.Match) ([]match.Event, error) { return m.As("B").Accept(rules.Red, tx.Now()) },
		pass, pass, then,
	} {
		if act != nil {
			require.NoError(g, g.store.Do(g.Context(), func(tx play.Tx) error {
				_, err := play.Change(g.Context(), playtest.At(tx, now), play.Ref{ID: id, Ply: play.AnyPly}, act)
				return err
			}))
		}
	}
}

// things returns what is measured.
func (g *growth) things() map[string]func(context.Context) error {
	return map[string]func(context.Context) error{
		"start": func(context.Context) error {
			err := g.store.Close()
			g.open()
			return err
		},
		"tap": g.tap,
		"games": func(ctx context.Context) error {
			_, err := g.store.Open(ctx, g.someone())
			return err
		},
		"past": func(ctx context.Context) error {
			_, err := g.store.Recent(ctx, g.someone(), 10)
			return err
		},
		"ranking": func(ctx context.Context) error {
			list, err := g.store.Standings(ctx, fmt.Sprintf("s%d", g.chance.IntN(g.people/growFew)), "", true)
			if err == nil && len(list) != growFew {
				err = fmt.Errorf("%d people on the server", len(list))
			}
			return err
		},
		"worker": func(ctx context.Context) error {
			return g.store.Do(ctx, func(tx play.Tx) error {
				_, err := tx.Claim(ctx, play.Claim{Kind: play.JobTell, Now: time.Now(), Until: time.Now(), Limit: 1})
				return err
			})
		},
		"next": func(ctx context.Context) error {
			_, _, err := g.store.NextJob(ctx, play.JobKinds(), time.Now())
			return err
		},
	}
}

// tap plays a turn in a random open match.
func (g *growth) tap(ctx context.Context) error {
	id := match.ID(fmt.Sprintf("o%d", g.chance.IntN(g.matches)))
	m, err := g.store.Match(ctx, id)
	if err != nil {
		return err
	}
	_, err = g.service.Play(ctx, play.Actor{ID: m.ToMove()}, play.Ref{ID: id, Ply: play.AnyPly},
		play.Typed{Text: "111=222"})
	return err
}

// someone returns a random player.
func (g *growth) someone() match.PlayerID {
	return match.PlayerID(fmt.Sprintf("p%d", g.chance.IntN(g.people)))
}
