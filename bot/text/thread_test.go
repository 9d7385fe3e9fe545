package text

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/i18n/i18ntest"
	"madbot/rules/match"
)

// TestThread: the title of a thread and the message above it name both sides, and the result once there is one.
func TestThread(t *testing.T) {
	t.Parallel()
	en, m := i18ntest.English(), playing(t, "pass")
	assert.Equal(t, "MAD · Alice – Bob · 6x4", ThreadTitle(en, m, "Alice", "Bob"))
	assert.Equal(t, "**<@101> and <@102> are playing MAD**: see below.", ThreadSign(en, m))
	m = playing(t, "pass", "pass")
	_, err := m.As(m.ToMove()).Resign(m.Started)
	require.NoError(t, err)
	require.Equal(t, match.Finished, m.Status)
	assert.Equal(t, "**<@101> called the game off** before playing a second turn. It doesn't count. "+
		"The game is below.", ThreadSign(en, m))
}
