package render

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"

	"madbot/render/raster"
	"madbot/rules"
	"madbot/rules/review"
)

// The size of a picture of outlooks, in pixels.
const (
	outlookWidth  = 800
	outlookHeight = 300
)

// Outlook is the course of a game, to be drawn. The zero value is not a game.
type Outlook struct {
	Red      []float64 // Red's outlook before each turn and after the last one, from 0 to 1
	Starts   rules.Color
	Mistakes []int // the number of turns before and including each, drawn as a dot
	Blunders []int // likewise, drawn as a square
	WonFrom  int   // the number of turns after which the game was won by force, drawn as a star; 0 if it never was
	Outcome  rules.Outcome
}

// OutlookOf returns the course of g according to its review.
func OutlookOf(g *rules.Game, r *review.Review) Outlook {
	start := g.Start()
	return Outlook{Red: r.Outlooks, Starts: start.Side(), Mistakes: r.Plies(review.Mistake),
		Blunders: r.Plies(review.Blunder, review.DeepTrap), WonFrom: r.Won.Ply, Outcome: g.Outcome()}
}

// Outlook writes the picture of a game's outlooks as PNG: Red's share of each position from the bottom, Blue's from the
// top. It uses only the theme of o. The error wraps ErrPosition for a game without turns, ErrUnknown for an unknown
// theme, or is the error of w.
func (r *Renderer) Outlook(w io.Writer, game Outlook, o Options) error {
	t, err := r.theme(o.Theme)
	if err == nil && len(game.Red) < 2 {
		err = ErrPosition
	}
	if err != nil {
		return fmt.Errorf("draw outlook: %w", err)
	}
	g := graph{glyphs: glyphs{t, 1}, game: game, plot: box{76, 20, outlookWidth - 76 - 20, outlookHeight - 20 - 44}}
	p := newPen(outlookWidth, outlookHeight)
	g.draw(p)
	return r.png.Encode(w, raster.NewCanvas(t.palette, p.image()))
}

type graph struct {
	glyphs
	game Outlook
	plot box
}

func (g *graph) at(ply int) vec {
	share := float64(ply) / float64(len(g.game.Red)-1)
	return vec{g.plot.x + share*g.plot.w, g.y(g.game.Red[ply])}
}

func (g *graph) y(red float64) float64 { return g.plot.y + (1-red)*g.plot.h }

func (g *graph) draw(p *pen) {
	p.DrawRectangle(0, 0, outlookWidth, outlookHeight)
	p.fill(g.sky)
	g.drawShares(p)
	g.drawGrid(p)
	g.drawCurve(p)
	g.drawMarks(p)
	g.drawSides(p)
}

// drawShares fills the areas of Red and Blue.
func (g *graph) drawShares(p *pen) {
	b := g.plot
	p.DrawRectangle(b.x, b.y, b.w, b.h)
	p.fill(g.fleet(rules.Blue).barColor())
	p.NewSubPath()
	p.LineTo(b.x, b.y+b.h)
	for ply := range g.game.Red {
		p.LineTo(g.at(ply).x, g.at(ply).y)
	}
	p.LineTo(b.x+b.w, b.y+b.h)
	p.ClosePath()
	p.fill(g.fleet(rules.Red).barColor())
}

// drawGrid draws the lines of even chances and of a semi-victory, and the turn numbers.
func (g *graph) drawGrid(p *pen) {
	b := g.plot
	for _, outlook := range []float64{0.25, 0.5, 0.75} {
		width := 1.5
		if outlook == 0.5 {
			width = 3
		}
		p.DrawLine(b.x, g.y(outlook), b.x+b.w, g.y(outlook))
		p.line(g.label, width)
	}
	p.SetColor(g.label)
	step := g.numberStep()
	for number := step; ; number += step {
		ply := 2 * (number - 1)
		if g.game.Starts == rules.Blue {
			ply = max(0, ply-1)
		}
		if ply >= len(g.game.Red)-1 {
			return
		}
		g.fonts.write(p, strconv.Itoa(number), vec{g.at(ply).x, b.y + b.h + 24}, 26)
	}
}

