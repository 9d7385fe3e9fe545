package play_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/play"
	"madbot/rules/match"
)

// TestServer: a change is kept for that server only, with the person who made it; a place outside servers has no
// settings.
func TestServer(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	for _, id := range []string{"", "g"} {
		server, err := fx.Server(t.Context(), id)
		require.NoError(t, err)
		assert.Equal(t, play.Server{ID: id}, server)
	}
	_, err := fx.ChangeServer(t.Context(), alice, "g", func(s *play.ServerSettings) { s.Threads = true })
	require.NoError(t, err)
	changed, err := fx.ChangeServer(t.Context(), alice, "g", func(s *play.ServerSettings) { s.MaxOpen = 5 })
	require.NoError(t, err)
	want := play.Server{ID: "g", Settings: play.ServerSettings{Threads: true, MaxOpen: 5, Watched: true}}
	assert.Equal(t, want, changed)
	kept, err := fx.Server(t.Context(), "g")
	require.NoError(t, err)
	assert.Equal(t, want, kept)
	other, err := fx.Server(t.Context(), "h")
	require.NoError(t, err)
	assert.Zero(t, other.Settings)
	p, met := fx.player(alice.ID)
	assert.True(t, met)
	assert.Equal(t, "fr", p.Locale)
}

// TestServer_Language: what everybody reads of a new match is in the language that the server chose, also
// where a match moves to.
func TestServer_Language(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	before := fx.start()
	fx.settings(func(s *play.ServerSettings) { s.Language = "de" })
	m := fx.start()
	assert.Equal(t, play.Venue{Guild: "g", Channel: "c", Locale: "de"}, m.Venue)
	assert.Equal(t, m.Venue, fx.stored(m.ID).Venue)
	assert.Equal(t, "fr", fx.stored(before.ID).Venue.Locale)

	away, err := fx.Challenge(t.Context(), alice,
		play.Challenge{Terms: terms(), Venue: play.Venue{Guild: "g", Channel: "x", Locale: "fr", Away: true}})
	require.NoError(t, err)
	assert.Equal(t, "fr", away.Venue.Locale, "where the bot only answers it isn't of the server")

	fx.do(func(tx play.Tx) error {
		d := before.Delivery
		d.Closed, d.Thread = true, "t"
		return tx.SaveDelivery(t.Context(), before.ID, d)
	})
	moved, err := fx.MoveHere(t.Context(), bob, before.ID, play.Venue{Guild: "g", Channel: "d", Locale: "fr"})
	require.NoError(t, err)
	assert.Equal(t, play.Venue{Guild: "g", Channel: "d", Locale: "de"}, moved.Venue)
	assert.Equal(t, "d", moved.Shown(), "it leaves its thread")
}

// settings changes the settings of the server g.
func (fx *fixture) settings(f func(*play.ServerSettings)) {
	fx.Helper()
	_, err := fx.ChangeServer(fx.Context(), carol, "g", f)
	require.NoError(fx, err)
}

// accepted has to accept a challenge by by, the n-th between them.
func (fx *fixture) accepted(by, to play.Actor, n int) error {
	m, err := fx.propose(by.ID, to.ID, n, fmt.Sprint("c", n))
	if err == nil {
		_, err = fx.Accept(fx.Context(), to, m.ID)
	}
	return err
}

