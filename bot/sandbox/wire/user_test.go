package wire

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestPeople: three hundred people have distinct ids and names, and none is the bot.
func TestPeople(t *testing.T) {
	t.Parallel()
	ids, names := map[Snowflake]bool{BotID: true}, map[string]bool{"mad": true}
	for _, id := range People(MaxPeople) {
		u, known := UserOf(id)
		require.True(t, known, id)
		assert.Equal(t, u.Username, strings.ToLower(*u.GlobalName))
		ids[u.ID], names[u.Username] = true, true
	}
	assert.Len(t, ids, MaxPeople+1)
	assert.Len(t, names, MaxPeople+1)
	assert.Equal(t, []Snowflake{AliceID, BobID, CarolID}, People(0))
	_, known := UserOf(People(MaxPeople)[MaxPeople-1] + 1)
	assert.False(t, known)
}
