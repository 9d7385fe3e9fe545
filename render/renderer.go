// Package render draws MAD: a position as a picture, the last turns of a game as a strip, a whole game as a replay, a
// ship as an emoji, and the diagrams of the rules.
//
// Everything that does not change from picture to picture is drawn once with gg and kept in the colours of a palette:
// the background (space, squares, trays, coordinates) and the sprites of the ships. A board is then a copy of the
// background with sprites on it, and only the few marks of the last turn are drawn each time. Pictures contain no
// words; Describe returns what a picture shows as data, and the caller turns it into a sentence.
//
// A ship's picture shows what it can do: the hull is its class, wings are sails, barrels are cannons, arcs ahead of the
// bow are shields, and its number is in the middle. Red and Blue differ in colour, heading, shape of the wings and the
// plate under the number, so they can be told apart without colour. The two ships of a complementary pair share the
// colour of the ring around the number. The corvette's number is golden.
package render

import (
	"fmt"
	"io"
	"sync"

	"madbot/render/raster"
	"madbot/rules"
)

// Renderer draws pictures. It is safe for concurrent use. Use New to make one.
type Renderer struct {
	themes   [len(themes)]func() *theme // by Theme, each prepared once
	cache    cache
	canvases sync.Pool // of *raster.Canvas
	png      raster.Encoder
}

// New parses the font. A theme is prepared when it is first used, in about a fifth of a second. The error is the
// embedded font's.
func New() (*Renderer, error) {
	f, err := newFonts()
	if err != nil {
		return nil, fmt.Errorf("new renderer: %w", err)
	}
	r := &Renderer{}
	for _, t := range Themes() {
		r.themes[t] = sync.OnceValue(func() *theme { return newTheme(t, f) })
	}
	return r, nil
}

func (r *Renderer) theme(t Theme) (*theme, error) {
	if int(t) >= len(r.themes) {
		return nil, fmt.Errorf("theme %d: %w", t, ErrUnknown)
	}
	return r.themes[t](), nil
}

func (r *Renderer) sprites(b rules.Board, o Options, width int) (*sprites, error) {
	if b == rules.NoBoard {
		return nil, ErrPosition
	}
	t, err := r.theme(o.Theme)
	if err != nil {
		return nil, err
	}
	k := cacheKey{theme: o.Theme, board: b, view: o.View, width: width}
	return r.cache.get(k, func() *sprites { return newSprites(t, newLayout(b, o.View, width)) }), nil
}

// Board writes the picture of p as PNG. The error wraps ErrPosition for the zero position, ErrUnknown for an unknown
// theme, or is the error of w.
func (r *Renderer) Board(w io.Writer, p rules.Position, o Options) error {
	o = o.validFor(&p)
	t, err := r.sprites(p.Board(), o, o.widthOr(usualWidth(p.Board())))
	if err != nil {
		return fmt.Errorf("draw board: %w", err)
	}
	c := r.canvas()
	defer r.canvases.Put(c)
	t.drawBoard(c, &p, o)
	return r.png.Encode(w, c)
}

// canvas returns a canvas to draw on. Return it to r.canvases after use.
func (r *Renderer) canvas() *raster.Canvas {
	if c, ok := r.canvases.Get().(*raster.Canvas); ok {
		return c
	}
	return &raster.Canvas{}
}
