package dispatch

import (
	"context"

	"github.com/bwmarrin/discordgo"

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

// Controls are buttons, menus and forms, by verb.
type Controls map[ui.Verb]Component

// Join returns the controls of all. It panics when two have the same verb, or one has none, which is a defect.
func Join(all ...Controls) Controls {
	joined := Controls{}
	for _, some := range all {
		for verb, control := range some {
			if _, taken := joined[verb]; taken || !verb.IsValid() {
				panic("dispatch: two verbs, or a bad one: " + string(verb))
			}
			joined[verb] = control
		}
	}
	return joined
}

// Prompts returns c with their answers as blocks: Prompt holds for each.
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
	Prompt   bool                 // as in Component
	Complete map[string]Completer // by option
}

// Spec returns the definition of a command that can be used everywhere, of a bot that is installed for
// a guild or for a person.
func Spec(name, description string, options ...*discordgo.ApplicationCommandOption) discordgo.ApplicationCommand {
	c := MenuSpec(discordgo.ChatApplicationCommand, name)
	c.Description, c.Options = description, options
	return c
}

// MenuSpec is Spec for a command of a context menu.
func MenuSpec(t discordgo.ApplicationCommandType, name string) discordgo.ApplicationCommand {
	return discordgo.ApplicationCommand{
		Type: t, Name: name,
		Contexts: &[]discordgo.InteractionContextType{discordgo.InteractionContextGuild,
			discordgo.InteractionContextBotDM, discordgo.InteractionContextPrivateChannel},
		IntegrationTypes: &[]discordgo.ApplicationIntegrationType{discordgo.ApplicationIntegrationGuildInstall,
			discordgo.ApplicationIntegrationUserInstall},
	}
}
