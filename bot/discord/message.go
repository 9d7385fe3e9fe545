package discord

import (
	"encoding/json"

	"github.com/bwmarrin/discordgo"
)

// Message is a message as it is sent. Its zero value is empty and notifies nobody: lists that are
// nil are sent as empty ones, because null would leave the choice to Discord.
// https://discord.com/developers/docs/resources/message
type Message struct {
	Content         string                           `json:"content"`
	Flags           discordgo.MessageFlags           `json:"flags,omitempty"`
	AllowedMentions discordgo.MessageAllowedMentions `json:"allowed_mentions"`
	Components      []discordgo.MessageComponent     `json:"components"`
	Attachments     []Attachment                     `json:"attachments"` // of Files, by their index
	Nonce           string                           `json:"nonce,omitempty"`
	EnforceNonce    bool                             `json:"enforce_nonce,omitempty"`
	Files           []File                           `json:"-"`
}

// The most that Discord takes, in characters where nothing else is said.
const (
	MaxContent     = 2000 // of a message
	MaxDescription = 1024 // of an attachment: its alt text
	MaxButtonLabel = 80
	MaxRows        = 5    // of a message without ComponentsV2
	MaxButtons     = 5    // of a row
	MaxOptions     = 25   // of a menu, and most that can be picked in one
	MaxSelectText  = 100  // of the labels and descriptions of a menu's options
	MaxPrompt      = 150  // of a menu's placeholder
	MaxCustomID    = 100  // of a control
	MaxText        = 4000 // of all texts of a message with ComponentsV2
	MaxComponents  = 40   // of a message with ComponentsV2, those within others counted
)

// Attachment describes a file of the same message.
type Attachment struct {
	ID          string `json:"id"` // the index of the file
	Filename    string `json:"filename"`
	Description string `json:"description,omitempty"` // the alt text
}

// File is sent with a message.
type File struct {
	Name, ContentType string
	Data              []byte
}

// MarshalJSON implements json.Marshaler.
func (m Message) MarshalJSON() ([]byte, error) {
	type plain Message
	type components struct {
		plain
		Content *string `json:"content,omitempty"` // not even an empty one
	}
	m.AllowedMentions.Parse = notNil(m.AllowedMentions.Parse)
	m.Components, m.Attachments = notNil(m.Components), notNil(m.Attachments)
	if m.Flags&discordgo.MessageFlagsIsComponentsV2 != 0 {
		return json.Marshal(components{plain: plain(m)})
	}
	return json.Marshal(plain(m))
}

// notNil returns list, empty instead of nil.
func notNil[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}

// Cut returns the first n characters of text; when some were left out, the last is an ellipsis.
func Cut(text string, n int) string {
	if runes := []rune(text); len(runes) > n {
		return string(runes[:n-1]) + "…"
	}
	return text
}
