package play_test

import (
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/play"
	"madbot/rules/match"
)

// TestDelivery: one announcement at a time, each with a number of its own, repeated as it was until
// it is known how it went.
func TestDelivery(t *testing.T) {
	t.Parallel()
	d := play.Delivery{Venue: play.Venue{Channel: "c"}}
	assert.True(t, d.Begin(2))
	under := play.Delivery{Venue: d.Venue, Sending: 2, Serial: 1}
	assert.Equal(t, under, d)
	assert.False(t, d.Begin(3), "the one before goes first")
	assert.Equal(t, under, d)
	d.Announced(play.Post{Channel: "c", Message: "1"})
	told := play.Delivery{Venue: d.Venue, Post: play.Post{Channel: "c", Message: "1"}, Told: 2, Serial: 1}
	assert.Equal(t, told, d)
	assert.True(t, d.Begin(3))
	d.Announced(play.Post{})
	told.Told, told.Serial = 3, 2
	assert.Equal(t, told, d, "the post that stands")
	assert.True(t, d.Begin(3), "the same match elsewhere")
	assert.Equal(t, 3, d.Serial)
}

// TestDelivery_Edited: a post is edited where the match is shown, and while its channel takes news.
func TestDelivery_Edited(t *testing.T) {
	t.Parallel()
	here := play.Post{Channel: "c", Message: "1"}
	for name, c := range map[string]struct {
		d    play.Delivery
		want play.Post
	}{
		"there is none":                         {play.Delivery{}, play.Post{}},
		"it stands":                             {play.Delivery{Post: here}, here},
		"the channel was closed":                {play.Delivery{Post: here, Closed: true}, play.Post{}},
		"it is shown in its thread from now on": {play.Delivery{Post: here, Thread: "t"}, play.Post{}},
	} {
		c.d.Venue.Channel = "c"
		assert.Equal(t, c.want, c.d.Edited(), name)
	}
}

// TestDelivery_Refused: nothing was sent, and the next news are a new announcement; the channel stays closed until it
// accepts news again, if the match is still shown there.
func TestDelivery_Refused(t *testing.T) {
	t.Parallel()
	d := play.Delivery{Venue: play.Venue{Channel: "c"}, Told: 1}
	assert.True(t, d.Begin(2))
	d.Refused("another")
	assert.Equal(t, play.Delivery{Venue: d.Venue, Told: 1, Serial: 1}, d)
	for range 2 {
		assert.True(t, d.Begin(3))
		d.Refused("c")
		assert.True(t, d.Closed)
	}
	d.Refused("another")
	assert.True(t, d.Closed)
	assert.True(t, d.Begin(3))
	d.Announced(play.Post{})
	assert.True(t, d.Closed, "nobody knows better")
	assert.True(t, d.Begin(4))
	d.Announced(play.Post{Channel: "c", Message: "1"})
	assert.False(t, d.Closed)
	assert.Equal(t, 4, d.Told)
	assert.Equal(t, 5, d.Serial)
}

// TestPost: a post is read as it was written, and nothing else is.
func TestPost(t *testing.T) {
	t.Parallel()
	for _, p := range []play.Post{{Channel: "12", Message: "34"}, {Message: "34"}} {
		got, ok := play.ParsePost(p.String())
		assert.True(t, ok)
		assert.Equal(t, p, got)
	}
	for _, s := range []string{"", "12", "12/", "/"} {
		_, ok := play.ParsePost(s)
		assert.False(t, ok, s)
	}
}

// TestMatch_Key: each announcement of each match has its own key, which is short enough.
func TestMatch_Key(t *testing.T) {
	t.Parallel()
	keys := map[string]bool{}
	for _, id := range []match.ID{"m", "m1", match.ID(strings.Repeat("m", match.MaxID))} {
		for _, serial := range []int{1, 11, 99_999_999} {
			m := play.Match{Match: match.Match{ID: id}, Delivery: play.Delivery{Serial: serial}}
			keys[m.Key()] = true
			assert.LessOrEqual(t, len(m.Key()), play.MaxKey)
		}
	}
	assert.Len(t, keys, 9)
	long := play.Match{Match: match.Match{ID: match.ID(strings.Repeat("m", match.MaxID))},
		Delivery: play.Delivery{Serial: int(math.Pow10(8)) - 1}}
	assert.Len(t, long.Key(), play.MaxKey, "no longer than that")
}

func TestSummary(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	m := fx.challenge(bob.ID)
	s := m.Summary()
	assert.True(t, s.Waits(bob.ID))
	assert.False(t, s.Waits(alice.ID))
	m, err := fx.Accept(t.Context(), bob, m.ID)
	require.NoError(t, err)
	s = m.Summary()
	assert.Equal(t, alice.ID, s.ToMove)
	assert.True(t, s.Waits(alice.ID))
	assert.False(t, s.Waits(bob.ID))
	for p, want := range map[match.PlayerID]match.PlayerID{alice.ID: bob.ID, bob.ID: alice.ID,
		carol.ID: alice.ID} {
		assert.Equal(t, want, s.Other(p))
	}
}

// TestDelivery_Thread: a match with a thread is shown there until the thread does not take its news; the
// channel has them then, for good.
func TestDelivery_Thread(t *testing.T) {
	t.Parallel()
	d := play.Delivery{Venue: play.Venue{Channel: "c"}}
	assert.Equal(t, "c", d.Shown())
	assert.Empty(t, d.OwnThread())
	assert.Zero(t, d.Starter())
	d.Thread = "t"
	assert.Equal(t, "t", d.Shown())
	assert.Equal(t, "t", d.OwnThread())
	assert.Equal(t, play.Post{Channel: "c", Message: "t"}, d.Starter())
	s := (&play.Match{Delivery: d}).Summary()
	assert.Equal(t, "t", s.Shown())

	d.Begin(1)
	d.LeaveThread("t")
	assert.Equal(t, play.Delivery{Venue: d.Venue, Thread: "c", Serial: 1}, d)
	assert.Equal(t, "c", d.Shown())
	assert.Empty(t, d.OwnThread())
	d.Begin(1)
	d.LeaveThread("t")
	assert.False(t, d.Closed, "it is elsewhere by now")
	d.Begin(1)
	d.Refused("c")
	assert.True(t, d.Closed)
}

// TestDelivery_Forum: a match in a forum has a post of its own, whose first message stays, and a new one if that takes
// no more messages.
func TestDelivery_Forum(t *testing.T) {
	t.Parallel()
	d := play.Delivery{Venue: play.Venue{Channel: "forum", Forum: true}}
	assert.True(t, d.NeedsForumPost())
	first := play.Post{Channel: "p", Message: "p"}
	d.Begin(1)
	d.Announced(play.Post{})
	assert.True(t, d.NeedsForumPost(), "nothing was posted")
	d.Begin(2)
	d.Announced(first)
	assert.False(t, d.NeedsForumPost())
	assert.Equal(t, []string{"p", "p"}, []string{d.Shown(), d.OwnThread()})
	assert.Equal(t, []play.Post{first, {}, first}, []play.Post{d.Starter(), d.Replaced(), d.Edited()})
	d.Begin(3)
	d.Announced(play.Post{Channel: "p", Message: "2"})
	assert.Equal(t, []play.Post{first, {Channel: "p", Message: "2"}}, []play.Post{d.Starter(), d.Replaced()})
	d.Begin(4)
	d.Refused("p")
	assert.Equal(t, []any{true, "p"}, []any{d.Closed, d.Shown()}, "the bot lacks a permission there")
	d.LeaveThread("p")
	assert.True(t, d.NeedsForumPost())
}
