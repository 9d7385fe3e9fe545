package wire

import (
	"encoding/json"
	"slices"
	"time"

	"github.com/bwmarrin/discordgo"
)

// Channel is a channel in Discord's form.
type Channel struct {
	ID            Snowflake             `json:"id"`
	Type          discordgo.ChannelType `json:"type"`
	GuildID       Snowflake             `json:"guild_id,omitempty"`
	Name          string                `json:"name,omitempty"`
	Topic         *string               `json:"topic,omitempty"`
	Position      int                   `json:"position,omitempty"`
	LastMessageID *Snowflake            `json:"last_message_id"`
	Recipients    []User                `json:"recipients,omitempty"`
	OwnerID       Snowflake             `json:"owner_id,omitempty"` // of a group
	Icon          json.RawMessage       `json:"icon,omitempty"`     // of a group; always null
	Flags         int                   `json:"flags"`
	Permissions   Permission            `json:"permissions,omitempty"`    // of the person, only in interactions
	ParentID      Snowflake             `json:"parent_id,omitempty"`      // the channel of a thread
	Tags          []Tag                 `json:"available_tags,omitempty"` // of a forum
	AppliedTags   []Snowflake           `json:"applied_tags,omitempty"`   // of a forum's post
	Thread        *Thread               `json:"thread_metadata,omitempty"`
	*ThreadCounts                       // of a thread, only in responses

	People []Snowflake `json:"-"` // the people of a conversation; nil in a guild
	Kicked bool        `json:"-"` // the bot was removed from the guild
}

// Thread is the part of a channel that only threads have. It is immutable: a change replaces it.
type Thread struct {
	Archived    bool      `json:"archived"`
	Locked      bool      `json:"locked"`
	AutoArchive int       `json:"auto_archive_duration"` // minutes
	Changed     time.Time `json:"archive_timestamp"`
	Created     time.Time `json:"create_timestamp"`
}

// ThreadCounts are the numbers that responses include for a thread.
type ThreadCounts struct {
	Messages int `json:"message_count"`
	Members  int `json:"member_count"`
	Sent     int `json:"total_message_sent"`
}

// Tag is a tag of a forum's posts.
type Tag struct {
	ID        Snowflake  `json:"id"`
	Name      string     `json:"name"`
	Moderated bool       `json:"moderated"` // only moderators may apply it
	EmojiID   *Snowflake `json:"emoji_id"`
	EmojiName *string    `json:"emoji_name"`
}

// IsForum reports whether the channel has only posts, which are threads with a first message.
func (c *Channel) IsForum() bool {
	return c.Type == discordgo.ChannelTypeGuildForum || c.Type == discordgo.ChannelTypeGuildMedia
}

// IsThread reports whether the channel is a thread.
func (c *Channel) IsThread() bool { return c.Thread != nil }

// Home returns the id of the channel whose permissions apply: for a thread, its channel.
func (c *Channel) Home() Snowflake {
	if c.IsThread() {
		return c.ParentID
	}
	return c.ID
}

// Context returns the kind of place that the channel is.
func (c *Channel) Context() discordgo.InteractionContextType {
	switch {
	case c.GuildID != 0:
		return discordgo.InteractionContextGuild
	case len(c.People) > 1:
		return discordgo.InteractionContextPrivateChannel
	default:
		return discordgo.InteractionContextBotDM
	}
}

// WithBot reports whether the bot is a member of the guild or conversation. Elsewhere people use the app from their
// own accounts.
func (c *Channel) WithBot() bool {
	_, has := GuildNumber(c.GuildID)
	return has && !c.Kicked || c.Context() == discordgo.InteractionContextBotDM
}

// Recipient returns the person of direct messages with the bot; 0 elsewhere.
func (c *Channel) Recipient() Snowflake {
	if c.Context() != discordgo.InteractionContextBotDM || len(c.People) == 0 {
		return 0
	}
	return c.People[0]
}

// SeenBy reports whether a person is in the channel.
func (c *Channel) SeenBy(person Snowflake) bool {
	return c.GuildID != 0 || slices.Contains(c.People, person)
}

// Others returns the people of a conversation except person. For direct messages with the bot it returns their
// person.
func (c *Channel) Others(person Snowflake) []User {
	var out []User
	for _, id := range c.People {
		if id != person || c.Context() == discordgo.InteractionContextBotDM {
			u, _ := UserOf(id)
			out = append(out, u)
		}
	}
	return out
}

// Channels returns the channels of every sandbox, first in the bot's first guild, then some without the bot.
func Channels() []*Channel {
	return []*Channel{
		{ID: GeneralID, GuildID: GuildID, Name: "general", Topic: new("Talk about anything")},
		{ID: MadID, GuildID: GuildID, Name: "mad", Position: 1, Topic: new("For games")},
		{ID: QuietID, GuildID: GuildID, Name: "quiet", Position: 2,
			Topic: new("The bot may not send messages here")},
		{ID: ForumID, Type: discordgo.ChannelTypeGuildForum, GuildID: GuildID, Name: "games", Position: 3,
			Topic: new("A forum: it has posts, and no messages of its own")},
		{ID: PrivateID, Type: discordgo.ChannelTypeDM, People: []Snowflake{AliceID, BobID}},
		{ID: GroupID, Type: discordgo.ChannelTypeGroupDM, Name: "friends", People: People(MinPeople), OwnerID: AliceID,
			Icon: json.RawMessage("null")},
		{ID: LoungeID, GuildID: ElsewhereID, Name: "lounge",
			Topic: new("People use their own apps here")},
		{ID: HushedID, GuildID: ElsewhereID, Name: "hushed", Position: 1,
			Topic: new("Only their users see what apps answer here")},
	}
}

// ConversationWithBot returns the direct messages of a person with the bot.
func ConversationWithBot(id, person Snowflake) *Channel {
	return &Channel{ID: id, Type: discordgo.ChannelTypeDM, People: []Snowflake{person}}
}
