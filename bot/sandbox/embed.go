package sandbox

import (
	"time"
	"unicode/utf8"
)

// Embed is a rich card, as Discord writes one.
type Embed struct {
	Title       string       `json:"title,omitempty"`
	Type        string       `json:"type,omitempty"`
	Description string       `json:"description,omitempty"`
	URL         string       `json:"url,omitempty"`
	Timestamp   string       `json:"timestamp,omitempty"`
	Color       int          `json:"color,omitempty"`
	Footer      *EmbedText   `json:"footer,omitempty"`
	Image       *Media       `json:"image,omitempty"`
	Thumbnail   *Media       `json:"thumbnail,omitempty"`
	Author      *EmbedText   `json:"author,omitempty"`
	Fields      []EmbedField `json:"fields,omitempty"`
}

// EmbedText is an embed's footer (Text) or author (Name).
type EmbedText struct {
	Name    string `json:"name,omitempty"`
	Text    string `json:"text,omitempty"`
	URL     string `json:"url,omitempty"`
	IconURL string `json:"icon_url,omitempty"`
}

// EmbedField is a heading with a text.
type EmbedField struct {
	Name   string `json:"name"`
	Value  string `json:"value"`
	Inline bool   `json:"inline,omitempty"`
}

// Media is a picture or file that an embed or a component shows; in requests the URL may be
// attachment://name.
type Media struct {
	URL          string    `json:"url"`
	ProxyURL     string    `json:"proxy_url,omitempty"`
	Width        int       `json:"width,omitempty"`
	Height       int       `json:"height,omitempty"`
	ContentType  string    `json:"content_type,omitempty"`
	Description  string    `json:"description,omitempty"`
	AttachmentID Snowflake `json:"attachment_id,omitempty"`
}

// Limits of embeds: resources/message of Discord's documentation.
const (
	maxEmbeds    = 10
	maxEmbedText = 6000 // characters over all embeds of a message
)

// readEmbeds checks a request's "embeds". nil means the field is absent.
func readEmbeds(f form) *[]Embed {
	if !f.given("embeds") {
		return nil
	}
	embeds, total := []Embed{}, 0
	for _, one := range f.forms("embeds", maxEmbeds) {
		total += checkEmbed(one)
		var e Embed
		one.into(&e)
		e.Type = "rich"
		embeds = append(embeds, e)
	}
	if total > maxEmbedText {
		f.complain("embeds", "MAX_EMBED_SIZE_EXCEEDED", "Embed size exceeds maximum size of %d",
			maxEmbedText)
	}
	return &embeds
}

// checkEmbed reads one embed and counts its characters.
func checkEmbed(f form) int {
	total := utf8.RuneCountInString(f.text("title", 0, 256)) +
		utf8.RuneCountInString(f.text("description", 0, 4096))
	checkURL(f, "url", false)
	f.integer("color", 0, 0xffffff)
	if _, err := time.Parse(time.RFC3339, f.text("timestamp", 0, 100)); err != nil &&
		f.has("timestamp") {
		f.complain("timestamp", "DATE_TIME_TYPE_PARSE", "Could not parse %v.", f.obj["timestamp"])
	}
	if footer, ok := f.form("footer"); ok {
		footer.need("text")
		total += utf8.RuneCountInString(footer.text("text", 0, 2048))
		checkURL(footer, "icon_url", true)
	}
	if author, ok := f.form("author"); ok {
		author.need("name")
		total += utf8.RuneCountInString(author.text("name", 1, 256))
		checkURL(author, "url", false)
		checkURL(author, "icon_url", true)
	}
	for _, name := range []string{"image", "thumbnail"} {
		media, ok := f.form(name)
		checkURL(media, "url", true)
		if url := media.obj["url"]; ok && (url == nil || url == "") {
			delete(f.obj, name) // a picture without an address is none, and no fault
		}
	}
	for _, field := range f.forms("fields", 25) {
		field.need("name", "value")
		total += utf8.RuneCountInString(field.text("name", 1, 256)) +
			utf8.RuneCountInString(field.text("value", 1, 1024))
		field.truth("inline")
	}
	if total == 0 && !f.has("image") && !f.has("thumbnail") {
		f.complain("description", "BASE_TYPE_REQUIRED", "This field is required")
	}
	return total
}
