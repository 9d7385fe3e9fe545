package play_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/play"
	"madbot/rules"
	"madbot/rules/match"
)

// forgets deletes a's data completely.
func (fx *fixture) forgets(a play.Actor) {
	fx.Helper()
	require.NoError(fx, fx.Forget(fx.Context(), a))
	require.NoError(fx, play.ContinueForgetting(fx.Context(), fx.store, a.ID))
	_, there := fx.player(a.ID)
	assert.False(fx, there)
	left, err := fx.store.MatchIDs(fx.Context(), a.ID, 9)
	require.NoError(fx, err)
	assert.Empty(fx, left)
}

// keepsNothing requires that a keeps nothing of a match.
func (fx *fixture) keepsNothing(a play.Actor, id match.ID) {
	fx.Helper()
	seat, err := fx.store.Seat(fx.Context(), id, a.ID)
	require.NoError(fx, err)
	assert.Equal(fx, play.Seat{Match: id, Player: a.ID}, seat)
}

// TestForget: running matches are resigned, challenges by them withdrawn and to them declined, what is over
// stays as it is; all are in one other name.
func TestForget(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	over, running := fx.start().ID, fx.start().ID
	_, err := fx.Resign(t.Context(), bob, anyPly(over))
	require.NoError(t, err)
	fx.played(running, "111=222", "111=222", "111=222", "111=222")
	_, err = fx.Note(t.Context(), alice, running, "mine")
	require.NoError(t, err)
	anyone, own := fx.challenge("").ID, fx.challenge(dave.ID).ID
	theirs, err := fx.propose(carol.ID, alice.ID, 1, "d")
	require.NoError(t, err)
	fx.forgets(alice)
	former := fx.stored(running).Challenger
	assert.True(t, former.IsFormer())
	assert.Equal(t, bob.ID, fx.stored(over).EndedBy)
	for id, want := range map[match.ID]match.Status{over: match.Finished, running: match.Finished, anyone: match.Withdrawn,
		own: match.Withdrawn, theirs.ID: match.Declined} {
		m := fx.stored(id)
		assert.Equal(t, want, m.Status, id)
		assert.Contains(t, []match.PlayerID{m.Challenger, m.Opponent}, former)
	}
	m := fx.stored(running)
	assert.Equal(t, former, m.EndedBy)
	outcome := m.Game.Outcome()
	assert.Equal(t, rules.Resignation, outcome.Reason)
	assert.Equal(t, bob.ID, m.Players.Of(outcome.Winner))
	fx.keepsNothing(alice, running)
	_, told := fx.due(play.JobTell)
	assert.True(t, told)
}

// TestForget_Unneeded: a forgotten player gets no notices, even of earlier events; the opponent does.
func TestForget_Unneeded(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	id := fx.start().ID
	news := func() []match.Event {
		m := fx.stored(id)
		all, err := fx.store.Events(t.Context(), id, m.Seq-1, m.Seq)
		require.NoError(t, err)
		return all
	}
	fx.forgets(alice)
	m := fx.stored(id)
	assert.Equal(t, []match.PlayerID{bob.ID}, play.Pings(&m, news()))
	fx.forgets(bob)
	m = fx.stored(id)
	assert.Empty(t, play.Pings(&m, news()), "nobody is left")
	fx.do(func(tx play.Tx) error {
		for _, p := range m.Players.Both() {
			err := tx.SaveSeat(t.Context(), play.Seat{Match: id, Player: p, Notices: play.Notices{Held: start(), From: 0}})
			require.NoError(t, err)
		}
		return nil
	})
	n, at := fx.next()
	assert.Nil(t, n)
	assert.Zero(t, at)
}

// TestForget_Meanwhile: what was being told of somebody keeps nothing of them once they are forgotten, and tells who
// comes back nothing.
func TestForget_Meanwhile(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	id := fx.start().ID
	fx.held()
	fx.do(func(tx play.Tx) error {
		m, err := tx.Match(t.Context(), id)
		require.NoError(t, err)
		return play.RecordNotMentioned(t.Context(), tx, &m, []match.PlayerID{alice.ID})
	})
	was := fx.stored(id)
	fx.forgets(alice)
	require.NoError(t, just(fx.ChangePlayer(t.Context(), alice, func(*play.Player) {})))
	fx.do(func(tx play.Tx) error {
		to := play.Player{ID: alice.ID}
		for _, err := range []error{
			play.RecordNoticeSent(t.Context(), tx, play.Notice{Match: was, To: to}, play.Post{Channel: "c", Message: "m"}),
			play.RecordNoticeFailed(t.Context(), tx, play.Notice{Match: was, To: to}),
			play.RecordMentioned(t.Context(), tx, &was, []match.PlayerID{alice.ID}),
			play.RecordNotMentioned(t.Context(), tx, &was, []match.PlayerID{alice.ID}),
		} {
			require.NoError(t, err)
		}
		return nil
	})
	fx.keepsNothing(alice, id)
	missed, err := fx.TakeMissed(t.Context(), alice)
	require.NoError(t, err)
	assert.Empty(t, missed.Matches)
}

// TestForget_Refused: who took no challenges from somebody still takes none, until they want to.
func TestForget_Refused(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	m := fx.challenge(bob.ID)
	require.NoError(t, just(fx.Refuse(t.Context(), bob, m.ID)))
	fx.forgets(alice)
	p, _ := fx.player(bob.ID)
	require.Len(t, p.Refused(), 1)
	assert.True(t, p.Refused()[0].IsFormer())
	_, err := fx.propose(alice.ID, bob.ID, 1, "c")
	var no *play.LimitError
	require.ErrorAs(t, err, &no)
	assert.Equal(t, play.LimitNoMore, no.Limit)
	require.NoError(t, just(fx.propose(bob.ID, alice.ID, 1, "c")), "whoever challenges takes challenges again")
	p, _ = fx.player(bob.ID)
	assert.Empty(t, p.Refused())
}

// TestForget_Again: pressed twice, the name is one; what they do meanwhile goes too.
func TestForget_Again(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	fx.start()
	require.NoError(t, fx.Forget(t.Context(), alice))
	was, _ := fx.player(alice.ID)
	require.NoError(t, just(fx.ChangePlayer(t.Context(), alice, func(p *play.Player) { p.Settings.Quick = true })))
	require.NoError(t, fx.Forget(t.Context(), alice))
	is, _ := fx.player(alice.ID)
	assert.Equal(t, was.Progress.Former, is.Progress.Former)
	second := fx.challenge("").ID
	fx.forgets(alice)
	assert.Equal(t, was.Progress.Former, fx.stored(second).Challenger)
	_, due := fx.due(play.JobForget)
	assert.False(t, due)
	fx.forgets(alice)
}
