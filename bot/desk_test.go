package bot_test

import (
	"errors"
	"log/slog"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot"
	"madbot/bot/play"
	"madbot/bot/play/playtest"
)

// block blocks a server.
func block(t *testing.T, desk *bot.Desk, server string) {
	t.Helper()
	require.NoError(t, desk.Order(t.Context(), func(o *play.Orders) { o.Servers = map[string]string{server: ""} }))
}

// TestDesk: an order takes effect immediately where it is given, and soon in other processes; a notice expires.
func TestDesk(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		store := playtest.NewMemory()
		here, there := bot.NewDesk(store, time.Now), bot.NewDesk(store, time.Now)
		go there.Run(t.Context(), slog.New(slog.DiscardHandler))
		block(t, here, "7")
		require.NoError(t, here.Announce(t.Context(), "soon", time.Minute))
		assert.True(t, here.Current().Blocks("1", "7"))
		assert.False(t, there.Current().Blocks("1", "7"))
		time.Sleep(10 * time.Second)
		synctest.Wait()
		assert.True(t, there.Current().Blocks("1", "7"))
		assert.False(t, there.Current().Blocks("1", ""))
		assert.Equal(t, "soon", there.Notice())
		time.Sleep(time.Minute)
		assert.Empty(t, there.Notice())
		require.NoError(t, here.Announce(t.Context(), "for ever", 0))
		time.Sleep(time.Hour)
		assert.Equal(t, "for ever", here.Notice())
	})
}

// TestDesk_Outage: while the store cannot be read, the last known orders stay in force.
func TestDesk_Outage(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var fault error
		store := playtest.Hook(playtest.NewMemory(), func(_ playtest.Call, f func() error) error {
			if fault != nil {
				return fault
			}
			return f()
		})
		desk := bot.NewDesk(store, time.Now)
		block(t, desk, "7")
		fault = errors.New("no database")
		require.ErrorIs(t, desk.Read(t.Context()), fault)
		assert.True(t, desk.Current().Blocks("1", "7"))
	})
}
