package render

import (
	"fmt"
	"image"
	"io"
	"math"
	"strconv"

	"madbot/render/raster"
	"madbot/rules"
)

// stripTurns is how many turns a strip shows.
const stripTurns = 3

// stripWidth is the usual width of a strip: three boards.
const stripWidth = 1200

// panel is one picture of a film strip.
type panel struct {
	position rules.Position
	options  Options
	caption  string // in the notation, not in words
}

// span is the part of the width of a board that the panels of a film show, from 0 to 1.
type span struct{ from, to float64 }

// whole is all of a board.
func whole() span { return span{0, 1} }

// Strip writes the last three turns of g, or as many as there are, side by side as one PNG. Each
// board is marked with its turn, and its number and notation stand beneath. Of o the view, theme
// and width count; a width of 0 is 1200. The error wraps ErrPosition for the zero game, ErrUnknown
// for a theme that is none, or is that of w.
func (r *Renderer) Strip(w io.Writer, g *rules.Game, o Options) error {
	if o.Width == 0 {
		o.Width = stripWidth
	}
	if err := r.drawFilm(w, reel{stripPanels(g, o), whole()}, o); err != nil {
		return fmt.Errorf("draw strip: %w", err)
	}
	return nil
}

// stripPanels returns the positions after the last turns of g; before the first turn the start.
func stripPanels(g *rules.Game, o Options) []panel {
	turns := g.Turns()
	from := max(0, len(turns)-stripTurns)
	p := g.Start()
	var panels []panel
	for i, t := range turns {
		before := p
		p = p.Play(t)
		if i < from {
			continue
		}
		opt := Options{View: o.View, Theme: o.Theme, Last: t, Before: before, Limit: g.Limit()}
		if i == len(turns)-1 {
			opt.Outcome = g.Outcome()
		}
		panels = append(panels, panel{p, opt, numbered(g, i) + t.String()})
	}
	if len(panels) == 0 {
		opt := Options{View: o.View, Theme: o.Theme, Limit: g.Limit(), Outcome: g.Outcome()}
		panels = append(panels, panel{position: p, options: opt})
	}
	return panels
}

// numbered returns the number of the turn at i as a record prints it: "7. " for the first side of
// a round, "7... " for the other.
func numbered(g *rules.Game, i int) string {
	start := g.Start()
	if start.Side() == rules.Blue {
		i++
	}
	if i%2 == 0 {
		return strconv.Itoa(i/2+1) + ". "
	}
	return strconv.Itoa(i/2+1) + "... "
}

// reel is what a film shows: panels side by side, of each the same part.
type reel struct {
	panels []panel
	span   span
}

// drawFilm writes the panels between the perforated edges of a film.
func (r *Renderer) drawFilm(w io.Writer, what reel, o Options) error {
	s, err := r.studio(o.Theme)
	if err != nil {
		return err
	}
	f, err := newFilm(s, what, o.width())
	if err != nil {
		return err
	}
	for i, p := range what.panels {
		if err := r.drawPanel(f, i, p); err != nil {
			return err
		}
	}
	return r.png.Encode(w, f.canvas)
}

// film is the measure of a strip of panels, in pixels.
type film struct {
	canvas   *raster.Canvas
	board    int // width of a board
	from     int // where the shown part of a board begins
	panel    int // width of that part
	gap      int
	edge     int // height of the perforated edge
	footer   int // height of the captions
	captions []string
}

// newFilm measures the film and draws it with its captions, without its boards.
func newFilm(s *studio, what reel, width int) (*film, error) {
	f, n := &film{gap: width / 60, edge: width / 40}, len(what.panels)
	// A strip of one or two boards leaves the rest of the film away.
	f.panel = (width - (stripTurns+1)*f.gap) / stripTurns
	if n < stripTurns {
		f.panel = (width - (n+1)*f.gap) / n
	}
	part := what.span.to - what.span.from
	f.board = min(int(float64(f.panel)/part), DefaultWidth)
	f.panel, f.from = int(part*float64(f.board)), int(what.span.from*float64(f.board))
	for _, p := range what.panels {
		f.captions = append(f.captions, p.caption)
		if p.caption != "" {
			f.footer = f.panel / 10
		}
	}
	b := what.panels[0].position.Board()
	if b == rules.NoBoard {
		return nil, ErrPosition
	}
	h := newLayout(b, RedView, f.board).height
	p := newPen(n*(f.panel+f.gap)+f.gap, h+2*f.edge+f.footer)
	s.artist.drawCelluloid(p, f)
	if err := s.artist.drawCaptions(p, f); err != nil {
		return nil, err
	}
	f.canvas = raster.NewCanvas(s.inks, p.image())
	return f, nil
}

// x returns where panel i begins.
func (f *film) x(i int) int { return f.gap + i*(f.panel+f.gap) }

// drawCelluloid draws the film without boards and captions.
func (a *artist) drawCelluloid(p *pen, f *film) {
	w, h := float64(p.Width()), float64(p.Height())
	p.DrawRectangle(0, 0, w, h)
	p.fill(a.sky)
	e := float64(f.edge)
	hole := math.Round(e * 0.5)
	n := math.Floor((w/hole - 1) / 2)
	for x := (w - (2*n-1)*hole) / 2; x < w-hole; x += 2 * hole {
		for _, y := range []float64{0.25 * e, h - 0.75*e} {
			p.DrawRoundedRectangle(math.Round(x), math.Round(y), hole, hole, hole*0.25)
			p.fill(a.square[1])
		}
	}
}

// drawCaptions writes beneath each board what was played.
func (a *artist) drawCaptions(p *pen, f *film) error {
	p.SetColor(a.label)
	for i, caption := range f.captions {
		at := vec{float64(f.x(i) + f.panel/2), float64(p.Height() - f.edge - f.footer/2)}
		if err := a.fonts.write(p, caption, at, 0.058*float64(f.panel)); err != nil {
			return err
		}
	}
	return nil
}

// drawPanel draws board i.
func (r *Renderer) drawPanel(f *film, i int, p panel) error {
	t, err := r.atlas(p.position.Board(), p.options, f.board)
	if err != nil {
		return err
	}
	b := r.canvas()
	defer r.boards.Put(b)
	if err := t.drawBoard(b, &p.position, p.options); err != nil {
		return err
	}
	part := image.Rect(f.from, 0, f.from+f.panel, b.Bounds().Dy())
	f.canvas.Paste(b, part, image.Pt(f.x(i), f.edge))
	return nil
}
