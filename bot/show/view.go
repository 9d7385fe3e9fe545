// Package show presents matches on Discord. A View makes the messages: public and private boards, notices, and the
// names of players and matches. Functions such as Under return the buttons for what can be done with a match. A Picker
// finds the match that a command or button is about and completes the answer. A Notifier posts for the worker: boards,
// notices, threads, and the standing posts of other features. Package show knows no command.
package show

import (
	"context"
	"io"
	"log/slog"

	"github.com/bwmarrin/discordgo"

	"madbot/bot/dispatch"
	"madbot/bot/i18n"
	"madbot/bot/play"
	"madbot/bot/text"
	"madbot/bot/ui"
	"madbot/render"
	"madbot/rules"
	"madbot/rules/match"
)

// Renderer draws boards; render.Renderer implements it.
type Renderer interface {
	// Board writes a PNG of p.
	Board(w io.Writer, p rules.Position, o render.Options) error
	// Strip writes a PNG of the last turns of g, side by side.
	Strip(w io.Writer, g *rules.Game, o render.Options) error
}

// Emojis are the emojis of the application; emoji.Set implements it.
type Emojis interface {
	// Now returns the emojis that exist, by name.
	Now() map[string]discordgo.ComponentEmoji
}

// View makes the messages that show matches. Every field except Orders is required.
type View struct {
	Service  *play.Service
	Emojis   Emojis
	Renderer Renderer
	Catalog  *i18n.Catalog
	Names    *Names
	Log      *slog.Logger // for messages without a call
	Orders   Orders       // nil: there are none
}

// Orders has blocks and the notice; bot.Desk implements it.
type Orders interface {
	// Current returns the orders, which must not be changed.
	Current() play.Orders
	// Notice returns the notice that everyone sees, or "".
	Notice() string
}

// BoardMessage returns the message that shows m in its channel, in the language of its server, with the news that the
// board itself does not show.
func (v *View) BoardMessage(ctx context.Context, m play.Match, news ...match.Event) ui.Message {
	t, known := v.Catalog.Printer(m.Venue.Locale), v.Background(ctx, v.Log, &m, Everybody)
	bottom := v.bottom(ctx, &m)
	msg := ui.Message{Block: true, Text: text.MatchAnd(t, &m.Match, "", known),
		Rows: append(v.ships(&m.Match, bottom), Under(t, &m.Match, Everybody)...)}
	if said := text.News(t, &m.Match, news); said != "" {
		msg.Text = said + "\n" + msg.Text
	}
	if v.Orders != nil {
		msg.Text = text.WithAnnouncement(v.Orders.Notice(), msg.Text)
	}
	if IsBegun(&m) {
		msg.Picture = v.Picture(t, Scene{Game: m.Game, Side: bottom})
	}
	return msg
}

// bottom returns the side at the bottom of the public board of m: the one that the player on turn has chosen or,
// against the bot, its opponent.
func (v *View) bottom(ctx context.Context, m *play.Match) rules.Color {
	side := m.ColorOf(m.ToMove())
	switch {
	case m.Robot() != "":
		side = m.ColorOf(m.Robot()).Other()
	case m.Status != match.Playing:
		return rules.Red
	}
	p, err := v.Service.Player(ctx, m.Players.Of(side))
	if err != nil {
		v.Log.Warn("player not read", "match", m.ID, "err", err)
	}
	return p.Settings.Bottom(side)
}

// PrivateBoard returns the private message that shows m to the caller, from their side, below an intro that may be
// empty.
func (v *View) PrivateBoard(ctx context.Context, c *dispatch.Call, m play.Match, intro string) ui.Message {
	stands := text.MatchAnd(c.T, &m.Match, c.Actor.ID, v.Background(ctx, c.Log, &m, c.Actor.ID))
	if intro != "" {
		stands = intro + "\n" + stands
	}
	msg := ui.Message{Text: stands, Rows: Under(c.T, &m.Match, c.Actor.ID)}
	if IsBegun(&m) {
		msg.Picture = v.Picture(c.T, v.Scene(ctx, c, &m))
	}
	return msg
}

// IsBegun reports whether m has a board, because its challenge was accepted.
func IsBegun(m *play.Match) bool { return m.Status == match.Playing || m.Status == match.Finished }

// Player returns the caller, with default settings if they cannot be read.
func (v *View) Player(ctx context.Context, c *dispatch.Call) play.Player {
	p, err := v.Service.Player(ctx, c.Actor.ID)
	if err != nil {
		c.Log.Warn("player not read", "err", err)
		return play.Player{ID: c.Actor.ID}
	}
	return p
}

// SetBottom sets the side at the bottom of the caller's boards; the caller plays m.
func (v *View) SetBottom(ctx context.Context, c *dispatch.Call, m *match.Match, bottom rules.Color) {
	_, err := v.Service.ChangePlayer(ctx, c.Actor, func(p *play.Player) {
		p.Settings.Turned = bottom != m.ColorOf(c.Actor.ID)
	})
	if err != nil { // the board is more important
		c.Log.Warn("board not turned", "err", err)
	}
}

// MarkSeen records that the caller sees m.
func (v *View) MarkSeen(ctx context.Context, c *dispatch.Call, m play.Match) {
	if err := v.Service.MarkSeen(ctx, c.Actor, m); err != nil { // what they see is more important
		c.Log.Warn("look not recorded", "match", m.ID, "err", err)
	}
}

// Settings returns the settings of the caller, the defaults if they cannot be read.
func (v *View) Settings(ctx context.Context, c *dispatch.Call) play.Settings {
	return v.Player(ctx, c).Settings
}
