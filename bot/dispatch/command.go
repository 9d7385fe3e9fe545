package dispatch

import (
	"context"

	"github.com/bwmarrin/discordgo"

	"madbot/bot/ui"
)

// Handler handles a Call and returns the Reply for the dispatcher to send. Its context ends when the reply was sent. It
// does not change the Call.
type Handler func(context.Context, *Call) (Reply, error)

// Completer suggests values for the option that is being typed.
type Completer func(context.Context, *Call) ([]ui.Choice, error)

// Component is what a button, a menu or a form does.
type Component struct {
	Run    Handler
	Inline bool // the reply updates the message of the control or shows nothing, so a deferral shows nothing either
	Prompt bool // the reply is a block, so a deferral is a block, too: Discord cannot turn another message into one
}

// Controls are buttons, menus and forms, by verb.
type Controls map[ui.Verb]Component

// Join merges all into one. It panics if two controls have the same verb, or a verb is invalid.
func Join(all ...Controls) Controls {
	joined := Controls{}
	for _, some := range all {
		for verb, control := range some {
			if _, taken := joined[verb]; taken || !verb.IsValid() {
				panic("dispatch: duplicate or invalid verb: " + string(verb))
			}
			joined[verb] = control
		}
	}
	return joined
}

// Prompts sets Prompt of all controls in c and returns c.
func (c Controls) Prompts() Controls {
	for verb, control := range c {
		control.Prompt = true
		c[verb] = control
	}
	return c
}

// Command is a slash command.
type Command struct {
	Spec     discordgo.ApplicationCommand
	Run      Handler
	Prompt   bool                 // see Component
	Complete map[string]Completer // by option
}

// Spec returns the definition of a slash command that can be used everywhere, whether the bot is installed in a
// server or by a user.
func Spec(name, description string, options ...*discordgo.ApplicationCommandOption) discordgo.ApplicationCommand {
	c := MenuSpec(discordgo.ChatApplicationCommand, name)
	c.Description, c.Options = description, options
	return c
}

// MenuSpec returns the definition of a context menu command that can be used everywhere.
func MenuSpec(t discordgo.ApplicationCommandType, name string) discordgo.ApplicationCommand {
	return discordgo.ApplicationCommand{
		Type: t, Name: name,
		Contexts: &[]discordgo.InteractionContextType{discordgo.InteractionContextGuild,
			discordgo.InteractionContextBotDM, discordgo.InteractionContextPrivateChannel},
		IntegrationTypes: &[]discordgo.ApplicationIntegrationType{discordgo.ApplicationIntegrationGuildInstall,
			discordgo.ApplicationIntegrationUserInstall},
	}
}
