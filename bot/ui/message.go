// Package ui describes the bot's messages: text, pictures, buttons and menus, the custom ids of controls and their
// arguments. Wire converts a message to the form that Discord accepts.
package ui

import (
	"cmp"
	"io"

	"github.com/bwmarrin/discordgo"

	"madbot/bot/discord"
	"madbot/rules/match"
)

// Message is something posted, publicly or privately.
type Message struct {
	Text    string
	Picture *Picture         // nil: none
	File    *File            // an attachment; nil: none; not in a block
	Rows    []Row            // at most 5; in a block, as Discord's limit on components allows
	Block   bool             // picture, text and rows form one framed block; Discord cannot change this in an edit
	Ping    []match.PlayerID // whom to notify, of the people the text mentions
	Silent  bool             // notify nobody, not even in a direct message
	// Mark identifies the message when the bot looks for it: the ID of the block, or of the first row of a message
	// that is not a block; 0: none.
	Mark int
}

// FullText returns the text of m followed by the caption of its picture.
func (m Message) FullText() string {
	if m.Picture == nil || m.Picture.Caption == "" {
		return m.Text
	}
	return m.Text + "\n" + m.Picture.Caption
}

// InWords returns m with words instead of its picture.
func (m Message) InWords() Message {
	if p := m.Picture; p != nil && !p.Described {
		m.Text += "\n" + cmp.Or(p.Words, p.Alt)
	}
	m.Picture = nil
	return m
}

// Keep returns m with the picture that it shares with the message it replaces, whose files are given. An edit then
// uploads nothing.
func (m Message) Keep(files []discord.Attachment) Message {
	if m.Picture == nil || m.Picture.Name == "" {
		return m
	}
	for _, f := range files {
		if f.Filename == m.Picture.fileName() {
			kept := *m.Picture
			kept.Kept, m.Picture = f.ID, &kept
		}
	}
	return m
}

// Upload returns m with a picture that is uploaded, even if it was to be kept.
func (m Message) Upload() Message {
	if m.Picture != nil && m.Picture.Kept != "" {
		again := *m.Picture
		again.Kept, m.Picture = "", &again
	}
	return m
}

// Picture is a picture that is drawn when its message is sent.
type Picture struct {
	// Name identifies what the picture shows: two of the same name look the same, so an edit can keep one. It consists
	// of letters, digits and dashes. Empty: the picture is always uploaded.
	Name string
	// Kept is the id of the attachment that already is this picture, see Message.Keep; empty: none.
	Kept string
	Alt  string // what it shows, in words: 1 to 1024 characters
	// Words replace the picture for people who turned pictures off; empty: Alt does.
	Words string
	// Caption explains the picture below the text of the message; it is left out without the picture. Empty: none.
	Caption   string
	Wanted    bool // its reader has not turned such pictures off
	Described bool // the text of the message already says what the picture shows, so nothing replaces it
	Animated  bool // it is a GIF, not a PNG
	Draw      func(io.Writer) error
}

// File is an attachment for people to keep.
type File struct {
	Name string
	Data []byte
}

// Row is a row of controls: up to five buttons, or one menu.
type Row struct {
	Buttons  []Button
	Menu     *Menu
	Channels *ChannelMenu
	Roles    *RoleMenu
}

// ButtonStyle is the meaning of a button, which decides its colour.
type ButtonStyle int

// The styles; the zero value is Quiet.
const (
	Quiet  ButtonStyle = iota
	Strong             // what most people want
	Good
	Danger
)

// Button is a button.
type Button struct {
	ID       ID
	Label    string
	Style    ButtonStyle
	Emoji    discordgo.ComponentEmoji // the zero value: none
	Disabled bool                     // shown, but cannot be pressed
}

// Menu lets a person select some of up to 25 items.
type Menu struct {
	ID     ID
	Prompt string
	Items  []Item
	Count  Count
}

// Count says how many items can be selected in a menu, from Min to Max. The zero value means exactly one; a Max above
// the number of items means all.
type Count struct {
	Min, Max int
}

// Item is an item of a Menu. Its texts have at most 100 characters.
type Item struct {
	Label, Note, Value string
	Emoji              discordgo.ComponentEmoji // the zero value: none
	Selected           bool                     // initially selected; at most as many items as the menu's Count allows
}

// ChannelMenu lets a person select some of the server's channels: text, announcement, and the chats of voice channels.
type ChannelMenu struct {
	ID       ID
	Forums   bool // forums, too
	Prompt   string
	Selected []string // the ids of the channels initially selected, at most as many as Count allows
	Count    Count
}

// RoleMenu lets a person select one of the server's roles, or none.
type RoleMenu struct {
	ID       ID
	Prompt   string
	Selected string // the id of the role initially selected; empty: none
}

// Choice is a suggestion: the name that is shown, at most 100 characters, and the value that is sent.
type Choice struct {
	Name, Value string
}

// Buttons returns b as one row, or no row if b is empty.
func Buttons(b ...Button) []Row {
	if len(b) == 0 {
		return nil
	}
	return []Row{{Buttons: b}}
}
