package playtest

import (
	"errors"
	"fmt"
	"strconv"
	"sync"

	"github.com/stretchr/testify/assert"

	"madbot/bot/play"
	"madbot/rules"
	"madbot/rules/match"
)

// testNobodyThere: if units of work each create one of two players unless the other exists, only one does.
func testNobodyThere(f fixture) {
	people := []match.PlayerID{alice, bob}
	f.atOnce(8, func(i int) {
		assert.NoError(f, f.Do(f.Context(), func(tx play.Tx) error {
			for _, id := range people {
				if _, err := tx.Player(f.Context(), id); !errors.Is(err, play.ErrNotFound) {
					return err
				}
			}
			return tx.SavePlayer(f.Context(), play.Player{ID: people[i%2], Met: at(i)})
		}))
	})
	found := 0
	for _, id := range people {
		if _, err := f.Player(f.Context(), id); err == nil {
			found++
		}
	}
	assert.Equal(f, 1, found)
}

// testCounted: if units of work each create a match unless a count is positive, only one does. The counts are of
// matches by a challenger, to a challenged player, created recently, and in a channel.
func testCounted(f fixture) {
	for name, count := range map[string]func(play.Tx) (int, error){
		"challenger": func(tx play.Tx) (int, error) {
			list, err := tx.Open(f.Context(), alice)
			return len(list), err
		},
		"opponent": func(tx play.Tx) (int, error) {
			list, err := tx.Open(f.Context(), bob)
			return len(list), err
		},
		"made": func(tx play.Tx) (int, error) {
			list, err := tx.Made(f.Context(), alice, at(0))
			return len(list), err
		},
		"channel": func(tx play.Tx) (int, error) {
			list, err := tx.MadeIn(f.Context(), "8", at(0))
			return len(list), err
		},
	} {
		before := in(f, count)
		f.atOnce(8, func(i int) {
			m, events := f.proposal(match.ID(name+strconv.Itoa(i)), bob, terms(), i)
			assert.NoError(f, f.Do(f.Context(), func(tx play.Tx) error {
				if n, err := count(tx); err != nil || n > before {
					return err
				}
				return tx.CreateMatch(f.Context(), m, events)
			}))
		})
		assert.Len(f, got(f, f.Open, alice), before+1, name)
	}
}

// testEachAlone: concurrent units of work that each read and write one thing lose nothing.
func testEachAlone(f fixture) {
	const writers, each = 4, 4
	f.create("m", bob, terms(), 0)
	for name, add := range map[string]func(play.Tx) error{
		"delivery": func(tx play.Tx) error {
			d, err := tx.Delivery(f.Context(), "m")
			d.Serial++
			return errors.Join(err, tx.SaveDelivery(f.Context(), "m", d))
		},
		"match": func(tx play.Tx) error {
			m, err := tx.Match(f.Context(), "m")
			m.UndonePlies++
			return errors.Join(err, tx.SaveMatch(f.Context(), m.Match, nil))
		},
		"seat": func(tx play.Tx) error {
			s, err := tx.Seat(f.Context(), "m", bob)
			s.Look.Moment++
			return errors.Join(err, tx.SaveSeat(f.Context(), s))
		},
		"server": func(tx play.Tx) error {
			s, err := tx.Server(f.Context(), "7")
			s.Settings.MaxOpen++
			return errors.Join(err, dawdle(f, tx), tx.SaveServer(f.Context(), s))
		},
	} {
		f.atOnce(writers, func(int) {
			for range each {
				assert.NoError(f, f.Do(f.Context(), add), name)
			}
		})
	}
	m, seat := f.match("m"), f.seat("m", bob)
	assert.Equal(f, []int{writers * each, writers * each, writers * each, writers * each},
		[]int{m.Serial, m.UndonePlies, seat.Look.Moment, got(f, f.Server, "7").Settings.MaxOpen})
}

// testMoved: counts of matches in a channel or of a player include matches moved or ended immediately before.
func testMoved(f fixture) {
	f.create("one", bob, terms(), 1)
	f.create("other", bob, terms(), 1)
	ids := []match.ID{"one", "other"}
	f.atOnce(8, func(i int) {
		assert.NoError(f, f.Do(f.Context(), func(tx play.Tx) error {
			here, err := tx.MadeIn(f.Context(), "8", at(0))
			if err != nil || len(here) < 2 {
				return err
			}
			d, err := tx.Delivery(f.Context(), ids[i%2])
			d.Venue.Channel = "elsewhere"
			return errors.Join(err, tx.SaveDelivery(f.Context(), ids[i%2], d))
		}))
	})
	f.do(func(tx play.Tx) error {
		here, err := tx.MadeIn(f.Context(), "8", at(0))
		assert.Len(f, here, 1, "one stays")
		return err
	})
	f.atOnce(8, func(i int) {
		assert.NoError(f, f.Do(f.Context(), func(tx play.Tx) error {
			open, err := tx.Open(f.Context(), alice)
			if err != nil || len(open) < 2 {
				return err
			}
			_, err = changed(f.Context(), tx, ids[i%2],
				func(m *match.Match) ([]match.Event, error) { return m.As(alice).Withdraw(at(2)) })
			return err
		}))
	})
	assert.Len(f, got(f, f.Open, bob), 1, "one stays")
}

