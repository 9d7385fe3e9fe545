package wire

import (
	"encoding/json"
	"slices"

	"github.com/bwmarrin/discordgo"
)

// EntryPoint is the type of the command that opens an app's activity. discordgo does not define it.
const EntryPoint discordgo.ApplicationCommandType = 4

// Command is an application command in Discord's form.
type Command struct {
	ID               Snowflake                              `json:"id"`
	ApplicationID    Snowflake                              `json:"application_id"`
	GuildID          Snowflake                              `json:"guild_id,omitempty"`
	Version          Snowflake                              `json:"version"`
	Type             discordgo.ApplicationCommandType       `json:"type"`
	Name             string                                 `json:"name"`
	NameIn           map[string]string                      `json:"name_localizations"`
	Description      string                                 `json:"description"`
	DescriptionIn    map[string]string                      `json:"description_localizations"`
	Options          []CommandOption                        `json:"options,omitempty"`
	Permissions      *string                                `json:"default_member_permissions"`
	Contexts         []discordgo.InteractionContextType     `json:"contexts"`
	IntegrationTypes []discordgo.ApplicationIntegrationType `json:"integration_types"`
	NSFW             bool                                   `json:"nsfw"`
	Handler          int                                    `json:"handler,omitempty"` // of an EntryPoint
}

// CommandOption is an option, subcommand or group of a command.
type CommandOption struct {
	Type          discordgo.ApplicationCommandOptionType `json:"type"`
	Name          string                                 `json:"name"`
	NameIn        map[string]string                      `json:"name_localizations,omitempty"`
	Description   string                                 `json:"description"`
	DescriptionIn map[string]string                      `json:"description_localizations,omitempty"`
	Required      bool                                   `json:"required,omitempty"`
	Autocomplete  bool                                   `json:"autocomplete,omitempty"`
	Choices       []Choice                               `json:"choices,omitempty"`
	Options       []CommandOption                        `json:"options,omitempty"`
	ChannelTypes  []int                                  `json:"channel_types,omitempty"`
	MinValue      *float64                               `json:"min_value,omitempty"`
	MaxValue      *float64                               `json:"max_value,omitempty"`
	MinLength     *int                                   `json:"min_length,omitempty"`
	MaxLength     *int                                   `json:"max_length,omitempty"`
}

// HoldsOptions reports whether a type of option is a subcommand or a group, which has no value.
func HoldsOptions(t discordgo.ApplicationCommandOptionType) bool {
	return t == discordgo.ApplicationCommandOptionSubCommand || t == discordgo.ApplicationCommandOptionSubCommandGroup
}

// Choice is a value offered for an option: a string or a json.Number.
type Choice struct {
	Name   string            `json:"name"`
	NameIn map[string]string `json:"name_localizations,omitempty"`
	Value  any               `json:"value"`
}

// UnmarshalJSON keeps the digits of numbers.
func (c *Choice) UnmarshalJSON(data []byte) error {
	var raw struct {
		Name   string            `json:"name"`
		NameIn map[string]string `json:"name_localizations"`
		Value  json.RawMessage   `json:"value"`
	}
	if err := json.Unmarshal(data, &raw); err != nil {
		return err
	}
	c.Name, c.NameIn = raw.Name, raw.NameIn
	var text string
	if json.Unmarshal(raw.Value, &text) == nil {
		c.Value = text
		return nil
	}
	c.Value = json.Number(raw.Value)
	return nil
}

// Offered reports whether a person's client shows the command in a channel. That depends on how the app is
// installed, on the command's contexts, and in a guild on the person's permissions. A forum takes no commands, only its
// posts do.
func (c *Command) Offered(person Snowflake, in *Channel) bool {
	switch {
	case in.IsForum(), c.GuildID != 0 && in.GuildID != c.GuildID,
		c.Contexts != nil && !slices.Contains(c.Contexts, in.Context()),
		len(OwnersIn(in, person, c.IntegrationTypes)) == 0:
		return false
	}
	return in.GuildID == 0 || c.permitted(PermissionsIn(in, person))
}

// permitted reports whether a member with the given permissions may use the command. "0" only allows
// administrators.
func (c *Command) permitted(may Permission) bool {
	if c.Permissions == nil {
		return true
	}
	var needed Permission
	if err := needed.UnmarshalText([]byte(*c.Permissions)); err != nil || needed == 0 {
		needed = permissionAll
	}
	return may.Has(needed)
}
