package render

import (
	"fmt"
	"image/color"
	"io"
	"strconv"

	"madbot/render/raster"
	"madbot/rules"
	"madbot/rules/review"
)

// The size of a picture of outlooks, in pixels.
const (
	outlookWidth  = 800
	outlookHeight = 380
)

// Outlook is the course of a game, to be drawn. The zero value is not a game.
type Outlook struct {
	Red      []float64 // Red's outlook before each turn and after the last one, from 0 to 1
	Starts   rules.Color
	Mistakes []int // the number of turns before and including each, drawn as a dot
	Blunders []int // likewise, drawn as a square
	WonFrom  int   // the number of turns after which the game was won by force, drawn as a star; 0 if it never was
	Marked   int   // the turn that the reader is looking at, counted from 1; 0 for none
	Outcome  rules.Outcome
	Words    OutlookWords
}

// OutlookWords are the words in a picture of outlooks, in the reader's language.
type OutlookWords struct {
	RedWins, BlueWins         string // at the top and at the bottom
	Mistake, Blunder, WonFrom string // for the legend
}

// OutlookOf returns the course of g according to its review.
func OutlookOf(g *rules.Game, r *review.Review) Outlook {
	start := g.Start()
	return Outlook{Red: r.Outlooks, Starts: start.Side(), Mistakes: r.Plies(review.Mistake),
		Blunders: r.Plies(review.Blunder, review.DeepTrap), WonFrom: r.Won.Ply, Outcome: g.Outcome()}
}

// Outlook writes the picture of a game's outlooks as PNG: the higher the curve, the better for Red. It uses only the
// theme of o. The error wraps ErrPosition for a game without turns, ErrUnknown for an unknown theme, or is the error of
// w.
func (r *Renderer) Outlook(w io.Writer, game Outlook, o Options) error {
	t, err := r.theme(o.Theme)
	if err == nil && len(game.Red) < 2 {
		err = ErrPosition
	}
	if err != nil {
		return fmt.Errorf("draw outlook: %w", err)
	}
	g := graph{glyphs: glyphs{t, 1}, game: game, plot: box{76, 16, outlookWidth - 76 - 20, outlookHeight - 16 - 90}}
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
	g.drawLeads(p)
	g.drawGrid(p)
	g.drawMarked(p)
	g.drawCurve(p)
	g.drawMarks(p)
	g.drawSides(p)
	g.drawLegend(p)
}

// drawLeads fills the areas between the curve and even chances in muted colours: above them for Red, below for Blue.
func (g *graph) drawLeads(p *pen) {
	b := g.plot
	p.DrawRectangle(b.x, b.y, b.w, b.h)
	p.fill(g.square[0])
	for _, side := range []rules.Color{rules.Red, rules.Blue} {
		p.NewSubPath()
		p.LineTo(b.x, g.y(0.5))
		for ply := range g.game.Red {
			v := g.at(ply)
			if ply > 0 {
				g.lineToCrossing(p, g.at(ply-1), v)
			}
			if (v.y < g.y(0.5)) != (side == rules.Red) {
				v.y = g.y(0.5)
			}
			p.LineTo(v.x, v.y)
		}
		p.LineTo(b.x+b.w, g.y(0.5))
		p.ClosePath()
		p.fill(g.fleet(side).home[1])
	}
}

// lineToCrossing continues a path to where the curve crosses even chances between two of its points, if it does.
func (g *graph) lineToCrossing(p *pen, from, to vec) {
	if a, b := from.y-g.y(0.5), to.y-g.y(0.5); a*b < 0 {
		v := from.to(to, a/(a-b))
		p.LineTo(v.x, v.y)
	}
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
		g.fonts.write(p, strconv.Itoa(number), vec{g.at(ply).x, b.y + b.h + 28}, textSize)
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

// drawMarked marks the turn that the reader is looking at.
func (g *graph) drawMarked(p *pen) {
	if g.game.Marked < 1 || g.game.Marked >= len(g.game.Red) {
		return
	}
	x, b := g.at(g.game.Marked).x, g.plot
	p.DrawLine(x, b.y, x, b.y+b.h)
	p.line(g.last, 4)
	p.shape(vec{x, b.y + b.h}, vec{x - 12, b.y + b.h + 14}, vec{x + 12, b.y + b.h + 14})
	p.fill(g.last)
}

func (g *graph) drawCurve(p *pen) {
	for _, line := range []struct {
		hue   color.RGBA
		width float64
	}{{g.outline, 11}, {g.target, 7}} {
		p.NewSubPath()
		for ply := range g.game.Red {
			p.LineTo(g.at(ply).x, g.at(ply).y)
		}
		p.line(line.hue, line.width)
	}
}

func (g *graph) drawMarks(p *pen) {
	for _, ply := range g.game.Mistakes {
		g.mistake(p, g.at(ply))
	}
	for _, ply := range g.game.Blunders {
		g.blunder(p, g.at(ply))
	}
	if g.game.WonFrom > 0 {
		m := g.at(g.game.WonFrom)
		g.won(p, vec{m.x, min(max(m.y, g.plot.y+14), g.plot.y+g.plot.h-14)})
	}
}

func (g *graph) mistake(p *pen, m vec) {
	p.disc(m, 10)
	p.edge(g.outline, 4)
	p.fill(g.last)
}

func (g *graph) blunder(p *pen, m vec) {
	p.DrawRectangle(m.x-10, m.y-10, 20, 20)
	p.edge(g.outline, 4)
	p.fill(g.expel)
}

func (g *graph) won(p *pen, m vec) { g.star(p, m, 17) }

// textSize is the height of words and numbers, in pixels.
const textSize = 28

// drawLegend explains the marks in a line below the plot.
func (g *graph) drawLegend(p *pen) {
	x, y := g.plot.x, float64(outlookHeight-24)
	for _, entry := range []struct {
		mark func(*pen, vec)
		word string
	}{{g.mistake, g.game.Words.Mistake}, {g.blunder, g.game.Words.Blunder}, {g.won, g.game.Words.WonFrom}} {
		if entry.word == "" {
			continue
		}
		entry.mark(p, vec{x + 12, y})
		g.writeFrom(p, entry.word, vec{x + 32, y})
		x += 32 + g.fonts.width(entry.word, textSize) + 40
	}
}

// writeFrom writes words to the right of a point.
func (g *graph) writeFrom(p *pen, words string, from vec) {
	p.SetColor(g.label)
	g.fonts.write(p, words, vec{from.x + g.fonts.width(words, textSize)/2, from.y}, textSize)
}

// drawSides draws a corvette at the side's end of the scale, with a crown over the winner's, and words next to it.
func (g *graph) drawSides(p *pen) {
	const size = 64
	b := g.plot
	for _, s := range []struct {
		side           rules.Color
		y, crown, text float64
		words          string
	}{
		{rules.Red, b.y, size + 14, b.y + 22, g.game.Words.RedWins},
		{rules.Blue, b.y + b.h - size, -14, b.y + b.h - 22, g.game.Words.BlueWins},
	} {
		heading := 1.0
		if s.side == rules.Blue {
			heading = -1
		}
		ship := g.drawShip(rules.Piece{Color: s.side, Ship: rules.Ship111}, size, heading, inArena())
		p.layer(func(over *pen) { over.DrawImage(ship, 5, int(s.y)) })
		if s.side == g.game.Outcome.Winner {
			g.crown(p, vec{5 + size/2, s.y + s.crown}, 13, g.game.Outcome.IsSemi())
		}
		g.writeFrom(p, s.words, vec{b.x + 10, s.text})
	}
}
