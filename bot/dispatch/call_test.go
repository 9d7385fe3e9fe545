package dispatch

import (
	"encoding/json"
	"testing"

	"github.com/bwmarrin/discordgo"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/discord"
	"madbot/bot/play"
	"madbot/bot/ui"
	"madbot/rules/match"
)

// TestIsBehind: a control is old when fewer turns had been played than now, and one that is about no
// turn never is.
func TestIsBehind(t *testing.T) {
	t.Parallel()
	m := play.Match{Match: match.Match{UndonePlies: 2}}
	for _, test := range []struct {
		id   ui.ID
		want bool
	}{
		{ui.ID{}, false}, {ui.ID{Verb: "tap", Match: "m1", Ply: 2}, false}, {ui.ID{Verb: "tap", Match: "m1", Ply: 1}, true},
		{ui.ID{Verb: "tap", Match: "m1", Ply: 3}, true}, {ui.ID{Verb: "tap", Match: "m1", Ply: play.AnyPly}, false},
		{ui.ID{Verb: "panel", Ply: 0}, false},
	} {
		c := &Call{ID: test.id}
		assert.Equal(t, test.want, c.IsStale(&m), test.id)
	}
}

// TestCall_Reads: what is within a command, a menu and a message of ours.
func TestCall_Reads(t *testing.T) {
	t.Parallel()
	within := []discord.Option{{Name: "text", Value: json.RawMessage(`"x"`)}}
	var message discord.ReceivedMessage
	raw := `{"components": [{"custom_id": "probe:m1:4:"}, {"custom_id": "?"}]}`
	require.NoError(t, json.Unmarshal([]byte(raw), &message))
	in := &discord.Interaction{Data: discord.InteractionData{TargetID: "5",
		Options: []discord.Option{{Type: discordgo.ApplicationCommandOptionSubCommand, Name: "add", Options: within}}}}
	in.Data.Resolved.Messages = map[string]discord.ReceivedMessage{"5": message}
	c := readCall(in, "")
	assert.Equal(t, "add", c.Sub)
	assert.Equal(t, "x", c.Text("text"))
	assert.Equal(t, []ui.ID{{Verb: "probe", Match: "m1", Ply: 4}}, c.TargetControls)
	c.ID.Arg = "its own"
	assert.Equal(t, "its own", c.Argument())
	c.Values = []string{"picked"}
	assert.Equal(t, "picked", c.Argument())
	in.Data.Options = within
	c = readCall(in, "")
	assert.Empty(t, c.Sub)
	assert.Equal(t, "x", c.Text("text"))
}
