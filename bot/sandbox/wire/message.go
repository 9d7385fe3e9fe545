package wire

import (
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"
)

// Message is a message in Discord's form. Ephemeral, Thinking and Origin.Name are additions for the page and for
// tests.
type Message struct {
	ID              Snowflake              `json:"id"`
	Type            discordgo.MessageType  `json:"type"`
	ChannelID       Snowflake              `json:"channel_id"`
	Author          User                   `json:"author"`
	Content         string                 `json:"content"`
	Timestamp       time.Time              `json:"timestamp"`
	Edited          *time.Time             `json:"edited_timestamp"`
	TTS             bool                   `json:"tts"` // always false
	MentionEveryone bool                   `json:"mention_everyone"`
	Mentions        []User                 `json:"mentions"`
	MentionRoles    []Snowflake            `json:"mention_roles"`
	Attachments     []Attachment           `json:"attachments"`
	Embeds          []any                  `json:"embeds"` // always empty: not supported
	Components      []Component            `json:"components"`
	Pinned          bool                   `json:"pinned"`
	Flags           discordgo.MessageFlags `json:"flags"`
	Nonce           string                 `json:"nonce,omitempty"`
	ApplicationID   Snowflake              `json:"application_id,omitempty"`
	WebhookID       Snowflake              `json:"webhook_id,omitempty"`
	Reference       *Reference             `json:"message_reference,omitempty"`
	Referenced      *Message               `json:"referenced_message,omitempty"`
	Origin          *Origin                `json:"interaction_metadata,omitempty"`
	Ephemeral       bool                   `json:"ephemeral,omitempty"`
	Thinking        bool                   `json:"thinking,omitempty"`
}

// Reference identifies the message that is replied to.
type Reference struct {
	Type      int       `json:"type"`
	MessageID Snowflake `json:"message_id"`
	ChannelID Snowflake `json:"channel_id"`
	GuildID   Snowflake `json:"guild_id,omitempty"`
}

// Origin identifies the interaction that a message responds to: Discord's interaction_metadata, and the command's
// name for the page.
type Origin struct {
	ID                  Snowflake                 `json:"id"`
	Type                discordgo.InteractionType `json:"type"`
	User                User                      `json:"user"`
	Name                string                    `json:"name,omitempty"`
	Owners              Owners                    `json:"authorizing_integration_owners"`
	OriginalMessageID   Snowflake                 `json:"original_response_message_id,omitempty"`
	TargetUser          *User                     `json:"target_user,omitempty"`       // of a user command
	TargetMessageID     Snowflake                 `json:"target_message_id,omitempty"` // of a message command
	InteractedMessageID Snowflake                 `json:"interacted_message_id,omitempty"`
	TriggeringMetadata  *Origin                   `json:"triggering_interaction_metadata,omitempty"`
}

// Text returns the message's content and text displays, one per line.
func (m Message) Text() string {
	var b strings.Builder
	b.WriteString(m.Content)
	Walk(m.Components, nil, func(c *Component, _ []string) {
		if c.Type == discordgo.TextDisplayComponent {
			b.WriteString("\n" + c.Content)
		}
	})
	return strings.TrimPrefix(b.String(), "\n")
}

// Pictures returns the alt texts of the message's pictures, attached ones and those in galleries.
func (m Message) Pictures() []string {
	var alts []string
	for _, a := range m.Attachments {
		if a.IsPicture() {
			alts = append(alts, a.Description)
		}
	}
	Walk(m.Components, nil, func(c *Component, _ []string) {
		for _, item := range c.Items {
			alts = append(alts, item.Description)
		}
	})
	return alts
}

// Labelled returns the button with a label, or the menu with a placeholder, or false.
func (m Message) Labelled(label string) (Component, bool) {
	var found Component
	Walk(m.Components, nil, func(c *Component, _ []string) {
		if c.CustomID != "" && (c.Label == label || c.Placeholder == label) {
			found = *c
		}
	})
	return found, found.CustomID != ""
}

// ForBot returns the message as the bot receives it, without the additions.
func (m Message) ForBot() Message {
	m.Ephemeral, m.Thinking = false, false
	if m.Origin != nil {
		origin := *m.Origin
		origin.Name = ""
		m.Origin = &origin
	}
	return m
}
