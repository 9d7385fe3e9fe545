package playtest

import (
	"cmp"
	"context"
	"errors"
	"strconv"
	"sync"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/play"
	"madbot/rules"
	"madbot/rules/match"
)

// testOwnWrites: a unit of work reads its own writes.
func testOwnWrites(f fixture) {
	ctx := f.Context()
	f.do(func(tx play.Tx) error {
		m, events := f.proposal("m", bob, terms(), 0)
		require.NoError(f, tx.CreateMatch(ctx, m, events))
		require.ErrorIs(f, tx.CreateMatch(ctx, m, events), play.ErrExists)
		m, err := changed(ctx, tx, "m", func(m *match.Match) ([]match.Event, error) {
			return m.As(bob).Accept(rules.Red, at(1))
		})
		require.NoError(f, err)
		m.Serial = 7
		require.NoError(f, tx.SaveDelivery(ctx, "m", m.Delivery))
		equals(f, m)(tx.Match(ctx, "m"))
		hasLen(f, 2)(tx.Events(ctx, "m", 0, 9))

		p := play.Player{ID: alice, Met: at(1)}
		require.NoError(f, tx.SavePlayer(ctx, p))
		equals(f, p)(tx.Player(ctx, alice))

		require.NoError(f, tx.Schedule(ctx, play.JobTell, "m", at(1)))
		jobs, err := tx.Claim(ctx, claimAt(play.JobTell, 1))
		require.NoError(f, err)
		require.Len(f, jobs, 1)
		return tx.Done(ctx, jobs[0])
	})
	_, ok := f.nextJob(9, play.JobTell)
	assert.False(f, ok)
}

// testNow: a unit of work has one time, in the precision of stores. The store is opened with Clock.
func testNow(f fixture) {
	f.do(func(tx play.Tx) error {
		assert.Equal(f, Now(), tx.Now())
		return nil
	})
}

// everything changes two matches, creates a third, and changes players and jobs. The job "done" was claimed and is due
// again if this is undone.
func everything(f fixture, tx play.Tx) {
	ctx := f.Context()
	for _, id := range []match.ID{"m1", "m2"} {
		m, err := changed(ctx, tx, id, swapAt(5))
		require.NoError(f, err)
		m.Delivery.Begin(m.Seq)
		require.NoError(f, tx.SaveDelivery(ctx, id, m.Delivery))
		require.NoError(f, tx.Schedule(ctx, play.JobTell, string(id), at(5)))
	}
	m, events := f.proposal("m3", "", terms(), 5)
	require.NoError(f, tx.CreateMatch(ctx, m, events))
	require.NoError(f, tx.SavePlayer(ctx, play.Player{ID: alice, Locale: "de", Met: at(5)}))
	require.NoError(f, tx.SavePlayer(ctx, play.Player{ID: bob, Met: at(5)}))
	jobs, err := tx.Claim(ctx, claimAt(play.JobRetire, 5))
	require.NoError(f, err)
	require.Len(f, jobs, 2)
	require.NoError(f, tx.Done(ctx, jobs[0]))
	jobs[1].Attempts, jobs[1].Due = 4, at(99)
	require.NoError(f, tx.Return(ctx, jobs[1]))
}

// testAllOrNothing: a unit of work that fails or panics changes nothing, and the store stays usable. One that succeeds
// is stored completely.
func testAllOrNothing(f fixture) {
	m1, m2 := f.start("m1", terms(), 0), f.start("m2", terms(), 0)
	before := play.Player{ID: alice, Locale: "fr", Met: at(0)}
	f.do(func(tx play.Tx) error {
		require.NoError(f, tx.SavePlayer(f.Context(), before))
		require.NoError(f, tx.Schedule(f.Context(), play.JobRetire, "1/1", at(1)))
		return tx.Schedule(f.Context(), play.JobRetire, "1/2", at(2))
	})
	failEverything(f)
	assert.Equal(f, []play.Match{m1, m2}, []play.Match{f.match("m1"), f.match("m2")})
	assert.Equal(f, before, f.player(alice))
	requireNothingNew(f)
	f.do(func(tx play.Tx) error {
		everything(f, tx)
		return nil
	})
	requireEverything(f)
}

