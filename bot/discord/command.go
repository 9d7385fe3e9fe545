package discord

import (
	"context"
	"net/http"

	"github.com/bwmarrin/discordgo"
)

// Command is the definition of a command.
// https://discord.com/developers/docs/interactions/application-commands
type Command struct {
	Type                     discordgo.ApplicationCommandType       `json:"type"`
	Name                     string                                 `json:"name"`
	NameLocalizations        map[string]string                      `json:"name_localizations,omitempty"` // by locale
	Contexts                 []discordgo.InteractionContextType     `json:"contexts,omitempty"`           // none: all
	IntegrationTypes         []discordgo.ApplicationIntegrationType `json:"integration_types,omitempty"`  // none: all
	Description              string                                 `json:"description,omitempty"`
	DescriptionLocalizations map[string]string                      `json:"description_localizations,omitempty"`
	Options                  []CommandOption                        `json:"options,omitempty"`
	// MemberPermissions are what people in a guild need to use it, unless the guild says otherwise;
	// 0: nothing.
	MemberPermissions Permissions `json:"default_member_permissions,omitempty"`
}

// CommandOption is the definition of a value that is given to a command, or of a command within it.
type CommandOption struct {
	Type                     discordgo.ApplicationCommandOptionType `json:"type"`
	Name                     string                                 `json:"name"`
	NameLocalizations        map[string]string                      `json:"name_localizations,omitempty"`
	Description              string                                 `json:"description"`
	DescriptionLocalizations map[string]string                      `json:"description_localizations,omitempty"`
	Required                 bool                                   `json:"required,omitempty"`
	Autocomplete             bool                                   `json:"autocomplete,omitempty"` // without Choices
	Choices                  []Choice                               `json:"choices,omitempty"`
	MinValue                 *int                                   `json:"min_value,omitempty"` // of an integer
	MaxValue                 *int                                   `json:"max_value,omitempty"`
	MaxLength                int                                    `json:"max_length,omitempty"` // of a text; 0: 6000
	Options                  []CommandOption                        `json:"options,omitempty"`    // of a sub-command
}

// The most that Discord takes of the texts of a command and its options, in characters.
const (
	MaxCommandName = 32
	MaxCommandText = 100 // of a description
)

// Choice is a value that is offered for an option.
type Choice struct {
	Name              string            `json:"name"` // at most MaxChoiceName characters
	NameLocalizations map[string]string `json:"name_localizations,omitempty"`
	Value             any               `json:"value"` // a string or an int, as the option is
}

// The most that Discord takes of an option's choices.
const (
	MaxChoices     = 25
	MaxChoiceName  = 100 // characters
	MaxChoiceValue = 100 // characters of a text
)

// RegisterCommands replaces all commands that Discord knows in a guild, or everywhere when it is
// "", and returns their ids by name. It is the same to do it again. The error is ErrToken when
// Discord refuses the token.
func (c *Client) RegisterCommands(ctx context.Context, guild string,
	commands []Command) (map[string]string, error) {
	ctx, cancel := context.WithTimeout(ctx, restLimit)
	defer cancel()
	app, err := c.application(ctx)
	if err != nil {
		return nil, orToken(err)
	}
	var known []struct {
		ID   string `json:"id"`
		Name string `json:"name"`
	}
	err = c.do(ctx, request{op: "register commands", method: http.MethodPut, again: true,
		url: commandsURL(app, guild), body: commands}, &known)
	if err != nil {
		return nil, orToken(err)
	}
	ids := map[string]string{}
	for _, c := range known {
		ids[c.Name] = c.ID
	}
	return ids, nil
}