// numberStep returns the distance between numbered turns, so that there are at most ten numbers.
func (g *graph) numberStep() int {
	rounds := len(g.game.Red) / 2
	if rounds <= 10 {
		return 1
	}
	step := 5
	for rounds/step > 10 {
		step *= 2
	}
	return step
}

func (g *graph) drawCurve(p *pen) {
	p.NewSubPath()
	for ply := range g.game.Red {
		p.LineTo(g.at(ply).x, g.at(ply).y)
	}
	p.line(g.target, 4)
}

// Ratings writes the picture of a rating over the games that changed it as PNG, in order. It uses only the theme of o.
// The errors are as for Outlook, with ErrPosition for fewer than two points.
func (r *Renderer) Ratings(w io.Writer, points []float64, o Options) error {
	t, err := r.theme(o.Theme)
	if err == nil && len(points) < 2 {
		err = ErrPosition
	}
	if err != nil {
		return fmt.Errorf("draw ratings: %w", err)
	}
	p := newPen(outlookWidth, outlookHeight)
	drawRatings(p, glyphs{t, 1}, points)
	return r.png.Encode(w, raster.NewCanvas(t.palette, p.image()))
}

// drawRatings draws points between lines of round numbers, with a disc for the last one.
func drawRatings(p *pen, g glyphs, points []float64) {
	p.DrawRectangle(0, 0, outlookWidth, outlookHeight)
	p.fill(g.sky)
	plot := box{100, 24, outlookWidth - 100 - 28, outlookHeight - 24 - 24}
	step := 50.0
	for slices.Max(points)-slices.Min(points) > 4*step {
		step *= 2
	}
	low, high := math.Floor(slices.Min(points)/step)*step, math.Floor(slices.Max(points)/step+1)*step
	at := func(i int, value float64) vec {
		return vec{plot.x + plot.w*float64(i)/float64(len(points)-1), plot.y + plot.h*(high-value)/(high-low)}
	}
	for value := low; value <= high; value += step {
		y := at(0, value).y
		p.DrawLine(plot.x, y, plot.x+plot.w, y)
		p.line(g.label, 1.5)
		g.fonts.write(p, strconv.Itoa(int(value)), vec{plot.x / 2, y}, 30)
	}
	p.NewSubPath()
	for i, value := range points {
		p.LineTo(at(i, value).x, at(i, value).y)
	}
	p.line(g.target, 5)
	p.disc(at(len(points)-1, points[len(points)-1]), 9)
	p.edge(g.outline, 4)
	p.fill(g.last)
}

func (g *graph) drawMarks(p *pen) {
	for _, ply := range g.game.Mistakes {
		p.disc(g.at(ply), 8)
		p.edge(g.outline, 4)
		p.fill(g.last)
	}
	for _, ply := range g.game.Blunders {
		m := g.at(ply)
		p.DrawRectangle(m.x-9, m.y-9, 18, 18)
		p.edge(g.outline, 4)
		p.fill(g.expel)
	}
	if g.game.WonFrom > 0 {
		m := g.at(g.game.WonFrom)
		g.star(p, vec{m.x, min(max(m.y, g.plot.y+14), g.plot.y+g.plot.h-14)}, 15)
	}
}

// drawSides draws a corvette next to the share of each side, and a crown over the winner's.
func (g *graph) drawSides(p *pen) {
	const size = 64
	for _, side := range []rules.Color{rules.Red, rules.Blue} {
		y, heading := g.plot.y+g.plot.h-size, 1.0
		if side == rules.Blue {
			y, heading = g.plot.y, -1
		}
		ship := g.drawShip(rules.Piece{Color: side, Ship: rules.Ship111}, size, heading, inArena())
		p.layer(func(over *pen) { over.DrawImage(ship, 5, int(y)) })
		if side == g.game.Outcome.Winner {
			g.crown(p, vec{5 + size/2, y + size/2 - heading*(size/2+12)}, 13, g.game.Outcome.IsSemi())
		}
	}
}
