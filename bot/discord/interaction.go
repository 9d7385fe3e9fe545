package discord

import (
	"encoding/json"
	"net/url"
	"path"

	"github.com/bwmarrin/discordgo"
)

// Interaction is a person's use of a command, a component, a modal or autocompletion. discordgo's type is not used
// because it fails to decode messages with unknown components, and has no channel.
// https://discord.com/developers/docs/interactions/receiving-and-responding
type Interaction struct {
	ID             string                           `json:"id"`
	ApplicationID  string                           `json:"application_id"`
	Type           discordgo.InteractionType        `json:"type"`
	Token          string                           `json:"token"` // secret; authorizes responses
	GuildID        string                           `json:"guild_id"`
	ChannelID      string                           `json:"channel_id"`
	Channel        Channel                          `json:"channel"`
	Member         *Member                          `json:"member"` // only in a guild
	User           *User                            `json:"user"`   // only outside guilds
	Context        discordgo.InteractionContextType `json:"context"`
	AppPermissions string                           `json:"app_permissions"`
	// Owners are the guild or user for whom the app is installed, by how it is installed. nil: unknown.
	Owners      map[discordgo.ApplicationIntegrationType]string `json:"authorizing_integration_owners"`
	Locale      string                                          `json:"locale"`
	GuildLocale string                                          `json:"guild_locale"`
	// Message is the message of the component that was used or that opened the modal.
	Message ReceivedMessage `json:"message"`
	Data    InteractionData `json:"data"`
}

// ReceivedMessage is a message as received from Discord. The zero value is no message.
type ReceivedMessage struct {
	ID         string                 `json:"id"`
	Flags      discordgo.MessageFlags `json:"flags"`
	Components []receivedComponent    `json:"components"`
	// Attachments are the files that no component shows.
	Attachments []Attachment `json:"attachments"`
	// Origin is the interaction that the message responds to; zero if it responds to none.
	Origin struct {
		User User `json:"user"`
	} `json:"interaction_metadata"`
}

// receivedComponent is an interactive component, or a component that contains others.
type receivedComponent struct {
	CustomID   string              `json:"custom_id"`
	Components []receivedComponent `json:"components"`
	Items      []receivedPicture   `json:"items"` // of a gallery
}

// receivedPicture is a picture in a gallery.
type receivedPicture struct {
	Description string `json:"description"`
	Media       struct {
		AttachmentID string `json:"attachment_id"` // empty: the picture is not an attachment of the message
		URL          string `json:"url"`
	} `json:"media"`
}

// Files returns the files of the message, whether or not a component shows them. An edit can keep them by their ids.
// https://discord.com/developers/docs/components/reference#unfurled-media-item
func (s ReceivedMessage) Files() []Attachment { return append(shown(s.Components), s.Attachments...) }

func shown(list []receivedComponent) (files []Attachment) {
	for _, c := range list {
		for _, item := range c.Items {
			at, err := url.Parse(item.Media.URL)
			if err == nil && item.Media.AttachmentID != "" {
				files = append(files, Attachment{ID: item.Media.AttachmentID, Filename: path.Base(at.Path),
					Description: item.Description})
			}
		}
		files = append(files, shown(c.Components)...)
	}
	return files
}

// CustomIDs returns the custom ids of the message's components, nested ones included.
func (s ReceivedMessage) CustomIDs() []string { return customIDs(s.Components) }

func customIDs(list []receivedComponent) (ids []string) {
	for _, c := range list {
		if c.CustomID != "" {
			ids = append(ids, c.CustomID)
		}
		ids = append(ids, customIDs(c.Components)...)
	}
	return ids
}

// InteractionData is what the person chose, typed or clicked.
type InteractionData struct {
	Name     string   `json:"name"` // of the command
	Options  []Option `json:"options"`
	Resolved struct {
		Users    map[string]User            `json:"users"`
		Members  map[string]Member          `json:"members"`
		Messages map[string]ReceivedMessage `json:"messages"`
		Channels map[string]Channel         `json:"channels"`
	} `json:"resolved"` // objects named in options, or the target, by id
	TargetID   string           `json:"target_id"`  // the user or message of a context menu command
	CustomID   string           `json:"custom_id"`  // of the component or modal
	Values     []string         `json:"values"`     // selected in a menu: option values, or ids of channels or roles
	Components []submittedInput `json:"components"` // of a modal
}

// Option is an argument of a command, or the subcommand that was used.
type Option struct {
	Type    discordgo.ApplicationCommandOptionType `json:"type"`
	Name    string                                 `json:"name"`
	Options []Option                               `json:"options"` // of a subcommand
	Value   json.RawMessage                        `json:"value"`
	Focused bool                                   `json:"focused"` // being autocompleted
}

// Text returns the value as text whatever its type, or "" if there is none.
func (o Option) Text() string {
	var text string
	if json.Unmarshal(o.Value, &text) == nil {
		return text
	}
	return string(o.Value)
}

// Channel is a channel.
type Channel struct {
	Type     discordgo.ChannelType `json:"type"`
	ParentID string                `json:"parent_id"`      // of a thread
	OwnerID  string                `json:"owner_id"`       // of a thread: who created it
	Tags     []Tag                 `json:"available_tags"` // of a forum; not part of an interaction
}

// Tag is a tag that posts in a forum can have.
type Tag struct {
	ID        string `json:"id"`
	Moderated bool   `json:"moderated"` // only moderators may apply it
}

// IsThread reports whether the channel is a thread. Posting in threads needs a permission of its own.
func (c Channel) IsThread() bool {
	return c.Type >= discordgo.ChannelTypeGuildNewsThread && c.Type <= discordgo.ChannelTypeGuildPrivateThread
}

// User is a Discord account.
type User struct {
	ID         string `json:"id"`
	Username   string `json:"username"`
	GlobalName string `json:"global_name"`
	Bot        bool   `json:"bot"`
}

// Member is a user's membership of a guild.
type Member struct {
	User        *User    `json:"user"` // nil in resolved data
	Nick        string   `json:"nick"`
	Permissions string   `json:"permissions"`
	Roles       []string `json:"roles"` // without @everyone
}

// IsInstalled reports whether the bot is a member of the place and can post there by itself. Elsewhere it can only
// respond.
func (i *Interaction) IsInstalled() bool {
	if i.Owners == nil {
		return i.Context != discordgo.InteractionContextPrivateChannel
	}
	_, installed := i.Owners[discordgo.ApplicationIntegrationGuildInstall]
	return installed
}

// Actor returns the person, and their nickname in the guild or "".
func (i *Interaction) Actor() (u User, nick string) {
	switch {
	case i.Member != nil && i.Member.User != nil:
		return *i.Member.User, i.Member.Nick
	case i.User != nil:
		return *i.User, ""
	}
	return User{}, ""
}
