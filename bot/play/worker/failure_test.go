package worker_test

import (
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/play"
	"madbot/bot/play/playtest"
	"madbot/rules/match"
)

// failing returns a hook that fails in the n-th call of a unit of work, and counts them; 0: in none.
func failing(n int, calls *shared[int]) hook {
	return func(c playtest.Call, do func() error) error {
		switch c.Name {
		case "Do", playtest.Commit, "NextJob", "Renew":
			return do()
		}
		if calls.change(func(n int) int { return n + 1 }) == n {
			return errors.New("once")
		}
		return do()
	}
}

// failOnce plays a match with every kind of news while the n-th call fails. It returns the messages and the events.
func (f *fixture) failOnce(n int) (told []string, kinds []match.EventKind, calls int) {
	var counted shared[int]
	f.newWorker(f.hooked(failing(n, &counted)))
	f.wants(alice, "", play.Settings{Direct: true, Digest: true, Reminders: "half 1h"})
	f.messenger.fails.set(func(n play.Notice) error {
		if n.Direct && n.Kind == play.TimeNotice {
			return play.ErrClosed
		}
		return nil
	})
	_, err := f.ChangeServer(f.Context(), bob, "g", func(s *play.ServerSettings) { s.Threads = true })
	require.NoError(f, err)
	id := f.startPaced()
	f.run()
	_, err = f.ChangePlayer(f.Context(), alice, func(p *play.Player) { p.Vacation.Stays = false })
	require.NoError(f, err)
	f.pass(time.Hour)
	for range 4 {
		f.playTurn(id)
		f.pass(time.Hour)
	}
	f.pass(20 * day)
	seen := map[string]bool{}
	for _, c := range f.announcer.pings.get() {
		if !seen[c.key] {
			for _, p := range c.ids {
				told = append(told, "board to "+string(p))
			}
		}
		seen[c.key] = true
	}
	for i, one := range f.told() {
		if key := f.messenger.calls.get()[i]; !seen[key.Key] {
			told = append(told, one[len(one)-len("xxxx to 1 directly"):])
			seen[key.Key] = true
		}
	}
	f.stop()
	slices.Sort(told)
	f.requireIdle()
	assert.Len(f, f.threads.closed.get(), 1)
	return told, f.kinds(id), counted.get()
}

// TestFailsOnce: whichever call of the store fails, people get the same messages, and the same events happen.
func TestFailsOnce(t *testing.T) {
	var told []string
	var kinds []match.EventKind
	calls := 0
	t.Run("never", func(t *testing.T) {
		inBubbleNow(t, func(f *fixture) { told, kinds, calls = f.failOnce(0) })
	})
	t.Log(told, kinds, calls)
	step := 5
	switch {
	case *soak:
		step = 1
	case testing.Short():
		step = 11
	}
	for n := 1; n <= calls; n += step {
		inBubbleNow(t, func(f *fixture) {
			again, happened, _ := f.failOnce(n)
			assert.Equal(f, told, again, n)
			assert.Equal(f, kinds, happened, n)
		})
	}
}
