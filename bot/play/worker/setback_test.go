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

// TestTell_Closed: what a channel would not have is told together when it would, or when the
// match is shown in another one; where there is nothing any more only news are tried.
func TestTell_Closed(t *testing.T) {
	for refusal, tries := range map[error]int{play.ErrGone: 1, play.ErrClosed: 11} {
		t.Run(refusal.Error(), func(t *testing.T) {
			inOffice(t, func(o *office) {
				o.start()
				o.open()
				o.crier.announce.set(func(context.Context, match.ID) error {
					return fmt.Errorf("announce: %w", refusal)
				})
				o.playTurn("m1")
				o.pass(time.Hour)
				assert.Len(o, o.crier.calls.get(), 1+tries)
				assert.Equal(o, post("c", "m1", 1), o.match("m1").Post, "the message that stands, stands")
				assert.Contains(o, o.log.String(), "match=m1")
				assert.True(o, o.match("m1").Closed)
				o.playTurn("m1")
				assert.Len(o, o.crier.calls.get(), 2+tries, "news are tried at once")

				o.crier.announce.set(nil)
				m, err := o.Rehome(o.Context(), bob, "m1", elsewhere())
				require.NoError(o, err)
				assert.False(o, m.Closed)
				synctest.Wait()
				calls := o.crier.calls.get()
				last := calls[len(calls)-1]
				assert.Equal(o, []int{3, 4}, last.seqs)
				assert.Equal(o, "elsewhere", last.venue)
				assert.Equal(o, []play.Post{post("c", "m1", 1)}, o.crier.removed.get())
				o.requireIdle()
			})
		})
	}
}

// TestTell_Refused: nothing was sent to a channel that refused, so that the news and what came
// after them are one announcement then, with a key of its own; and the channel is open again.
func TestTell_Refused(t *testing.T) {
	inOffice(t, func(o *office) {
		o.crier.announce.set(func(context.Context, match.ID) error { return play.ErrClosed })
		o.start()
		o.open()
		require.True(o, o.match("m1").Closed)
		o.crier.announce.set(nil)
		o.playTurn("m1")
		calls := o.crier.calls.get()
		require.Len(o, calls, 2)
		assert.Equal(o, []int{1, 2, 3}, calls[1].seqs)
		assert.NotEqual(o, calls[0].key, calls[1].key)
		assert.False(o, o.match("m1").Closed)
		o.requireIdle()
	})
}

// TestTell_ClosedForAMonth: what is told nowhere waits for its person, however long.
func TestTell_ClosedForAMonth(t *testing.T) {
	inOffice(t, func(o *office) {
		o.crier.announce.set(func(context.Context, match.ID) error { return play.ErrGone })
		o.start()
		o.open()
		o.pass(45 * 24 * time.Hour)
		assert.Len(o, o.crier.calls.get(), 2, "once a month")
		o.crier.announce.set(nil)
		_, err := o.Rehome(o.Context(), alice, "m1", elsewhere())
		require.NoError(o, err)
		synctest.Wait()
		assert.Equal(o, []int{1, 2}, o.crier.calls.get()[2].seqs)
		o.requireIdle()
	})
}

// rehome shows the match m1 in another place, its channel having refused news before.
func (o *office) rehome(ctx context.Context, by play.Actor, to play.Venue) error {
	if err := o.store.Do(ctx, func(tx play.Tx) error {
		d, err := tx.Delivery(ctx, "m1")
		d.Closed = true
		return errors.Join(err, tx.SaveDelivery(ctx, "m1", d))
	}); err != nil {
		return err
	}
	_, err := o.Rehome(ctx, by, "m1", to)
	return err
}

// TestTell_Moved: what the old channel refuses while the match moves is told in the new one at
// once, and that is not closed.
func TestTell_Moved(t *testing.T) {
	inOffice(t, func(o *office) {
		id := o.start()
		o.crier.announce.set(func(ctx context.Context, id match.ID) error {
			o.crier.announce.set(func(context.Context, match.ID) error {
				assert.False(o, o.match(id).Closed)
				return nil
			})
			return errors.Join(play.ErrGone, o.rehome(ctx, bob, elsewhere()))
		})
		o.open()
		calls := o.crier.calls.get()
		require.Len(o, calls, 2)
		assert.Equal(o, []int{1, 2}, calls[1].seqs)
		assert.Equal(o, "elsewhere", calls[1].venue)
		assert.Equal(o, post("elsewhere", "m1", 2), o.match(id).Post)
		o.requireIdle()
	})
}

// TestTell_MovedAfterAll: a match that moves while it is told in its old channel, or when there is
// nothing to tell, is shown in the new one, without news, and no longer in the old one.
func TestTell_MovedAfterAll(t *testing.T) {
	inOffice(t, func(o *office) {
		o.start()
		o.crier.announce.set(func(ctx context.Context, id match.ID) error {
			o.crier.announce.set(nil)
			return o.rehome(ctx, bob, elsewhere())
		})
		o.open()
		assert.Equal(o, []told{{0, "m1", "c", []int{1, 2}, "m1-1"}, {0, "m1", "elsewhere", nil, "m1-2"}},
			o.crier.calls.get())
		assert.Equal(o, []play.Post{post("c", "m1", 1)}, o.crier.removed.get())
		o.requireIdle()
		require.NoError(o, o.rehome(o.Context(), alice, play.Venue{Guild: "g", Channel: "home"}))
		synctest.Wait()
		assert.Equal(o, post("home", "m1", 3), o.match("m1").Post)
		assert.Equal(o, post("elsewhere", "m1", 2), o.crier.removed.get()[1])
		o.requireIdle()
	})
}

// TestTell_NoPost: an announcement that makes no message leaves the one that stands.
func TestTell_NoPost(t *testing.T) {
	inOffice(t, func(o *office) {
		o.start()
		o.open()
		o.crier.makes.set(func(play.Post) play.Post { return play.Post{} })
		o.playTurn("m1")
		assert.Equal(o, post("c", "m1", 1), o.match("m1").Post)
		assert.Empty(o, o.crier.removals.get())
		o.requireIdle()
	})
}

// TestTell_SamePost: a repetition that Discord recognised is the message that stands, and is not
// removed.
func TestTell_SamePost(t *testing.T) {
	inOffice(t, func(o *office) {
		o.start()
		o.open()
		o.crier.makes.set(func(play.Post) play.Post { return post("c", "m1", 1) })
		o.playTurn("m1")
		assert.Equal(o, post("c", "m1", 1), o.match("m1").Post)
		assert.Empty(o, o.crier.removals.get())
		o.requireIdle()
	})
}
