package worker_test

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/play"
	"madbot/bot/play/playtest"
	"madbot/rules/match"
)

// gone requires that nothing is kept of alice, and no job names her.
func (f *fixture) gone() {
	f.Helper()
	_, err := f.store.Player(f.Context(), alice.ID)
	require.ErrorIs(f, err, play.ErrNotFound)
	ids, err := f.store.MatchIDs(f.Context(), alice.ID, 9)
	require.NoError(f, err)
	assert.Empty(f, ids)
	for _, k := range []play.JobKind{play.JobForget, play.JobDigest} {
		next, _, err := f.store.NextJob(f.Context(), []play.JobKind{k}, f.now())
		require.NoError(f, err)
		assert.Zero(f, next, k)
	}
}

// TestForget: it works even if each call to Discord fails; the other player is notified when Discord is back.
func TestForget(t *testing.T) {
	inBubble(t, func(f *fixture) {
		f.wants(alice, "Europe/Brussels", play.Settings{Digest: true})
		f.start()
		f.startPaced()
		f.run()
		f.announcer.announce.set(func(context.Context, match.ID) error { return errors.New("no Discord") })
		require.NoError(f, f.Forget(f.Context(), alice))
		f.pass(time.Second)
		f.gone()
		f.announcer.announce.set(nil)
		f.pass(time.Hour)
		m, err := f.store.Match(f.Context(), "m1")
		require.NoError(f, err)
		assert.Equal(f, m.Seq, m.Told)
	})
}

// TestForget_Killed: if a process is killed at any call of the store, another one continues under the same name.
func TestForget_Killed(t *testing.T) {
	var killed atomic.Bool
	killed.Store(true)
	for at := int32(1); killed.Swap(false); at++ {
		inBubbleNow(t, func(f *fixture) {
			f.start()
			f.start()
			var calls atomic.Int32
			f.newWorker(f.hooked(func(c playtest.Call, do func() error) error {
				if calls.Add(1) >= at && killed.CompareAndSwap(false, true) {
					f.worker.Wake()
					return context.Canceled
				}
				return do()
			}))
			require.NoError(f, f.Forget(f.Context(), alice))
			p, err := f.store.Player(f.Context(), alice.ID)
			require.NoError(f, err)
			name := p.Progress.Former
			f.run()
			f.pass(time.Hour)
			f.gone()
			for _, id := range []match.ID{"m1", "m2"} {
				m, err := f.store.Match(f.Context(), id)
				require.NoError(f, err)
				assert.Equal(f, name, m.Challenger)
				assert.Equal(f, match.Finished, m.Status)
			}
		})
	}
}

// TestDigest_Former: a digest for somebody who is not there ends.
func TestDigest_Former(t *testing.T) {
	inBubble(t, func(f *fixture) {
		require.NoError(f, f.store.Do(f.Context(), func(tx play.Tx) error {
			return errors.Join(tx.Schedule(f.Context(), play.JobDigest, play.Subject(play.JobDigest, alice.ID), f.now()),
				tx.Schedule(f.Context(), play.JobForget, play.Subject(play.JobForget, alice.ID), f.now()))
		}))
		f.run()
		f.pass(time.Second)
		f.gone()
	})
}

// TestReview_Former: a review that is made for somebody who is forgotten meanwhile does not name them.
func TestReview_Former(t *testing.T) {
	inBubble(t, func(f *fixture) {
		reviewing(f)
		id := f.ended()
		_, _, err := f.Review(f.Context(), alice, id, false)
		require.NoError(f, err)
		f.run()
		f.pass(time.Second)
		require.NoError(f, f.Forget(f.Context(), alice))
		require.NoError(f, play.ContinueForgetting(f.Context(), f.store, alice.ID))
		f.pass(time.Hour)
		r, err := f.store.Review(f.Context(), id)
		require.NoError(f, err)
		assert.True(f, r.IsMade())
		assert.True(f, r.Asker.IsFormer(), r.Asker)
	})
}
