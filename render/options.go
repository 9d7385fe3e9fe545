package render

import (
	"errors"
	"fmt"
	"slices"

	"madbot/rules"
)

// ErrUnknown is returned by the parsers of this package for an unknown name, and by the drawing methods for an unknown
// theme, ship, icon or diagram.
var ErrUnknown = errors.New("unknown name")

// ErrPosition is returned by the drawing methods for the zero position or the zero game, which have no board.
var ErrPosition = errors.New("not a position")

// View is the side at the bottom of the picture. The zero value is RedView; unknown values count as RedView.
type View uint8

// The views. RULES.md draws Red at the bottom (rules 1.1).
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

// ParseView parses "red" or "blue". The error wraps ErrUnknown.
func ParseView(s string) (View, error) {
	for _, v := range []View{RedView, BlueView} {
		if v.String() == s {
			return v, nil
		}
	}
	return RedView, fmt.Errorf("parse view %q: %w", s, ErrUnknown)
}

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
	Contrast              // strong colours, safe for colour-blind people
)

var themes = [...]struct {
	name   string
	scheme func() scheme
}{
	Cosmos:   {"cosmos", cosmos},
	Paper:    {"paper", paper},
	Contrast: {"contrast", contrast},
}

// Themes returns all themes.
func Themes() []Theme {
	list := make([]Theme, len(themes))
	for i := range list {
		list[i] = Theme(i)
	}
	return list
}

// ParseTheme returns the theme with a name, such as "paper". For an unknown name it returns Cosmos and an error that
// wraps ErrUnknown.
func ParseTheme(s string) (Theme, error) {
	for _, t := range Themes() {
		if t.String() == s {
			return t, nil
		}
	}
	return Cosmos, fmt.Errorf("parse theme %q: %w", s, ErrUnknown)
}

func (t Theme) String() string { return themes[t.known()].name }

func (t Theme) known() Theme {
	if int(t) >= len(themes) {
		return Cosmos
	}
	return t
}

// Options describe how to draw a position. The zero value is a board of the default width, viewed by Red, without
// marks.
type Options struct {
	View  View
	Theme Theme
	// Width is the width of the picture in pixels, clamped to the range from MinWidth to MaxWidth. 0 means the default
	// of the board, 800 for 5x5 and 680 for 6x4.
	Width int
	// Last is the turn that led to the position and Before the position before it. Nothing is marked if Before is zero,
	// or if Last does not lead from it to the position.
	Last   rules.Turn
	Before rules.Position
	Marks  Marks
	// Limit is the stall limit shown with the quiet count (rules 5.2); 0 shows neither.
	Limit   rules.StallLimit
	Outcome rules.Outcome
}

// Marks are aids drawn on the board for one reader. Marks that do not fit the position are omitted.
type Marks struct {
	// Targets is a ship of the side to move whose legal turns are shown; NoShip for none.
	Targets rules.Ship
	// Hints are up to three turns of the side to move, the best first.
	Hints []rules.Turn
	// Played and Better are turns of the side to move that a review judged, with a red arrow and a cross, and a green
	// arrow and a tick; NoTurn for none.
	Played, Better rules.Turn
	// Attacked puts a warning on every ship that the other side could expel with one movement (rules 2.3), whichever
	// side is to move. Attacked corvettes always have a warning.
	Attacked bool
	// movesOnly omits the swaps and rotations of Targets, for a diagram of movement.
	movesOnly bool
}

// The limits of Options.Width, in pixels.
const (
	MinWidth = 240
	MaxWidth = 1600
)

// widthOr returns the width to draw at, which is usual if o has none.
func (o Options) widthOr(usual int) int {
	if o.Width == 0 {
		return usual
	}
	return min(max(o.Width, MinWidth), MaxWidth)
}

// validFor returns o without the marks that make no sense in p, so that the drawing code need not check them.
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
	for _, t := range []*rules.Turn{&o.Marks.Played, &o.Marks.Better} {
		if illegal(*t) {
			*t = rules.NoTurn
		}
	}
	o.Marks.Hints = slices.DeleteFunc(slices.Clone(o.Marks.Hints), illegal)
	o.Marks.Hints = o.Marks.Hints[:min(len(o.Marks.Hints), maxHints)]
	return o
}
