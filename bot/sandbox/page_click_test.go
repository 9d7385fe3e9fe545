package sandbox_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"
	"github.com/stretchr/testify/require"

	"madbot/bot/sandbox"
	"madbot/bot/sandbox/pagetest"
)

// TestPageDoubleClick: the second click of a double click may hit a button that the first response removed. Then
// nothing is sent, and nothing fails.
func TestPageDoubleClick(t *testing.T) {
	pagetest.Parallel(t)
	b := start(t, &sandbox.Server{})
	b.play(script{"good": func(b *scriptBot, e event) {
		b.answer(e, discordgo.InteractionResponseUpdateMessage, object{"content": "Very well", "components": []object{}})
	}}, pageCommands())
	post, err := json.Marshal(object{"content": "Well?", "components": controls()})
	require.NoError(t, err)
	posted := b.do("POST", mad, string(post))
	require.Equal(t, 200, posted.status)
	message, err := sandbox.ParseSnowflake(posted.body["id"].(string))
	require.NoError(t, err)
	p := pagetest.Open(t, fmt.Sprintf("%s/?as=%d&channel=%d", b.url, sandbox.AliceID, sandbox.MadID),
		pagetest.Desk)
	alice := b.events(sandbox.AliceID)
	p.Hold(id("button", "label", "Good"), "", func() {
		_, err := b.Actor("alice").Click(within(t), message, "good")
		require.NoError(t, err)
		for !strings.Contains(await(t, alice), "Very well") {
			continue // the page has not received it yet
		}
	})
	p.See(id("message"), "Very well")
	p.Run("and now")
	p.See(id("message"), "and now")
	require.False(t, p.Has(id("failed"), ""))
	require.False(t, p.Has(id("toast"), ""))
}
