package show

import (
	"context"
	"fmt"
	"hash/fnv"
	"io"
	"strconv"

	"madbot/bot/dispatch"
	"madbot/bot/i18n"
	"madbot/bot/play"
	"madbot/bot/text/turns"
	"madbot/bot/ui"
	"madbot/render"
	"madbot/rules"
)

// Scene is a game as one person sees it.
type Scene struct {
	Game   rules.Game
	Reader rules.Color // the side of the person; NoColor for a spectator
	Side   rules.Color // at the bottom; NoColor is Red
	Theme  render.Theme
	Marks  render.Marks
	Width  int // of its picture in pixels; 0: the default of the board
}

// Scene returns m as the caller sees it.
func (v *View) Scene(ctx context.Context, c *dispatch.Call, m *play.Match) Scene {
	own, settings := m.ColorOf(c.Actor.ID), v.Settings(ctx, c)
	return Scene{Game: m.Game, Reader: own, Side: settings.Bottom(own), Theme: themeOf(settings)}
}

// Theme returns the theme of the caller.
func (v *View) Theme(ctx context.Context, c *dispatch.Call) render.Theme {
	return themeOf(v.Settings(ctx, c))
}

func themeOf(s play.Settings) render.Theme {
	theme, _ := render.ParseTheme(s.Theme) // otherwise the default
	return theme
}

// Picture returns a picture of the position of s.
func (v *View) Picture(t i18n.Printer, s Scene) *ui.Picture {
	g := s.Game
	o := render.Options{View: render.ViewOf(s.Side), Theme: s.Theme, Width: s.Width, Limit: g.Limit(),
		Outcome: g.Outcome(), Marks: s.Marks}
	if s.Marks.Played == rules.NoTurn && s.Marks.Better == rules.NoTurn { // otherwise it is about the next turn
		o.Before, o.Last = g.Last()
	}
	d := render.Describe(g.Position(), o)
	return &ui.Picture{Alt: turns.Alt(t, &g, s.Reader, d), Words: turns.BoardDetails(t, &g, s.Reader, s.Side),
		Described: len(d.Hints) > 0 || o.Marks.Attacked || o.Marks.Targets != rules.NoShip, // marks go with a text
		Draw:      func(w io.Writer) error { return v.Renderer.Board(w, g.Position(), o) }}
}

// PanelPicture returns the function that draws the picture on top of a panel for a person with these settings, in the
// language of t; nil if they want none. It is small so that the buttons below it are on the screen, too. While the game
// does not change, the picture keeps its name, so that a tap does not upload it again. The text of the panel says what
// it shows.
func (v *View) PanelPicture(t i18n.Printer, settings play.Settings) func(Scene) *ui.Picture {
	if settings.NoPictures || settings.Bare {
		return nil
	}
	return func(s Scene) *ui.Picture {
		position := s.Game.Position()
		s.Theme, s.Width = themeOf(settings), render.PanelWidth(position.Board())
		p := v.Picture(t, s)
		before, last := s.Game.Last()
		h := fnv.New64a()
		_, _ = fmt.Fprintln(h, position, before, last, s.Game.Limit(), s.Game.Outcome(), s.Side, s.Theme)
		p.Name, p.Described, p.Wanted = "board-"+strconv.FormatUint(h.Sum64(), 36), true, true
		return p
	}
}

// Strip returns a picture of the last turns of s side by side. Alt describes them.
func (v *View) Strip(s Scene, alt string) *ui.Picture {
	o := render.Options{View: render.ViewOf(s.Side), Theme: s.Theme}
	return &ui.Picture{Alt: alt, Draw: func(w io.Writer) error { return v.Renderer.Strip(w, &s.Game, o) }}
}
