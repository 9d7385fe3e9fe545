package dispatch

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/bwmarrin/discordgo"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/discord"
)

// FuzzInteraction: whatever an interaction holds, it is answered once, or of a kind that nobody answers.
func FuzzInteraction(f *testing.F) {
	recorded, err := filepath.Glob("testdata/interactions/*.json")
	require.NoError(f, err)
	require.NotEmpty(f, recorded)
	for _, path := range recorded {
		raw, err := os.ReadFile(path)
		require.NoError(f, err)
		f.Add(raw)
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		var in discord.Interaction
		if json.Unmarshal(raw, &in) != nil || in.ID == "" {
			return // dropped as it comes in
		}
		p := newProbe(t, func(_ context.Context, c *Call) (Reply, error) {
			c.Text("opponent")
			c.Number("stall_limit", 1)
			c.Bool("positioning", true)
			c.MissingRights()
			c.Manages()
			return InPrivate("done"), nil
		}, false)
		p.answers(t.Context(), &in)
		answered := 0
		switch in.Type {
		case discordgo.InteractionApplicationCommand, discordgo.InteractionApplicationCommandAutocomplete,
			discordgo.InteractionMessageComponent, discordgo.InteractionModalSubmit:
			answered = 1
		}
		assert.Len(t, p.out.said(), answered)
		assert.NotContains(t, p.log.String(), "level=ERROR")
	})
}
