package discord

import (
	"encoding/json"
	"testing"

	"github.com/bwmarrin/discordgo"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestWhatIsSent(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name string
		sent any
		want string
	}{
		{"an empty message, which notifies nobody", Message{}, `{"content":"",
			"allowed_mentions":{"parse":[],"replied_user":false},"components":[],"attachments":[]}`},
		{"a message", Message{Content: "hello", Flags: discordgo.MessageFlagsEphemeral, Nonce: "n", EnforceNonce: true,
			AllowedMentions: discordgo.MessageAllowedMentions{Users: []string{"101"}},
			Attachments:     []Attachment{{ID: "0", Filename: "a.png", Description: "a board"}},
			Files:           []File{{Name: "a.png", Data: []byte("not in the JSON")}}},
			`{"content":"hello","flags":64,"allowed_mentions":{"parse":[],"users":["101"],"replied_user":false},
			"components":[],"attachments":[{"id":"0","filename":"a.png","description":"a board"}],
			"nonce":"n","enforce_nonce":true}`},
		{"no answer in words", deferredUpdate(), `{"type":6}`},
		{"a private answer to come", Response{discordgo.InteractionResponseDeferredChannelMessageWithSource, Deferral{discordgo.MessageFlagsEphemeral}},
			`{"type":5,"data":{"flags":64}}`},
		{"no suggestions", Response{discordgo.InteractionApplicationCommandAutocompleteResult, Choices(nil)}, `{"type":8,"data":{"choices":[]}}`},
		{"suggestions", Response{discordgo.InteractionApplicationCommandAutocompleteResult, Choices{{Name: "a", Value: "1"}}},
			`{"type":8,"data":{"choices":[{"name":"a","value":"1"}]}}`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			sent, err := json.Marshal(test.sent)
			require.NoError(t, err)
			assert.JSONEq(t, test.want, string(sent))
		})
	}
}

func TestCut(t *testing.T) {
	t.Parallel()
	assert.Equal(t, "½½½", Truncate("½½½", 3))
	assert.Equal(t, "½½…", Truncate("½½½½", 3))
}

// TestMessage_Components: a message with ComponentsV2 has no content field.
func TestMessage_Components(t *testing.T) {
	t.Parallel()
	raw, err := json.Marshal(Message{Flags: discordgo.MessageFlagsIsComponentsV2, Components: []discordgo.MessageComponent{
		discordgo.TextDisplay{Content: "hello"}}})
	require.NoError(t, err)
	assert.JSONEq(t, `{"flags":32768,"allowed_mentions":{"parse":[],"replied_user":false},"attachments":[],
		"components":[{"type":10,"content":"hello"}]}`, string(raw))
	raw, err = json.Marshal(Message{})
	require.NoError(t, err)
	assert.Contains(t, string(raw), `"content":""`)
}
