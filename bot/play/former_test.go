package play_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/play"
	"madbot/bot/play/playtest"
	"madbot/bot/play/rated"
	"madbot/rules/match"
	"madbot/rules/rating"
)

// ratedTerms are terms of a rated match in which the challenger plays Red.
func ratedTerms() match.Terms {
	t := paced()
	t.Side, t.Hints, t.NoTakebacks, t.Rated = match.PlayRed, match.NoHints, true, true
	return t
}

// between begins a rated match of two people, whatever the limits say.
func (fx *fixture) between(by, to play.Actor) match.ID {
	fx.Helper()
	fx.ids++
	id := match.ID(fmt.Sprint("r", fx.ids))
	fx.do(func(tx play.Tx) error {
		return play.Start(fx.Context(), tx, match.Proposal{ID: id, By: by.ID, To: to.ID, Terms: ratedTerms()}, venue())
	})
	return id
}

// swaps plays turns of a match, whose players swap the same two ships again and again.
func (fx *fixture) swaps(id match.ID, turns int) {
	fx.Helper()
	for range turns {
		m := fx.stored(id)
		_, err := fx.Play(fx.Context(), play.Actor{ID: m.ToMove(), Guild: "g"}, anyPly(id), play.Typed{Text: "111=222", Sure: true})
		require.NoError(fx, err)
	}
}

// loses plays turns of a match, and by resigns.
func (fx *fixture) loses(by play.Actor, id match.ID, turns int) {
	fx.Helper()
	fx.swaps(id, turns)
	_, err := fx.Resign(fx.Context(), by, anyPly(id))
	require.NoError(fx, err)
}

// known makes people known for long, with as many finished matches against Dave as rated matches require.
func (fx *fixture) known(people ...play.Actor) {
	fx.Helper()
	for _, p := range people {
		fx.do(func(tx play.Tx) error {
			return tx.SavePlayer(fx.Context(), play.Player{ID: p.ID, Met: start().Add(-99 * day)})
		})
		for range rated.NewMatches {
			m, err := fx.Challenge(fx.Context(), p, play.Challenge{To: dave.ID, Terms: terms(), Venue: venue()})
			require.NoError(fx, err)
			_, err = fx.Accept(fx.Context(), play.Actor{ID: dave.ID, Guild: "g"}, m.ID)
			require.NoError(fx, err)
			fx.loses(p, m.ID, 4)
		}
	}
}

// limit returns which limit keeps two people from a rated match; 0: none.
func (fx *fixture) limit(by, other play.Actor) play.Limit {
	fx.Helper()
	err := play.MayRate(fx.Context(), fx.store, by.ID, other.ID, fx.now)
	if err == nil {
		return 0
	}
	var limit *play.LimitError
	require.ErrorAs(fx, err, &limit)
	return limit.Limit
}

// TestFormer_Pair: deleting the profile does not give two people more rated matches against each other. It does not
// matter which of them challenges, which was deleted, and how often.
func TestFormer_Pair(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	fx.known(alice, bob, carol)
	begun := play.Stamp(fx.now)
	for range rated.PairMost {
		fx.loses(alice, fx.between(alice, bob), 20)
	}
	require.Equal(t, play.LimitPair, fx.limit(alice, bob))
	for _, deleted := range []play.Actor{bob, bob, alice} {
		fx.now = fx.now.Add(day)
		fx.forgets(deleted)
		assert.Equal(t, play.LimitNew, fx.limit(deleted, carol))
		fx.known(deleted)
		assert.Equal(t, play.LimitPair, fx.limit(alice, bob))
		assert.Equal(t, play.LimitPair, fx.limit(bob, alice))
		assert.Zero(t, fx.limit(bob, carol), "another pair")
		assert.Zero(t, fx.limit(carol, alice), "another pair")
	}
	fx.now = begun.Add(30*day - time.Millisecond)
	assert.Equal(t, play.LimitPair, fx.limit(bob, alice))
	fx.now = begun.Add(30 * day)
	assert.Zero(t, fx.limit(bob, alice))
}

// TestFormer_PairAgain: the unit of work in which a challenge is accepted knows the matches of deleted profiles, too.
func TestFormer_PairAgain(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	fx.known(alice, bob)
	for range rated.PairMost - 1 {
		fx.loses(alice, fx.between(alice, bob), 20)
	}
	for _, deleted := range []play.Actor{alice, bob} {
		fx.forgets(deleted)
		fx.known(deleted)
	}
	m, err := fx.Challenge(t.Context(), alice, play.Challenge{To: bob.ID, Terms: ratedTerms(), Venue: venue()})
	require.NoError(t, err)
	begun := false
	fx.hook = func(c playtest.Call, do func() error) error {
		if c.Name == "Do" && !begun {
			begun = true
			fx.loses(alice, fx.between(alice, bob), 20)
		}
		return do()
	}
	_, err = fx.Accept(t.Context(), bob, m.ID)
	var limit *play.LimitError
	require.ErrorAs(t, err, &limit)
	assert.Equal(t, play.LimitPair, limit.Limit)
}

