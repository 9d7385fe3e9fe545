package discord

import (
	"encoding/json"

	"github.com/bwmarrin/discordgo"
)

// Message is a message to send. The zero value is empty and notifies nobody: nil slices are sent as empty ones,
// because Discord takes null as its defaults.
// https://discord.com/developers/docs/resources/message
type Message struct {
	Content         string                           `json:"content"`
	Flags           discordgo.MessageFlags           `json:"flags,omitempty"`
	AllowedMentions discordgo.MessageAllowedMentions `json:"allowed_mentions"`
	Components      []discordgo.MessageComponent     `json:"components"`
	Attachments     []Attachment                     `json:"attachments"` // of Files, by index, and kept ones
	Nonce           string                           `json:"nonce,omitempty"`
	EnforceNonce    bool                             `json:"enforce_nonce,omitempty"`
	Files           []File                           `json:"-"`
}

// Discord's limits, in characters unless noted.
const (
	MaxContent     = 2000 // of a message
	MaxDescription = 1024 // of an attachment's alt text
	MaxButtonLabel = 80
	MaxRows        = 5   // without ComponentsV2
	MaxButtons     = 5   // per row
	MaxOptions     = 25  // per menu, and selected in it
	MaxSelectText  = 100 // of the label and description of a menu option
	MaxPrompt      = 150 // of a menu's placeholder
	MaxCustomID    = 100
	MaxText        = 4000 // of all texts with ComponentsV2
	MaxComponents  = 40   // with ComponentsV2, including nested ones
)

// Keeps reports whether m, an edit, keeps files of the message that it changes.
func (m Message) Keeps() bool { return len(m.Attachments) > len(m.Files) }

// Attachment describes one of the message's files.
type Attachment struct {
	ID          string `json:"id"` // the index of a file to upload, or the id of one that an edit keeps
	Filename    string `json:"filename"`
	Description string `json:"description,omitempty"` // alt text
}

// File is a file to upload.
type File struct {
	Name, ContentType string
	Data              []byte
}

// MarshalJSON implements json.Marshaler.
func (m Message) MarshalJSON() ([]byte, error) {
	type plain Message
	type components struct {
		plain
		Content *string `json:"content,omitempty"` // must be absent, not empty
	}
	m.AllowedMentions.Parse = nonNil(m.AllowedMentions.Parse)
	m.Components, m.Attachments = nonNil(m.Components), nonNil(m.Attachments)
	if m.Flags&discordgo.MessageFlagsIsComponentsV2 != 0 {
		return json.Marshal(components{plain: plain(m)})
	}
	return json.Marshal(plain(m))
}

// nonNil returns list, or an empty slice if it is nil.
func nonNil[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}

// Truncate shortens text to n characters, ending with an ellipsis.
func Truncate(text string, n int) string {
	if runes := []rune(text); len(runes) > n {
		return string(runes[:n-1]) + "…"
	}
	return text
}
