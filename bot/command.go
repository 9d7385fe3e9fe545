package bot

import (
	"madbot/bot/discord"
	"madbot/bot/dispatch"
)

// commands lists all commands in the order in which /help names them.
func (h *handlers) commands() []dispatch.Command {
	return []dispatch.Command{
		h.lessons(), h.challenge(), h.choose(), h.move(), h.board(), h.games(), h.hint(), h.stop(), h.resign(),
		h.changeSettings(), h.help(), h.challengePerson(), h.showMatch(),
	}
}

// spec returns the definition of a command that can be used everywhere, of a bot that is installed for
// a guild or for a person.
func spec(name, description string, options ...discord.CommandOption) discord.Command {
	c := menuSpec(discord.ChatCommand, name)
	c.Description, c.Options = description, options
	return c
}

// menuSpec is spec for a command of a context menu.
func menuSpec(t discord.CommandType, name string) discord.Command {
	return discord.Command{
		Type: t, Name: name,
		Contexts:         []discord.Context{discord.InGuild, discord.InBotDM, discord.InPrivateChannel},
		IntegrationTypes: []discord.IntegrationType{discord.GuildInstall, discord.UserInstall},
	}
}

// textOption returns the definition of a text option with suggestions.
func textOption(name, description string, required bool) discord.CommandOption {
	return discord.CommandOption{
		Type: discord.StringOption, Name: name, Description: description,
		Required: required, Autocomplete: true, MaxLength: maxTyped,
	}
}

// maxTyped is how long a typed option may be; it must fit into a custom id.
const maxTyped = 60
