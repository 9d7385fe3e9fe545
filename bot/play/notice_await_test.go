package play_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/play"
	"madbot/bot/play/notice"
	"madbot/rules/match"
)

// twice has alice play, and bob, whose turn alice was notified of.
func (fx *fixture) twice() (told play.Match) {
	fx.Helper()
	fx.start()
	for _, a := range []play.Actor{alice, bob} {
		require.NoError(fx, just(fx.Play(fx.Context(), a, anyPly("m1"), swap())))
	}
	told = fx.stored("m1")
	fx.do(func(tx play.Tx) error {
		return play.RecordMentioned(fx.Context(), tx, &told, []match.PlayerID{alice.ID})
	})
	return told
}

// TestNextNotice_Awaits: a notice of a turn that was taken back waits for another one in its place, for an hour, unless
// the player looks.
func TestNextNotice_Awaits(t *testing.T) {
	t.Parallel()
	post := play.Post{Channel: "d", Message: "1"}
	for name, c := range map[string]struct {
		after        time.Duration
		looks, stays bool
	}{
		"at once":         {0, false, true},
		"within the hour": {time.Hour - time.Millisecond, false, true},
		"an hour later":   {time.Hour, false, false},
		"after a look":    {time.Minute, true, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			fx := newFixture(t)
			told := fx.twice()
			fx.keep(func(s *play.Seat) {
				s.Notices.Post, s.Notices.PostFor, s.Notices.PostAt = post, play.TurnNotice, told.Moment()
			})
			toldAt := fx.notices(alice).ToldAt
			require.NoError(t, just(fx.TakeBack(t.Context(), bob, anyPly("m1"))))
			if c.looks {
				fx.now = fx.now.Add(time.Second)
				require.NoError(t, just(fx.Look(t.Context(), alice, "m1")))
			}
			fx.now = toldAt.Add(c.after)
			_, at := fx.next()
			_, removed := fx.due(play.JobRetire)
			assert.Equal(t, c.stays, !removed)
			if c.stays {
				assert.Equal(t, toldAt.Add(time.Hour), at, "when it goes")
			}
		})
	}
}

// TestNextNotice_TakenBackBy: a turn that was taken back is news for the player on turn, if another did it.
func TestNextNotice_TakenBackBy(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	fx.twice()
	require.NoError(t, just(fx.TakeBack(t.Context(), bob, anyPly("m1"))))
	fx.held()
	n, _ := fx.next()
	assert.Nil(t, n, "bob is to move")

	fx = newFixture(t)
	fx.start()
	require.NoError(t, just(fx.Play(t.Context(), alice, anyPly("m1"), swap())))
	require.NoError(t, just(fx.TakeBack(t.Context(), alice, anyPly("m1"))))
	fx.keep(func(s *play.Seat) { s.Look = play.Look{} })
	fx.held()
	n, _ = fx.next()
	require.NotNil(t, n)
	assert.Empty(t, n.News, "she did it herself")
}

// TestNextNotice_Parting: that the bot is gone from their server waits for the end of quiet hours, and is moot when the
// match is over.
func TestNextNotice_Parting(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	fx.start()
	fx.settle(alice, "", play.Settings{Quiet: notice.Quiet{From: 1 * notice.OClock, To: 7 * notice.OClock}})
	fx.keep(func(s *play.Seat) { s.Notices.Parted, s.Notices.Parting = fx.now, true })
	n, at := fx.next()
	assert.Nil(t, n)
	assert.Equal(t, time.Date(2026, 1, 2, 7, 0, 0, 0, time.UTC), at)
	require.NoError(t, just(fx.Resign(t.Context(), alice, anyPly("m1"))))
	n, at = fx.next()
	assert.Nil(t, n)
	assert.Zero(t, at)
	assert.False(t, fx.notices(alice).Parting)
}

// TestNextNotice_Sending: a notice that may have been sent is not begun again once it is moot, or was one of before.
func TestNextNotice_Sending(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	m := fx.startPaced()
	sending := func(s *play.Seat) { s.Notices.Moment, s.Notices.Sending = m.Moment(), true }
	fx.keep(sending)
	_, at := fx.next()
	assert.True(t, at.After(fx.now), "a reminder")
	assert.False(t, fx.notices(alice).Sending)
	require.NoError(t, just(fx.Play(t.Context(), alice, anyPly("m1"), swap())))
	m = fx.stored("m1")
	fx.keep(sending)
	fx.next()
	assert.False(t, fx.notices(alice).Sending, "bob is to move")
}

// TestNextNotice_Former: of somebody who was forgotten nothing is kept again.
func TestNextNotice_Former(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	fx.startPaced()
	const former = match.Former + "x"
	p, _ := fx.player(alice.ID)
	p.Progress.Former = former
	require.NoError(t, play.BeginForgetting(t.Context(), fx.store, p))
	require.NoError(t, play.ContinueForgetting(t.Context(), fx.store, alice.ID))
	fx.next()
	seat, err := fx.store.Seat(t.Context(), "m1", former)
	require.NoError(t, err)
	assert.Zero(t, seat.Notices)
}

// TestAddress_From: held news are sent from the first one on.
func TestAddress_From(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	fx.start()
	fx.settle(alice, "", play.Settings{Direct: true})
	from := fx.stored("m1").Told
	fx.address(fx.now, match.Event{Kind: match.Accepted, By: bob.ID, Seq: 2})
	m, err := fx.Offer(t.Context(), bob, anyPly("m1"), match.ToStop)
	require.NoError(t, err)
	m.Told = 2
	fx.do(func(tx play.Tx) error { return tx.SaveDelivery(t.Context(), m.ID, m.Delivery) })
	fx.address(fx.now, match.Event{Kind: match.StopOffered, By: bob.ID, Seq: m.Seq})
	assert.Equal(t, []int{from, m.Seq}, []int{fx.notices(alice).From, fx.notices(alice).Seq})
}

// TestAddress_AskedToo: a player who knows of an offer in this turn is notified of one that comes with other news.
func TestAddress_AskedToo(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	fx.twice()
	m, err := fx.Offer(t.Context(), bob, anyPly("m1"), match.ToStop)
	require.NoError(t, err)
	asked := match.Event{Kind: match.StopOffered, By: bob.ID, Seq: m.Seq}
	require.Equal(t, []match.PlayerID{alice.ID}, fx.address(fx.now, asked))
	fx.do(func(tx play.Tx) error { return play.RecordMentioned(t.Context(), tx, &m, []match.PlayerID{alice.ID}) })
	assert.Empty(t, fx.address(fx.now, asked))
	given := match.Event{Kind: match.TimeGiven, By: bob.ID, Seq: m.Seq - 1}
	assert.Equal(t, []match.PlayerID{alice.ID}, fx.address(fx.now, given, asked))
}
