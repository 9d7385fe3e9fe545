package render

import (
	"fmt"
	"io"
	"math"

	"madbot/render/raster"
	"madbot/rules"
)

// replayWidth is the usual width of a replay.
const replayWidth = 480

// Times of a replay in hundredths of a second, and the pictures of one motion.
const (
	startTime  = 120
	motionTime = 5
	restTime   = 75
	endTime    = 400
	motions    = 7
)

// Replay writes the whole game as an animated GIF: ships slide along their way, those of a swap or
// rotation cross, expelled ones fly off to their tray. Of o the view, theme and width count; a
// width of 0 is 480. The error wraps ErrPosition for the zero game, ErrUnknown for a theme that is
// none, or is that of w.
func (r *Renderer) Replay(w io.Writer, g *rules.Game, o Options) error {
	if o.Width == 0 {
		o.Width = replayWidth
	}
	start := g.Start()
	t, err := r.atlas(start.Board(), o, o.width())
	if err != nil {
		return fmt.Errorf("draw replay: %w", err)
	}
	m := raster.NewAnimation(w, t.inks, t.width, t.height)
	f := &flick{atlas: t, options: Options{View: o.View, Theme: o.Theme, Limit: g.Limit()}, movie: m}
	if err := f.play(g); err != nil {
		return fmt.Errorf("draw replay: %w", err)
	}
	if err := m.Close(); err != nil {
		return fmt.Errorf("write replay: %w", err)
	}
	return nil
}

// flick is a replay in the making.
type flick struct {
	atlas   *atlas
	options Options
	movie   *raster.Animation
	next    raster.Canvas  // what is drawn now
	base    raster.Canvas  // what stands still during a motion
	mover   rules.Position // the position the turn is played in
}

// play draws all of g.
func (f *flick) play(g *rules.Game) error {
	p, o := g.Start(), f.options
	if g.Ply() == 0 {
		o.Outcome = g.Outcome()
	}
	if err := f.rest(&p, o, startTime); err != nil {
		return err
	}
	for i, t := range g.Turns() {
		before := p
		p = p.Play(t)
		f.mover = before
		if err := f.move(&before, t); err != nil {
			return err
		}
		o, pause := f.options, restTime
		o.Last, o.Before = t, before
		if i == g.Ply()-1 {
			o.Outcome, pause = g.Outcome(), endTime
		}
		if err := f.rest(&p, o, pause); err != nil {
			return err
		}
	}
	return nil
}

// rest shows a whole board for a time.
func (f *flick) rest(p *rules.Position, o Options, time int) error {
	if err := f.atlas.drawBoard(&f.next, p, o); err != nil {
		return err
	}
	f.movie.Show(&f.next, time)
	return nil
}

// move shows the motions of a turn: first the movement, then the flight of what it expels, then
// the swap or rotation.
func (f *flick) move(p *rules.Position, t rules.Turn) error {
	j, ships := newJourney(p, t), *p
	if j.movement != (step{}) {
		if err := f.motion(p, j, []step{j.movement}); err != nil {
			return err
		}
		ships = p.Play(t.Movement())
		if j.expelled != (step{}) {
			if err := f.motion(&ships, j, []step{j.expelled}); err != nil {
				return err
			}
		}
	}
	if len(j.shift) > 0 {
		return f.motion(&ships, j, j.shift)
	}
	return nil
}

// motion moves the ships of steps over a board where the others stand still.
func (f *flick) motion(p *rules.Position, j journey, steps []step) error {
	t, moving := f.atlas, map[rules.Piece]bool{}
	for _, s := range steps {
		moving[s.piece] = true
	}
	f.base.CopyFrom(t.ground)
	if err := t.drawSigns(&f.base, &f.mover, f.options); err != nil {
		return err
	}
	each(p, func(x rules.Piece, s rules.Square) {
		if !moving[x] {
			t.putShip(&f.base, x, s)
		}
	})
	for i := 1; i < motions; i++ {
		k := (1 - math.Cos(math.Pi*float64(i)/motions)) / 2
		f.next.CopyFrom(&f.base)
		for _, s := range steps {
			f.fly(s, j, k)
		}
		f.movie.Show(&f.next, motionTime)
	}
	return nil
}

// fly draws a ship at the part k of its way.
func (f *flick) fly(s step, j journey, k float64) {
	t := f.atlas
	from, to := t.place(s.piece, s.from), t.place(s.piece, s.to)
	w := way{from.center(), to.center()}
	switch {
	case s == j.movement:
		w = t.path(s)
	case s != j.expelled:
		w = t.arch(w[0], w[1], t.swing(j))
	}
	at := w.at(k * w.length())
	near := s.from
	if k > 0.5 {
		near = s.to
	}
	sprite := t.ship(s.piece, near == rules.NoSquare).body
	half := float64(sprite.Bounds().Dx()) / 2
	f.next.Put(sprite, int(math.Round(at.x-half)), int(math.Round(at.y-half)))
}
