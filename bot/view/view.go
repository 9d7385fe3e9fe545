// Package view is matches as messages: the board that all see, the board of one person, its picture, and what that
// person keeps of a match. It has no command.
package view

import (
	"context"
	"io"
	"log/slog"

	"madbot/bot/dispatch"
	"madbot/bot/i18n"
	"madbot/bot/play"
	"madbot/bot/text"
	"madbot/bot/ui"
	"madbot/bot/view/button"
	"madbot/render"
	"madbot/rules"
	"madbot/rules/match"
)

// Renderer draws boards; render.Renderer is one.
type Renderer interface {
	// Board writes a PNG of p.
	Board(w io.Writer, p rules.Position, o render.Options) error
	// Strip writes a PNG of the last turns of g, side by side.
	Strip(w io.Writer, g *rules.Game, o render.Options) error
}

// View makes the messages that show matches. All it needs is required.
type View struct {
	Service  *play.Service
	Renderer Renderer
	Catalog  *i18n.Catalog
	Names    *Names
	Log      *slog.Logger // of what goes wrong where there is no call
}

// BoardMessage is the message that shows m to all in its channel, in the language of its server, with the
// news that the board does not show and what is known of its people.
func (v *View) BoardMessage(ctx context.Context, m play.Match, news ...match.Event) ui.Message {
	t, known := v.Catalog.Printer(m.Venue.Locale), v.Background(ctx, v.Log, &m, button.Everybody)
	msg := ui.Message{Block: true, Text: text.MatchAnd(t, &m.Match, "", known),
		Rows: button.Under(t, &m.Match, button.Everybody)}
	if said := text.News(t, &m.Match, news); said != "" {
		msg.Text = said + "\n" + msg.Text
	}
	if IsBegun(&m) {
		msg.Picture = v.Picture(t, Scene{Game: m.Game, Side: rules.Red})
	}
	return msg
}

// PrivateBoard is the private message that shows m to the caller, from their side, after an intro that may be
// empty.
func (v *View) PrivateBoard(ctx context.Context, c *dispatch.Call, m play.Match, intro string) ui.Message {
	stands := text.MatchAnd(c.T, &m.Match, c.Actor.ID, v.Background(ctx, c.Log, &m, c.Actor.ID))
	if intro != "" {
		stands = intro + "\n" + stands
	}
	msg := ui.Message{Text: stands, Rows: button.Under(c.T, &m.Match, c.Actor.ID)}
	if IsBegun(&m) {
		msg.Picture = v.Picture(c.T, v.Scene(ctx, c, &m))
	}
	return msg
}

// IsBegun reports whether m has a board: its challenge was accepted.
func IsBegun(m *play.Match) bool { return m.Status == match.Playing || m.Status == match.Finished }

// Player returns the caller; when that cannot be read, one who has the defaults.
func (v *View) Player(ctx context.Context, c *dispatch.Call) play.Player {
	p, err := v.Service.Player(ctx, c.Actor.ID)
	if err != nil {
		c.Log.Warn("player not read", "err", err)
		return play.Player{ID: c.Actor.ID}
	}
	return p
}

// Settings returns what the caller chose; when that cannot be read, the defaults.
func (v *View) Settings(ctx context.Context, c *dispatch.Call) play.Settings {
	return v.Player(ctx, c).Settings
}
