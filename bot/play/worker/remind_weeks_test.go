package worker_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/play"
	"madbot/bot/play/notice"
	"madbot/rules/match"
)

// TestRemind_Weeks: over weeks of play in two zones, through both changes of their clocks, with restarts and
// clocks that are set, nobody is notified twice of a turn, nor of one that is played, nor in quiet hours.
func TestRemind_Weeks(t *testing.T) {
	for _, begin := range []string{"2026-03-05 12:00", "2026-03-24 12:00", "2026-10-20 12:00", "2026-10-30 12:00"} {
		for seed := range uint64(4) {
			t.Run(fmt.Sprint(begin[:10], " ", seed), func(t *testing.T) {
				inBubble(t, func(f *fixture) { f.remindedWeeks(begin, rand.New(rand.NewPCG(seed, 7))) })
			})
		}
	}
}

func (f *fixture) remindedWeeks(begin string, chance *rand.Rand) {
	f.jump(begin)
	all := notice.Write(notice.All())
	f.wants(alice, "Europe/Brussels", play.Settings{Quiet: notice.Quiet{From: 22 * notice.OClock, To: 7 * notice.OClock}, Reminders: all})
	f.wants(bob, "America/New_York", play.Settings{Quiet: notice.Quiet{From: 23 * notice.OClock, To: 9 * notice.OClock}, Reminders: all,
		Direct: chance.IntN(2) == 0})
	for range 3 {
		f.startPaced()
	}
	f.run()
	for range 120 {
		f.pass(time.Duration(chance.IntN(20*60)) * time.Minute)
		switch chance.IntN(12) {
		case 0:
			f.stop()
			f.pass(time.Duration(chance.IntN(10)) * time.Hour)
			f.run()
		case 1:
			f.skew.change(func(d time.Duration) time.Duration { return d + time.Duration(chance.IntN(9)-3)*time.Hour })
			f.worker.Wake()
			synctest.Wait()
		}
		m := f.match(match.ID(fmt.Sprint("m", 1+chance.IntN(3))))
		if m.Status == match.Playing && chance.IntN(2) == 0 {
			f.move(m.ID)
		}
		if chance.IntN(4) == 0 && m.Status == match.Playing {
			_, err := f.Look(f.Context(), play.Actor{ID: m.ToMove(), Guild: "g"}, m.ID)
			require.NoError(f, err)
		}
		synctest.Wait()
	}
	f.requireNotifiedWell()
}

// requireNotifiedWell checks who was notified when.
func (f *fixture) requireNotifiedWell() {
	f.Helper()
	turns, reminders, keys := map[string]int{}, map[string]int{}, map[string]bool{}
	heard := func(p pinged) {
		for _, id := range p.ids {
			player, err := f.Player(f.Context(), id)
			require.NoError(f, err)
			assert.Zero(f, player.QuietUntil(p.at), "%s at %v", id, p.at)
		}
	}
	for _, p := range f.announcer.pings.get() {
		heard(p)
		if p.m.ToMove() != "" && slices.Contains(p.ids, p.m.ToMove()) && !p.m.TimeUpRecorded() {
			turns[fmt.Sprint(p.m.ID, p.m.Moment())]++
		}
	}
	for _, n := range f.messenger.calls.get() {
		heard(pinged{at: n.at, ids: []match.PlayerID{n.To.ID}})
		assert.False(f, keys[n.Key], "twice: %s", n.Key)
		keys[n.Key] = true
		switch at := fmt.Sprint(n.Match.ID, n.Match.Moment()); n.Kind {
		case play.TurnNotice:
			turns[at]++
			assert.Equal(f, n.To.ID, n.Match.ToMove())
		case play.TimeNotice:
			reminders[at]++
			assert.Equal(f, n.To.ID, n.Match.ToMove())
			assert.False(f, n.Match.Overdue(n.at))
		}
	}
	for at, n := range turns {
		assert.Equal(f, 1, n, "their turn at %s", at)
	}
	for at, n := range reminders {
		assert.LessOrEqual(f, n, len(notice.All()), at)
	}
	assert.Greater(f, len(turns), 5)
	assert.NotContains(f, f.log.String(), "level=ERROR")
	assert.False(f, strings.Contains(f.log.String(), "panic"))
}
