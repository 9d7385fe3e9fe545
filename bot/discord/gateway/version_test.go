package gateway

import (
	"testing"

	"github.com/bwmarrin/discordgo"
	"github.com/stretchr/testify/assert"

	"madbot/bot/discord"
)

// TestUserAgent: the bot says which library it uses.
func TestUserAgent(t *testing.T) {
	t.Parallel()
	assert.Contains(t, discord.UserAgent, "discordgo, v"+discordgo.VERSION+")")
}
