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

// startSummoned begins a match without a clock in which Bob waits for Alice, and summons her after a month.
func (f *fixture) startSummoned() match.ID {
	f.Helper()
	id := f.start()
	f.run()
	f.pass(match.MinWait)
	f.summons(id)
	return id
}

func (f *fixture) summons(id match.ID) {
	f.Helper()
	_, err := f.Summon(f.Context(), bob, anyPly(id))
	require.NoError(f, err)
	synctest.Wait()
}

// TestSummon: the match of an absent player ends without a result a week after they were notified, once.
func TestSummon(t *testing.T) {
	for name, c := range map[string]struct {
		act  func(f *fixture)
		want time.Duration // when it ends, after the summons; 0: never
	}{
		"gone":      {func(*fixture) {}, 7 * day},
		"a restart": {func(f *fixture) { f.stop(); f.pass(2 * day); f.newWorker(f.store); f.run() }, 7 * day},
		"down":      {func(f *fixture) { f.pass(2 * day); assert.Equal(f, 1, f.credit(day)) }, 8 * day},
		"down at its end": {func(f *fixture) {
			f.isAway.Store(true)
			f.pass(8 * day)
			f.credit(2 * day)
			f.isAway.Store(false)
		}, 9 * day},
		"two processes":         {func(f *fixture) { f.newWorker(f.store); f.run() }, 7 * day},
		"plays":                 {func(f *fixture) { f.pass(6 * day); f.playTurn("m1") }, 0},
		"plays, takes it back":  {func(f *fixture) { f.playTurn("m1"); f.takesBack(alice) }, 7 * day},
		"has vacation to spare": {func(f *fixture) { f.settles(alice, func(p *play.Player) { p.Vacation.Stays = false }) }, 7 * day},
	} {
		t.Run(name, func(t *testing.T) {
			inBubble(t, func(f *fixture) {
				id := f.startSummoned()
				began := f.now()
				c.act(f)
				f.pass(30 * day)
				m, ends := f.match(id), 0
				for _, k := range f.kinds(id) {
					if k == match.Ended {
						ends++
					}
				}
				f.requireIdle()
				if c.want == 0 {
					assert.Equal(f, match.Playing, m.Status)
					return
				}
				assert.Equal(f, match.Finished, m.Status)
				assert.Equal(f, 1, ends)
				assert.Equal(f, c.want, m.Ended.Sub(began).Round(time.Minute))
				p, err := f.Player(f.Context(), alice.ID)
				require.NoError(f, err)
				assert.Zero(f, p.Vacation.Until, "nobody goes on vacation by themselves")
			})
		})
	}
}

func (f *fixture) settles(a play.Actor, change func(*play.Player)) {
	f.Helper()
	_, err := f.ChangePlayer(f.Context(), a, change)
	require.NoError(f, err)
}

// TestSummon_Told: an absent player gets a direct message, or a mention in the channel if they accept none, and one
// reminder.
func TestSummon_Told(t *testing.T) {
	for name, c := range map[string]struct {
		act  func(f *fixture)
		want []string
	}{
		"as usual": {func(*fixture) {}, []string{"720h0m0s: news to 1 directly", "846h0m0s: time to 1 directly"}},
		"on vacation, as it can end the match": {func(f *fixture) {
			_, err := f.StartVacation(f.Context(), alice, day)
			require.NoError(f, err)
		}, []string{"720h0m0s: news to 1 directly", "870h0m0s: time to 1 directly"}},
		"takes no direct messages": {func(f *fixture) {
			f.messenger.fails.set(func(n play.Notice) error {
				if n.Direct {
					return play.ErrClosed
				}
				return nil
			})
		}, []string{"720h0m0s: news to 1 directly", "720h0m0s: news to 1",
			"846h0m0s: time to 1 directly", "846h0m0s: time to 1"}},
		"the channel is shut, too": {func(f *fixture) {
			f.announcer.announce.set(func(context.Context, match.ID) error { return play.ErrClosed })
		}, []string{"720h0m0s: news to 1 directly", "846h0m0s: time to 1 directly",
			"888h0m0s: over to 1 directly", "888h0m0s: over to 2 directly"}},
	} {
		t.Run(name, func(t *testing.T) {
			inBubble(t, func(f *fixture) {
				f.start()
				f.run()
				f.pass(match.MinWait)
				c.act(f)
				f.summons("m1")
				f.pass(8 * day)
				assert.Equal(f, c.want, f.told())
			})
		})
	}
}
