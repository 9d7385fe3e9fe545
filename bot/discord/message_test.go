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
			"allowed_mentions":{"parse":[],"users":[]},"components":[],"attachments":[]}`},
		{"a message", Message{Content: "hello", Flags: discordgo.MessageFlagsEphemeral, Nonce: "n", EnforceNonce: true,
			AllowedMentions: AllowedMentions{Users: []string{"101"}},
			Attachments:     []Attachment{{ID: "0", Filename: "a.png", Description: "a board"}},
			Files:           []File{{Name: "a.png", Data: []byte("not in the JSON")}}},
			`{"content":"hello","flags":64,"allowed_mentions":{"parse":[],"users":["101"]},
			"components":[],"attachments":[{"id":"0","filename":"a.png","description":"a board"}],
			"nonce":"n","enforce_nonce":true}`},
		{"buttons", ActionRow{Components: []Component{
			Button{Style: discordgo.DangerButton, Label: "Resign", CustomID: "x"}}},
			`{"type":1,"components":[{"type":2,"style":4,"label":"Resign","custom_id":"x"}]}`},
		{"a menu", StringSelect{CustomID: "x", Options: []SelectOption{{Label: "a", Value: "1"}}},
			`{"type":3,"custom_id":"x","options":[{"label":"a","value":"1"}]}`},
		{"a menu of several picks", StringSelect{CustomID: "x", Count: Count{Least: new(0), Most: 2},
			Options: []SelectOption{{Label: "a", Value: "1", Default: true}, {Label: "b", Value: "2"}}},
			`{"type":3,"custom_id":"x","min_values":0,"max_values":2,
			"options":[{"label":"a","value":"1","default":true},{"label":"b","value":"2"}]}`},
		{"a menu of channels", ChannelSelect{CustomID: "x", Placeholder: "Where?", Count: Count{Most: 3},
			Types:    []discordgo.ChannelType{discordgo.ChannelTypeGuildText, discordgo.ChannelTypeGuildNews},
			Defaults: []DefaultChannel{"5001"}},
			`{"type":8,"custom_id":"x","placeholder":"Where?","max_values":3,"channel_types":[0,5],
			"default_values":[{"id":"5001","type":"channel"}]}`},
		{"a command of moderators", Command{Type: discordgo.ChatApplicationCommand, Name: "a", Description: "b",
			Contexts:          []discordgo.InteractionContextType{discordgo.InteractionContextGuild},
			MemberPermissions: discordgo.PermissionManageGuild},
			`{"type":1,"name":"a","contexts":[0],"description":"b","default_member_permissions":"32"}`},
		{"no answer in words", deferredUpdate(), `{"type":6}`},
		{"a private answer to come", Response{discordgo.InteractionResponseDeferredChannelMessageWithSource, Deferral{discordgo.MessageFlagsEphemeral}},
			`{"type":5,"data":{"flags":64}}`},
		{"no suggestions", Response{discordgo.InteractionApplicationCommandAutocompleteResult, Choices(nil)}, `{"type":8,"data":{"choices":[]}}`},
		{"suggestions", Response{discordgo.InteractionApplicationCommandAutocompleteResult, Choices{{Name: "a", Value: "1"}}},
			`{"type":8,"data":{"choices":[{"name":"a","value":"1"}]}}`},
		{"a command", Command{Type: discordgo.ChatApplicationCommand, Name: "a", Description: "b",
			Contexts:         []discordgo.InteractionContextType{discordgo.InteractionContextGuild},
			IntegrationTypes: []discordgo.ApplicationIntegrationType{discordgo.ApplicationIntegrationGuildInstall},
			Options:          []CommandOption{{Type: discordgo.ApplicationCommandOptionInteger, Name: "n", Description: "c", MinValue: new(0)}}},
			`{"type":1,"name":"a","contexts":[0],"integration_types":[0],"description":"b",
			"options":[{"type":4,"name":"n","description":"c","min_value":0}]}`},
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
	assert.Equal(t, "½½½", Cut("½½½", 3))
	assert.Equal(t, "½½…", Cut("½½½½", 3))
}

// TestMessage_Components: a message of components alone has no content, not even an empty one, which
// any other message has so that an edit takes it away.
func TestMessage_Components(t *testing.T) {
	t.Parallel()
	raw, err := json.Marshal(Message{Flags: discordgo.MessageFlagsIsComponentsV2, Components: []Component{
		Container{41, []Component{TextDisplay{"hello"}, MediaGallery{[]GalleryItem{{Attached("board.png"), "a board"}}},
			ActionRow{42, []Component{Button{Style: discordgo.SuccessButton, Label: "c2", CustomID: "x", Disabled: true,
				Emoji: &Emoji{ID: "7", Name: "red_211"}}}}}}}})
	require.NoError(t, err)
	assert.JSONEq(t, `{"flags":32768,"allowed_mentions":{"parse":[],"users":[]},"attachments":[],"components":[
		{"type":17,"id":41,"components":[{"type":10,"content":"hello"},
			{"type":12,"items":[{"media":{"url":"attachment://board.png"},"description":"a board"}]},
			{"type":1,"id":42,"components":[{"type":2,"style":3,"label":"c2","custom_id":"x","disabled":true,
				"emoji":{"id":"7","name":"red_211"}}]}]}]}`, string(raw))
	raw, err = json.Marshal(Message{})
	require.NoError(t, err)
	assert.Contains(t, string(raw), `"content":""`)
}
