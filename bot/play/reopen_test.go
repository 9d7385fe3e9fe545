package play_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/play"
	"madbot/rules/match"
)

// taken returns an open challenge by Alice that p has accepted.
func (fx *fixture) taken(p play.Actor) play.Match {
	fx.Helper()
	m, err := fx.Accept(fx.Context(), p, fx.challenge("").ID)
	require.NoError(fx, err)
	return m
}

// leaves resigns a match of p.
func (fx *fixture) leaves(p play.Actor, id match.ID) {
	fx.Helper()
	_, err := fx.Resign(fx.Context(), p, anyPly(id))
	require.NoError(fx, err)
}

// reopened does the job that makes the challenge of a match again, and returns the challenge; false: none was made.
func (fx *fixture) reopened(old match.ID) (m play.Match, made bool) {
	fx.Helper()
	if _, due := fx.take(play.JobReopen); !due {
		return play.Match{}, false
	}
	fx.ids++
	id := match.ID("again" + string(rune('a'+fx.ids)))
	fx.do(func(tx play.Tx) error { return play.Reopen(fx.Context(), tx, old, id) })
	m, err := fx.store.Match(fx.Context(), id)
	return m, err == nil
}

// TestReopen: the challenge to anyone is made again, with its terms and all its time, as soon as its taker left.
func TestReopen(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	old := fx.taken(bob)
	fx.now = fx.now.Add(2 * day)
	_, err := fx.Play(t.Context(), alice, anyPly(old.ID), swap())
	require.NoError(t, err, "Alice may have played")
	fx.leaves(bob, old.ID)
	m, made := fx.reopened(old.ID)
	require.True(t, made)
	assert.Equal(t, match.Proposed, m.Status)
	assert.Equal(t, old.Terms, m.Terms)
	assert.Equal(t, old.Venue, m.Venue)
	assert.Equal(t, alice.ID, m.Challenger)
	assert.Empty(t, m.Opponent)
	assert.Equal(t, play.Stamp(fx.now).Add(match.ChallengeLife), m.LapseAt())
	assert.Equal(t, match.Finished, fx.stored(old.ID).Status, "Bob left it early, and that shows")

	again, err := fx.Accept(t.Context(), bob, m.ID)
	require.ErrorIs(t, err, play.ErrTakenBefore)
	assert.Equal(t, match.Proposed, again.Status)
	_, err = fx.Accept(t.Context(), carol, m.ID)
	require.NoError(t, err)
}

// TestReopen_Not: what was for one person, what the taker has played, and what the challenger or both have ended is
// over.
func TestReopen_Not(t *testing.T) {
	t.Parallel()
	for name, end := range map[string]func(*fixture) match.ID{
		"for Bob":    func(fx *fixture) match.ID { m := fx.start(); fx.leaves(bob, m.ID); return m.ID },
		"challenger": func(fx *fixture) match.ID { m := fx.taken(bob); fx.leaves(alice, m.ID); return m.ID },
		"played": func(fx *fixture) match.ID {
			m := fx.taken(bob)
			for _, p := range []play.Actor{alice, bob} {
				_, err := fx.Play(t.Context(), p, anyPly(m.ID), swap())
				require.NoError(t, err)
			}
			fx.leaves(bob, m.ID)
			return m.ID
		},
		"agreed": func(fx *fixture) match.ID {
			m := fx.taken(bob)
			for _, p := range []play.Actor{bob, alice} {
				_, err := fx.Offer(t.Context(), p, anyPly(m.ID), match.ToCallOff)
				require.NoError(t, err)
			}
			return m.ID
		},
	} {
		fx := newFixture(t)
		id := end(fx)
		assert.Equal(t, match.Finished, fx.stored(id).Status, name)
		_, made := fx.reopened(id)
		assert.False(t, made, name)
	}
}

// TestReopen_NoTurn: the taker of a challenge by Blue is to play first, and lets the time run out.
func TestReopen_NoTurn(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	terms := otherTerms()
	terms.Pace = match.Pace{PerTurn: day, Bank: day}
	c, err := fx.Challenge(t.Context(), alice, play.Challenge{Terms: terms, Venue: venue()})
	require.NoError(t, err)
	_, err = fx.Accept(t.Context(), bob, c.ID)
	require.NoError(t, err)
	fx.now = fx.now.Add(3 * day)
	_, err = fx.Claim(t.Context(), alice, anyPly(c.ID))
	require.NoError(t, err)
	m, made := fx.reopened(c.ID)
	require.True(t, made)
	assert.Equal(t, terms.Side, m.Terms.Side)
}

// TestReopen_Deleted: who deletes their profile leaves, and cannot take the challenge again under another name.
func TestReopen_Deleted(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	old := fx.taken(bob)
	fx.forgets(bob)
	m, made := fx.reopened(old.ID)
	require.True(t, made)
	_, err := fx.Accept(t.Context(), bob, m.ID)
	require.ErrorIs(t, err, play.ErrTakenBefore)
	fx.now = fx.now.Add(time.Hour)
	fx.forgets(alice)
	assert.Equal(t, match.Withdrawn, fx.stored(m.ID).Status)
}

// TestReopen_Blocked: the operator blocks the taker, or the challenger as well.
func TestReopen_Blocked(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		blocked []match.PlayerID
		made    bool
	}{
		"taker":      {[]match.PlayerID{bob.ID}, true},
		"challenger": {[]match.PlayerID{alice.ID}, false},
		"both":       {[]match.PlayerID{bob.ID, alice.ID}, false},
	} {
		fx := newFixture(t)
		old := fx.taken(bob)
		fx.blocks(c.blocked...)
		require.NoError(t, play.StopMatchesOf(t.Context(), fx.store, c.blocked[0]))
		assert.Equal(t, match.Finished, fx.stored(old.ID).Status, name)
		_, made := fx.reopened(old.ID)
		assert.Equal(t, c.made, made, name)
	}
}

// TestReopen_Bounded: several people who take it and leave end it, and so does what the challenger has meanwhile.
func TestReopen_Bounded(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	m := fx.challenge("")
	for n := range play.MaxReopened + 1 {
		p := play.Actor{ID: match.PlayerID(rune('a' + n)), Guild: "g"}
		old, err := fx.Accept(t.Context(), p, m.ID)
		require.NoError(t, err)
		fx.leaves(p, old.ID)
		var made bool
		m, made = fx.reopened(old.ID)
		require.Equal(t, n < play.MaxReopened, made, n)
	}

	old := fx.taken(bob)
	fx.challenge("")
	fx.leaves(bob, old.ID)
	_, made := fx.reopened(old.ID)
	assert.False(t, made, "the same waits")
}

// TestReopen_Unposted: where the bot cannot post, nobody would see the challenge.
func TestReopen_Unposted(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(*play.Delivery){
		"closed": func(d *play.Delivery) { d.Closed = true },
		"away":   func(d *play.Delivery) { d.Venue.Away = true },
	} {
		fx := newFixture(t)
		old := fx.taken(bob)
		fx.do(func(tx play.Tx) error {
			d := old.Delivery
			change(&d)
			return tx.SaveDelivery(t.Context(), old.ID, d)
		})
		fx.leaves(bob, old.ID)
		_, made := fx.reopened(old.ID)
		assert.False(t, made, name)
	}
}