// TestFormer_Fled: matches resigned by deleting the profile count as early resignations of those who come back.
func TestFormer_Fled(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	fx.known(alice, bob, carol)
	fx.loses(bob, fx.between(alice, bob), 4)
	for _, other := range []play.Actor{alice, carol} {
		fx.swaps(fx.between(other, bob), 4)
	}
	require.Zero(t, fx.limit(bob, carol))
	fx.forgets(bob)
	fx.known(bob)
	assert.Equal(t, play.LimitFled, fx.limit(bob, carol))
	assert.Equal(t, play.LimitFled, fx.limit(carol, bob))
	fx.now = fx.now.Add(14 * day)
	assert.Zero(t, fx.limit(bob, carol))
}

// TestFormer_Rating: those who come back within 90 days begin at a beginner's points, as certain as they were before.
func TestFormer_Rating(t *testing.T) {
	t.Parallel()
	almost := rated.FormerSpan - time.Millisecond
	for wait, kept := range map[time.Duration]bool{0: true, almost: true, rated.FormerSpan: false} {
		fx := newFixture(t)
		fx.known(alice, bob)
		for range 3 {
			fx.loses(bob, fx.between(alice, bob), 4)
		}
		was := fx.lastChange(bob)
		fx.forgets(bob)
		fx.now = fx.now.Add(wait)
		fx.known(bob)
		want := rating.Start()
		if kept {
			want.Deviation = was.After.After(wait.Hours() / 24).Deviation
			require.Less(t, want.Deviation, rating.Start().Deviation)
		}
		fx.loses(bob, fx.between(carol, bob), 4)
		is := fx.lastChange(bob)
		assert.Equal(t, 1, is.N)
		assert.InDelta(t, want.Points, is.Before.Points, 1e-6)
		assert.InDelta(t, want.Deviation, is.Before.Deviation, 1e-6)
		assert.True(t, is.Follows(rated.Change{}, fx.lastChange(carol)))
	}
}

// TestStakes_Shown: what is at stake is on cards once the ratings of both are shown. So nobody sees whether a beginner
// has come back with a new profile, whose rating is more certain.
func TestStakes_Shown(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	fx.known(alice, bob, carol)
	for range rated.Shown {
		fx.loses(alice, fx.between(alice, dave), 4)
	}
	fx.loses(bob, fx.between(alice, bob), 4)
	fx.forgets(bob)
	fx.known(bob)
	for n := range rated.Shown {
		for _, beginner := range []play.Actor{bob, carol} {
			stakes, err := fx.Stakes(t.Context(), [2]match.PlayerID{alice.ID, beginner.ID})
			require.NoError(t, err)
			assert.Nil(t, stakes, "after %d matches", n)
			fx.loses(beginner, fx.between(alice, beginner), 4)
		}
	}
	for _, beginner := range []play.Actor{bob, carol} {
		stakes, err := fx.Stakes(t.Context(), [2]match.PlayerID{beginner.ID, alice.ID})
		require.NoError(t, err)
		require.Len(t, stakes, 2)
		assert.Equal(t, fx.lastChange(beginner).After.Points, stakes[0].Now.Points)
		assert.Positive(t, stakes[0].Win)
	}
}

// TestFormer_Time: a loss on time before the profile was deleted forgives those who come back others for 7 days, and no
// longer: deleting it makes no second absence of one.
func TestFormer_Time(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	fx.known(alice, bob)
	at, id := play.Stamp(fx.now), fx.between(alice, bob)
	fx.do(func(tx play.Tx) error {
		return tx.AddRatingChange(t.Context(), rated.Change{Player: bob.ID, N: 1, Match: id, At: at,
			Step: rated.Step{Before: rating.Start(), After: rating.Start(), Score: rating.Defeat, Why: rated.Time}})
	})
	for _, wait := range []time.Duration{0, day, 6*day - time.Millisecond, time.Millisecond} {
		fx.now = fx.now.Add(wait)
		spares, err := rated.WouldSpare(t.Context(), fx.store, bob.ID, play.Stamp(fx.now))
		require.NoError(t, err)
		assert.Equal(t, fx.now.Before(at.Add(7*day)), spares, "after %s", fx.now.Sub(at))
		fx.forgets(bob)
	}
}

