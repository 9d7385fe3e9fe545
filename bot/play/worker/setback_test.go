package worker_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/play"
	"madbot/rules/match"
)

// elsewhere is another venue.
func elsewhere() play.Venue { return play.Venue{Guild: "g", Channel: "elsewhere"} }

// TestTell_Closed: news that a channel refused are posted together when it accepts them, or when the match moves to
// another one; if the channel is gone, only news are tried.
func TestTell_Closed(t *testing.T) {
	for refusal, tries := range map[error]int{play.ErrGone: 1, play.ErrClosed: 11} {
		t.Run(refusal.Error(), func(t *testing.T) {
			inBubble(t, func(f *fixture) {
				f.start()
				f.run()
				f.announcer.announce.set(func(context.Context, match.ID) error {
					return fmt.Errorf("announce: %w", refusal)
				})
				f.playTurn("m1")
				f.pass(time.Hour)
				assert.Len(f, f.announcer.calls.get(), 1+tries)
				assert.Equal(f, post("c", "m1", 1), f.match("m1").Post, "the message that stands, stands")
				assert.Contains(f, f.log.String(), "match=m1")
				assert.True(f, f.match("m1").Closed)
				f.playTurn("m1")
				assert.Len(f, f.announcer.calls.get(), 2+tries, "news are tried at once")

				f.announcer.announce.set(nil)
				m, err := f.MoveHere(f.Context(), bob, "m1", elsewhere())
				require.NoError(f, err)
				assert.False(f, m.Closed)
				synctest.Wait()
				calls := f.announcer.calls.get()
				last := calls[len(calls)-1]
				assert.Equal(f, []int{3, 4}, last.seqs)
				assert.Equal(f, "elsewhere", last.venue)
				assert.Contains(f, f.announcer.removed.get(), post("c", "m1", 1))
				f.requireIdle()
			})
		})
	}
}

// TestTell_Refused: nothing was sent to a channel that refused, so that the news and what came
// after them are one announcement then, with a key of its own; and the channel is open again.
func TestTell_Refused(t *testing.T) {
	inBubble(t, func(f *fixture) {
		f.announcer.announce.set(func(context.Context, match.ID) error { return play.ErrClosed })
		f.start()
		f.run()
		require.True(f, f.match("m1").Closed)
		f.announcer.announce.set(nil)
		f.playTurn("m1")
		calls := f.announcer.calls.get()
		require.Len(f, calls, 2)
		assert.Equal(f, []int{1, 2, 3}, calls[1].seqs)
		assert.NotEqual(f, calls[0].key, calls[1].key)
		assert.False(f, f.match("m1").Closed)
		f.requireIdle()
	})
}

// TestTell_ClosedForAMonth: news that could not be sent wait for the player, however long.
func TestTell_ClosedForAMonth(t *testing.T) {
	inBubble(t, func(f *fixture) {
		f.announcer.announce.set(func(context.Context, match.ID) error { return play.ErrGone })
		f.start()
		f.run()
		f.pass(45 * 24 * time.Hour)
		assert.Len(f, f.announcer.calls.get(), 2, "once a month")
		f.announcer.announce.set(nil)
		_, err := f.MoveHere(f.Context(), alice, "m1", elsewhere())
		require.NoError(f, err)
		synctest.Wait()
		assert.Equal(f, []int{1, 2}, f.announcer.calls.get()[2].seqs)
		f.requireIdle()
	})
}

// TestTell_Moved: news that the old channel refuses while the match moves are posted in the new one immediately, and
// that one is not closed.
func TestTell_Moved(t *testing.T) {
	inBubble(t, func(f *fixture) {
		id := f.start()
		f.announcer.announce.set(func(_ context.Context, id match.ID) error {
			f.announcer.announce.set(func(context.Context, match.ID) error {
				assert.False(f, f.match(id).Closed)
				return nil
			})
			return errors.Join(play.ErrGone, f.moveTo(bob, id, elsewhere()))
		})
		f.run()
		calls := f.announcer.calls.get()
		require.Len(f, calls, 2)
		assert.Equal(f, []int{1, 2}, calls[1].seqs)
		assert.Equal(f, "elsewhere", calls[1].venue)
		assert.Equal(f, post("elsewhere", "m1", 2), f.match(id).Post)
		f.requireIdle()
	})
}

// TestTell_MovedAfterAll: a match that moves during an announcement in its old channel, or without news, is shown in
// the new channel without news, and no longer in the old one.
func TestTell_MovedAfterAll(t *testing.T) {
	inBubble(t, func(f *fixture) {
		f.start()
		f.announcer.announce.set(func(_ context.Context, id match.ID) error {
			f.announcer.announce.set(nil)
			return f.moveTo(bob, id, elsewhere())
		})
		f.run()
		assert.Equal(f, []told{{0, "m1", "c", []int{1, 2}, "m1-1"}, {0, "m1", "elsewhere", nil, "m1-2"}},
			f.announcer.calls.get())
		assert.Equal(f, []play.Post{post("c", "m1", 1)}, f.announcer.removed.get())
		f.requireIdle()
		require.NoError(f, f.moveTo(alice, "m1", play.Venue{Guild: "g", Channel: "home"}))
		synctest.Wait()
		assert.Equal(f, post("home", "m1", 3), f.match("m1").Post)
		assert.Equal(f, post("elsewhere", "m1", 2), f.announcer.removed.get()[1])
		f.requireIdle()
	})
}

// TestTell_MovedBehind: a late announcement in another channel mentions nobody about a turn that is announced after it.
func TestTell_MovedBehind(t *testing.T) {
	inBubble(t, func(f *fixture) {
		id := f.start()
		f.run()
		f.announcer.announce.set(func(context.Context, match.ID) error { return errors.New("500") })
		f.playTurn(id)
		require.NoError(f, f.moveTo(bob, id, elsewhere()))
		f.playTurn(id)
		f.announcer.announce.set(nil)
		f.announcer.pings.set(nil)
		f.pass(time.Hour)
		var ids []match.PlayerID
		for _, p := range f.announcer.pings.get() {
			ids = append(ids, p.ids...)
		}
		assert.Equal(f, []match.PlayerID{alice.ID}, ids)
		f.requireIdle()
	})
}

// TestTell_NoPost: an announcement that makes no message leaves the one that stands.
func TestTell_NoPost(t *testing.T) {
	inBubble(t, func(f *fixture) {
		f.start()
		f.run()
		f.announcer.makes.set(func(play.Post) play.Post { return play.Post{} })
		f.playTurn("m1")
		assert.Equal(f, post("c", "m1", 1), f.match("m1").Post)
		assert.Empty(f, f.announcer.removals.get())
		f.requireIdle()
	})
}

// TestTell_SamePost: a repetition that Discord recognised is the message that stands, and is not
// removed.
func TestTell_SamePost(t *testing.T) {
	inBubble(t, func(f *fixture) {
		f.start()
		f.run()
		f.announcer.makes.set(func(play.Post) play.Post { return post("c", "m1", 1) })
		f.playTurn("m1")
		assert.Equal(f, post("c", "m1", 1), f.match("m1").Post)
		assert.Empty(f, f.announcer.removals.get())
		f.requireIdle()
	})
}
