package bot

import (
	"context"

	"madbot/bot/discord"
)

// Handler answers what a person did: it makes the change and returns what to say, which the
// dispatcher sends. The context ends when that was sent. It does not change the Call.
type Handler func(context.Context, *Call) (Reply, error)

// Completer suggests values for the option that is being typed.
type Completer func(context.Context, *Call) ([]Choice, error)

// Component is what a button or a menu does.
type Component struct {
	Run Handler
	// Inline says that the answer shows in the message of the control or nowhere. A late answer is
	// then deferred without a message that says so.
	Inline bool
}

// Command is a slash command with all that belongs to it. Each has a file of its own.
type Command struct {
	Spec       discord.Command
	Run        Handler
	Complete   map[string]Completer // by option
	Components map[string]Component // its buttons and menus, by verb
}

// commands lists all commands in the order in which /help names them.
func (h *handlers) commands() []Command {
	return []Command{
		h.challenge(), h.move(), h.board(), h.games(), h.hint(), h.stop(), h.resign(), h.help(),
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
