package worker_test

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/play"
	"madbot/rules/match"
)

// stormy is how often one person does the same in a storm.
const stormy = 100

// seen is what others saw of a storm.
type seen struct{ Posts, Edits, Pings int }

// TestStorm: actions against others, a hundred of each by one person, reach them only a few times.
func TestStorm(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name  string
		most  seen
		storm func(f *fixture, m match.ID)
	}{
		{"plays and takes back", seen{3, 2 * stormy, 3}, func(f *fixture, m match.ID) {
			_, _ = f.Play(f.Context(), alice, anyPly(m), play.Typed{Text: "111=222"})
			f.pass(time.Second)
			_, _ = f.TakeBack(f.Context(), alice, anyPly(m)) // for free once
		}},
		{"asks and withdraws", seen{5, 8 * stormy, 5}, func(f *fixture, m match.ID) {
			for k := match.ToStop; k <= match.ToCallOff; k++ {
				if _, err := f.Offer(f.Context(), alice, anyPly(m), k); err != nil {
					continue
				}
				f.pass(time.Second)
				_, err := f.WithdrawOffer(f.Context(), alice, anyPly(m), k)
				require.NoError(f, err)
			}
		}},
		{"asks, plays, takes back", seen{8, 6 * stormy, 8}, func(f *fixture, m match.ID) {
			_, _ = f.Offer(f.Context(), alice, anyPly(m), match.ToStop)
			f.pass(time.Second)
			_, _ = f.Play(f.Context(), alice, anyPly(m), play.Typed{Text: "111=222"})
			_, _ = f.Offer(f.Context(), alice, anyPly(m), match.ToStop)
			f.pass(time.Second)
			_, _ = f.TakeBack(f.Context(), alice, anyPly(m))
		}},
		{"goes and comes back", seen{0, 4, 0}, func(f *fixture, _ match.ID) {
			if _, err := f.StartVacation(f.Context(), alice, day); err != nil {
				require.ErrorIs(f, err, play.ErrStarts)
				return
			}
			f.pass(time.Second)
			_, err := f.EndVacation(f.Context(), alice)
			require.NoError(f, err)
		}},
		{"challenges and is refused", seen{3, 1, 1}, func(f *fixture, m match.ID) { f.rechallenge(m, bob, f.Decline) }},
		{"challenges and withdraws", seen{1, 3, 1}, func(f *fixture, m match.ID) { f.rechallenge(m, alice, f.Withdraw) }},
		{"challenges and leaves", seen{60, stormy, 60}, func(f *fixture, m match.ID) {
			old, err := f.Service.Match(f.Context(), alice, m)
			require.NoError(f, err)
			next, err := f.Challenge(f.Context(), alice, play.Challenge{To: bob.ID, Terms: old.Terms, Venue: old.Venue})
			if err != nil {
				return
			}
			_, err = f.Accept(f.Context(), bob, next.ID)
			require.NoError(f, err)
			_, err = f.Resign(f.Context(), alice, anyPly(next.ID))
			require.NoError(f, err)
		}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			inBubble(t, func(f *fixture) {
				m := f.stormed()
				f.run()
				before := f.seenBy(bob)
				for range stormy {
					test.storm(f, m)
					f.pass(time.Minute)
				}
				got := f.seenBy(bob)
				got = seen{got.Posts - before.Posts, got.Edits - before.Edits, got.Pings - before.Pings}
				t.Logf("%s: %+v", test.name, got)
				assert.LessOrEqual(t, got.Posts, test.most.Posts, "posts")
				assert.LessOrEqual(t, got.Edits, test.most.Edits, "edits")
				assert.LessOrEqual(t, got.Pings, test.most.Pings, "pings")
			})
		})
	}
}

// rechallenge has alice challenge bob on the terms of m, and ends that by a use case.
func (f *fixture) rechallenge(m match.ID, by play.Actor,
	end func(context.Context, play.Actor, match.ID) (play.Match, error)) {
	old := f.match(m)
	next, err := f.Challenge(f.Context(), alice, play.Challenge{To: bob.ID, Terms: old.Terms, Venue: old.Venue})
	if err != nil {
		_, limited := errors.AsType[*play.LimitError](err)
		require.True(f, limited, "%v", err)
		return
	}
	f.pass(time.Second)
	_, err = end(f.Context(), by, next.ID)
	require.NoError(f, err)
}

// stormed begins a match with a clock of alice, who is to move, and bob, in which both have played.
func (f *fixture) stormed() match.ID {
	f.Helper()
	m := f.startPaced()
	f.playTurn(m)
	f.playTurn(m)
	return m
}

// seenBy counts what p was shown: posts and edits where everybody sees them, and how often they were notified.
func (f *fixture) seenBy(p play.Actor) (n seen) {
	for _, one := range f.announcer.pings.get() {
		if one.in == (play.Post{}) {
			n.Posts++
		} else {
			n.Edits++
		}
		if slices.Contains(one.ids, p.ID) {
			n.Pings++
		}
	}
	for _, one := range f.messenger.calls.get() {
		if one.To.ID == p.ID {
			n.Posts, n.Pings = n.Posts+1, n.Pings+1
		}
	}
	return n
}
