package play_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/play"
	"madbot/rules/match"
)

// TestRefused_From: what a player could not be told begins with what has waited for them longest.
func TestRefused_From(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	m := fx.startPaced()
	refused := func(told int) int {
		m.Told = told
		fx.do(func(tx play.Tx) error {
			return play.RecordNotMentioned(t.Context(), tx, &m, []match.PlayerID{alice.ID})
		})
		return fx.notices(alice).From
	}
	assert.Equal(t, 2, refused(2))
	assert.Equal(t, 2, refused(3))
}

// TestUnnoticed_Waits: time waits for the side to move where it was not told of its turn and does not know, and for
// nothing else.
func TestUnnoticed_Waits(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		to     play.Actor
		before func(fx *fixture, m *play.Match)
		waits  bool
	}{
		"untold":     {alice, func(*fixture, *play.Match) {}, true},
		"the waiter": {bob, func(*fixture, *play.Match) {}, false},
		"told before": {alice, func(fx *fixture, m *play.Match) {
			fx.do(func(tx play.Tx) error {
				return play.RecordMentioned(t.Context(), tx, m, []match.PlayerID{alice.ID})
			})
		}, false},
		"has looked": {alice, func(fx *fixture, m *play.Match) {
			require.NoError(fx, just(fx.Look(t.Context(), alice, m.ID)))
		}, false},
		"played since": {alice, func(fx *fixture, m *play.Match) {
			require.NoError(fx, just(fx.Play(t.Context(), alice, play.Ref{ID: m.ID, Ply: play.AnyPly},
				play.Typed{Text: "111=222"})))
		}, false},
		"another turn since": {alice, func(fx *fixture, m *play.Match) {
			fx.played(m.ID, "111=222")
			*m = fx.played(m.ID, "111=222")
			fx.takesBack(bob, m.ID)
			fx.played(m.ID, "111=222")
		}, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			fx := newFixture(t)
			m, err := fx.Challenge(t.Context(), alice, play.Challenge{To: bob.ID, Terms: paced(), Venue: venue()})
			require.NoError(t, err)
			m, err = fx.Accept(t.Context(), bob, m.ID)
			require.NoError(t, err)
			require.Equal(t, alice.ID, m.ToMove())
			c.before(fx, &m)
			fx.do(func(tx play.Tx) error {
				return play.RecordNoticeFailed(t.Context(), tx, play.Notice{Match: m, To: play.Player{ID: c.to.ID}})
			})
			is := fx.stored(m.ID)
			assert.Equal(t, c.waits, !is.Clock.HeldUntil.IsZero())
			open, err := fx.Open(t.Context(), bob.ID)
			require.NoError(t, err)
			assert.Equal(t, c.waits, !open[0].Awaited.IsZero())
			fx.now = fx.now.Add(7*24*time.Hour + time.Minute)
			open, err = fx.Open(t.Context(), bob.ID)
			require.NoError(t, err)
			assert.Zero(t, open[0].Awaited, "it is over")
			assert.Equal(t, is.Deadline(), open[0].Deadline)
		})
	}
}
