package render

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"golang.org/x/text/unicode/norm"

	"madbot/render/raster"
)

// Crosstable is the table of a group of a league with the results of each player against each other, to be drawn.
type Crosstable struct {
	Rows  []CrosstableRow // in the order of the table
	Words CrosstableWords
}

// CrosstableRow is a player's row of a Crosstable.
type CrosstableRow struct {
	Place  int
	Name   string
	Points string
	Cells  []Cell // against the player of each row; the one against themselves is not used
	Move   Move   // to another group in the next season
	Own    bool   // the reader's row
	Out    bool   // the player has left
}

// Cell is the result of a match in a Crosstable, as points of the player of its row.
type Cell uint8

// The results. Open is a match that is being played, Void one that does not count or does not exist.
const (
	OpenCell Cell = iota
	VoidCell
	LossCell
	HalfCell
	WinCell
)

// Move is a change of groups; the zero value is none.
type Move int8

// The changes of groups.
const (
	MoveUp   Move = 1
	MoveDown Move = -1
)

// CrosstableWords are the words in a crosstable, in the reader's language.
type CrosstableWords struct{ Points, Up, Down string }

// The measures of a crosstable, in pixels.
const (
	crossWidth  = 800
	crossRow    = 64 // height of a row
	crossHead   = 52 // height of the row of headings
	crossCell   = 60 // width of a result
	crossPoints = 118
	crossName   = 84 // where names begin
	crossText   = 32 // size of text
	crossSmall  = 25 // size of headings
)

// Crosstable writes the picture of a crosstable as PNG. It uses only the theme of o. The error wraps ErrPosition for a
// table without rows or with rows of different lengths, ErrUnknown for an unknown theme, or is the error of w.
func (r *Renderer) Crosstable(w io.Writer, table Crosstable, o Options) error {
	t, err := r.theme(o.Theme)
	if err == nil && len(table.Rows) == 0 {
		err = ErrPosition
	}
	for _, row := range table.Rows {
		if err == nil && len(row.Cells) != len(table.Rows) {
			err = ErrPosition
		}
	}
	if err != nil {
		return fmt.Errorf("draw crosstable: %w", err)
	}
	c := crosstable{glyphs{t, 1}, table}
	p := newPen(crossWidth, c.height())
	c.draw(p)
	return r.png.Encode(w, raster.NewCanvas(t.palette, p.image()))
}

type crosstable struct {
	glyphs
	table Crosstable
}

// hasMoves reports whether a player changes groups, so that the picture needs a legend.
func (c *crosstable) hasMoves() (moves bool) {
	for _, row := range c.table.Rows {
		moves = moves || row.Move != 0
	}
	return moves
}

func (c *crosstable) height() int {
	h := crossHead + crossRow*len(c.table.Rows) + 4
	if c.hasMoves() {
		h += crossHead
	}
	return h
}

// cellsAt returns where the results begin.
func (c *crosstable) cellsAt() float64 {
	return crossWidth - crossPoints - crossCell*float64(len(c.table.Rows))
}

// name returns the name in a row as far as the font has it. Stylized letters become plain ones. A name of which nothing
// is left becomes the number of its row.
func (c *crosstable) name(i int) string {
	name := strings.TrimSpace(c.fonts.covered(norm.NFKC.String(c.table.Rows[i].Name)))
	if name == "" {
		return "#" + strconv.Itoa(i+1)
	}
	return name
}

func (c *crosstable) draw(p *pen) {
	p.area(box{0, 0, crossWidth, float64(c.height())}, c.sky)
	p.SetColor(c.label)
	for i := range c.table.Rows {
		short := []rune(c.name(i))
		heading := c.fonts.fit(string(short[:min(3, len(short))]), crossSmall, crossCell)
		c.fonts.write(p, heading, vec{c.cellsAt() + crossCell*(float64(i)+0.5), crossHead / 2}, crossSmall)
	}
	c.fonts.write(p, c.fonts.fit(c.table.Words.Points, crossSmall, crossPoints),
		vec{crossWidth - crossPoints/2, crossHead / 2}, crossSmall)
	for i := range c.table.Rows {
		c.drawRow(p, i)
	}
	if c.hasMoves() {
		c.drawLegend(p)
	}
}

func (c *crosstable) drawRow(p *pen, i int) {
	row, top := &c.table.Rows[i], float64(crossHead+crossRow*i)
	y := top + crossRow/2
	ground := box{0, top, crossWidth, crossRow}
	if row.Own {
		p.area(ground, c.last)
	}
	p.area(ground.inset(3), c.square[i%2])
	c.arrow(p, vec{22, y}, row.Move)
	p.SetColor(c.label)
	c.fonts.write(p, strconv.Itoa(row.Place), vec{58, y}, crossText)
	name := c.fonts.fit(c.name(i), crossText, c.cellsAt()-crossName-10)
	width := c.fonts.width(name, crossText)
	c.fonts.write(p, name, vec{crossName + width/2, y}, crossText)
	if row.Out {
		p.DrawLine(crossName, y, crossName+width, y)
		p.line(c.label, 3)
	}
	for j, cell := range row.Cells {
		at := box{c.cellsAt() + crossCell*float64(j) + 3, top + 5, crossCell - 6, crossRow - 10}
		if i == j {
			p.area(at, c.grid)
			continue
		}
		c.drawCell(p, at, cell)
	}
	p.SetColor(c.label)
	c.fonts.write(p, row.Points, vec{crossWidth - crossPoints/2, y}, crossText+4)
}

// drawCell draws a result: a victory in a filled box, a semi-victory in an empty one.
func (c *crosstable) drawCell(p *pen, at box, cell Cell) {
	middle, hue := vec{at.x + at.w/2, at.y + at.h/2}, c.label
	switch cell {
	case OpenCell:
		p.disc(middle, 4)
		p.fill(c.label)
		return
	case WinCell:
		p.DrawRoundedRectangle(at.x, at.y, at.w, at.h, 8)
		p.fill(c.better)
		hue = c.outline
	case HalfCell:
		p.DrawRoundedRectangle(at.x+2, at.y+2, at.w-4, at.h-4, 8)
		p.line(c.better, 4)
	}
	p.SetColor(hue)
	c.fonts.write(p, [...]string{VoidCell: "–", LossCell: "0", HalfCell: "½", WinCell: "1"}[cell], middle, crossText)
}

// arrow draws the sign of a change of groups.
func (c *crosstable) arrow(p *pen, m vec, move Move) {
	if move == 0 {
		return
	}
	up := float64(move)
	p.shape(vec{m.x, m.y - 12*up}, vec{m.x + 13, m.y + 10*up}, vec{m.x - 13, m.y + 10*up})
	if move == MoveUp {
		p.fill(c.better)
	} else {
		p.fill(c.danger)
	}
}

// drawLegend explains the changes of groups in a line below the table.
func (c *crosstable) drawLegend(p *pen) {
	x, y := 22.0, float64(c.height()-crossHead/2)
	for _, entry := range []struct {
		move  Move
		words string
	}{{MoveUp, c.table.Words.Up}, {MoveDown, c.table.Words.Down}} {
		c.arrow(p, vec{x, y}, entry.move)
		width := c.fonts.width(entry.words, crossSmall)
		p.SetColor(c.label)
		c.fonts.write(p, entry.words, vec{x + 24 + width/2, y}, crossSmall)
		x += 24 + width + 50
	}
}
