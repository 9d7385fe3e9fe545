package worker_test

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/play"
	"madbot/rules/match"
)

// shutChannel makes the channel refuse everything from now on, and direct messages to the players in shut.
func (f *fixture) shutChannel(shut ...match.PlayerID) {
	f.announcer.announce.set(func(context.Context, match.ID) error { return play.ErrClosed })
	f.messenger.fails.set(func(n play.Notice) error {
		for _, id := range shut {
			if id == n.To.ID {
				return play.ErrClosed
			}
		}
		return nil
	})
}

// TestReach: the time of somebody who could be told in no way waits until they are seen, or told, or a week is over.
func TestReach(t *testing.T) {
	const all = 4 * day // for a turn, and the bank
	for name, c := range map[string]struct {
		act  func(f *fixture)
		want time.Duration // the deadline, from the turn on
	}{
		"never":         {func(*fixture) {}, 7*day + all},
		"a restart":     {func(f *fixture) { f.stop(); f.pass(2 * day); f.run() }, 7*day + all},
		"seen":          {func(f *fixture) { f.pass(2 * day); f.arrives(bob) }, 2*day + all},
		"seen twice":    {func(f *fixture) { f.pass(day); f.arrives(bob); f.pass(day); f.arrives(bob); f.pass(day) }, day + all},
		"the other is":  {func(f *fixture) { f.pass(2 * day); f.arrives(alice) }, 7*day + all},
		"seen too late": {func(f *fixture) { f.pass(8 * day); f.arrives(bob) }, 7*day + all},
		"told in the channel": {func(f *fixture) {
			f.announcer.announce.set(nil)
			f.pass(2 * time.Hour)
		}, all},
		"told directly":      {func(f *fixture) { f.messenger.fails.set(nil); f.pass(2 * time.Hour) }, all},
		"shown elsewhere":    {func(f *fixture) { f.announcer.announce.set(nil); f.elsewhere() }, all},
		"taken back, played": {func(f *fixture) { f.takesBack(alice); f.pass(time.Hour); f.playTurn("m1") }, time.Hour + 7*day + all},
	} {
		t.Run(name, func(t *testing.T) {
			inBubble(t, func(f *fixture) {
				f.startPaced()
				f.run()
				f.arrives(alice)
				f.arrives(bob)
				f.shutChannel(alice.ID, bob.ID)
				began := f.now()
				f.playTurn("m1")
				m := f.match("m1")
				require.Equal(f, 7*day+all, m.Deadline().Sub(began))
				c.act(f)
				m = f.match("m1")
				assert.Equal(f, c.want, m.Deadline().Sub(began).Round(time.Minute))
				m.AdvanceClock(f.now())
				assert.Equal(f, c.want > 7*day && name != "seen too late", !m.Clock.HeldUntil.IsZero())
			})
		})
	}
}

// elsewhere shows the match in another channel.
func (f *fixture) elsewhere() {
	f.Helper()
	_, err := f.MoveHere(f.Context(), alice, "m1", elsewhere())
	require.NoError(f, err)
	synctest.Wait()
}

// arrives lets somebody use the bot.
func (f *fixture) arrives(a play.Actor) {
	f.Helper()
	_, err := f.Arrive(f.Context(), a.ID)
	require.NoError(f, err)
	_, err = f.ChangePlayer(f.Context(), a, func(*play.Player) {})
	require.NoError(f, err)
	synctest.Wait()
}

// takesBack has somebody take the last turn back.
func (f *fixture) takesBack(a play.Actor) {
	f.Helper()
	_, err := f.TakeBack(f.Context(), a, anyPly("m1"))
	require.NoError(f, err)
	synctest.Wait()
}

// TestReach_Directly: if the channel refuses messages, each player gets their news once as direct messages, and their
// clock is not held.
func TestReach_Directly(t *testing.T) {
	inBubble(t, func(f *fixture) {
		f.startPaced()
		f.run()
		f.shutChannel()
		f.playTurn("m1")
		f.pass(5 * time.Hour)
		assert.Equal(f, []string{"0s: turn to 2 directly"}, f.told())
		assert.Zero(f, f.match("m1").Clock.HeldUntil)
		_, err := f.Offer(f.Context(), alice, anyPly("m1"), match.ToStop)
		require.NoError(f, err)
		f.pass(5 * time.Hour)
		assert.Equal(f, []string{"0s: turn to 2 directly", "5h0m0s: asked to 2 directly"}, f.told())
		_, err = f.Resign(f.Context(), bob, anyPly("m1"))
		require.NoError(f, err)
		f.pass(5 * time.Hour)
		assert.Equal(f, []string{"0s: turn to 2 directly", "5h0m0s: asked to 2 directly", "10h0m0s: over to 1 directly"},
			f.told())
	})
}

// TestReach_Nobody: where nobody can be reached, a match ends as it would a week earlier.
func TestReach_Nobody(t *testing.T) {
	inBubble(t, func(f *fixture) {
		f.startPaced()
		f.run()
		f.shutChannel(alice.ID, bob.ID)
		f.playTurn("m1")
		f.pass(13*day - time.Minute)
		assert.Equal(f, match.Playing, f.match("m1").Status)
		f.pass(2 * time.Minute)
		assert.Equal(f, match.Finished, f.match("m1").Status)
		p, err := f.Player(f.Context(), bob.ID)
		require.NoError(f, err)
		assert.False(f, p.Progress.Shut, "who never wanted direct messages")
	})
}
