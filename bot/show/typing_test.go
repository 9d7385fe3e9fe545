package show

import (
	"context"
	"testing"

	"github.com/bwmarrin/discordgo"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/discord"
)

// typed is a Typer that notes the channels, and fails with why.
type typed struct {
	Discord  // which it is not asked
	channels []string
	why      error
}

func (y *typed) StartTyping(_ context.Context, channel string) error {
	y.channels = append(y.channels, channel)
	return y.why
}

// TestType: the bot types in the thread of a match, else in its channel, and not where it may not post.
func TestType(t *testing.T) {
	t.Parallel()
	out, m := &typed{}, begun()
	typist := NewNotifier(nil, out, nil)
	require.NoError(t, typist.Type(t.Context(), m))
	m.Thread = "77"
	require.NoError(t, typist.Type(t.Context(), m))
	m.Closed = true
	require.NoError(t, typist.Type(t.Context(), m))
	m.Closed, m.Venue.Away = false, true
	require.NoError(t, typist.Type(t.Context(), m))
	assert.Equal(t, []string{channelID, "77"}, out.channels)
}

func TestType_Error(t *testing.T) {
	t.Parallel()
	refusal := &discord.APIError{Status: 403, Code: discordgo.ErrCodeMissingPermissions}
	err := NewNotifier(nil, &typed{why: refusal}, nil).Type(t.Context(), begun())
	require.ErrorIs(t, err, refusal)
	assert.ErrorContains(t, err, "m1")
}
