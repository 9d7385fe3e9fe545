package discord

import (
	"encoding/json"
	"net/http"
	"testing"

	"github.com/bwmarrin/discordgo"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestCreateThread_Announcements: an announcement channel gets the type of thread that it takes, and a channel that
// takes none refuses both.
func TestCreateThread_Announcements(t *testing.T) {
	t.Parallel()
	const public, news = discordgo.ChannelTypeGuildPublicThread, discordgo.ChannelTypeGuildNewsThread
	for name, test := range map[string]struct {
		takes discordgo.ChannelType // 0: none
		sent  []discordgo.ChannelType
	}{
		"text":          {public, []discordgo.ChannelType{public}},
		"announcements": {news, []discordgo.ChannelType{public, news}},
		"voice":         {0, []discordgo.ChannelType{public, news}},
	} {
		var sent []discordgo.ChannelType
		id, err := clientOver(func(r *http.Request) (*http.Response, error) {
			var asked struct{ Type discordgo.ChannelType }
			require.NoError(t, json.NewDecoder(r.Body).Decode(&asked))
			sent = append(sent, asked.Type)
			resp := answered(http.StatusCreated)
			resp.Body = bodyOf(`{"id":"17"}`)
			if asked.Type != test.takes {
				resp = answered(http.StatusBadRequest)
				resp.Body = bodyOf(`{"code":50024,"message":"Cannot execute action on this channel type"}`)
			}
			return resp, nil
		}).CreateThread(t.Context(), "5", "a game")
		assert.Equal(t, test.sent, sent, name)
		if test.takes == 0 {
			assert.Equal(t, 50024, CodeOf(err), name)
			continue
		}
		require.NoError(t, err, name)
		assert.Equal(t, "17", id, name)
	}
}
