package discord

import (
	"encoding/json"

	"github.com/bwmarrin/discordgo"
)

// Interaction is something a person did with the bot: a command, a control, or typing an option.
// discordgo does not decode it: its decoding fails as a whole when a message holds a component that
// it does not know, and it leaves out the channel.
// https://discord.com/developers/docs/interactions/receiving-and-responding
type Interaction struct {
	ID             string                           `json:"id"`
	ApplicationID  string                           `json:"application_id"`
	Type           discordgo.InteractionType        `json:"type"`
	Token          string                           `json:"token"` // for answering; a secret
	GuildID        string                           `json:"guild_id"`
	ChannelID      string                           `json:"channel_id"`
	Channel        Channel                          `json:"channel"`
	Member         *Member                          `json:"member"` // in a guild
	User           *User                            `json:"user"`   // elsewhere
	Context        discordgo.InteractionContextType `json:"context"`
	AppPermissions string                           `json:"app_permissions"`
	// Owners are those for whom the bot is installed that let the person use it here; nil: not told.
	Owners      map[discordgo.ApplicationIntegrationType]string `json:"authorizing_integration_owners"`
	Locale      string                                          `json:"locale"`
	GuildLocale string                                          `json:"guild_locale"`
	// Message is the one whose control was used, or from which a form was opened.
	Message Sent            `json:"message"`
	Data    InteractionData `json:"data"`
}

// Sent is a message that is there. Its zero value is none.
type Sent struct {
	ID         string                 `json:"id"`
	Flags      discordgo.MessageFlags `json:"flags"`
	Components []sentControl          `json:"components"`
}

// sentControl is a control of a message, or a component with some within.
type sentControl struct {
	CustomID   string        `json:"custom_id"`
	Components []sentControl `json:"components"`
}

// Controls returns the custom ids of the controls of s.
func (s Sent) Controls() []string { return controlIDs(s.Components) }

func controlIDs(list []sentControl) (ids []string) {
	for _, c := range list {
		if c.CustomID != "" {
			ids = append(ids, c.CustomID)
		}
		ids = append(ids, controlIDs(c.Components)...)
	}
	return ids
}

// InteractionData is what was chosen, typed or pressed.
type InteractionData struct {
	Name     string   `json:"name"` // of the command
	Options  []Option `json:"options"`
	Resolved struct {
		Users    map[string]User   `json:"users"`
		Members  map[string]Member `json:"members"`
		Messages map[string]Sent   `json:"messages"`
	} `json:"resolved"` // named in the options, or the target, by id
	TargetID   string      `json:"target_id"`  // the person or message that a command of a context menu is about
	CustomID   string      `json:"custom_id"`  // of the control or form
	Values     []string    `json:"values"`     // picked in a menu: of options the values, of channels the ids
	Components []sentInput `json:"components"` // of a form
}

// Option is a value given to a command, or the command within it that is used.
type Option struct {
	Type    discordgo.ApplicationCommandOptionType `json:"type"`
	Name    string                                 `json:"name"`
	Options []Option                               `json:"options"` // of a sub-command
	Value   json.RawMessage                        `json:"value"`
	Focused bool                                   `json:"focused"` // the one being typed
}

// Text returns the value as text, whatever its type; "" when there is none.
func (o Option) Text() string {
	var text string
	if json.Unmarshal(o.Value, &text) == nil {
		return text
	}
	return string(o.Value)
}

// Channel is where an interaction happened.
type Channel struct {
	Type     discordgo.ChannelType `json:"type"`
	ParentID string                `json:"parent_id"` // of a thread: its channel
	OwnerID  string                `json:"owner_id"`  // of a thread: who began it
}

// IsThread reports whether the channel is a thread, which has a permission of its own.
func (c Channel) IsThread() bool {
	return c.Type >= discordgo.ChannelTypeGuildNewsThread && c.Type <= discordgo.ChannelTypeGuildPrivateThread
}

// User is an account.
type User struct {
	ID         string `json:"id"`
	Username   string `json:"username"`
	GlobalName string `json:"global_name"` // "": none
	Bot        bool   `json:"bot"`
}

// Member is an account in a guild.
type Member struct {
	User        *User  `json:"user"` // nil in resolved data
	Nick        string `json:"nick"` // "": none
	Permissions string `json:"permissions"`
}

// IsInstalled reports whether the bot takes part in the place, so that it can post there by itself.
// Elsewhere it can only answer.
func (i *Interaction) IsInstalled() bool {
	if i.Owners == nil {
		return i.Context != discordgo.InteractionContextPrivateChannel
	}
	_, installed := i.Owners[discordgo.ApplicationIntegrationGuildInstall]
	return installed
}

// Actor returns who did it, and their nickname in the guild, "" for none.
func (i *Interaction) Actor() (u User, nick string) {
	switch {
	case i.Member != nil && i.Member.User != nil:
		return *i.Member.User, i.Member.Nick
	case i.User != nil:
		return *i.User, ""
	}
	return User{}, ""
}
