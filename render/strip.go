package render

import (
	"fmt"
	"image"
	"io"
	"math"

	"madbot/render/raster"
	"madbot/rules"
)

// StripTurns is how many turns a strip shows.
const StripTurns = 3

const stripWidth = 1200

type picture struct {
	position rules.Position
	options  Options
	caption  string // in the notation, not in words
}

// crop is the part of a board's width that the pictures of a strip show, from 0 to 1.
type crop struct{ from, to float64 }

func wholeBoard() crop { return crop{0, 1} }

// Strip writes the last turns of g, at most StripTurns, side by side as one PNG. Each board is marked with its turn;
// the turn's number and notation are below it. It uses only the view, theme and width of o; a width of 0 is 1200. The
// error wraps ErrPosition for the zero game, ErrUnknown for an unknown theme, or is the error of w.
func (r *Renderer) Strip(w io.Writer, g *rules.Game, o Options) error {
	if err := r.drawStrip(w, stripPictures(g, o), wholeBoard(), o); err != nil {
		return fmt.Errorf("draw strip: %w", err)
	}
	return nil
}

// stripPictures returns the positions after the last turns of g, or the start if no turn was played.
func stripPictures(g *rules.Game, o Options) []picture {
	turns := g.Turns()
	from := max(0, len(turns)-StripTurns)
	p := g.Start()
	var pictures []picture
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
		pictures = append(pictures, picture{p, opt, g.Dotted(i) + " " + t.String()})
	}
	if len(pictures) == 0 {
		opt := Options{View: o.View, Theme: o.Theme, Limit: g.Limit(), Outcome: g.Outcome()}
		pictures = append(pictures, picture{position: p, options: opt})
	}
	return pictures
}

// drawStrip writes the pictures side by side, each cropped to part.
func (r *Renderer) drawStrip(w io.Writer, pictures []picture, part crop, o Options) error {
	t, err := r.theme(o.Theme)
	if err != nil {
		return err
	}
	s, err := newStrip(t, pictures, part, o.widthOr(stripWidth))
	if err != nil {
		return err
	}
	for i, p := range pictures {
		if err := r.drawPicture(s, i, p); err != nil {
			return err
		}
	}
	return r.png.Encode(w, s.canvas)
}

type strip struct {
	canvas   *raster.Canvas
	board    int // width of a board
	from     int // where the shown part of a board begins
	shown    int // width of that part
	gap      int
	edge     int // height of the perforated edge
	footer   int // height of the captions
	captions []string
}

// newStrip plans a strip and draws everything except its boards.
func newStrip(t *theme, pictures []picture, part crop, width int) (*strip, error) {
	b := pictures[0].position.Board()
	if b == rules.NoBoard {
		return nil, ErrPosition
	}
	s := planStrip(pictures, part, width)
	h := newLayout(b, RedView, s.board).height
	p := newPen(len(pictures)*(s.shown+s.gap)+s.gap, h+2*s.edge+s.footer)
	t.drawStripEdges(p, s)
	t.drawCaptions(p, s)
	s.canvas = raster.NewCanvas(t.palette, p.image())
	return s, nil
}

// planStrip plans a strip of at most the given width. A strip of fewer pictures is narrower if they would otherwise be
// wider than a board usually is.
func planStrip(pictures []picture, part crop, width int) *strip {
	s, n := &strip{gap: width / 60, edge: width / 40}, min(len(pictures), StripTurns)
	s.shown = (width - (n+1)*s.gap) / n
	usual := usualWidth(pictures[0].position.Board())
	s.board = min(int(float64(s.shown)/(part.to-part.from)), usual)
	s.shown, s.from = int((part.to-part.from)*float64(s.board)), int(part.from*float64(s.board))
	for _, p := range pictures {
		s.captions = append(s.captions, p.caption)
		if p.caption != "" {
			s.footer = s.shown / 10
		}
	}
	return s
}

func (s *strip) x(i int) int { return s.gap + i*(s.shown+s.gap) }

// drawStripEdges draws a sky with perforated edges, like a film.
func (t *theme) drawStripEdges(p *pen, s *strip) {
	w, h := float64(p.Width()), float64(p.Height())
	p.DrawRectangle(0, 0, w, h)
	p.fill(t.sky)
	e := float64(s.edge)
	hole := math.Round(e * 0.5)
	n := math.Floor((w/hole - 1) / 2)
	for x := (w - (2*n-1)*hole) / 2; x < w-hole; x += 2 * hole {
		for _, y := range []float64{0.25 * e, h - 0.75*e} {
			p.DrawRoundedRectangle(math.Round(x), math.Round(y), hole, hole, hole*0.25)
			p.fill(t.square[1])
		}
	}
}

// drawCaptions writes the played turn below each board.
func (t *theme) drawCaptions(p *pen, s *strip) {
	p.SetColor(t.label)
	for i, caption := range s.captions {
		at := vec{float64(s.x(i) + s.shown/2), float64(p.Height() - s.edge - s.footer/2)}
		t.fonts.write(p, caption, at, 0.058*float64(s.shown))
	}
}

func (r *Renderer) drawPicture(s *strip, i int, p picture) error {
	t, err := r.sprites(p.position.Board(), p.options, s.board)
	if err != nil {
		return err
	}
	b := r.canvas()
	defer r.canvases.Put(b)
	t.drawBoard(b, &p.position, p.options)
	part := image.Rect(s.from, 0, s.from+s.shown, b.Bounds().Dy())
	s.canvas.Paste(b, part, image.Pt(s.x(i), s.edge))
	return nil
}
