package play_test

import (
	"context"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/play"
	"madbot/bot/play/gate"
	"madbot/rules"
	"madbot/rules/match"
	"madbot/rules/review"
)

// reviewer is a Reviewer that finds nothing, and gives each position the same outlook.
type reviewer struct {
	version string
	outlook play.Worth
	judged  review.Review
}

func (r *reviewer) Version() string { return r.version }

func (r *reviewer) Answer(context.Context, gate.Question) (play.Candidate, error) {
	return play.Candidate{Worth: r.outlook}, nil
}

func (r *reviewer) Judge(*rules.Game, []byte) (review.Review, error) { return r.judged, nil }

func (*reviewer) Review(context.Context, *rules.Game, time.Time, func(done, all int)) ([]byte, error) {
	return nil, nil
}

// reviewing returns a fixture with a reviewer.
func reviewing(t *testing.T) (*fixture, *reviewer) {
	r := &reviewer{version: "1", outlook: 0.4}
	return newFixture(t, func(d *play.Deps) { d.Reviewer = r }), r
}

// ended returns a match that is over after so many turns.
func (fx *fixture) ended(plies int) play.Match {
	fx.Helper()
	m := fx.start()
	for range plies {
		_, err := fx.Play(fx.Context(), fx.onTurn(m.ID), anyPly(m.ID), swap())
		require.NoError(fx, err)
	}
	m, err := fx.Resign(fx.Context(), alice, anyPly(m.ID))
	require.NoError(fx, err)
	return m
}

// made has the review of a match made.
func (fx *fixture) made(id match.ID) {
	fx.Helper()
	fx.do(func(tx play.Tx) error {
		r, err := tx.Review(fx.Context(), id)
		require.NoError(fx, err)
		r.Made, r.Found, r.Done = fx.now.UTC(), []byte(`[]`), r.All
		return tx.SaveReview(fx.Context(), r)
	})
	_, ok := fx.take(play.JobReview)
	require.True(fx, ok)
}

// TestReview_Once: asking for a review that is in progress or made returns that review.
func TestReview_Once(t *testing.T) {
	t.Parallel()
	fx, _ := reviewing(t)
	m := fx.ended(4)
	for i := range 1000 {
		_, r, err := fx.Review(fx.Context(), []play.Actor{alice, bob}[i%2], m.ID, i%3 == 0)
		require.NoError(t, err)
		require.Equal(t, alice.ID, r.Asker)
		require.True(t, r.IsUnderWay())
	}
	due, ok := fx.take(play.JobReview)
	assert.True(t, ok)
	assert.Equal(t, fx.now.UTC().Truncate(time.Millisecond), due)
	_, again := fx.take(play.JobReview)
	assert.False(t, again)
}

// TestReview_Refused: only players, of a game that is over, neither too short nor too long.
func TestReview_Refused(t *testing.T) {
	t.Parallel()
	fx, _ := reviewing(t)
	ask := func(a play.Actor, id match.ID) error {
		_, r, err := fx.Review(fx.Context(), a, id, false)
		assert.Zero(t, r)
		return err
	}
	require.ErrorIs(t, ask(alice, fx.ended(3).ID), play.ErrNothingToReview)
	require.ErrorIs(t, ask(alice, fx.start().ID), play.ErrNothingToReview)
	over := fx.ended(4)
	require.ErrorIs(t, ask(carol, over.ID), play.ErrOthersReview)
	require.ErrorIs(t, ask(dave, over.ID), play.ErrNotFound)
	none := newFixture(t)
	_, _, err := none.Review(none.Context(), alice, none.ended(4).ID, false)
	require.ErrorIs(t, err, play.ErrNothingToReview)
	long := match.Match{Status: match.Finished, Game: rules.NewGame(rules.Options{Board: rules.Board6x4})}
	for n := range 301 {
		assert.Equal(t, n >= 4, play.IsReviewable(&long), n)
		require.NoError(t, long.Game.PlayText("111=222"))
	}
	assert.False(t, play.IsReviewable(&long))
}

