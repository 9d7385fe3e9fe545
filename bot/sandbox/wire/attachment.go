package wire

import "strings"

// Attachment is a file of a message, as Discord writes one. URLs are paths on the sandbox's server
// until they go out to the bot.
type Attachment struct {
	ID          Snowflake `json:"id"`
	Filename    string    `json:"filename"`
	Description string    `json:"description,omitempty"`
	ContentType string    `json:"content_type,omitempty"`
	Size        int       `json:"size"`
	URL         string    `json:"url"`
	ProxyURL    string    `json:"proxy_url"`
	Width       int       `json:"width,omitempty"`
	Height      int       `json:"height,omitempty"`
	Ephemeral   bool      `json:"ephemeral,omitempty"`
}

// IsPicture reports whether the file is shown as a picture, not to be downloaded.
func (a Attachment) IsPicture() bool { return strings.HasPrefix(a.ContentType, "image/") }

// MaxFile is the most bytes that one file may have: reference of Discord's documentation.
const MaxFile = 10 << 20
