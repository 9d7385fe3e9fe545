package storage_test

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/play"
	"madbot/bot/play/playtest"
	"madbot/bot/play/worker"
	"madbot/rules"
	"madbot/rules/match"
	"madbot/storage/postgres/postgrestest"
	"madbot/storage/sqlite"
)

var (
	opsFlag  = flag.Int("ops", 200, "operations of the differential test")
	seedFlag = flag.Uint64("seed", 1, "of the operations")
)

// world is a bot on a store, without any randomness of its own.
type world struct {
	name    string
	store   play.Store
	service *play.Service
	kinds   []worker.Kind
	people  *listeners
	clock   *time.Time
	ids     int
	held    []play.Job // claimed by a process that died
	log     bytes.Buffer
}

func newWorld(name string, store play.Store, clock *time.Time) *world {
	now := func() time.Time { return *clock }
	store = playtest.Clocked(store, now)
	w := &world{name: name, store: store, clock: clock, people: &listeners{}}
	w.service = play.New(play.Deps{Store: store, Now: now,
		NewID: func() match.ID { w.ids++; return match.ID(fmt.Sprintf("m%03d", w.ids*7919%1000+w.ids/10)) },
		Toss:  func() rules.Color { return rules.Color(1 + w.ids%2) }})
	log := slog.New(slog.NewTextHandler(&w.log, nil))
	w.kinds = []worker.Kind{worker.Announce(w.people, w.people, log), worker.Retire(w.people, log),
		worker.Archive(w.people, log), worker.Robot(firstTurn{}, worker.Manner{}, log),
		worker.Flag(worker.FlagDeps{Judge: nobodyWins, Presence: onAll{}}, log),
		worker.Remind(w.people, log), worker.Digest(w.people, store, log)}
	return w
}

// operation is an action to do in each world; do returns its result.
type operation struct {
	name string
	do   func(*world) (any, error)
}

// differential does the same operations in several worlds and compares the results.
type differential struct {
	*testing.T
	random *rand.Rand
	worlds []*world // the first one is in memory
	clock  time.Time
	done   map[string]int // how many succeeded, by name
}

// TestDifferential: whatever people and the worker do has the same results on each store: every reply, every error,
// and, now and then, everything that can be read.
func TestDifferential(t *testing.T) {
	t.Parallel()
	server := postgrestest.Open(t)
	d := &differential{T: t, random: rand.New(rand.NewPCG(*seedFlag, 0)), clock: at(0), done: map[string]int{}}
	file, err := sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "mad.db"), sqlite.Options{})
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, file.Close()) })
	d.worlds = []*world{newWorld("memory", playtest.NewMemory(), &d.clock), newWorld("sqlite", file, &d.clock),
		newWorld("postgres", server, &d.clock)}
	for i := range *opsFlag {
		d.clock = d.clock.Add(d.pause())
		d.compare(i, d.next())
		if i%50 == 49 {
			d.compareAll(i)
		}
	}
	d.compareAll(*opsFlag)
	for _, w := range d.worlds[1:] {
		require.Equal(t, d.worlds[0].people.heard, w.people.heard, "what people were told: %s", w.name)
	}
	t.Logf("seed %d, %d operations, of which without an error: %v", *seedFlag, *opsFlag, d.done)
}

// pause returns the time until the next operation: usually seconds, sometimes days.
func (d *differential) pause() time.Duration {
	unit := time.Second
	switch d.random.IntN(60) {
	case 0:
		unit = 12 * time.Hour
	case 1, 2, 3:
		unit = time.Hour
	case 4, 5, 6, 7, 8, 9:
		unit = time.Minute
	}
	return time.Duration(d.random.IntN(10_000)) * unit / 1000
}

// compare does an operation in each world and requires the same result.
func (d *differential) compare(i int, op operation) {
	d.Helper()
	var first any
	var firstErr error
	for n, w := range d.worlds {
		got, err := op.do(w)
		err = cause(err)
		if n == 0 {
			first, firstErr = got, err
			continue
		}
		require.Equal(d, firstErr, err, "operation %d of seed %d, %s: error in %s", i, *seedFlag, op.name, w.name)
		require.Equal(d, first, got, "operation %d of seed %d, %s: answer in %s", i, *seedFlag, op.name, w.name)
	}
	if firstErr == nil {
		d.done[op.name]++
	}
}

// cause returns the innermost error of err.
func cause(err error) error {
	for {
		switch e := err.(type) {
		case interface{ Unwrap() error }:
			if e.Unwrap() == nil {
				return err
			}
			err = e.Unwrap()
		case interface{ Unwrap() []error }:
			err = e.Unwrap()[0]
		default:
			return err
		}
	}
}

// compareAll compares the results of all questions.
func (d *differential) compareAll(i int) {
	d.Helper()
	for _, op := range d.questions() {
		d.compare(i, op)
	}
}

// questions returns everything that can be read from a store.
func (d *differential) questions() []operation {
	ctx := d.Context()
	all := []operation{
		{"Live", func(w *world) (any, error) { return w.store.Live(ctx) }},
		{"Alive", func(w *world) (a any, err error) {
			err = w.store.Do(ctx, func(tx play.Tx) error { a, err = tx.Alive(ctx); return err })
			return a, err
		}},
		{"NextJob", func(w *world) (any, error) { return w.next(ctx) }},
		{"Events", func(w *world) (any, error) { return w.events(ctx) }},
	}
	for _, p := range append(d.cast(), "robot") {
		all = append(all,
			operation{"Player", func(w *world) (any, error) { return w.store.Player(ctx, p) }},
			operation{"Open", func(w *world) (any, error) { return w.store.Open(ctx, p) }},
			operation{"Recent", func(w *world) (any, error) { return w.store.Recent(ctx, p, 5) }},
			operation{"Kept", func(w *world) (any, error) { return play.KeptOf(ctx, w.store, p) }},
			operation{"Histories", func(w *world) (any, error) { return w.store.Histories(ctx, p, 4) }},
			operation{"Endings", func(w *world) (any, error) { return w.endings(ctx, p) }},
			operation{"Habits", func(w *world) (any, error) { return w.service.Habits(ctx, p) }},
			operation{"Score", func(w *world) (any, error) { return w.service.Score(ctx, p, d.cast()[0]) }})
	}
	for _, guild := range []string{"", "g1", "g2"} {
		all = append(all, operation{"Server", func(w *world) (any, error) { return w.store.Server(ctx, guild) }})
	}
	return all
}

// onAll is a worker.Presence for a bot that is on all servers.
type onAll struct{}

func (onAll) IsOn(context.Context, string) (bool, error) { return true, nil }

// HasRole implements worker.Presence.
func (onAll) HasRole(context.Context, string, string) (bool, error) { return true, nil }
