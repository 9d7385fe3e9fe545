package play_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/play"
	"madbot/bot/play/playtest"
	"madbot/rules/match"
)

// channels are the messages that stand there, by their keys, as Discord knows them.
type channels struct {
	posts   map[string]string
	calls   []play.Sharing
	answers []error // of the next calls; a lost one has posted
}

var errLost = errors.New("no answer")

func (c *channels) post(_ context.Context, s play.Sharing) error {
	c.calls = append(c.calls, s)
	var err error
	if len(c.answers) > 0 {
		err, c.answers = c.answers[0], c.answers[1:]
	}
	if err == nil || errors.Is(err, errLost) {
		if c.posts[s.Key] != "" && c.posts[s.Key] != s.Channel {
			return fmt.Errorf("a second %s in %s", s.Key, s.Channel)
		}
		c.posts[s.Key] = s.Channel
	}
	return err
}

// sharing returns a fixture with a match that is over, and how somebody shares something of it.
func sharing(t *testing.T) (*fixture, *channels, func(a play.Actor, what play.Shared, channel string) error) {
	fx, out := newFixture(t), &channels{posts: map[string]string{}}
	m := fx.ended(4)
	return fx, out, func(a play.Actor, what play.Shared, channel string) error {
		fx.now = fx.now.Add(time.Hour)
		return fx.Share(fx.Context(), a, m.ID, play.Sharing{What: what, Channel: channel}, out.post)
	}
}

// TestShare: each of a match is shown to all once, by a player, wherever that is.
func TestShare(t *testing.T) {
	t.Parallel()
	_, out, share := sharing(t)
	require.ErrorIs(t, share(carol, play.SharedReplay, "c"), match.ErrNotPlayer)
	require.NoError(t, share(alice, play.SharedReplay, "c"))
	require.ErrorIs(t, share(alice, play.SharedReplay, "c"), play.ErrPosted)
	require.ErrorIs(t, share(bob, play.SharedReplay, "d"), play.ErrPosted)
	require.NoError(t, share(bob, play.SharedReview, "d"))
	require.ErrorIs(t, share(alice, play.SharedReview, "d"), play.ErrPosted)
	assert.Equal(t, []play.Sharing{{play.SharedReplay, "c", "m1-s1", time.Time{}}, {play.SharedReview, "d", "m1-s0", time.Time{}}}, out.calls)
}

// TestShare_Refused: what is refused does not count, and is shared again in any channel.
func TestShare_Refused(t *testing.T) {
	t.Parallel()
	_, out, share := sharing(t)
	for _, why := range []error{play.ErrClosed, play.ErrGone} {
		out.answers = []error{why}
		require.ErrorIs(t, share(alice, play.SharedReplay, "c"), play.ErrUnposted)
	}
	require.NoError(t, share(bob, play.SharedReplay, "d"))
	assert.Equal(t, play.Sharing{What: play.SharedReplay, Channel: "d", Key: "m1-s1"}, out.calls[2])
}

// TestShare_Lost: of what may be there nobody says that it is or is not; who shares it again finishes that, in its
// channel and by its key.
func TestShare_Lost(t *testing.T) {
	t.Parallel()
	fx, out, share := sharing(t)
	out.answers = []error{errLost, context.DeadlineExceeded}
	require.ErrorIs(t, share(alice, play.SharedReplay, "c"), play.ErrPerhapsPosted)
	first := fx.now.UTC().Truncate(time.Millisecond)
	require.ErrorIs(t, share(bob, play.SharedReplay, "d"), play.ErrPerhapsPosted)
	require.NoError(t, share(bob, play.SharedReplay, "d"))
	require.ErrorIs(t, share(bob, play.SharedReplay, "d"), play.ErrPosted)
	begun, again := out.calls[0], out.calls[1]
	assert.Equal(t, play.Sharing{What: play.SharedReplay, Channel: "c", Key: "m1-s1"}, begun)
	begun.Since = first
	assert.Equal(t, begun, again)
	assert.Equal(t, []play.Sharing{again}, out.calls[2:])
}

// TestShare_Together: if two people in two processes share at the same time, one message is posted, regardless of which
// response comes first; a refused attempt does not undo a successful one.
func TestShare_Together(t *testing.T) {
	t.Parallel()
	for _, late := range []error{nil, play.ErrClosed, errLost} {
		fx, out, share := sharing(t)
		err := fx.Share(fx.Context(), alice, "m1", play.Sharing{Channel: "c"}, func(ctx context.Context, s play.Sharing) error {
			assert.NoError(t, share(bob, play.SharedReview, "d"))
			out.answers = []error{late}
			return out.post(ctx, s)
		})
		if late == nil {
			require.NoError(t, err)
		}
		assert.Equal(t, map[string]string{"m1-s0": "c"}, out.posts)
		require.ErrorIs(t, share(alice, play.SharedReview, "c"), play.ErrPosted)
	}
}

// TestShare_Faults: whatever the store fails at, it is posted once, and in the end that is known.
func TestShare_Faults(t *testing.T) {
	t.Parallel()
	fault := errors.New("fault")
	for _, answers := range [][]error{nil, {play.ErrClosed}, {errLost}} {
		failed := true
		for at := 0; failed; at++ {
			fx, out, share := sharing(t)
			out.answers = answers
			calls := 0
			failed = false
			fx.hook = func(_ playtest.Call, do func() error) error {
				if calls++; calls == at+1 {
					failed = true
					return fault
				}
				return do()
			}
			err := share(alice, play.SharedReview, "c")
			fx.hook = nil
			for range 3 {
				err = share(bob, play.SharedReview, "c")
			}
			require.ErrorIs(t, err, play.ErrPosted, at)
			assert.Len(t, out.posts, 1)
		}
	}
}

// TestShare_Answer: where the bot only answers, it counts as posted at once, until it is refused.
func TestShare_Answer(t *testing.T) {
	t.Parallel()
	fx, out, share := sharing(t)
	out.answers = []error{errLost}
	require.ErrorIs(t, share(alice, play.SharedReplay, "c"), play.ErrPerhapsPosted)
	answer := func() error {
		return fx.Share(fx.Context(), bob, "m1", play.Sharing{What: play.SharedReplay, Channel: "d"}, nil)
	}
	require.NoError(t, answer())
	require.ErrorIs(t, answer(), play.ErrPosted)
	require.ErrorIs(t, share(alice, play.SharedReplay, "c"), play.ErrPosted)
	require.NoError(t, fx.Unshare(fx.Context(), "m1", play.SharedReplay))
	require.NoError(t, answer())
}

// TestShare_Late: what was posted in the last moment counts.
func TestShare_Late(t *testing.T) {
	t.Parallel()
	fx, out, share := sharing(t)
	ctx, cancel := context.WithCancel(fx.Context())
	at := play.Sharing{What: play.SharedReplay, Channel: "c"}
	require.NoError(t, fx.Share(ctx, alice, "m1", at, func(ctx context.Context, s play.Sharing) error {
		cancel()
		return out.post(ctx, s)
	}))
	require.ErrorIs(t, share(alice, play.SharedReplay, "c"), play.ErrPosted)
}
