package sandbox_test

import (
	"testing"

	"github.com/bwmarrin/discordgo"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/sandbox"
)

// greeter is a small bot: /greet with a user and a completed text, answered by a message with a
// button.
func greeter(t *testing.T) func(*discordgo.Session, *discordgo.InteractionCreate) {
	return func(s *discordgo.Session, i *discordgo.InteractionCreate) {
		var r *discordgo.InteractionResponse
		switch i.Type {
		case discordgo.InteractionApplicationCommandAutocomplete:
			r = &discordgo.InteractionResponse{
				Type: discordgo.InteractionApplicationCommandAutocompleteResult,
				Data: &discordgo.InteractionResponseData{
					Choices: []*discordgo.ApplicationCommandOptionChoice{
						{Name: "Hello", Value: "hello"}},
				},
			}
		case discordgo.InteractionMessageComponent:
			r = &discordgo.InteractionResponse{Type: discordgo.InteractionResponseUpdateMessage,
				Data: &discordgo.InteractionResponseData{
					Content: "clicked by " + i.Member.User.Mention(),
				}}
		default:
			who := i.ApplicationCommandData().Options[0].UserValue(nil)
			r = &discordgo.InteractionResponse{
				Type: discordgo.InteractionResponseChannelMessageWithSource,
				Data: &discordgo.InteractionResponseData{Content: "Hello " + who.Mention(),
					Components: []discordgo.MessageComponent{
						discordgo.ActionsRow{Components: []discordgo.MessageComponent{
							discordgo.Button{
								Label:    "Wave",
								CustomID: "wave",
								Style:    discordgo.PrimaryButton,
							}}},
					}},
			}
		}
		assert.NoError(t, s.InteractionRespond(i.Interaction, r))
	}
}

func greet() *discordgo.ApplicationCommand {
	return &discordgo.ApplicationCommand{Name: "greet", Description: "Say hello",
		Options: []*discordgo.ApplicationCommandOption{
			{Type: discordgo.ApplicationCommandOptionUser, Name: "who", Description: "Whom",
				Required: true},
			{Type: discordgo.ApplicationCommandOptionString, Name: "how", Description: "How",
				Autocomplete: true}}}
}

func TestCommandClickAndAutocomplete(t *testing.T) {
	t.Parallel()
	b := start(t, &sandbox.Server{})
	b.register(b.connect(greeter(t)), greet())
	alice, bob, general := b.Actor("alice"), b.Actor("Bob"), b.Channel("general")

	choices, err := alice.Autocomplete(within(t), general, "greet", "how")
	require.NoError(t, err)
	require.Equal(t, []sandbox.Choice{{Name: "Hello", Value: "hello"}}, choices)

	answer, err := alice.Command(within(t), general, "greet",
		sandbox.Option{Name: "who", Value: bob.ID()})
	require.NoError(t, err)
	require.Equal(t, sandbox.CallbackMessage, answer.Kind)
	seen, err := bob.AwaitMessage(within(t), general,
		func(m sandbox.Message) bool { return m.ID == answer.Message.ID })
	require.NoError(t, err)
	assert.Equal(t, "Hello <@"+bob.ID().String()+">", seen.Text())
	_, pings := bob.Unread(general)
	assert.Equal(t, 1, pings, "an interaction's answer pings users by default")

	button, ok := seen.Labelled("Wave")
	require.True(t, ok)
	answer, err = bob.Click(within(t), seen.ID, button.CustomID)
	require.NoError(t, err)
	assert.Equal(t, sandbox.CallbackUpdate, answer.Kind)
	assert.Equal(t, "clicked by <@"+bob.ID().String()+">", bob.Messages(general)[0].Content)
	assert.NotNil(t, bob.Messages(general)[0].Edited)
	assert.Empty(t, b.Unhandled())
}
