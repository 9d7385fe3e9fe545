package play_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/play"
	"madbot/bot/play/notice"
	"madbot/bot/play/playtest"
	"madbot/rules/match"
)

// settle keeps what a player chose.
func (fx *fixture) settle(a play.Actor, zone string, s play.Settings) {
	fx.Helper()
	_, err := fx.ChangePlayer(fx.Context(), a, func(p *play.Player) { p.Zone, p.Settings = zone, s })
	require.NoError(fx, err)
}

// address returns who is notified of news of the match m1, at a time.
func (fx *fixture) address(now time.Time, news ...match.Event) (ping []match.PlayerID) {
	fx.Helper()
	m := fx.stored("m1")
	fx.do(func(tx play.Tx) (err error) {
		ping, _, err = play.Address(fx.Context(), playtest.At(tx, now), &m, news)
		return err
	})
	return ping
}

// notices returns a player's notices about the match m1.
func (fx *fixture) notices(a play.Actor) play.Notices {
	fx.Helper()
	seat, err := fx.store.Seat(fx.Context(), "m1", a.ID)
	require.NoError(fx, err)
	return seat.Notices
}

// TestAddress: a player in quiet hours, or who wants direct messages, gets a notice at the end of those hours or
// immediately.
func TestAddress(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 1, 10, 23, 0, 0, 0, time.UTC)
	played := match.Event{Kind: match.Played, By: bob.ID}
	both := []match.PlayerID{alice.ID}
	night := notice.Quiet{From: 22 * notice.OClock, To: 7 * notice.OClock}
	tests := []struct {
		name     string
		settings play.Settings
		guild    string
		want     []match.PlayerID
		due      time.Time
	}{
		{"by mention", play.Settings{}, "g", both, time.Time{}},
		{"in quiet hours", play.Settings{Quiet: night}, "g", nil, now.Add(8 * time.Hour)},
		{"out of quiet hours", play.Settings{Quiet: notice.Quiet{From: 0, To: 7 * notice.OClock}}, "g", both, time.Time{}},
		{"directly", play.Settings{Direct: true}, "g", nil, now},
		{"directly in quiet hours", play.Settings{Direct: true, Quiet: night}, "g", nil, now.Add(8 * time.Hour)},
		{"where messages are direct", play.Settings{Direct: true}, "", both, time.Time{}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			fx := newFixture(t)
			fx.start()
			fx.settle(alice, "UTC", test.settings)
			fx.do(func(tx play.Tx) error {
				d, err := tx.Delivery(t.Context(), "m1")
				require.NoError(t, err)
				d.Venue.Guild, d.Told = test.guild, 2
				return tx.SaveDelivery(t.Context(), "m1", d)
			})
			fx.take(play.JobRemind)
			assert.Equal(t, test.want, fx.address(now, played))
			due, held := fx.due(play.JobRemind)
			assert.Equal(t, !test.due.IsZero(), held)
			assert.Equal(t, test.due, due)
			assert.Equal(t, held, !fx.notices(alice).Held.IsZero())
			assert.Equal(t, held, fx.notices(alice).From == 2, "what was told before does not wait")
		})
	}
}

// TestAddress_Once: of one turn a player is notified once, however often the board is shown, and of other
// news all the same.
func TestAddress_Once(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	m := fx.start()
	played := match.Event{Kind: match.Played, By: bob.ID, Seq: 3}
	offered := match.Event{Kind: match.StopOffered, By: bob.ID, Seq: 4}
	ping := []match.PlayerID{alice.ID}
	assert.Equal(t, ping, fx.address(start(), played))
	assert.Equal(t, ping, fx.address(start(), played), "nobody knows whether they were")
	fx.do(func(tx play.Tx) error { return play.RecordMentioned(t.Context(), playtest.At(tx, start()), &m, ping) })
	assert.Empty(t, fx.address(start(), played))
	assert.Empty(t, fx.address(start()), "it is shown elsewhere")
	assert.Empty(t, fx.address(start(), offered), "it was answered")
	_, err := fx.Offer(t.Context(), bob, anyPly("m1"), match.ToStop)
	require.NoError(t, err)
	assert.Equal(t, ping, fx.address(start(), offered))
	for _, a := range []play.Actor{alice, bob} {
		_, err := fx.Play(t.Context(), a, anyPly("m1"), swap())
		require.NoError(t, err)
	}
	assert.Empty(t, fx.address(start(), played), "it was answered")
	played.Ply = 2
	assert.Equal(t, ping, fx.address(start(), played), "another turn")
}

