package play_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/play"
	"madbot/bot/play/playtest"
	"madbot/rules"
	"madbot/rules/match"
)

// lacks checks the matches with news that a has missed.
func (fx *fixture) lacks(a play.Actor, missed string) {
	fx.Helper()
	require.NoError(fx, just(fx.ChangePlayer(fx.Context(), a, func(p *play.Player) { p.Progress.Missed = missed })))
}

// TestTakeMissed: missed news are returned once, in their current state, if they still matter.
func TestTakeMissed(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	fx.start()
	fx.challenge(bob.ID)
	fx.lacks(alice, "gone m1 m2")
	missed, err := fx.TakeMissed(t.Context(), alice)
	require.NoError(t, err)
	m := fx.stored("m1")
	open, err := fx.Open(t.Context(), alice.ID)
	require.NoError(t, err)
	assert.Equal(t, play.Missed{Matches: []play.Match{m}, Open: open}, missed)
	missed, err = fx.TakeMissed(t.Context(), alice)
	require.NoError(t, err)
	assert.Zero(t, missed, "once")
}

// TestShutOut: a player who accepts no direct messages is informed once, and again if it happens again.
func TestShutOut(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	m := fx.start()
	shut := func(a play.Actor) {
		fx.do(func(tx play.Tx) error {
			d := play.Digest{To: play.Player{ID: a.ID}, Waiting: []play.Summary{m.Summary()}}
			return just(play.RecordDigest(t.Context(), tx, d, true))
		})
	}
	for range 2 {
		shut(alice)
		shut(alice)
		missed, err := fx.TakeMissed(t.Context(), alice)
		require.NoError(t, err)
		assert.Equal(t, play.Missed{Shut: true, Matches: []play.Match{m}, Open: []play.Summary{m.Summary()}}, missed)
	}
	shut(carol)
	_, met := fx.player(carol.ID)
	assert.False(t, met, "who never acted has nothing to keep it in")
}

// TestRefused: players whom an announcement could not mention get a notice or, for a challenge, see it at their next
// command.
func TestRefused(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	m := fx.start()
	refuse := func(m play.Match) (missed string, due bool) {
		fx.take(play.JobRemind)
		fx.do(func(tx play.Tx) error {
			return play.RecordNotMentioned(t.Context(), playtest.At(tx, start()), &m, []match.PlayerID{alice.ID})
		})
		p, _ := fx.player(alice.ID)
		_, due = fx.due(play.JobRemind)
		return p.Progress.Missed, due
	}
	challenge := m
	challenge.Status = match.Proposed
	missed, due := refuse(challenge)
	assert.Equal(t, "m1", missed, "a challenge is no reason for a message to somebody who may not want one")
	assert.False(t, due)
	fx.take(play.JobRemind)
	_, err := fx.TakeMissed(t.Context(), alice)
	require.NoError(t, err)
	missed, due = refuse(m)
	assert.Empty(t, missed)
	assert.True(t, due)
	assert.Equal(t, start(), fx.notices(alice).Held)
}

// TestStillConcerns: what waits for somebody, or ended without them.
func TestStillConcerns(t *testing.T) {
	t.Parallel()
	over, resigned, asked, answered := begun(), begun(), begun(), begun()
	over.Status, over.EndedBy = match.Finished, bob.ID
	resigned.Status, resigned.EndedBy = match.Finished, alice.ID
	asked.Offers[match.ToStop].By = rules.Red
	answered.Offers[match.ToStop] = match.Offer{By: rules.Red, Refused: true}
	withdrawn := begun()
	withdrawn.Status = match.Withdrawn
	late := begun()
	late.Terms.Pace.PerTurn = day
	late.Clock = match.Clock{TurnBegan: start(), RunsFrom: start(), TimeUpAt: start()}
	for _, c := range []struct {
		name       string
		m          play.Match
		alice, bob bool
	}{
		{"her turn", begun(), true, false},
		{"an offer of hers", asked, true, true},
		{"an offer that was refused", answered, true, false},
		{"he ended it", over, true, true},
		{"her plan ended it", resigned, true, true},
		{"withdrawn", withdrawn, false, false},
		{"her time is up", late, true, true},
	} {
		assert.Equal(t, c.alice, c.m.StillConcerns(alice.ID), c.name)
		assert.Equal(t, c.bob, c.m.StillConcerns(bob.ID), c.name)
		assert.False(t, c.m.StillConcerns(carol.ID), c.name)
	}
}
