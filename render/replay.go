package render

import (
	"fmt"
	"io"
	"math"

	"madbot/render/raster"
	"madbot/render/steps"
	"madbot/rules"
)

// replayWidth returns the default width of a replay on b: three fifths of a board's, to keep files small.
func replayWidth(b rules.Board) int { return usualWidth(b) * 3 / 5 }

// The times of a replay, in hundredths of a second.
const (
	startTime    = 120
	frameTime    = 5
	pauseTime    = 75
	endTime      = 400
	motionFrames = 7 // the frames of one motion; the last one is the still board
)

// Replay writes the whole game as an animated GIF: ships slide along their paths, the ships of a swap or rotation
// cross, and expelled ships go to their tray. It uses only the view, theme and width of o; a width of 0 is three fifths
// of the board's. The error wraps ErrPosition for the zero game, ErrUnknown for an unknown theme, or is the error of w.
func (r *Renderer) Replay(w io.Writer, g *rules.Game, o Options) error {
	start := g.Start()
	t, err := r.sprites(start.Board(), o, o.widthOr(replayWidth(start.Board())))
	if err != nil {
		return fmt.Errorf("draw replay: %w", err)
	}
	a := raster.NewAnimation(w, t.palette, t.width, t.height)
	p := &replay{sprites: t, animation: a,
		options: Options{View: o.View, Theme: o.Theme, Limit: g.Limit()}}
	p.play(g)
	if err := a.Close(); err != nil {
		return fmt.Errorf("write replay: %w", err)
	}
	return nil
}

type replay struct {
	sprites   *sprites
	options   Options
	animation *raster.Animation
	next      raster.Canvas  // the frame being drawn
	base      raster.Canvas  // what does not move during a motion
	before    rules.Position // the position before the turn
}

func (r *replay) play(g *rules.Game) {
	p, o := g.Start(), r.options
	if g.Ply() == 0 {
		o.Outcome = g.Outcome()
	}
	r.showStill(&p, o, startTime)
	for i, t := range g.Turns() {
		r.before = p
		p = p.Play(t)
		r.animateTurn(t)
		o, pause := r.options, pauseTime
		o.Last, o.Before = t, r.before
		if i == g.Ply()-1 {
			o.Outcome, pause = g.Outcome(), endTime
		}
		r.showStill(&p, o, pause)
	}
}

func (r *replay) showStill(p *rules.Position, o Options, time int) {
	r.sprites.drawBoard(&r.next, p, o)
	r.animation.Show(&r.next, time)
}

// animateTurn shows the motions of a turn: first the movement, then the expulsion, then the swap or rotation.
func (r *replay) animateTurn(t rules.Turn) {
	turn, ships := steps.Of(&r.before, t), r.before
	if turn.Movement != (steps.Step{}) {
		r.animateSteps(&ships, turn, turn.Movement)
		ships = r.before.Play(t.Movement())
	}
	if turn.Expelled != (steps.Step{}) {
		r.animateSteps(&ships, turn, turn.Expelled)
	}
	if len(turn.Shift) > 0 {
		r.animateSteps(&ships, turn, turn.Shift...)
	}
}

// animateSteps moves the ships of the steps moved over a board on which all others stay.
func (r *replay) animateSteps(p *rules.Position, turn steps.Turn, moved ...steps.Step) {
	t, moving := r.sprites, map[rules.Piece]bool{}
	for _, s := range moved {
		moving[s.Piece] = true
	}
	r.base.CopyFrom(t.background)
	t.drawSigns(&r.base, &r.before, r.options)
	each(p, func(x rules.Piece, s rules.Square) {
		if !moving[x] {
			t.putShip(&r.base, x, s)
		}
	})
	for i := 1; i < motionFrames; i++ {
		k := (1 - math.Cos(math.Pi*float64(i)/motionFrames)) / 2
		r.next.CopyFrom(&r.base)
		for _, s := range moved {
			r.putMoving(s, turn, k)
		}
		r.animation.Show(&r.next, frameTime)
	}
}

// putMoving draws the ship of a step at the fraction k of its path.
func (r *replay) putMoving(s steps.Step, turn steps.Turn, k float64) {
	t := r.sprites
	from, to := t.place(s.Piece, s.From), t.place(s.Piece, s.To)
	w := path{from.center(), to.center()}
	switch {
	case s == turn.Movement:
		w = t.movementPath(s)
	case s != turn.Expelled:
		w = t.shiftCurve(w[0], w[1], t.bendSide(turn))
	}
	at := w.at(k * w.length())
	near := s.From
	if k > 0.5 {
		near = s.To
	}
	sprite := t.ship(s.Piece, near == rules.NoSquare).body
	half := float64(sprite.Bounds().Dx()) / 2
	r.next.Put(sprite, int(math.Round(at.x-half)), int(math.Round(at.y-half)))
}