// TestAddress_Replaced: a turn in place of one that was taken back, within the hour, is silent, unless who is to play
// has looked meanwhile.
func TestAddress_Replaced(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		after time.Duration
		looks bool
		turns int // played after the turn that was announced
		want  []match.PlayerID
	}{
		"at once":          {time.Minute, false, 0, nil},
		"within the hour":  {time.Hour - time.Millisecond, false, 0, nil},
		"an hour later":    {time.Hour, false, 0, []match.PlayerID{bob.ID}},
		"after a look":     {time.Minute, true, 0, []match.PlayerID{bob.ID}},
		"it is a new turn": {time.Minute, false, 2, []match.PlayerID{bob.ID}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			fx := newFixture(t)
			fx.start()
			play1 := func(a play.Actor) (m play.Match) {
				m, err := fx.Play(t.Context(), a, anyPly("m1"), swap())
				require.NoError(t, err)
				return m
			}
			told := play1(alice)
			fx.do(func(tx play.Tx) error {
				return play.RecordMentioned(t.Context(), tx, &told, []match.PlayerID{bob.ID})
			})
			assert.Equal(t, told.Game.Ply(), fx.notices(bob).Told-1)
			if c.turns == 0 {
				_, err := fx.TakeBack(t.Context(), alice, anyPly("m1"))
				require.NoError(t, err)
			} else {
				play1(bob)
			}
			now := fx.now
			if c.looks {
				fx.now = fx.now.Add(time.Second)
				_, err := fx.Look(t.Context(), bob, "m1")
				require.NoError(t, err)
			}
			m := play1(alice)
			got := fx.address(now.Add(c.after), match.Event{Kind: match.Played, By: alice.ID, Seq: m.Seq, Ply: m.Game.Ply()})
			assert.Equal(t, c.want, got)
			assert.Equal(t, c.want == nil, fx.notices(bob).Turn, "no reminder tells it as new")
		})
	}
}

// TestAddress_Asked: all offers of a turn notify once; after a takeback to which they agreed, once more.
func TestAddress_Asked(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	fx.start()
	for _, a := range []play.Actor{alice, bob} {
		_, err := fx.Play(t.Context(), a, anyPly("m1"), swap())
		require.NoError(t, err)
	}
	ping := []match.PlayerID{bob.ID}
	ask := func(k match.OfferKind, kind match.EventKind) (ids []match.PlayerID) {
		m, err := fx.Offer(t.Context(), alice, anyPly("m1"), k)
		require.NoError(t, err)
		ids = fx.address(fx.now, match.Event{Kind: kind, By: alice.ID, Seq: m.Seq})
		fx.do(func(tx play.Tx) error { return play.RecordMentioned(t.Context(), tx, &m, ids) })
		return ids
	}
	assert.Equal(t, ping, ask(match.ToStop, match.StopOffered))
	_, err := fx.WithdrawOffer(t.Context(), alice, anyPly("m1"), match.ToStop)
	require.NoError(t, err)
	assert.Empty(t, ask(match.ToTakeBack, match.TakebackAsked))
	_, err = fx.AnswerOffer(t.Context(), bob, anyPly("m1"), match.ToTakeBack, true)
	require.NoError(t, err)
	assert.Equal(t, ping, ask(match.ToStop, match.StopOffered), "they saw what they were asked")
}

// TestAddressed_Behind: news of before a turn, which are sent again after it, tell nobody of the turn.
func TestAddressed_Behind(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	m := fx.start()
	ping := []match.PlayerID{alice.ID}
	for _, c := range []struct {
		sending int
		told    bool
	}{{m.Seq - 1, false}, {m.Seq, true}} {
		m.Sending = c.sending
		fx.do(func(tx play.Tx) error { return play.RecordMentioned(t.Context(), playtest.At(tx, start()), &m, ping) })
		assert.Equal(t, c.told, fx.notices(alice).Turn)
	}
}

