package play_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/play"
	"madbot/bot/play/playtest"
	"madbot/rules/match"
)

// TestStopUnreachable: a match ends only if a player could not be told of this departure, and has not looked since.
func TestStopUnreachable(t *testing.T) {
	t.Parallel()
	left := start()
	for name, c := range map[string]struct {
		notices play.Notices
		looked  time.Time
		stopped bool
	}{
		"could not be told":       {play.Notices{Parted: left, Unparted: true}, time.Time{}, true},
		"told":                    {play.Notices{Parted: left}, time.Time{}, false},
		"of an earlier departure": {play.Notices{Parted: left.Add(-day), Unparted: true}, time.Time{}, false},
		"looked before":           {play.Notices{Parted: left, Unparted: true}, left, true},
		"looked since":            {play.Notices{Parted: left, Unparted: true}, left.Add(time.Second), false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			fx := newFixture(t)
			m := fx.start()
			fx.do(func(tx play.Tx) error {
				seat := play.Seat{Match: m.ID, Player: bob.ID, Notices: c.notices, Look: play.Look{At: c.looked}}
				require.NoError(t, tx.SaveSeat(t.Context(), seat))
				return play.StopUnreachable(t.Context(), tx, &m, left)
			})
			assert.Equal(t, c.stopped, fx.stored(m.ID).Status != match.Playing)
		})
	}
}

// TestStopMatchesOf: matches end of people who are blocked, but not if they were unblocked before that was done.
func TestStopMatchesOf(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	m := fx.start()
	require.NoError(t, play.StopMatchesOf(t.Context(), fx.store, alice.ID))
	assert.Equal(t, match.Playing, fx.stored(m.ID).Status)
	fx.blocks(alice.ID)
	require.NoError(t, play.StopMatchesOf(t.Context(), fx.store, alice.ID))
	assert.Equal(t, match.Blocked, fx.stored(m.ID).Past.Stopped)
}

// TestGreet_Reads: a command writes nothing unless it shows that the bot is back, so that most commands need no lock.
func TestGreet_Reads(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		at   play.Venue
		left bool
		want []string
	}{
		"present":       {play.Venue{Guild: "g"}, false, []string{"Server"}},
		"back":          {play.Venue{Guild: "g"}, true, []string{"Server", "Do"}},
		"brought along": {play.Venue{Guild: "g", Away: true}, true, nil},
		"in a DM":       {play.Venue{}, true, nil},
	} {
		fx := newFixture(t)
		if c.left {
			fx.do(func(tx play.Tx) error {
				return tx.SaveServer(t.Context(), play.Server{ID: "g", Settings: play.ServerSettings{Left: start()}})
			})
		}
		var calls []string
		fx.hook = func(c playtest.Call, do func() error) error {
			if len(calls) == 0 || calls[len(calls)-1] != "Do" {
				calls = append(calls, c.Name)
			}
			return do()
		}
		require.NoError(t, fx.Greet(t.Context(), c.at))
		assert.Equal(t, c.want, calls, name)
	}
}
