package worker_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/play"
	"madbot/bot/play/notice"
	"madbot/rules"
	"madbot/rules/match"
)

// toldAlice counts what notified alice: boards, notices and digests.
func (f *fixture) toldAlice() (n [3]int) {
	seen := map[string]bool{}
	for _, c := range f.announcer.pings.get() {
		if slices.Contains(c.ids, alice.ID) && !seen[c.key] {
			seen[c.key] = true
			n[0]++
		}
	}
	for _, one := range f.told() {
		if strings.Contains(one, "to "+string(alice.ID)) {
			n[1]++
		}
	}
	n[2] = len(f.messenger.digests.get())
	return n
}

// TestBack: on a vacation that she started, alice is only notified of the end of a match, and of the rest in one digest
// when she is back.
func TestBack(t *testing.T) {
	leave := func(d time.Duration) func(*fixture) {
		return func(f *fixture) {
			_, err := f.StartVacation(f.Context(), alice, d)
			require.NoError(f, err)
			f.pass(time.Minute)
		}
	}
	plays := func(ids ...match.ID) func(*fixture) {
		return func(f *fixture) {
			for _, id := range ids {
				f.playTurn(id)
			}
			f.pass(time.Minute)
		}
	}
	pass := func(d time.Duration) func(*fixture) { return func(f *fixture) { f.pass(d) } }
	quick := func(f *fixture) {
		m, err := f.Challenge(f.Context(), bob, play.Challenge{To: alice.ID, Venue: play.Venue{Guild: "g", Channel: "c"},
			Terms: match.Terms{Options: rules.DefaultOptions(), Side: match.PlayRed, Pace: match.Pace{PerTurn: time.Hour}}})
		require.NoError(f, err)
		require.NotEmpty(f, m.ID)
		f.pass(time.Minute)
	}
	looks := func(f *fixture) {
		_, err := f.Look(f.Context(), alice, "m1")
		require.NoError(f, err)
	}
	resigns := func(f *fixture) {
		_, err := f.Resign(f.Context(), bob, anyPly("m1"))
		require.NoError(f, err)
		f.pass(time.Minute)
	}
	ends := func(f *fixture) {
		_, err := f.EndVacation(f.Context(), alice)
		require.NoError(f, err)
	}
	restarts := func(f *fixture) {
		f.stop()
		f.run()
	}
	spared := func(f *fixture) {
		_, err := f.ChangePlayer(f.Context(), alice, func(p *play.Player) {
			p.Vacation.Spared, p.Vacation.Quiet = true, time.Time{}
		})
		require.NoError(f, err)
	}
	quiet := func(f *fixture) {
		f.wants(alice, "UTC", play.Settings{Reminders: notice.Write(nil), Quiet: notice.Quiet{To: 6 * notice.OClock}})
	}
	down := func(d time.Duration) func(*fixture) {
		return func(f *fixture) {
			f.stop()
			f.pass(d)
			f.run()
		}
	}
	joins := func(f *fixture) {
		f.newWorker(f.store)
		f.run()
	}
	takesBack := func(f *fixture) {
		_, err := f.TakeBack(f.Context(), bob, anyPly("m2"))
		require.NoError(f, err)
		f.pass(time.Minute)
	}
	pauses := func(f *fixture) {
		_, err := f.Offer(f.Context(), bob, anyPly("m1"), match.ToPause)
		require.NoError(f, err)
		_, err = f.AnswerOffer(f.Context(), alice, anyPly("m1"), match.ToPause, true)
		require.NoError(f, err)
		f.pass(time.Minute)
	}
	mayBegin := func(f *fixture) {
		_, err := f.ChangePlayer(f.Context(), alice, func(p *play.Player) { p.Vacation.Stays = false })
		require.NoError(f, err)
	}
	weekly := func(f *fixture) { f.wants(alice, "UTC", play.Settings{Reminders: notice.Write(nil), Digest: true}) }
	shut := func(f *fixture) { f.messenger.shut.set(true) }
	type steps = []func(*fixture)
	for name, c := range map[string]struct {
		during      steps
		then, after [3]int // boards, notices and digests that told her, until the steps are done, and a day later
	}{
		"two matches":         {steps{leave(day), plays("m1", "m2"), pass(day - 3*time.Minute)}, [3]int{}, [3]int{0, 0, 1}},
		"a week's list too":   {steps{weekly, leave(day), plays("m1", "m2"), ends}, [3]int{}, [3]int{0, 0, 1}},
		"one":                 {steps{leave(day), plays("m1"), pass(day - 3*time.Minute)}, [3]int{}, [3]int{0, 1, 0}},
		"nothing":             {steps{leave(day), pass(day - 3*time.Minute)}, [3]int{}, [3]int{}},
		"refused":             {steps{shut, leave(day), plays("m1", "m2"), pass(day - 3*time.Minute)}, [3]int{}, [3]int{0, 2, 0}},
		"seen":                {steps{leave(day), plays("m1", "m2"), looks}, [3]int{}, [3]int{0, 0, 1}},
		"ended":               {steps{leave(day), plays("m1", "m2"), resigns}, [3]int{1, 0, 0}, [3]int{1, 1, 0}},
		"back early":          {steps{leave(day), plays("m1", "m2"), ends}, [3]int{}, [3]int{0, 0, 1}},
		"back early, at once": {steps{leave(day), plays("m1", "m2"), ends, pass(10 * time.Second)}, [3]int{0, 0, 1}, [3]int{0, 0, 1}},
		"made longer":         {steps{leave(day), plays("m1", "m2"), leave(36 * time.Hour), pass(36*time.Hour - 2*time.Minute)}, [3]int{}, [3]int{0, 0, 1}},
		"a restart":           {steps{leave(day), plays("m1", "m2"), restarts}, [3]int{}, [3]int{0, 0, 1}},
		"begun by itself":     {steps{leave(day), spared, plays("m1", "m2")}, [3]int{2, 0, 0}, [3]int{4, 0, 0}},
		"quiet hours":         {steps{leave(day), plays("m1", "m2"), quiet, pass(day + 5*time.Hour)}, [3]int{}, [3]int{0, 0, 1}},
		"down until then":     {steps{leave(day), plays("m1", "m2"), quiet, down(2 * day), pass(time.Hour)}, [3]int{}, [3]int{0, 0, 1}},
		"two processes":       {steps{joins, leave(day), plays("m1", "m2"), ends}, [3]int{}, [3]int{0, 0, 1}},
		"taken back":          {steps{leave(day), plays("m1", "m2"), takesBack, ends}, [3]int{}, [3]int{0, 1, 0}},
		"paused":              {steps{leave(day), plays("m2"), pauses, plays("m1"), pass(day)}, [3]int{0, 0, 1}, [3]int{0, 0, 1}},
		"late when back":      {steps{mayBegin, leave(day), plays("m1", "m2"), down(5*day + 6*time.Hour), pass(time.Hour)}, [3]int{0, 0, 1}, [3]int{0, 0, 1}},
		"ended by itself":     {steps{leave(day), spared, ends, plays("m1", "m2")}, [3]int{2, 0, 0}, [3]int{2, 0, 0}},
		"an hour a turn":      {steps{leave(day), quick}, [3]int{1, 0, 0}, [3]int{1, 0, 0}},
	} {
		t.Run(name, func(t *testing.T) {
			inBubble(t, func(f *fixture) {
				f.wants(alice, "UTC", play.Settings{Reminders: notice.Write(nil)})
				f.run()
				for range 2 {
					id := f.startPaced()
					f.pass(time.Minute)
					f.playTurn(id)
					f.pass(time.Minute)
				}
				before := f.toldAlice()
				since := func() (n [3]int) {
					for i, all := range f.toldAlice() {
						n[i] = all - before[i]
					}
					return n
				}
				for _, do := range c.during {
					do(f)
				}
				assert.Equal(f, c.then, since())
				f.pass(day)
				assert.Equal(f, c.after, since())
			})
		})
	}
}