// failEverything runs everything in a unit of work that fails and in one that panics.
func failEverything(f fixture) {
	f.Helper()
	failure := errors.New("no")
	err := f.Do(f.Context(), func(tx play.Tx) error {
		everything(f, tx)
		return failure
	})
	require.ErrorIs(f, err, failure)
	assert.PanicsWithValue(f, "a defect", func() {
		_ = f.Do(f.Context(), func(tx play.Tx) error {
			everything(f, tx)
			panic("a defect")
		})
	})
}

// testPart: a part that fails or panics is undone; what was done before and after it is kept. A part that succeeds is
// kept unless the unit fails.
func testPart(f fixture) {
	f.start("m1", terms(), 0)
	f.start("m2", terms(), 0)
	ctx, failure := f.Context(), errors.New("no")
	f.do(func(tx play.Tx) error {
		require.NoError(f, tx.Schedule(ctx, play.JobRetire, "1/1", at(1)))
		require.NoError(f, tx.Schedule(ctx, play.JobRetire, "1/2", at(2)))
		assert.ErrorIs(f, tx.Part(ctx, func() error {
			everything(f, tx)
			return failure
		}), failure)
		assert.PanicsWithValue(f, "a defect", func() {
			_ = tx.Part(ctx, func() error {
				everything(f, tx)
				panic("a defect")
			})
		})
		return tx.SavePlayer(ctx, play.Player{ID: alice, Locale: "fr", Met: at(0)})
	})
	assert.Equal(f, "fr", f.player(alice).Locale)
	requireNothingNew(f)
	part := func(tx play.Tx) error {
		return tx.Part(ctx, func() error {
			everything(f, tx)
			return nil
		})
	}
	require.ErrorIs(f, f.Do(ctx, func(tx play.Tx) error { return cmp.Or(part(tx), failure) }), failure)
	requireNothingNew(f)
	f.do(part)
	requireEverything(f)
}

// requireNothingNew checks that nothing done by everything was stored.
func requireNothingNew(f fixture) {
	f.Helper()
	assert.Len(f, f.events("m1"), 2)
	_, err := f.Match(f.Context(), "m3")
	require.ErrorIs(f, err, play.ErrNotFound)
	assert.Empty(f, f.events("m3"))
	f.do(func(tx play.Tx) error {
		_, err := tx.Player(f.Context(), bob)
		require.ErrorIs(f, err, play.ErrNotFound)
		return nil
	})
	assert.Empty(f, f.claim(play.JobTell, 9))
}

// requireEverything checks that everything was stored.
func requireEverything(f fixture) {
	f.Helper()
	for _, id := range []match.ID{"m1", "m2"} {
		m := f.match(id)
		assert.Equal(f, 1, m.Game.Ply())
		assert.Equal(f, 1, m.Serial)
	}
	assert.Len(f, f.events("m3"), 1)
	assert.Equal(f, "de", f.player(alice).Locale)
	assert.Equal(f, bob, f.player(bob).ID)
	assert.Equal(f, []string{"m1", "m2"}, sorted(subjects(f.claim(play.JobTell, 9))))
	assert.Equal(f, []play.Job{{Kind: play.JobRetire, Subject: "1/2", Due: at(99), Attempts: 4,
		Lease: claimAt(play.JobRetire, 99).Until, Version: 1}}, f.claim(play.JobRetire, 99))
}

// testCancelled: the store reads and starts nothing for a cancelled context.
func testCancelled(f fixture) {
	before := f.start("m", terms(), 0)
	ctx, cancel := context.WithCancel(f.Context())
	cancel()
	_, err := f.Match(ctx, "m")
	require.ErrorIs(f, err, context.Canceled)
	err = f.Do(ctx, func(play.Tx) error {
		f.Error("begun")
		return nil
	})
	require.ErrorIs(f, err, context.Canceled)
	assert.Equal(f, before, f.match("m"))
}

