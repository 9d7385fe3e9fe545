package dispatch

import (
	"context"

	"madbot/bot/discord"
	"madbot/bot/ui"
)

// Handler answers what a person did: it makes the change and returns what to say, which the
// dispatcher sends. The context ends when that was sent. It does not change the Call.
type Handler func(context.Context, *Call) (Reply, error)

// Completer suggests values for the option that is being typed.
type Completer func(context.Context, *Call) ([]ui.Choice, error)

// Component is what a button or a menu does.
type Component struct {
	Run Handler
	// Inline says that the answer shows in the message of the control or nowhere. A late answer is
	// then deferred without a message that says so.
	Inline bool
	// Prompt says that the answer is a block. A late one is not deferred, which a block cannot be: it
	// begins as a block that says so.
	Prompt bool
}

// Command is a slash command with all that belongs to it. Each has a file of its own.
type Command struct {
	Spec       discord.Command
	Run        Handler
	Prompt     bool                 // as in Component
	Complete   map[string]Completer // by option
	Components map[string]Component // its buttons, menus and forms, by verb
}

// Spec returns the definition of a command that can be used everywhere, of a bot that is installed for
// a guild or for a person.
func Spec(name, description string, options ...discord.CommandOption) discord.Command {
	c := MenuSpec(discord.ChatCommand, name)
	c.Description, c.Options = description, options
	return c
}

// MenuSpec is Spec for a command of a context menu.
func MenuSpec(t discord.CommandType, name string) discord.Command {
	return discord.Command{
		Type: t, Name: name,
		Contexts:         []discord.Context{discord.InGuild, discord.InBotDM, discord.InPrivateChannel},
		IntegrationTypes: []discord.IntegrationType{discord.GuildInstall, discord.UserInstall},
	}
}
