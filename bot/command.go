package bot

import (
	"madbot/bot/discord"
	"madbot/bot/dispatch"
)

// commands lists all commands in the order in which /help names them.
func (h *handlers) commands() []dispatch.Command {
	return []dispatch.Command{
		h.lessons(), h.challenge(), h.choose(), h.move(), h.board(), h.games(), h.hint(), h.stop(), h.resign(),
		h.changeSettings(), h.help(),
	}
}

// spec returns the definition of a command that can be used in guilds and in direct messages with
// the bot, by a bot that is installed to a guild.
func spec(name, description string, options ...discord.CommandOption) discord.Command {
	return discord.Command{
		Type: discord.ChatCommand, Name: name, Description: description, Options: options,
		Contexts:         []discord.Context{discord.InGuild, discord.InBotDM},
		IntegrationTypes: []discord.IntegrationType{discord.GuildInstall},
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
