package render

import (
	"fmt"
	"io"
	"math"
	"strconv"

	"madbot/render/raster"
)

// Ratings is the course of a player's rating, to be drawn.
type Ratings struct {
	Points []RatingPoint // in order; at least two
	Value  string        // the rating now, as the reader knows it
	Words  RatingWords
}

// RatingPoint is a rating after a game.
type RatingPoint struct {
	Points, Deviation float64
	Date              string
	Mark              RatingMark
}

// RatingMark is what a game was for the player; the zero value draws no dot.
type RatingMark int8

// The marks of games.
const (
	GameWon  RatingMark = 1
	GameLost RatingMark = -1
)

// RatingWords are the words in the legend of a picture of a rating, in the reader's language.
type RatingWords struct{ Won, Lost, Unsure string }

// The measures of a picture of a rating, in pixels.
const (
	ratingsWidth  = 800
	ratingsHeight = 400
	ratingsText   = 26
	maxBand       = 140 // the deviation, in points, that always fits
)

// Ratings writes the picture of a rating over the games that changed it as PNG. It uses only the theme of o. The errors
// are as for Outlook, with ErrPosition for fewer than two points.
func (r *Renderer) Ratings(w io.Writer, course Ratings, o Options) error {
	t, err := r.theme(o.Theme)
	if err == nil && len(course.Points) < 2 {
		err = ErrPosition
	}
	if err != nil {
		return fmt.Errorf("draw ratings: %w", err)
	}
	c := newCourse(glyphs{t, 1}, course)
	p := newPen(ratingsWidth, ratingsHeight)
	c.draw(p)
	return r.png.Encode(w, raster.NewCanvas(t.palette, p.image()))
}

// course is a picture of a rating being drawn; its plot shows ratings from low to high.
type course struct {
	glyphs
	Ratings
	plot            box
	low, high, step float64
}

func newCourse(g glyphs, r Ratings) *course {
	c := &course{glyphs: g, Ratings: r, plot: box{96, 16, ratingsWidth - 96 - 128, ratingsHeight - 16 - 96}, step: 50}
	least, most := math.Inf(1), math.Inf(-1)
	for _, point := range r.Points {
		band := min(point.Deviation, maxBand)
		least, most = min(least, point.Points-band), max(most, point.Points+band)
	}
	for most-least > 4*c.step {
		c.step *= 2
	}
	c.low, c.high = math.Floor(least/c.step)*c.step, math.Ceil(most/c.step)*c.step
	return c
}

// at returns the place of a value after game i, at the edge of the plot for one outside it.
func (c *course) at(i int, value float64) vec {
	value = min(max(value, c.low), c.high)
	return vec{c.plot.x + c.plot.w*float64(i)/float64(len(c.Points)-1),
		c.plot.y + c.plot.h*(c.high-value)/(c.high-c.low)}
}

func (c *course) draw(p *pen) {
	p.area(box{0, 0, ratingsWidth, ratingsHeight}, c.sky)
	p.area(c.plot, c.square[0])
	c.drawAreas(p)
	for value := c.low; value <= c.high; value += c.step {
		y := c.at(0, value).y
		p.area(box{c.plot.x, math.Round(y) - 1, c.plot.w, 2}, c.grid)
		p.SetColor(c.label)
		c.fonts.write(p, strconv.Itoa(int(value)), vec{c.plot.x / 2, y}, ratingsText)
	}
	p.NewSubPath()
	for i, point := range c.Points {
		p.LineTo(c.at(i, point.Points).x, c.at(i, point.Points).y)
	}
	p.line(c.target, 5)
	c.drawDots(p)
	c.drawDates(p)
	c.drawLegend(p)
	p.SetColor(c.label)
	last := c.at(len(c.Points)-1, c.Points[len(c.Points)-1].Points)
	c.fonts.write(p, c.Value, vec{ratingsWidth - 60, last.y}, 36)
}

// drawAreas fills the area below the curve, and the band of one deviation around it, which gets an outline.
func (c *course) drawAreas(p *pen) {
	f, n := c.fleet(2), len(c.Points)
	p.NewSubPath()
	for i, point := range c.Points {
		p.LineTo(c.at(i, point.Points).x, c.at(i, point.Points).y)
	}
	p.LineTo(c.plot.x+c.plot.w, c.plot.y+c.plot.h)
	p.LineTo(c.plot.x, c.plot.y+c.plot.h)
	p.ClosePath()
	p.fill(f.home[0])
	band := func(sign float64) (line []vec) {
		for i, point := range c.Points {
			line = append(line, c.at(i, point.Points+sign*point.Deviation))
		}
		return line
	}
	above, below := band(1), band(-1)
	p.NewSubPath()
	for _, v := range above {
		p.LineTo(v.x, v.y)
	}
	for i := n - 1; i >= 0; i-- {
		p.LineTo(below[i].x, below[i].y)
	}
	p.ClosePath()
	p.fill(f.signFrame())
}

// drawDots draws a disc for each game that was won and a ring for each that was lost, smaller ones for many games.
func (c *course) drawDots(p *pen) {
	size := min(10, max(4, 250/float64(len(c.Points))))
	for i, point := range c.Points {
		c.dotOf(p, c.at(i, point.Points), point.Mark, size)
	}
}

func (c *course) dotOf(p *pen, m vec, mark RatingMark, size float64) {
	switch mark {
	case GameWon:
		p.disc(m, size)
		p.edge(c.outline, size*0.4)
		p.fill(c.better)
	case GameLost:
		p.disc(m, size)
		p.edge(c.outline, size*0.8)
		p.edge(c.danger, size*0.5)
		p.fill(c.sky)
	}
}

// drawDates writes the dates of the first game, the last one and, if there are more than two, one in the middle.
func (c *course) drawDates(p *pen) {
	p.SetColor(c.label)
	n, y := len(c.Points), c.plot.y+c.plot.h+24
	for _, i := range []int{0, (n - 1) / 2, n - 1} {
		if i == (n-1)/2 && (n < 3 || c.Points[i].Date == c.Points[0].Date || c.Points[i].Date == c.Points[n-1].Date) {
			continue
		}
		if i == n-1 && c.Points[i].Date == c.Points[0].Date {
			continue
		}
		date := c.Points[i].Date
		half := c.fonts.width(date, ratingsText-2) / 2
		x := min(max(c.at(i, c.low).x, c.plot.x-30+half), ratingsWidth-half-12)
		c.fonts.write(p, date, vec{x, y}, ratingsText-2)
	}
}

// drawLegend explains the dots and the band in a line below the plot.
func (c *course) drawLegend(p *pen) {
	x, y := c.plot.x, float64(ratingsHeight-22)
	for _, entry := range []struct {
		sign  func(vec)
		words string
	}{
		{func(m vec) { c.dotOf(p, m, GameWon, 10) }, c.Words.Won},
		{func(m vec) { c.dotOf(p, m, GameLost, 10) }, c.Words.Lost},
		{func(m vec) { p.area(about(m, 26, 20), c.fleet(2).signFrame()) }, c.Words.Unsure},
	} {
		entry.sign(vec{x + 12, y})
		width := c.fonts.width(entry.words, ratingsText)
		p.SetColor(c.label)
		c.fonts.write(p, entry.words, vec{x + 34 + width/2, y}, ratingsText)
		x += 34 + width + 34
	}
}