// TestOpenLimits: on a server that wants so, nobody makes or accepts more than so many matches that are
// open at once, nor do two people together; what they are only asked does not count, nor other servers.
func TestOpenLimits(t *testing.T) {
	t.Parallel()
	most := func(open, pair int) func(*play.ServerSettings) {
		return func(s *play.ServerSettings) { s.MaxOpen, s.MaxPair = open, pair }
	}
	challenge := func(fx *fixture) error { _, err := fx.propose(alice.ID, bob.ID, 50, "c"); return err }
	accept := func(fx *fixture) error { _, err := fx.Accept(t.Context(), bob, "m1"); return err }
	own := play.LimitError{Limit: play.LimitOpen, To: bob.ID, Most: 3}
	their, taken := own, own
	their.Their = true
	taken.To = alice.ID
	takenPair := play.LimitError{Limit: play.LimitOpenPair, To: alice.ID, Most: 2}
	three := func(p play.Actor) func(*fixture) {
		return func(fx *fixture) {
			require.NoError(t, fx.accepted(p, carol, 1))
			require.NoError(t, fx.accepted(carol, p, 2))
			_, err := fx.propose(p.ID, "", 3, "c")
			require.NoError(t, err)
		}
	}
	asked := func(fx *fixture) { require.NoError(t, challenge(fx)) }
	tests := []struct {
		name     string
		settings func(*play.ServerSettings)
		before   []func(*fixture)
		do       func(*fixture) error
		want     play.LimitError
	}{
		{"no limit", most(0, 0), []func(*fixture){three(alice), three(bob)}, challenge, play.LimitError{}},
		{"room for one", most(4, 0), []func(*fixture){three(alice), three(bob)}, challenge, play.LimitError{}},
		{"one too many", most(3, 0), []func(*fixture){three(alice)}, challenge, own},
		{"one is too many", most(1, 0), []func(*fixture){func(fx *fixture) {
			require.NoError(t, fx.accepted(alice, carol, 1))
		}}, challenge, play.LimitError{Limit: play.LimitOpen, To: bob.ID, Most: 1}},
		{"one too many of the other", most(3, 0), []func(*fixture){three(bob)}, challenge, their},
		{"one too many to accept", most(3, 0), []func(*fixture){asked, three(bob)}, accept, taken},
		{"one too many of the person who asked", most(3, 0), []func(*fixture){asked, func(fx *fixture) {
			fx.settings(most(0, 0))
			three(alice)(fx)
			fx.settings(most(3, 0))
		}}, accept, play.LimitError{Limit: play.LimitOpen, To: alice.ID, Most: 3, Their: true}},
		{"what one is asked", most(3, 0), []func(*fixture){func(fx *fixture) {
			for n := range 3 {
				_, err := fx.propose(somebody(n), alice.ID, n, "c")
				require.NoError(t, err)
				_, err = fx.propose(somebody(n), bob.ID, n, "c")
				require.NoError(t, err)
			}
		}}, challenge, play.LimitError{}},
		{"two of two", most(0, 2), []func(*fixture){func(fx *fixture) {
			require.NoError(t, fx.accepted(alice, bob, 1))
			_, err := fx.propose(bob.ID, alice.ID, 2, "c")
			require.NoError(t, err)
		}}, challenge, play.LimitError{Limit: play.LimitOpenPair, To: bob.ID, Most: 2}},
		{"two of two to accept", most(0, 2), []func(*fixture){asked, func(fx *fixture) {
			fx.settings(most(0, 0))
			require.NoError(t, fx.accepted(alice, bob, 1))
			require.NoError(t, fx.accepted(alice, bob, 2))
			fx.settings(most(0, 2))
		}}, accept, takenPair},
		{"of one's own", most(1, 1), []func(*fixture){asked}, accept, play.LimitError{}},
		{"with others", most(0, 2), []func(*fixture){three(alice), three(bob)}, challenge, play.LimitError{}},
		{"open to anyone", most(0, 1), []func(*fixture){func(fx *fixture) {
			for n := range 2 {
				_, err := fx.propose(alice.ID, "", n, "c")
				require.NoError(t, err)
			}
			require.NoError(t, fx.accepted(alice, bob, 5))
		}}, accept, play.LimitError{Limit: play.LimitOpenPair, To: alice.ID, Most: 1}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			fx := newFixture(t)
			fx.settings(test.settings)
			for _, f := range test.before {
				f(fx)
			}
			before := fx.kinds("m1")
			for range 2 {
				err := test.do(fx)
				assert.Equal(t, test.want, limited(t, err))
				if err == nil {
					return
				}
			}
			assert.Equal(t, before, fx.kinds("m1"))
		})
	}
}

// TestOpenLimits_Robot: matches against the bot count for the person who plays them, who is not a pair with it.
func TestOpenLimits_Robot(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	fx.settings(func(s *play.ServerSettings) { s.MaxOpen, s.MaxPair = 2, 1 })
	for n := range 2 {
		_, err := fx.propose(alice.ID, robot, n, "c")
		require.NoError(t, err)
	}
	_, err := fx.propose(alice.ID, robot, 9, "c")
	assert.Equal(t, play.LimitError{Limit: play.LimitOpen, To: robot, Most: 2}, limited(t, err))
	_, err = fx.Challenge(t.Context(), alice,
		play.Challenge{To: robot, Terms: match.Terms{Options: terms().Options, Level: 1},
			Venue: play.Venue{Channel: "dm"}})
	require.NoError(t, err, "that isn't on the server")
}

// TestLimitError_Max: a limit of the server is what it says.
func TestLimitError_Max(t *testing.T) {
	t.Parallel()
	assert.Equal(t, 7, (&play.LimitError{Limit: play.LimitOpen, Most: 7}).Max())
	assert.Equal(t, play.MaxWaiting, (&play.LimitError{Limit: play.LimitWaiting}).Max())
}
