package bot

import (
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/play"
	"madbot/bot/sandbox"
)

// failing makes the next calls of a kind fail.
type failing struct {
	left  atomic.Int32
	call  atomic.Pointer[func(*http.Request) bool]
	fault sandbox.Fault
}

func (f *failing) of(r *http.Request) *sandbox.Fault {
	if call := f.call.Load(); call == nil || !(*call)(r) || f.left.Add(-1) < 0 {
		return nil
	}
	return &f.fault
}

// next makes the next n such calls fail.
func (f *failing) next(n int32, call func(*http.Request) bool) {
	f.left.Store(n)
	f.call.Store(&call)
}

func isPost(r *http.Request) bool {
	return r.Method == http.MethodPost && strings.HasSuffix(r.URL.Path, "/messages")
}

func isFollowUp(r *http.Request) bool {
	return r.Method == http.MethodPost && strings.Contains(r.URL.Path, "/webhooks/")
}

// over plays a game in a channel to its end, and returns each player's private replay.
func (w *world) over(channel sandbox.Snowflake) (alice, bob sandbox.Message) {
	w.t.Helper()
	w.in(w.alice, channel, "challenge", sandbox.Option{Name: "opponent", Value: w.bob.ID().String()},
		sandbox.Option{Name: "positioning", Value: false})
	w.click(w.bob, w.posted(w.bob, channel, "challenges"), "Accept")
	w.posted(w.bob, channel, "your turn")
	for _, p := range []*sandbox.Actor{w.alice, w.bob} {
		w.in(p, channel, "move", sandbox.Option{Name: "turn", Value: "112=221"})
	}
	asked := w.in(w.alice, channel, "resign")
	w.click(w.alice, asked, "Leave the game")
	card := w.posted(w.bob, channel, "called the game off")
	watch := func(p *sandbox.Actor) sandbox.Message { return w.filled(p, *w.click(p, card, "Replay").Message) }
	alice, bob = watch(w.alice), watch(w.bob)
	require.Eventually(w.t, w.bot.Idle, patience, time.Millisecond)
	return alice, bob
}

// shares presses the button that posts a replay, and returns the reply; "" if there is none.
func (w *world) shares(p *sandbox.Actor, replay sandbox.Message) string {
	w.t.Helper()
	known := map[sandbox.Snowflake]bool{}
	for _, m := range p.Messages(replay.ChannelID) {
		known[m.ID] = true
	}
	w.click(p, replay, "Post for all")
	require.Eventually(w.t, w.bot.Idle, patience, time.Millisecond)
	for _, m := range p.Messages(replay.ChannelID) {
		if m.Ephemeral && !known[m.ID] {
			return m.Text()
		}
	}
	return ""
}

// replays counts the public replays.
func (w *world) replays(channel sandbox.Snowflake) (n int) {
	for _, m := range publicOf(w.carol.Messages(channel)) {
		if strings.Contains(m.Text(), "(Red) against") {
			n++
		}
	}
	return n
}

// TestShare: whatever Discord does with a replay and the calls about it, it is posted once, and the reply is true.
func TestShare(t *testing.T) {
	t.Parallel()
	const perhaps, refused, posted = "I don't know if that was posted", "I can't post that here", "That has been posted"
	for name, c := range map[string]struct {
		fault sandbox.Fault
		tries int32 // number of failing calls
		said  string
		there int
	}{
		"refused":                {sandbox.Fault{Status: 403, Code: 50001}, 1, refused, 0},
		"fails once":             {sandbox.Fault{Status: 500}, 1, "", 1},
		"fails":                  {sandbox.Fault{Status: 500}, 3, perhaps, 0},
		"dropped":                {sandbox.Fault{Drop: true}, 3, perhaps, 0},
		"there, and lost":        {sandbox.Fault{After: true, Drop: true}, 3, perhaps, 1},
		"there, and once lost":   {sandbox.Fault{After: true, Status: 504}, 1, "", 1},
		"there, and not to read": {sandbox.Fault{After: true, Status: 200, Body: "<html>"}, 3, "", 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := &failing{fault: c.fault}
			w := newWorld(t, func(s *sandbox.Server) { s.Fault = f.of })
			alice, bob := w.over(w.mad)
			f.next(c.tries, isPost)
			assert.Contains(t, w.shares(w.alice, alice), c.said)
			assert.Equal(t, c.there, w.replays(w.mad))
			said := w.shares(w.bob, bob)
			if c.said == "" {
				assert.Contains(t, said, posted)
			} else {
				assert.Empty(t, said)
			}
			assert.Contains(t, w.shares(w.alice, alice), posted)
			assert.Equal(t, 1, w.replays(w.mad))
		})
	}
}

// TestShare_Away: where the bot only answers, a refused replay does not count, and an uncertain one is reported.
func TestShare_Away(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		fault sandbox.Fault
		again string
	}{
		"refused": {sandbox.Fault{Status: 403, Code: 50001}, ""},
		"lost":    {sandbox.Fault{After: true, Drop: true}, "That has been posted"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := &failing{fault: c.fault}
			w := newWorld(t, func(s *sandbox.Server) { s.Fault = f.of })
			alice, bob := w.over(sandbox.GroupID)
			f.next(1, isFollowUp)
			assert.Contains(t, w.shares(w.alice, alice), "may not have been shown")
			assert.Contains(t, w.shares(w.bob, bob), c.again)
			require.Equal(t, 1, w.replays(sandbox.GroupID))
			assert.Contains(t, w.shares(w.bob, bob), "That has been posted")
		})
	}
}

// TestShare_Elsewhere: a match of a server can be shared only there.
func TestShare_Elsewhere(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	id := tb.over()
	c := tb.call(alice)
	c.ID.Verb, c.ID.Match, c.ID.Ply, c.Venue.Guild = "replaypost", id, play.AnyPly, "elsewhere"
	_, err := tb.pressed(c)
	require.ErrorIs(t, err, play.ErrForeign)
	assert.Zero(t, tb.match(id).Shares)
}
