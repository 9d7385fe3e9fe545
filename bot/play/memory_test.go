package play_test

import (
	"testing"

	"madbot/bot/play"
	"madbot/bot/play/playtest"
)

func TestMemory(t *testing.T) {
	t.Parallel()
	playtest.TestStore(t, func(*testing.T) play.Store {
		m := playtest.NewMemory()
		m.Clock = playtest.Clock
		return m
	})
}
