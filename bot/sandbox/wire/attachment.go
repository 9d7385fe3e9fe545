package wire

import "strings"

// Attachment is a file of a message in Discord's form. Its URLs are paths on the sandbox's server until they are
// sent to the bot.
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

// IsPicture reports whether the file is shown as a picture instead of a download.
func (a Attachment) IsPicture() bool { return strings.HasPrefix(a.ContentType, "image/") }

// MaxFile is Discord's limit on the size of a file, in bytes.
const MaxFile = 10 << 20
