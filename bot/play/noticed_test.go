package play_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/play"
	"madbot/rules/match"
)

// TestNoticed: a notice replaces the previous one and covers its news; a notice of the end, or of a declined challenge,
// stays.
func TestNoticed(t *testing.T) {
	t.Parallel()
	before, post := play.Post{Channel: "d", Message: "1"}, play.Post{Channel: "d", Message: "2"}
	for name, c := range map[string]struct {
		kind    play.NoticeKind
		of      int       // the moment that it is about
		old     play.Post // which stands
		want    play.Post // that stands then
		turn    bool      // she knows that it is her turn
		removes bool      // the one before
	}{
		"her turn":              {play.TurnNotice, 0, play.Post{}, post, true, false},
		"in place of another":   {play.TurnNotice, 0, before, post, true, true},
		"the same again":        {play.TurnNotice, 0, post, post, true, false},
		"a turn of before":      {play.TurnNotice, 1, play.Post{}, post, false, false},
		"the end":               {play.OverNotice, 0, before, play.Post{}, true, true},
		"a challenge, declined": {play.DeclinedNotice, 0, play.Post{}, play.Post{}, true, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			fx := newFixture(t)
			m := fx.start()
			fx.lacks(alice, "m0 m1")
			fx.keep(func(s *play.Seat) {
				s.Notices.Post, s.Notices.Sending, s.Notices.Moment = c.old, true, c.of
			})
			fx.do(func(tx play.Tx) error {
				n := play.Notice{Match: m, To: play.Player{ID: alice.ID}, Kind: c.kind}
				return play.RecordNoticeSent(t.Context(), tx, n, post)
			})
			kept := fx.notices(alice)
			assert.Equal(t, []any{c.want, c.kind, 0}, []any{kept.Post, kept.PostFor, kept.PostAt})
			assert.Equal(t, c.turn, kept.Turn)
			assert.Equal(t, c.of == 0, !kept.Sending)
			_, removed := fx.due(play.JobRetire)
			assert.Equal(t, c.removes, removed)
			p, _ := fx.player(alice.ID)
			assert.Equal(t, "m0", p.Progress.Missed, "she was told after all")
		})
	}
}

// TestNoticed_Held: news that came while a notice was sent still wait for theirs.
func TestNoticed_Held(t *testing.T) {
	t.Parallel()
	for _, later := range []bool{false, true} {
		fx := newFixture(t)
		fx.start()
		fx.settle(alice, "", play.Settings{Direct: true})
		require.NoError(t, just(fx.Offer(t.Context(), alice, anyPly("m1"), match.ToStop)))
		fx.now = fx.now.Add(time.Second)
		require.NoError(t, just(fx.AnswerOffer(t.Context(), bob, anyPly("m1"), match.ToStop, false)))
		fx.held()
		n, _ := fx.next()
		require.NotNil(t, n)
		require.Len(t, n.News, 1)
		if later {
			fx.now = fx.now.Add(time.Second)
			fx.held()
		}
		fx.do(func(tx play.Tx) error { return play.RecordNoticeSent(t.Context(), tx, *n, play.Post{}) })
		assert.Equal(t, later, !fx.notices(alice).Held.IsZero())
		n, _ = fx.next()
		assert.Nil(t, n, "what they say was told")
	}
}

// TestUnnoticed: a player who could not be notified sees the news at their next command, and no notice is tried again;
// they count as not knowing that it is their turn.
func TestUnnoticed(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	fx.start()
	fx.settle(alice, "", play.Settings{Direct: true})
	fx.held()
	n, _ := fx.next()
	require.NotNil(t, n)
	fx.do(func(tx play.Tx) error { return play.RecordNoticeFailed(t.Context(), tx, *n) })
	again, at := fx.next()
	assert.Nil(t, again)
	assert.Zero(t, at)
	assert.False(t, fx.notices(alice).Turn)
	missed, err := fx.TakeMissed(t.Context(), alice)
	require.NoError(t, err)
	require.Len(t, missed.Matches, 1)
	assert.Equal(t, match.ID("m1"), missed.Matches[0].ID)
}

// TestTestKey: a test that is asked for again within seconds is the same, and its key is short enough.
func TestTestKey(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	a := play.Actor{ID: "12345678901234567890"}
	fx.now = time.Unix(1_000_000_000, 0)
	key := fx.TestKey(a)
	assert.LessOrEqual(t, len(key), play.MaxKey)
	fx.now = fx.now.Add(9 * time.Second)
	assert.Equal(t, key, fx.TestKey(a))
	assert.NotEqual(t, key, fx.TestKey(alice))
	fx.now = fx.now.Add(time.Second)
	assert.NotEqual(t, key, fx.TestKey(a))
}
