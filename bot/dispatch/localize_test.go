package dispatch

import (
	"testing"
	"testing/fstest"

	"github.com/bwmarrin/discordgo"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/i18n"
)

// duel is a command with all that can be translated.
func duel() Command {
	side := &discordgo.ApplicationCommandOption{Type: discordgo.ApplicationCommandOptionString,
		Name: "side", Description: "Your side",
		Choices: []*discordgo.ApplicationCommandOptionChoice{{Name: "red", Value: "red"}, {Name: "none", Value: -1}}}
	now := &discordgo.ApplicationCommandOption{Type: discordgo.ApplicationCommandOptionSubCommand,
		Name: "now", Description: "At once", Options: []*discordgo.ApplicationCommandOption{side}}
	return Command{Spec: Spec("duel", "Fight", now)}
}

func greeting() Command {
	return Command{Spec: MenuSpec(discordgo.UserApplicationCommand, "Say Hello")}
}

func TestSpecTexts(t *testing.T) {
	t.Parallel()
	assert.Equal(t, []SpecText{
		{"command.duel.description", "Fight", Description},
		{"command.duel.now.description", "At once", Description},
		{"option.side.name", "side", TypedName},
		{"option.side.description", "Your side", Description},
		{"option.side.choice.red", "red", ChoiceName},
		{"option.side.choice.-1", "none", ChoiceName},
		{"command.say_hello.name", "Say Hello", MenuName},
	}, SpecTexts([]Command{duel(), greeting(), duel()}))
	other := duel()
	other.Spec.Description = "Fight hard"
	assert.Panics(t, func() { SpecTexts([]Command{duel(), other}) }, "one id says two things")
}

// TestSpecs: each text has its translations, as far as there are, and the definitions stay as they are.
func TestSpecs(t *testing.T) {
	t.Parallel()
	catalog, err := i18n.Load(fstest.MapFS{
		"l/de.json": {Data: []byte(`{"command.duel.name": "duell", "command.duel.description": "Kämpfe",
			"command.duel.now.name": "jetzt", "option.side.choice.red": "rot", "command.say_hello.name": "Grüße"}`)},
		"l/pt-BR.json": {Data: []byte(`{"option.side.name": "lado", "option.side.description": "Teu lado"}`)}}, "l")
	require.NoError(t, err)
	commands := []Command{duel(), greeting()}
	specs := Specs(commands, catalog, "")
	type texts = map[discordgo.Locale]string
	assert.Nil(t, specs[0].NameLocalizations, "the name of a command stays English")
	assert.Equal(t, &texts{"de": "Kämpfe"}, specs[0].DescriptionLocalizations)
	now := specs[0].Options[0]
	assert.Empty(t, now.NameLocalizations)
	assert.Empty(t, now.DescriptionLocalizations)
	side := now.Options[0]
	assert.Equal(t, texts{"pt-BR": "lado"}, side.NameLocalizations)
	assert.Equal(t, texts{"pt-BR": "Teu lado"}, side.DescriptionLocalizations)
	assert.Equal(t, texts{"de": "rot"}, side.Choices[0].NameLocalizations)
	assert.Empty(t, side.Choices[1].NameLocalizations)
	assert.Equal(t, &texts{"de": "Grüße"}, specs[1].NameLocalizations)
	assert.Equal(t, []Command{duel(), greeting()}, commands)
	commands = []Command{{Spec: Spec("duel", "Fight")}}
	assert.NotEmpty(t, Specs(commands, catalog, "")[0].Contexts)
	specs = Specs(commands, catalog, guildID)
	assert.Empty(t, specs[0].Contexts)
	assert.Empty(t, specs[0].IntegrationTypes)
	assert.Equal(t, "Fight", specs[0].Description)
}
