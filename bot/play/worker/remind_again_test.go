package worker_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/play"
	"madbot/rules/match"
)

// TestRemind_Again: a reminder belongs to a deadline. A new deadline has its own, except one that moved because of an
// outage, or of which the player has just been notified.
func TestRemind_Again(t *testing.T) {
	for name, c := range map[string]struct {
		act  func(f *fixture, id match.ID)
		want []string
	}{
		"paused after it": {func(f *fixture, id match.ID) {
			f.pass(79 * time.Hour)
			for _, by := range []play.Actor{alice, bob} {
				_, err := f.Offer(f.Context(), by, anyPly(id), match.ToPause)
				require.NoError(f, err)
			}
			f.pass(20 * day)
			_, err := f.Resume(f.Context(), bob, anyPly(id))
			require.NoError(f, err)
			f.pass(35 * time.Hour)
		}, []string{"78h0m0s: time to 1", "577h0m0s: time to 1"}},
		"given time after it": {func(f *fixture, id match.ID) {
			f.pass(97 * time.Hour)
			_, err := f.GiveTime(f.Context(), bob, anyPly(id))
			require.NoError(f, err)
			f.pass(day)
		}, []string{"78h0m0s: time to 1", "103h0m0s: time to 1"}},
		"away after it": {func(f *fixture, id match.ID) {
			f.pass(79 * time.Hour)
			_, err := f.GoAway(f.Context(), alice, anyPly(id), time.Now().Add(10*day))
			require.NoError(f, err)
			f.pass(10 * day)
			posts := f.announcer.pings.get()
			assert.Equal(f, []match.PlayerID{alice.ID}, posts[len(posts)-1].ids, "she is back")
			f.pass(16 * time.Hour)
		}, []string{"78h0m0s: time to 1"}},
		"back after it, in another match": {func(f *fixture, id match.ID) {
			f.pass(77 * time.Hour)
			_, err := f.GoAway(f.Context(), alice, anyPly(id), time.Now().Add(10*day))
			require.NoError(f, err)
			f.pass(3 * time.Hour)
			_, err = f.ComeBack(f.Context(), alice, anyPly(id))
			require.NoError(f, err)
			f.pass(12 * time.Hour)
		}, []string{"81h0m0s: time to 1"}},
		"credited after it": {func(f *fixture, _ match.ID) {
			f.pass(78*time.Hour + time.Minute)
			f.stop()
			f.pass(9 * time.Hour)
			f.credit(9 * time.Hour)
			f.run()
			f.pass(18 * time.Hour)
		}, []string{"78h0m0s: time to 1"}},
		"credited before it": {func(f *fixture, _ match.ID) {
			f.pass(70 * time.Hour)
			f.stop()
			f.pass(9 * time.Hour)
			f.credit(9 * time.Hour)
			f.run()
			f.pass(18 * time.Hour)
		}, []string{"87h0m0s: time to 1"}},
	} {
		t.Run(name, func(t *testing.T) {
			inBubble(t, func(f *fixture) {
				id := f.startPaced()
				f.run()
				c.act(f, id)
				assert.Equal(f, c.want, f.told())
				assert.Empty(f, f.log.String())
			})
		})
	}
}

// TestRemind_Stops: what was being sent when the Worker ended is sent by the next one, at once.
func TestRemind_Stops(t *testing.T) {
	inBubble(t, func(f *fixture) {
		f.messenger.hangs.set(true)
		f.startPaced()
		f.run()
		f.pass(78 * time.Hour)
		f.stop()
		f.messenger.hangs.set(false)
		f.run()
		assert.Equal(f, []string{"78h0m0s: time to 1", "78h0m0s: time to 1"}, f.told())
		f.pass(time.Minute)
		assert.Len(f, f.told(), 2)
	})
}

// TestRemind_Refused: a mention that is refused says nothing of direct messages, and is not tried twice.
func TestRemind_Refused(t *testing.T) {
	inBubble(t, func(f *fixture) {
		f.messenger.fails.set(func(play.Notice) error { return play.ErrGone })
		f.startPaced()
		f.run()
		f.pass(79 * time.Hour)
		assert.Equal(f, []string{"78h0m0s: time to 1"}, f.told())
		p, err := f.Player(f.Context(), alice.ID)
		require.NoError(f, err)
		assert.Equal(f, "m1", p.Progress.Missed)
		assert.False(f, p.Progress.Shut)
	})
}