// TestAddressed: a player who was mentioned needs no notice.
func TestAddressed(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	m := fx.start()
	fx.settle(alice, "UTC", play.Settings{Direct: true})
	assert.Empty(t, fx.address(start(), match.Event{Kind: match.Accepted, By: bob.ID, Seq: 2}))
	assert.Equal(t, start(), fx.notices(alice).Held)
	assert.Empty(t, fx.address(start().Add(time.Hour), match.Event{Kind: match.Accepted, By: bob.ID, Seq: 2}))
	assert.Equal(t, start(), fx.notices(alice).Held, "the first")
	fx.do(func(tx play.Tx) error {
		return play.RecordMentioned(t.Context(), playtest.At(tx, start()), &m, []match.PlayerID{alice.ID, bob.ID})
	})
	assert.True(t, fx.notices(alice).Turn)
	assert.Zero(t, fx.notices(alice).Held)
	assert.Zero(t, fx.notices(bob), "it's not their turn")
}

// due returns when the next job of a kind is due; false: there is none.
func (fx *fixture) due(k play.JobKind) (time.Time, bool) {
	fx.Helper()
	due, _, err := fx.store.NextJob(fx.Context(), []play.JobKind{k}, start().Add(-time.Hour*24*365))
	require.NoError(fx, err)
	return due, !due.IsZero()
}

// TestNextNotice_Keys: a notice that may have been sent is begun again as it was; another one has another key, also
// one of the same turn that was due before the first one was recorded.
func TestNextNotice_Keys(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	ctx := fx.Context()
	fx.start()
	fx.settle(alice, "UTC", play.Settings{Direct: true})
	next := func() (n *play.Notice) {
		m := fx.stored("m1")
		fx.do(func(tx play.Tx) (err error) {
			n, _, err = play.NextNotice(ctx, tx, &m)
			return err
		})
		return n
	}
	fx.address(fx.now, match.Event{Kind: match.Accepted, By: bob.ID, Seq: 2})
	turn := next()
	require.NotNil(t, turn)
	assert.Zero(t, turn.Since)
	begun := play.Stamp(fx.now)
	fx.now = fx.now.Add(time.Hour)
	for range 2 {
		again := next()
		assert.Equal(t, turn.Key, again.Key, "nobody knows whether it was sent")
		assert.Equal(t, begun, again.Since)
	}
	m, err := fx.Offer(ctx, bob, anyPly("m1"), match.ToStop)
	require.NoError(t, err)
	fx.now = fx.now.Add(time.Second)
	fx.address(fx.now, match.Event{Kind: match.StopOffered, By: bob.ID, Seq: m.Seq})
	fx.do(func(tx play.Tx) error {
		return play.RecordNoticeSent(ctx, tx, *turn, play.Post{Channel: "d", Message: "1"})
	})
	asked := next()
	require.NotNil(t, asked)
	assert.Equal(t, []play.NoticeKind{play.TurnNotice, play.AskedNotice}, []play.NoticeKind{turn.Kind, asked.Kind})
	assert.NotEqual(t, turn.Key, asked.Key)
	assert.Zero(t, asked.Since)
	assert.True(t, fx.notices(alice).Turn, "that of the turn was sent")
}

// TestNextNotice_OtherKind: a notice that may have been sent is not taken for one about something else.
func TestNextNotice_OtherKind(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	fx.start()
	fx.settle(alice, "UTC", play.Settings{Direct: true})
	next := func() (n *play.Notice) {
		m := fx.stored("m1")
		fx.do(func(tx play.Tx) (err error) {
			n, _, err = play.NextNotice(fx.Context(), tx, &m)
			return err
		})
		require.NotNil(t, n)
		return n
	}
	fx.address(fx.now, match.Event{Kind: match.Accepted, By: bob.ID, Seq: 2})
	turn := next()
	m, err := fx.Offer(fx.Context(), bob, anyPly("m1"), match.ToStop)
	require.NoError(t, err)
	fx.address(fx.now, match.Event{Kind: match.StopOffered, By: bob.ID, Seq: m.Seq})
	asked := next()
	assert.Equal(t, play.AskedNotice, asked.Kind)
	assert.NotEqual(t, turn.Key, asked.Key)
	assert.Zero(t, asked.Since)
}

// TestStillConcerns_Declined: a challenger who could not be told that their challenge was declined is to know it.
func TestStillConcerns_Declined(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	m, err := fx.Decline(fx.Context(), bob, fx.challenge(bob.ID).ID)
	require.NoError(t, err)
	assert.True(t, m.StillConcerns(alice.ID))
	assert.False(t, m.StillConcerns(bob.ID))
}
