package daily_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/daily"
	"madbot/bot/play"
	"madbot/bot/play/playtest"
)

// announces makes the server post a puzzle each day in a channel.
func (f fixture) announces(channel string) {
	f.Helper()
	f.do(func(tx play.Tx) error {
		return tx.SaveServer(f.Context(), play.Server{ID: "g",
			Settings: play.ServerSettings{Daily: play.DailySettings{Channel: channel, Hour: 9, Locale: "en"}}})
	})
}

// begins begins to show what is due so long after nine o'clock.
func (f fixture) begins(later time.Duration) (n *play.DailyNews) {
	f.Helper()
	f.do(func(tx play.Tx) (err error) {
		n, _, err = daily.Begin(f.Context(), playtest.At(tx, f.Now().Add(later)), f.Deck, "g")
		return err
	})
	require.NotNil(f, n)
	return n
}

// TestBegin_Again: a puzzle that was perhaps posted is looked for where it was to be, as of when that was tried first,
// however often it is tried again.
func TestBegin_Again(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.announces("c")
	begun := f.begins(0)
	assert.Zero(t, begun.Since)
	f.announces("elsewhere")
	for again := range 3 {
		n := f.begins(time.Duration(1+again) * time.Minute)
		assert.Equal(t, f.Now(), n.Since)
		assert.Equal(t, "c", n.Post.Channel)
		assert.Equal(t, begun.Puzzle, n.Puzzle)
	}
}

// TestForget: who solved a puzzle is known for a hundred days, and no longer.
func TestForget(t *testing.T) {
	t.Parallel()
	for late, kept := range map[int]int{100: 1, 101: 0} {
		f := newFixture(t)
		f.solves(first)
		f.do(func(tx play.Tx) error {
			late := playtest.At(tx, f.Now().AddDate(0, 0, late))
			return play.ForgetOldDailies(f.Context(), late, &play.Server{ID: "g"})
		})
		list, err := f.store.Dailies(t.Context(), "g")
		require.NoError(t, err)
		assert.Len(t, list, kept, late)
	}
}
