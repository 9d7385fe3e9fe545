package render

import (
	"fmt"
	"io"
	"sync"

	"madbot/render/raster"
	"madbot/rules"
)

// Renderer draws pictures. It is safe for concurrent use; New makes one.
type Renderer struct {
	fonts   fonts
	themes  [3]func() (*studio, error) // by Theme, each prepared once
	library library
	boards  sync.Pool // of *raster.Canvas
	png     raster.Encoder
}

// studio is an artist and the palette its pictures are in.
type studio struct {
	artist *artist
	inks   *raster.Palette
}

// New parses the font and prepares nothing else: what a theme needs is drawn when it is first
// asked for, in about a fifth of a second.
func New() (*Renderer, error) {
	f, err := newFonts()
	if err != nil {
		return nil, fmt.Errorf("new renderer: %w", err)
	}
	r := &Renderer{fonts: f, library: library{shelves: map[atlasKey]*shelf{}}}
	for _, t := range Themes() {
		r.themes[t] = sync.OnceValues(func() (*studio, error) { return newStudio(t, f) })
	}
	return r, nil
}

// newStudio prepares a theme.
func newStudio(t Theme, f fonts) (*studio, error) {
	a := &artist{scheme: t.scheme(), fonts: f}
	k, err := a.newInks()
	if err != nil {
		return nil, fmt.Errorf("prepare theme %s: %w", t, err)
	}
	return &studio{artist: a, inks: k}, nil
}

// studio returns what pictures of a theme are drawn with.
func (r *Renderer) studio(t Theme) (*studio, error) {
	if int(t) >= len(r.themes) {
		return nil, fmt.Errorf("theme %d: %w", t, ErrUnknown)
	}
	return r.themes[t]()
}

// atlas returns the atlas for a board drawn with o at a width.
func (r *Renderer) atlas(b rules.Board, o Options, width int) (*atlas, error) {
	if b == rules.NoBoard {
		return nil, ErrPosition
	}
	s, err := r.studio(o.Theme)
	if err != nil {
		return nil, err
	}
	k := atlasKey{theme: o.Theme, board: b, view: o.View, width: width}
	return r.library.get(k, func(k atlasKey) (*atlas, error) {
		return newAtlas(s.artist, s.inks, newLayout(k.board, k.view, k.width))
	})
}

// Board writes the picture of p as PNG. The error wraps ErrPosition for the zero position,
// ErrUnknown for a theme that is none, or is that of w.
func (r *Renderer) Board(w io.Writer, p rules.Position, o Options) error {
	o = o.fit(&p)
	t, err := r.atlas(p.Board(), o, o.width())
	if err != nil {
		return fmt.Errorf("draw board: %w", err)
	}
	c := r.canvas()
	defer r.boards.Put(c)
	if err := t.drawBoard(c, &p, o); err != nil {
		return fmt.Errorf("draw board: %w", err)
	}
	return r.png.Encode(w, c)
}

// canvas returns a canvas to draw on; it goes back to r.boards.
func (r *Renderer) canvas() *raster.Canvas {
	if c, ok := r.boards.Get().(*raster.Canvas); ok {
		return c
	}
	return &raster.Canvas{}
}
