package play_test

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/play"
	"madbot/rules"
	"madbot/rules/match"
)

// somebody is the n-th of many people.
func somebody(n int) match.PlayerID { return match.PlayerID(fmt.Sprint("p", n)) }

// propose has by challenge to, with terms that differ for each n, in a channel.
func (fx *fixture) propose(by, to match.PlayerID, n int, channel string) (play.Match, error) {
	c := play.Challenge{To: to, Terms: terms(), Anyway: true, Venue: play.Venue{Guild: "g", Channel: channel}}
	c.Terms.Options.StallLimit = rules.StallLimit(20 + n)
	if to == robot {
		c.Terms.Level = 1
	}
	return fx.Challenge(fx.Context(), play.Actor{ID: by, Guild: "g"}, c)
}

// limited returns the limit that err says is reached, zero for no error.
func limited(t *testing.T, err error) play.LimitError {
	t.Helper()
	if err == nil {
		return play.LimitError{}
	}
	e, ok := errors.AsType[*play.LimitError](err)
	require.True(t, ok, "%v", err)
	return *e
}

// TestLimits: there can be so many challenges of each sort, and one more is refused and makes
// nothing; when there is room again, it can be made.
func TestLimits(t *testing.T) {
	t.Parallel()
	soon := start().Add(play.LimitSpan)
	withdraw := func(fx *fixture) error { _, err := fx.Withdraw(t.Context(), alice, "m1"); return err }
	leave := func(fx *fixture) error { _, err := fx.Resign(t.Context(), alice, anyPly("m1")); return err }
	wait := func(fx *fixture) error { fx.now = fx.now.Add(play.LimitSpan + time.Second); return nil }
	tests := []struct {
		name string
		want play.LimitError
		make func(fx *fixture, n int) error
		free func(fx *fixture) error
	}{
		{"waiting", play.LimitError{Limit: play.LimitWaiting}, func(fx *fixture, n int) error {
			to := somebody(n)
			if n >= play.MaxWaiting {
				to = ""
			}
			_, err := fx.propose(alice.ID, to, n, "c")
			return err
		}, withdraw},
		{"waiting for one", play.LimitError{Limit: play.LimitWaitingPair, To: bob.ID},
			func(fx *fixture, n int) error { _, err := fx.propose(alice.ID, bob.ID, n, "c"); return err }, withdraw},
		{"against the bot", play.LimitError{Limit: play.LimitRobot, To: robot},
			func(fx *fixture, n int) error { _, err := fx.propose(alice.ID, robot, n, "c"); return err }, leave},
		{"within an hour", play.LimitError{Limit: play.LimitMade, To: robot, Free: soon},
			func(fx *fixture, n int) error {
				m, err := fx.propose(alice.ID, robot, n, "c")
				if err == nil {
					_, err = fx.Resign(t.Context(), alice, anyPly(m.ID))
				}
				return err
			}, wait},
		{"in a channel", play.LimitError{Limit: play.LimitMadeChannel, Free: soon},
			func(fx *fixture, n int) error { _, err := fx.propose(somebody(n/2), "", n, "c"); return err }, wait},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			fx := newFixture(t)
			for n := range test.want.Limit.Max() {
				require.NoError(t, test.make(fx, n))
			}
			woken, ids := fx.woken.Load(), fx.ids
			for range 2 {
				assert.Equal(t, test.want, limited(t, test.make(fx, 99)))
			}
			assert.Equal(t, woken, fx.woken.Load())
			_, err := fx.store.Match(t.Context(), match.ID(fmt.Sprint("m", ids+1)))
			require.ErrorIs(t, err, play.ErrNotFound)
			require.NoError(t, test.free(fx))
			require.NoError(t, test.make(fx, 98))
		})
	}
}

// TestLimits_Apart: what one has made, or in one channel, keeps nobody else from anything; nor do
// challenges that were accepted from others to the same person.
func TestLimits_Apart(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	for n := range play.MaxWaiting {
		_, err := fx.propose(alice.ID, somebody(n), n, "c")
		require.NoError(t, err)
	}
	_, err := fx.propose(bob.ID, somebody(0), 0, "c")
	require.NoError(t, err)
	_, err = fx.propose(alice.ID, robot, 0, "c")
	require.NoError(t, err, "nobody has to answer that")
	for n := range 2 * play.MaxWaiting {
		m, err := fx.propose(carol.ID, bob.ID, n, "c")
		require.NoError(t, err)
		_, err = fx.Accept(t.Context(), bob, m.ID)
		require.NoError(t, err)
	}
	_, err = fx.propose(carol.ID, robot, 0, "c")
	require.NoError(t, err, "those are of people")
}

// TestLimits_Old: waiting challenges count regardless of their age; the limit's time span starts with each challenge.
func TestLimits_Old(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	for n := range play.MaxWaiting {
		_, err := fx.propose(alice.ID, somebody(n), n, "c")
		require.NoError(t, err)
	}
	fx.now = fx.now.Add(1000 * time.Hour)
	_, err := fx.propose(alice.ID, bob.ID, 0, "c")
	assert.Equal(t, play.LimitWaiting, limited(t, err).Limit)

	left := func() error {
		m, err := fx.propose(carol.ID, robot, 0, "c")
		if err == nil {
			_, err = fx.Resign(t.Context(), carol, anyPly(m.ID))
		}
		return err
	}
	var times []time.Time
	for range play.MaxMade {
		times = append(times, fx.now.UTC().Truncate(time.Millisecond))
		require.NoError(t, left())
		fx.now = fx.now.Add(time.Minute)
	}
	assert.Equal(t, times[0].Add(play.LimitSpan), limited(t, left()).Free)
	fx.now = times[0].Add(play.LimitSpan + time.Millisecond)
	require.NoError(t, left())
	assert.Equal(t, times[1].Add(play.LimitSpan), limited(t, left()).Free)
}

// TestSame: a challenge that waits is not made twice, but shown; one that differs is another.
func TestSame(t *testing.T) {
	t.Parallel()
	for _, to := range []match.PlayerID{"", bob.ID} {
		fx := newFixture(t)
		m, err := fx.propose(alice.ID, to, 0, "c")
		require.NoError(t, err)
		for range 3 {
			same, err := fx.propose(alice.ID, to, 0, "c")
			require.ErrorIs(t, err, play.ErrSame)
			assert.Equal(t, m, same)
		}
		_, err = fx.propose(alice.ID, to, 0, "other")
		require.NoError(t, err)
		_, err = fx.propose(alice.ID, carol.ID, 0, "c")
		require.NoError(t, err)
		_, err = fx.propose(carol.ID, to, 0, "c")
		require.NoError(t, err)
		_, err = fx.Withdraw(t.Context(), alice, m.ID)
		require.NoError(t, err)
		again, err := fx.propose(alice.ID, to, 0, "c")
		require.NoError(t, err)
		assert.NotEqual(t, m.ID, again.ID)
		_, err = fx.propose(alice.ID, to, 1, "c")
		if to == "" {
			require.NoError(t, err)
		}
	}
}