// TestReview_Limits: one at a time and twenty a day for each person, eight in all; those who attach to another's do
// not count.
func TestReview_Limits(t *testing.T) {
	t.Parallel()
	fx, _ := reviewing(t)
	var all []play.Match
	for range 30 {
		fx.now = fx.now.Add(time.Hour)
		all = append(all, fx.ended(4))
	}
	ask := func(a play.Actor, i int) error {
		_, _, err := fx.Review(fx.Context(), a, all[i].ID, false)
		return err
	}
	require.NoError(t, ask(alice, 0))
	require.ErrorIs(t, ask(alice, 1), play.ErrReviewing)
	require.NoError(t, ask(bob, 0))
	require.NoError(t, ask(bob, 1))
	fx.do(func(tx play.Tx) error { // six others
		for i := range 6 {
			r := play.Review{Match: all[2+i].ID, Asker: match.PlayerID(fmt.Sprint("x", i)), Asked: fx.now.UTC()}
			require.NoError(t, tx.SaveReview(fx.Context(), r))
		}
		return nil
	})
	fx.madeOf(all[0].ID)
	require.NoError(t, ask(alice, 8))
	fx.madeOf(all[8].ID)
	fx.do(func(tx play.Tx) error {
		return tx.SaveReview(fx.Context(), play.Review{Match: all[0].ID, Asker: "y", Asked: fx.now.UTC()})
	})
	require.ErrorIs(t, ask(alice, 9), play.ErrReviewQueue)
	for i := range 8 {
		fx.madeOf(all[i].ID)
	}
	for i := range play.MaxReviews - 1 { // one of hers is counted
		require.NoError(t, ask(alice, 9+i), i)
		fx.madeOf(all[9+i].ID)
	}
	require.ErrorIs(t, ask(alice, 28), play.ErrReviewsUsed)
	require.NoError(t, ask(bob, 28))
	fx.now = fx.now.Add(24*time.Hour + time.Minute)
	require.NoError(t, ask(alice, 29))
}

// madeOf notes that the review of a match is made.
func (fx *fixture) madeOf(id match.ID) {
	fx.Helper()
	fx.do(func(tx play.Tx) error {
		r, err := tx.Review(fx.Context(), id)
		require.NoError(fx, err)
		r.Made, r.Found = fx.now.UTC(), []byte(`[]`)
		return tx.SaveReview(fx.Context(), r)
	})
}

// TestReview_Anew: one that an older Reviewer made is shown, and made again when that is asked for; one that failed is
// made again.
func TestReview_Anew(t *testing.T) {
	t.Parallel()
	fx, by := reviewing(t)
	m := fx.ended(4)
	ask := func(anew bool) play.Review {
		_, r, err := fx.Review(fx.Context(), alice, m.ID, anew)
		require.NoError(t, err)
		return r
	}
	ask(false)
	fx.made(m.ID)
	r := ask(true)
	assert.False(t, r.IsUnderWay())
	assert.False(t, fx.IsOld(&r))
	by.version = "2"
	r = ask(false)
	assert.True(t, fx.IsOld(&r))
	assert.False(t, r.IsUnderWay())
	r = ask(true)
	assert.True(t, r.IsUnderWay())
	assert.False(t, fx.IsOld(&r))
	fx.made(m.ID)
	fx.do(func(tx play.Tx) error {
		r, err := tx.Review(fx.Context(), m.ID)
		require.NoError(t, err)
		r.Found = nil
		return tx.SaveReview(fx.Context(), r)
	})
	r = ask(false)
	assert.True(t, r.IsUnderWay())
}

// TestReview_Awaited: AwaitProgress returns the progress, and finally the result.
func TestReview_Awaited(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		fx, _ := reviewing(t)
		m := fx.ended(4)
		_, r, err := fx.Review(fx.Context(), alice, m.ID, false)
		require.NoError(t, err)
		steps := make(chan play.Review)
		go func() {
			for further := true; further; {
				r, further = fx.AwaitProgress(t.Context(), r)
				steps <- r
				further = further && r.IsUnderWay()
			}
			close(steps)
		}()
		time.Sleep(time.Minute)
		assert.Zero(t, (<-steps).Done, "it waits for others")
		require.NoError(t, fx.Progress(fx.Context(), m.ID, 2, 5))
		assert.Equal(t, 2, (<-steps).Done)
		fx.made(m.ID)
		assert.False(t, (<-steps).Made.IsZero())
		require.NoError(t, fx.Progress(fx.Context(), m.ID, 3, 5), "which is late")
		now, err := fx.store.Review(t.Context(), m.ID)
		require.NoError(t, err)
		assert.NotEqual(t, 3, now.Done)
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		_, further := fx.AwaitProgress(ctx, play.Review{Match: m.ID, Done: now.Done, Asked: now.Asked})
		assert.True(t, further, "it is made")
	})
}

