// Package ui is what a message of the bot shows: texts, pictures, buttons and menus, and how they are put
// for Discord. It decides nothing.
package ui

import (
	"cmp"
	"io"

	"github.com/bwmarrin/discordgo"

	"madbot/rules/match"
)

// Message is something posted, publicly or privately.
type Message struct {
	Text    string
	Picture *Picture         // nil: none
	File    *File            // to keep; nil: none; not in a block
	Rows    []Row            // at most 5, in a block as many as there are components for
	Block   bool             // picture, text and rows are one framed block; a message stays what it is
	Ping    []match.PlayerID // who is notified, of those the text mentions
	Silent  bool             // nobody is, not even where every message notifies
	// Mark is by what the message is found again, if it is a block or has rows: the ID of the block or the first
	// row; 0: it is not.
	Mark int
}

// Said returns the text of m, with the caption of its picture.
func (m Message) FullText() string {
	if m.Picture == nil || m.Picture.Caption == "" {
		return m.Text
	}
	return m.Text + "\n" + m.Picture.Caption
}

// InWords returns m with words in place of its picture.
func (m Message) InWords() Message {
	if p := m.Picture; p != nil && !p.Described {
		m.Text += "\n" + cmp.Or(p.Words, p.Alt)
	}
	m.Picture = nil
	return m
}

// Picture is drawn only when its message is sent.
type Picture struct {
	Alt string // what it shows, in words: 1 to 1024 characters
	// Words are said in its place to people without pictures, line by line; empty: those of Alt.
	Words string
	// Caption tells beneath the text of the message what is seen, and goes with the picture; empty: nothing does.
	Caption   string
	Described bool // the text of the message says all that it shows: nothing is said in its place
	Animated  bool // it is a GIF, else a PNG
	Draw      func(io.Writer) error
}

// File is something to keep.
type File struct {
	Name string
	Data []byte
}

// Row is a line of controls: up to five buttons, or one menu of either kind.
type Row struct {
	Buttons  []Button
	Menu     *Menu
	Channels *ChannelMenu
}

// ButtonStyle is what a button means, which decides its colour.
type ButtonStyle int

// The styles; the zero value is Quiet.
const (
	Quiet  ButtonStyle = iota
	Strong             // what most people want
	Good
	Danger
)

// Button is a control that is pressed.
type Button struct {
	ID       ID
	Label    string
	Style    ButtonStyle
	Emoji    discordgo.ComponentEmoji // the zero value: none
	Disabled bool                     // it is shown, and cannot be pressed
}

// Menu lets a person pick some of up to 25 items.
type Menu struct {
	ID     ID
	Prompt string
	Items  []Item
	Count  Count
}

// Count says how many are picked in a menu at once, from Least to Most. Its zero value means exactly
// one; a Most that is larger than what can be picked means all.
type Count struct {
	Min, Max int
}

// Item is a line of a Menu; texts of at most 100 characters.
type Item struct {
	Label, Note, Value string
	Emoji              discordgo.ComponentEmoji // the zero value: none
	Selected           bool                     // already; of no more items than the menu's Count allows
}

// ChannelMenu lets a person pick some of the server's text and announcement channels.
type ChannelMenu struct {
	ID       ID
	Prompt   string
	Selected []string // the ids of those that are already, no more than Count allows
	Count    Count
}

// Choice is a suggestion: what is shown, at most 100 characters, and what is meant by it.
type Choice struct {
	Name, Value string
}

// Buttons returns a row of b, no row for no buttons.
func Buttons(b ...Button) []Row {
	if len(b) == 0 {
		return nil
	}
	return []Row{{Buttons: b}}
}
