package bot

import (
	"context"

	"madbot/bot/discord"
)

// Handler answers what a person did. It changes what must change and returns what to say;
// dispatch says it.
type Handler func(context.Context, *Call) (Reply, error)

// Completer suggests values for the option that is being typed.
type Completer func(context.Context, *Call) ([]Choice, error)

// Press is what a button or a menu does.
type Press struct {
	Run Handler
	// Inline says that the answer shows in the message of the control or nowhere, so that a late
	// one is awaited without a message that says so.
	Inline bool
}

// Command is a slash command with all that belongs to it. Each stands in a file of its own.
type Command struct {
	Spec     discord.Command
	Run      Handler
	Complete map[string]Completer // by option
	Presses  map[string]Press     // its buttons and menus, by verb
}

// commands lists all of them in the order in which /help names them.
func (d *desk) commands() []Command {
	return []Command{
		d.challenge(), d.move(), d.board(), d.games(), d.hint(), d.stop(), d.resign(), d.help(),
	}
}

// spec returns the definition of a command that can be used in guilds and in direct messages with
// the bot, by a bot that is installed to a guild.
func spec(name, description string,
	options ...discord.CommandOption) discord.Command {
	return discord.Command{
		Type: discord.ChatCommand, Name: name, Description: description, Options: options,
		Contexts:         []discord.Context{discord.InGuild, discord.InBotDM},
		IntegrationTypes: []discord.IntegrationType{discord.GuildInstall},
	}
}

// textOption returns the definition of an option with suggestions.
func textOption(name, description string, required bool) discord.CommandOption {
	return discord.CommandOption{
		Type: discord.StringOption, Name: name, Description: description,
		Required: required, Autocomplete: true, MaxLength: maxTyped,
	}
}

// maxTyped is how long a typed option may be; it must fit into a custom id.
const maxTyped = 60
