package playtest

import (
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/play"
	"madbot/bot/play/rated"
	"madbot/rules"
	"madbot/rules/match"
)

// made returns the matches proposed by p that are open or were created at n or later.
func (f fixture) made(p match.PlayerID, n int) []play.Summary {
	f.Helper()
	list := in(f, func(tx play.Tx) ([]play.Summary, error) { return tx.Made(f.Context(), p, at(n)) })
	f.checkSummaries(list)
	return list
}

// testMade: matches proposed by a player that are open or recent, and recent ones in a channel, newest first.
func testMade(f fixture) {
	f.create("old", bob, terms(), 1)
	f.create("over", bob, terms(), 2)
	f.change("over", func(m *match.Match) ([]match.Event, error) { return m.As(bob).Decline(at(3)) })
	f.start("playing", terms(), 4)
	f.start("finished", terms(), 5)
	f.change("finished", resignAt(6))
	f.create("late", "", terms(), 10)
	f.create("gone", carol, terms(), 11)
	f.change("gone", func(m *match.Match) ([]match.Event, error) { return m.As(alice).Withdraw(at(12)) })
	assert.Equal(f, []match.ID{"gone", "late", "finished", "playing", "over", "old"}, ids(f.made(alice, 0)))
	assert.Equal(f, []match.ID{"gone", "late", "playing", "old"}, ids(f.made(alice, 10)))
	assert.Equal(f, []match.ID{"late", "playing", "old"}, ids(f.made(alice, 12)))
	assert.Empty(f, f.made(bob, 0), "he was only asked")

	elsewhere := play.Delivery{Venue: play.Venue{Guild: "7", Channel: "9"}}
	f.do(func(tx play.Tx) error { return tx.SaveDelivery(f.Context(), "late", elsewhere) })
	for channel, want := range map[string][]time.Time{"8": {at(11), at(5)}, "9": {at(10)}, "7": nil} {
		f.do(func(tx play.Tx) error {
			times, err := tx.MadeIn(f.Context(), channel, at(5))
			assert.Equal(f, want, times, channel)
			return err
		})
	}
}

// testLimits: of many concurrent challenges, only as many as allowed are created; of equal ones, only one.
func testLimits(f fixture) {
	service := f.service()
	challenge := func(by match.PlayerID, c play.Challenge) (match.ID, error) {
		c.Venue = play.Venue{Guild: "7", Channel: "8"}
		m, err := service.Challenge(f.Context(), play.Actor{ID: by, Guild: "7"}, c)
		return m.ID, err
	}
	var passed, full, same atomic.Int64
	f.atOnce(16, func(i int) {
		to := match.PlayerID(fmt.Sprint("2000000000000000", 10+i))
		_, err := challenge(alice, play.Challenge{To: to, Terms: terms()})
		if limit, ok := errors.AsType[*play.LimitError](err); ok {
			assert.Equal(f, play.LimitWaiting, limit.Limit)
			full.Add(1)
			return
		}
		assert.NoError(f, err)
		passed.Add(1)
	})
	assert.Equal(f, int64(play.MaxWaiting), passed.Load())
	assert.Equal(f, int64(16-play.MaxWaiting), full.Load())
	hasLen(f, play.MaxWaiting)(f.Open(f.Context(), alice))

	f.atOnce(16, func(int) {
		if _, err := challenge(bob, play.Challenge{To: carol, Terms: terms()}); err != nil {
			assert.ErrorIs(f, err, play.ErrSame)
			same.Add(1)
		}
	})
	assert.Equal(f, int64(15), same.Load())
	hasLen(f, 1)(f.Open(f.Context(), bob))
}

// service returns the use cases on the store, at a fixed time.
func (f fixture) service() *play.Service {
	var made atomic.Int64
	return play.New(play.Deps{Store: f.Store, Now: func() time.Time { return at(0) },
		NewID: func() match.ID { return match.ID(fmt.Sprint("m", made.Add(1))) },
		Toss:  func() rules.Color { return rules.Red }})
}

// testCrossed: two crossing challenges become one match, on the same terms, or on different ones if both are accepted
// at once.
func testCrossed(f fixture) {
	people, service := []match.PlayerID{alice, bob}, f.service()
	for _, anyway := range []bool{false, true} {
		ids := make([]match.ID, len(people))
		f.atOnce(len(people), func(i int) {
			c := play.Challenge{To: people[1-i], Terms: terms(), Venue: play.Venue{Guild: "7", Channel: "8"}, Anyway: anyway}
			if c.Terms.Side = match.PlayRed; i == 1 && !anyway {
				c.Terms.Side = match.PlayBlue
			}
			m, err := service.Challenge(f.Context(), play.Actor{ID: people[i]}, c)
			assert.NoError(f, err)
			ids[1-i] = m.ID
		})
		if anyway {
			f.atOnce(len(people), func(i int) {
				if _, err := service.Accept(f.Context(), play.Actor{ID: people[i]}, ids[i]); err != nil {
					assert.ErrorIs(f, err, match.ErrNotProposed)
				}
			})
		}
		open := got(f, f.Open, alice)
		require.Len(f, open, 1)
		assert.Equal(f, match.Playing, open[0].Status)
		_, err := service.Resign(f.Context(), play.Actor{ID: alice}, play.Ref{ID: open[0].ID, Ply: play.AnyPly})
		require.NoError(f, err)
	}
}

// testSeventh: if two people with five recent rated matches accept two more at once, only one starts.
func testSeventh(f fixture) {
	people, service := []match.PlayerID{alice, bob}, f.service()
	for i, id := range []match.ID{"1", "2", "3", "4", "5"} {
		f.start(id, ratedTerms(), 0)
		for range 4 * min(1, 4-i) {
			f.change(id, swapAt(0))
		}
		if i < 4 {
			f.change(id, func(m *match.Match) ([]match.Event, error) { return m.As(people[i%2]).Resign(at(0)) })
		}
	}
	ids := []match.ID{"6", "7"}
	for i, id := range ids {
		f.save(play.Player{ID: people[i], Met: at(0).AddDate(-1, 0, 0)})
		f.create(id, bob, ratedTerms(), 0)
	}
	var full atomic.Int64
	f.atOnce(len(ids), func(i int) {
		_, err := service.Accept(f.Context(), play.Actor{ID: bob}, ids[i])
		if limit, ok := errors.AsType[*play.LimitError](err); ok && limit.Limit == play.LimitPair {
			full.Add(1)
			return
		}
		assert.NoError(f, err)
	})
	assert.Equal(f, int64(1), full.Load())
	hasLen(f, rated.PairMost)(f.Rated(f.Context(), alice, at(0)))
}
