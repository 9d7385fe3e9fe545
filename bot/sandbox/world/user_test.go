package world_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/sandbox/wire"
)

// TestPeople: three hundred people have distinct ids and names, and none is the bot.
func TestPeople(t *testing.T) {
	t.Parallel()
	ids, names := map[wire.Snowflake]bool{wire.BotID: true}, map[string]bool{"mad": true}
	for _, id := range wire.People(wire.MaxPeople) {
		u, known := wire.UserOf(id)
		require.True(t, known, id)
		assert.Equal(t, u.Username, strings.ToLower(*u.GlobalName))
		ids[u.ID], names[u.Username] = true, true
	}
	assert.Len(t, ids, wire.MaxPeople+1)
	assert.Len(t, names, wire.MaxPeople+1)
	assert.Equal(t, []wire.Snowflake{wire.AliceID, wire.BobID, wire.CarolID}, wire.People(0))
	_, known := wire.UserOf(wire.People(wire.MaxPeople)[wire.MaxPeople-1] + 1)
	assert.False(t, known)
}
