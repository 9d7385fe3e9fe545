package render

import (
	"errors"
	"fmt"
	"slices"

	"madbot/rules"
)

// ErrUnknown is returned by the parsers of this package for an unknown name, and by the pictures for
// a theme, ship, icon or diagram that does not exist.
var ErrUnknown = errors.New("unknown name")

// ErrPosition is returned by the pictures when they are given the zero position or the zero game,
// which has no board to draw.
var ErrPosition = errors.New("not a position")

// View is the side that sits at the bottom of the picture. The zero value is RedView, and any
// unknown value counts as RedView.
type View uint8

// The views; the rule sheets draw Red at the bottom (rules 1.1).
const (
	RedView View = iota
	BlueView
)

// ViewOf returns the view of a player of c, RedView for NoColor.
func ViewOf(c rules.Color) View {
	if c == rules.Blue {
		return BlueView
	}
	return RedView
}

// ParseView reads "red" or "blue"; the error wraps ErrUnknown.
func ParseView(s string) (View, error) {
	for _, v := range []View{RedView, BlueView} {
		if v.String() == s {
			return v, nil
		}
	}
	return RedView, fmt.Errorf("parse view %q: %w", s, ErrUnknown)
}

// String returns "red" or "blue".
func (v View) String() string {
	if v == BlueView {
		return "blue"
	}
	return "red"
}

// Theme is a set of colours. The zero value is Cosmos.
type Theme uint8

// The themes.
const (
	Cosmos   Theme = iota // the arena in space
	Paper                 // light, for print and bright rooms
	Contrast              // strong, and safe for the colour-blind
)

// themes are all themes: the name of each, and its colours.
var themes = [...]struct {
	name   string
	scheme func() scheme
}{
	Cosmos:   {"cosmos", cosmos},
	Paper:    {"paper", paper},
	Contrast: {"contrast", contrast},
}

// Themes lists all themes.
func Themes() []Theme {
	list := make([]Theme, len(themes))
	for i := range list {
		list[i] = Theme(i)
	}
	return list
}

// ParseTheme returns the theme with a name, such as "paper". The error wraps ErrUnknown; the theme is then Cosmos.
func ParseTheme(s string) (Theme, error) {
	for _, t := range Themes() {
		if t.String() == s {
			return t, nil
		}
	}
	return Cosmos, fmt.Errorf("parse theme %q: %w", s, ErrUnknown)
}

// String returns the name of t. A theme that does not exist has that of Cosmos.
func (t Theme) String() string { return themes[t.known()].name }

// known returns t, or Cosmos if there is no such theme.
func (t Theme) known() Theme {
	if int(t) >= len(themes) {
		return Cosmos
	}
	return t
}

// Options say how a position is drawn. The zero value is a board of the usual width from Red's
// side, without marks.
type Options struct {
	View  View
	Theme Theme
	// Width of the picture in pixels; 0 is the usual one of its board, 800 for 5x5 and 680 for 6x4.
	// It is kept between MinWidth and MaxWidth.
	Width int
	// Last is the turn that led to the position and Before the position it was played in. Nothing
	// is marked when Before is zero, or when Last does not lead from it to the position.
	Last   rules.Turn
	Before rules.Position
	Marks  Marks
	// Limit is the stall limit that the quiet count is shown against (rules 5.2); 0 shows none.
	Limit rules.StallLimit
	// Outcome marks the winner of a finished game.
	Outcome rules.Outcome
}

// Marks are aids drawn over the board for one reader. What the position does not allow is left
// out.
type Marks struct {
	// Targets is a ship of the side to move whose legal turns are shown; NoShip for none.
	Targets rules.Ship
	// Hints are up to three turns of the side to move, the best first.
	Hints []rules.Turn
	// Attacked puts a warning on every ship of either side that the other could expel with one
	// movement (rules 2.3), whoever is to move; an attacked corvette has one without it.
	Attacked bool
	// movesOnly leaves the swaps and rotations of Targets out, for a diagram of movement.
	movesOnly bool
}

// The widths between which a picture can be drawn, in pixels.
const (
	MinWidth = 240
	MaxWidth = 1600
)

// widthOr returns the width to draw at, usual when o has none.
func (o Options) widthOr(usual int) int {
	if o.Width == 0 {
		return usual
	}
	return min(max(o.Width, MinWidth), MaxWidth)
}

// validFor returns o without what makes no sense in p, so that the drawing code need not ask.
func (o Options) validFor(p *rules.Position) Options {
	if o.Before.Board() != p.Board() || o.Before.Check(o.Last) != nil || o.Before.Play(o.Last) != *p {
		o.Before, o.Last = rules.Position{}, rules.NoTurn
	}
	if o.Outcome.Winner.Other() == rules.NoColor {
		o.Outcome.Winner = rules.NoColor
	}
	if o.Marks.Targets > rules.Ship222 {
		o.Marks.Targets = rules.NoShip
	}
	illegal := func(t rules.Turn) bool { return p.Check(t) != nil }
	o.Marks.Hints = slices.DeleteFunc(slices.Clone(o.Marks.Hints), illegal)
	o.Marks.Hints = o.Marks.Hints[:min(len(o.Marks.Hints), maxHints)]
	return o
}