// TestReview_Hidden: a review hides, for each reader, the positions of casual matches that they are playing.
func TestReview_Hidden(t *testing.T) {
	t.Parallel()
	fx, by := reviewing(t)
	m := fx.ended(4)
	by.judged = review.Review{Outlooks: make([]float64, 5), Turns: make([]review.Turn, 4)}
	for ply := range by.judged.Turns {
		by.judged.Turns[ply].Ply = ply
	}
	hidden := func(p match.PlayerID) (plies []int) {
		judged, err := fx.Judged(fx.Context(), &m, &play.Review{}, p)
		require.NoError(t, err)
		for _, turn := range judged.Turns {
			if turn.Hidden {
				plies = append(plies, turn.Ply)
				require.ErrorIs(t, judged.Why, gate.ErrStanding)
			}
		}
		return plies
	}
	assert.Empty(t, hidden(alice.ID))
	other := fx.start()
	assert.Equal(t, []int{0, 3}, hidden(alice.ID), "after four swaps the ships are at the start again")
	_, err := fx.Play(fx.Context(), alice, anyPly(other.ID), swap())
	require.NoError(t, err)
	assert.Equal(t, []int{0, 1}, hidden(bob.ID))
	assert.Empty(t, hidden(carol.ID))
}

// TestReview_Proven: what a review proves is known once it is made, except what would help one of the two in a match
// that they are playing.
func TestReview_Proven(t *testing.T) {
	t.Parallel()
	fx, by := reviewing(t)
	m := fx.ended(4)
	by.judged = review.Review{Won: review.Won{Side: rules.Blue, Ply: 3}, Outlooks: make([]float64, 5),
		Turns: []review.Turn{{Side: rules.Red, Missed: 2, Ply: 2}}}
	all := review.Proven{Won: by.judged.Won, Chance: by.judged.Turns[0]}
	proven := func() review.Proven {
		p, err := fx.Proven(fx.Context(), &m)
		require.NoError(t, err)
		return p
	}
	assert.Zero(t, proven())
	_, _, err := fx.Review(fx.Context(), bob, m.ID, false)
	require.NoError(t, err)
	assert.Zero(t, proven())
	fx.made(m.ID)
	assert.Equal(t, all, proven())
	other := fx.start()
	assert.Equal(t, review.Proven{Chance: all.Chance}, proven(), "how it ended stands there")
	_, err = fx.Play(fx.Context(), alice, anyPly(other.ID), swap())
	require.NoError(t, err)
	assert.Equal(t, all, proven())
	by.judged.Turns[0].Ply = 0
	assert.Zero(t, proven().Chance, "what it led to stands there")
	m.Players.Red = carol.ID
	assert.Zero(t, proven().Chance)
	m.Terms.Level = 3
	assert.NotZero(t, proven().Chance, "the robot plays with everybody")
}

// TestReview_Lost: what a turn that is tried loses, known or searched.
func TestReview_Lost(t *testing.T) {
	t.Parallel()
	fx, _ := reviewing(t)
	m := fx.ended(4)
	p := m.Game.Start()
	turn := func(text string) rules.Turn {
		got, err := p.ParseTurn(text)
		require.NoError(t, err)
		return got
	}
	moment := review.Turn{Side: rules.Red, Played: turn("111=222"), Best: turn("112=221"), Loss: 0.3, Outlook: 0.7}
	for text, want := range map[string]float64{"112=221": 0, "111=222": 0.3, "121=212": 0.1} {
		lost, err := fx.Lost(fx.Context(), alice, &m, play.Try{At: moment, Turn: turn(text)})
		require.NoError(t, err)
		assert.InDelta(t, want, lost, 1e-9, text)
	}
}
