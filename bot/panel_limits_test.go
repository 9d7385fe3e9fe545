package bot

import (
	"strconv"
	"testing"
	"unicode/utf8"

	"github.com/bwmarrin/discordgo"

	"madbot/bot/discord"
	"madbot/bot/ui"
)

// Discord's limits for a row and a menu.
const (
	maxRowButtons  = 5
	maxMenuOptions = 25
	maxPlyDigits   = 5 // of a custom id
)

// limitCheck checks messages against Discord's limits; see https://discord.com/developers/docs/components/reference.
type limitCheck struct {
	t     *testing.T
	verbs map[ui.Verb]bool // verbs with a handler
}

// check checks that m can be sent as a block and returns what can be pressed and picked: for an item of a menu, the
// menu's id with the item's value as its argument.
func (l limitCheck) check(m ui.Message) []ui.ID {
	l.t.Helper()
	if m.Picture != nil { // as on a tap
		m = m.Keep([]discord.Attachment{{ID: "1", Filename: m.Picture.Name + ".png"}})
	}
	sent, err := m.Wire(nil)
	l.hold(err == nil && m.Block && sent.Flags == discordgo.MessageFlagsIsComponentsV2 && sent.Content == "" &&
		len(sent.Files) == 0, "not a block without uploads: %+v", sent)
	l.asWritten(m)
	c := counter{limitCheck: l, ids: map[string]bool{}}
	for _, top := range sent.Components {
		block, ok := top.(discordgo.Container)
		l.hold(ok && len(block.Components) > 0, "%T at the top", top)
		c.count++
		for _, part := range block.Components {
			c.part(part)
		}
	}
	l.hold(c.count <= discord.MaxComponents, "%d components", c.count)
	l.hold(c.text >= 1 && c.text <= discord.MaxText, "%d characters of text", c.text)
	return c.live
}

func (l limitCheck) hold(is bool, form string, args ...any) {
	if !is {
		l.t.Helper()
		l.t.Fatalf(form, args...)
	}
}

// asWritten checks that no text of m is cut when it is sent.
func (l limitCheck) asWritten(m ui.Message) {
	within := func(text string, limit int) {
		l.hold(utf8.RuneCountInString(text) <= limit, "%q is cut", text)
	}
	within(m.Text, discord.MaxText)
	for _, row := range m.Rows {
		for _, b := range row.Buttons {
			within(b.Label, discord.MaxButtonLabel)
			l.whole(b.ID)
		}
		if row.Menu == nil {
			continue
		}
		l.whole(row.Menu.ID)
		within(row.Menu.Prompt, discord.MaxSelectText)
		for _, item := range row.Menu.Items {
			within(item.Label, discord.MaxSelectText)
			within(item.Note, discord.MaxSelectText)
		}
	}
}

// whole checks that id is parsed as it was, and has room for any ply.
func (l limitCheck) whole(id ui.ID) {
	again, err := ui.ParseID(id.String())
	l.hold(err == nil && again == id, "%+v is read as %+v: %v", id, again, err)
	long := len(id.String()) + maxPlyDigits - len(strconv.Itoa(id.Ply))
	l.hold(long <= discord.MaxCustomID, "%v has %d bytes", id, long)
}

// counter counts what is limited for a whole message.
type counter struct {
	limitCheck
	count, text int
	ids         map[string]bool
	live        []ui.ID
}

// part checks a component of a block.
func (c *counter) part(part discordgo.MessageComponent) {
	c.count++
	switch part := part.(type) {
	case discordgo.TextDisplay:
		c.hold(part.Content != "", "an empty text")
		c.text += utf8.RuneCountInString(part.Content)
	case discordgo.MediaGallery:
		c.hold(len(part.Items) == 1 && *part.Items[0].Description != "", "a picture without words: %+v", part)
	case discordgo.ActionsRow:
		n := len(part.Components)
		c.hold(n >= 1 && n <= maxRowButtons, "%d controls in a row", n)
		for _, control := range part.Components {
			c.count++
			switch control := control.(type) {
			case discordgo.Button:
				c.button(control)
			case discordgo.SelectMenu:
				c.hold(n == 1, "a menu beside something")
				c.menu(control)
			default:
				c.hold(false, "%T in a row", control)
			}
		}
	default:
		c.hold(false, "%T in a block", part)
	}
}

// id checks that the custom id of a control is unique and has a handler.
func (c *counter) id(custom string) ui.ID {
	c.hold(len(custom) >= 1 && len(custom) <= discord.MaxCustomID, "%q has %d bytes", custom, len(custom))
	c.hold(!c.ids[custom], "%q is there twice", custom)
	c.ids[custom] = true
	id, err := ui.ParseID(custom)
	c.hold(err == nil && c.verbs[id.Verb], "%q leads nowhere", custom)
	return id
}

func (c *counter) button(b discordgo.Button) {
	id := c.id(b.CustomID)
	c.hold(b.Label != "" || b.Emoji != nil, "%q has no name", b.CustomID)
	c.hold(utf8.RuneCountInString(b.Label) <= discord.MaxButtonLabel, "long label %q", b.Label)
	c.emoji(b.Emoji)
	if !b.Disabled {
		c.live = append(c.live, id)
	}
}

func (c *counter) menu(s discordgo.SelectMenu) {
	id := c.id(s.CustomID)
	c.hold(utf8.RuneCountInString(s.Placeholder) <= discord.MaxSelectText, "long prompt %q", s.Placeholder)
	n := len(s.Options)
	c.hold(n >= 1 && n <= maxMenuOptions, "%d options", n)
	values := map[string]bool{}
	for _, o := range s.Options {
		c.hold(o.Value != "" && len(o.Value) <= discord.MaxSelectText, "value %q", o.Value)
		c.hold(!values[o.Value], "value %q twice", o.Value)
		values[o.Value] = true
		c.hold(o.Label != "" && utf8.RuneCountInString(o.Label) <= discord.MaxSelectText, "label %q", o.Label)
		c.hold(utf8.RuneCountInString(o.Description) <= discord.MaxSelectText, "note %q", o.Description)
		c.emoji(o.Emoji)
		id.Arg = o.Value
		c.live = append(c.live, id)
	}
}

// emoji checks that an emoji is one of the application's.
func (c *counter) emoji(e *discordgo.ComponentEmoji) {
	c.hold(e == nil || e.ID != "" && e.Name != "", "emoji %+v", e)
}