// lastChange returns the last change of a rating.
func (fx *fixture) lastChange(a play.Actor) rated.Change {
	fx.Helper()
	changes, err := fx.store.RatingChanges(fx.Context(), a.ID, 1)
	require.NoError(fx, err)
	require.Len(fx, changes, 1)
	return changes[0]
}

// TestFormer_Refused: challenges that were declined before the profile was deleted count, and the new one does not
// replace their card, which would tell whose they were.
func TestFormer_Refused(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	first, err := fx.propose(alice.ID, bob.ID, 0, "c")
	require.NoError(t, err)
	_, err = fx.Decline(t.Context(), bob, first.ID)
	require.NoError(t, err)
	fx.do(func(tx play.Tx) error {
		return tx.SaveDelivery(t.Context(), first.ID, play.Delivery{Post: play.Post{Channel: "c", Message: "7"}, Told: 9})
	})
	fx.forgets(alice)
	next, err := fx.propose(alice.ID, bob.ID, 50, "c")
	require.NoError(t, err)
	assert.Zero(t, fx.stored(next.ID).Post)
	_, err = fx.Decline(t.Context(), bob, next.ID)
	require.NoError(t, err)
	fx.forgets(alice)
	_, err = fx.propose(alice.ID, bob.ID, 51, "c")
	assert.Equal(t, play.LimitRefused, limited(t, err).Limit)
	_, err = fx.propose(alice.ID, carol.ID, 52, "c")
	require.NoError(t, err)
	back, err := fx.propose(bob.ID, alice.ID, 53, "d")
	require.NoError(t, err)
	_, err = fx.Withdraw(t.Context(), bob, back.ID)
	require.NoError(t, err)
	_, err = fx.propose(alice.ID, bob.ID, 54, "c")
	require.NoError(t, err, "bob challenged her")
}

// TestFormer_RefusedBack: a challenge in the other direction that came before the profile was deleted ends a row of
// refused ones, too.
func TestFormer_RefusedBack(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	for n := range 3 {
		m, err := fx.propose(alice.ID, bob.ID, n, "c")
		require.NoError(t, err)
		if n == 2 {
			break
		}
		fx.now = fx.now.Add(time.Minute)
		_, err = fx.Decline(t.Context(), bob, m.ID)
		require.NoError(t, err)
		if n > 0 {
			fx.forgets(alice)
			continue
		}
		fx.now = fx.now.Add(time.Minute)
		m, err = fx.propose(bob.ID, alice.ID, 9, "c")
		require.NoError(t, err)
		_, err = fx.Withdraw(t.Context(), bob, m.ID)
		require.NoError(t, err)
		fx.now = fx.now.Add(time.Minute)
	}
}

// TestFormer_Annul: managers who deleted their profile cannot annul the matches that they played.
func TestFormer_Annul(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	id := fx.between(alice, bob)
	fx.loses(alice, id, 20)
	fx.forgets(alice)
	_, err := fx.Annul(t.Context(), alice, id, "I lost")
	require.ErrorIs(t, err, play.ErrOwnMatch)
	m := fx.stored(id)
	require.ErrorIs(t, fx.CheckAnnul(t.Context(), alice, &m), play.ErrOwnMatch)
	_, err = fx.Annul(t.Context(), carol, id, "a second account")
	require.NoError(t, err)
}

// TestFormer_Clean: nobody sees the old matches of those who come back. What is stored about them, and sent to them, is
// when they deleted their profiles.
func TestFormer_Clean(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	fx.known(alice, bob)
	fx.loses(alice, fx.between(alice, bob), 20)
	var deleted []time.Time
	for range 2 {
		deleted = slices.Insert(deleted, 0, play.Stamp(fx.now))
		fx.forgets(alice)
		require.NoError(t, fx.Forget(t.Context(), alice), "pressed twice")
		require.NoError(t, fx.Forget(t.Context(), alice), "pressed twice")
		require.NoError(t, play.ContinueForgetting(t.Context(), fx.store, alice.ID))
		deleted = slices.Insert(deleted, 0, play.Stamp(fx.now))
		fx.now = fx.now.Add(day)
	}
	profile, err := fx.Profile(t.Context(), bob, alice.ID)
	require.NoError(t, err)
	assert.Zero(t, profile.All)
	assert.Empty(t, profile.Last)
	assert.Empty(t, profile.Rated)
	kept, err := fx.Kept(t.Context(), alice)
	require.NoError(t, err)
	assert.Equal(t, play.Kept{Player: play.Player{ID: alice.ID}, Deleted: deleted}, kept)
}