// testWhole: readers see whole units of work: two matches always with the same number of turns, each with its delivery.
func testWhole(f fixture) {
	const units = 20
	t := terms()
	t.Options.StallLimit = rules.MaxStallLimit
	f.start("m1", t, 0)
	f.start("m2", t, 0)
	f.atOnce(6, func(i int) {
		for range units {
			if i < 2 {
				assert.NoError(f, f.Do(f.Context(), f.swapBoth))
				continue
			}
			m := f.match("m1")
			assert.Equal(f, m.Game.Ply(), m.Serial)
			assert.NoError(f, f.Do(f.Context(), func(tx play.Tx) error {
				one, err := tx.Match(f.Context(), "m1")
				if err != nil {
					return err
				}
				other, err := tx.Match(f.Context(), "m2")
				if err != nil {
					return err
				}
				assert.Equal(f, one.Game.Ply(), other.Game.Ply())
				return nil
			}))
		}
	})
	m := f.match("m1")
	assert.Equal(f, 2*units, m.Game.Ply())
}

// swapBoth plays a turn in each of two matches, and counts it in their deliveries.
func (f fixture) swapBoth(tx play.Tx) error {
	for _, id := range []match.ID{"m1", "m2"} {
		m, err := changed(f.Context(), tx, id, swapAt(1))
		if err != nil {
			return err
		}
		m.Serial++
		if err := tx.SaveDelivery(f.Context(), id, m.Delivery); err != nil {
			return err
		}
	}
	return nil
}

// testCrossing: units of work that lock in opposite orders all finish. One that is repeated has the effect of its last
// run.
func testCrossing(f fixture) {
	const writers, each = 4, 4
	people := []match.PlayerID{alice, bob}
	for _, id := range people {
		f.do(func(tx play.Tx) error {
			return tx.SavePlayer(f.Context(), play.Player{ID: id, Locale: "0", Met: at(0)})
		})
	}
	var mu sync.Mutex
	kept, tried := map[string]bool{}, 0
	f.atOnce(writers, func(i int) {
		for range each {
			var last string
			assert.NoError(f, f.Do(f.Context(), func(tx play.Tx) error {
				mu.Lock()
				tried++
				last = fmt.Sprint("t", tried)
				mu.Unlock()
				return errors.Join(tx.SaveServer(f.Context(), play.Server{ID: last,
					Settings: play.ServerSettings{Language: "fr"}}), countAll(f, tx, people[i%2], people[(i+1)%2]))
			}))
			mu.Lock()
			kept[last] = true
			mu.Unlock()
		}
	})
	for _, id := range people {
		assert.Equal(f, strconv.Itoa(writers*each), f.player(id).Locale)
	}
	for i := range tried {
		id := fmt.Sprint("t", i+1)
		server := got(f, f.Server, id)
		assert.Equal(f, kept[id], server.Settings.Language != "", id)
	}
}

func countAll(f fixture, tx play.Tx, people ...match.PlayerID) error {
	for _, id := range people {
		p, err := tx.Player(f.Context(), id)
		if err != nil {
			return err
		}
		n, err := strconv.Atoi(p.Locale)
		if err != nil {
			return err
		}
		p.Locale = strconv.Itoa(n + 1)
		if err := tx.SavePlayer(f.Context(), p); err != nil {
			return err
		}
	}
	return nil
}

// testSubjectsAtOnce: if many workers claim jobs of different kinds, no two hold jobs of the same subject, and all jobs
// get done.
func testSubjectsAtOnce(f fixture) {
	const subjects = 8
	kinds := []play.JobKind{play.JobRetire, play.JobRobot, play.JobTell}
	f.do(func(tx play.Tx) error {
		for i := range subjects * len(kinds) {
			if err := tx.Schedule(f.Context(), kinds[i%3], fmt.Sprint("m", i/3), at(i*7%5)); err != nil {
				return err
			}
		}
		return nil
	})
	var mu sync.Mutex
	had, done := map[string]bool{}, 0
	set := func(subject string, by bool) {
		mu.Lock()
		defer mu.Unlock()
		assert.NotEqual(f, by, had[subject], "two of %s", subject)
		had[subject] = by
		done++
	}
	take := func(i, limit int) {
		for _, j := range f.claimUpTo(play.Claim{Kind: kinds[i%3], Now: at(9), Until: at(100 + i), Limit: limit}) {
			set(j.Subject, true)
			f.requireHeld(j)
			set(j.Subject, false)
			f.finish(j)
		}
	}
	f.atOnce(6, func(i int) {
		for range 30 {
			take(i, 3)
		}
	})
	for i := range 3 * len(kinds) { // jobs that are left over
		take(i, 100)
	}
	assert.Equal(f, 2*subjects*len(kinds), done)
}

// requireHeld checks that nobody else can claim a job of the same subject.
func (f fixture) requireHeld(j play.Job) {
	f.Helper()
	f.do(func(tx play.Tx) error { return tx.Renew(f.Context(), j, at(200)) })
}