// testTwoAccept: of many who accept an open challenge at once, one succeeds, and all see who.
func testTwoAccept(f fixture) {
	f.create("m", "", terms(), 0)
	people := []match.PlayerID{bob, carol, "4", "5", "6", "7", "8", "9"}
	seen := make([]play.Match, len(people))
	errs := make([]error, len(people))
	f.atOnce(len(people), func(i int) {
		errs[i] = f.Do(f.Context(), func(tx play.Tx) (err error) {
			seen[i], err = changed(f.Context(), tx, "m",
				func(m *match.Match) ([]match.Event, error) { return m.As(people[i]).Accept(0, at(1)) })
			return err
		})
	})
	won := 0
	for i, p := range people {
		assert.Equal(f, f.match("m"), seen[i])
		if errs[i] == nil {
			won++
			assert.Equal(f, p, seen[i].Players.Blue)
			continue
		}
		assert.ErrorIs(f, errs[i], match.ErrNotProposed)
	}
	assert.Equal(f, 1, won)
	assert.Len(f, f.events("m"), 2)
}

// atOnce calls work concurrently for 0 to n-1, and waits until all calls have returned.
func (f fixture) atOnce(n int, work func(i int)) {
	var all sync.WaitGroup
	for i := range n {
		all.Go(func() { work(i) })
	}
	all.Wait()
}

// testSixteenWriters: no turn of many concurrent writers on a match is lost, and each has an event.
func testSixteenWriters(f fixture) {
	const writers, each = 16, 10
	t := terms()
	t.Options.StallLimit = rules.MaxStallLimit
	f.start("m", t, 0)
	f.atOnce(writers, func(int) {
		for range each {
			assert.NoError(f, f.Do(f.Context(), func(tx play.Tx) error {
				_, err := changed(f.Context(), tx, "m", swapAt(1))
				return err
			}))
		}
	})
	m := f.match("m")
	assert.Equal(f, writers*each, m.Game.Ply())
	assert.Equal(f, 2+writers*each, m.Seq)
	events := f.events("m")
	require.Len(f, events, m.Seq)
	for i, e := range events {
		assert.Equal(f, i+1, e.Seq)
	}
}

// testNothingLost: concurrent changes of a player, a delivery and a job are not lost.
func testNothingLost(f fixture) {
	const writers, each = 8, 5
	f.create("m", bob, terms(), 0)
	f.do(func(tx play.Tx) error {
		return tx.SavePlayer(f.Context(), play.Player{ID: alice, Locale: "0", Met: at(0)})
	})
	f.atOnce(writers, func(int) {
		for range each {
			assert.NoError(f, f.Do(f.Context(), f.countUp))
		}
	})
	const want = writers * each
	assert.Equal(f, strconv.Itoa(want), f.player(alice).Locale)
	assert.Equal(f, want, f.match("m").Serial)
	jobs := f.claim(play.JobTell, 9)
	require.Len(f, jobs, 1)
	assert.Equal(f, want, jobs[0].Version)
}

func (f fixture) countUp(tx play.Tx) error {
	p, err := tx.Player(f.Context(), alice)
	if err != nil {
		return err
	}
	n, err := strconv.Atoi(p.Locale)
	if err != nil {
		return err
	}
	p.Locale = strconv.Itoa(n + 1)
	d, err := tx.Delivery(f.Context(), "m")
	if err != nil {
		return err
	}
	d.Serial++
	return errors.Join(tx.SavePlayer(f.Context(), p), tx.SaveDelivery(f.Context(), "m", d),
		tx.Schedule(f.Context(), play.JobTell, "m", at(1)))
}

// testOneAfterTheOther: if units of work each read two players and change one, no two see the same state.
func testOneAfterTheOther(f fixture) {
	people := []match.PlayerID{alice, bob}
	for _, id := range people {
		f.do(func(tx play.Tx) error {
			return tx.SavePlayer(f.Context(), play.Player{ID: id, Locale: "on", Met: at(0)})
		})
	}
	f.atOnce(8, func(i int) {
		assert.NoError(f, f.Do(f.Context(), func(tx play.Tx) error {
			for _, id := range people {
				p, err := tx.Player(f.Context(), id)
				if err != nil || p.Locale != "on" {
					return err
				}
			}
			off := play.Player{ID: people[i%2], Locale: "off", Met: at(0)}
			return tx.SavePlayer(f.Context(), off)
		}))
	})
	assert.ElementsMatch(f, []string{"on", "off"},
		[]string{f.player(alice).Locale, f.player(bob).Locale})
}
