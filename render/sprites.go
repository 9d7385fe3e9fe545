package render

import (
	"image"
	"image/color"
	"slices"
	"sync"

	"madbot/render/raster"
	"madbot/render/steps"
	"madbot/rules"
)

// sprites are the pictures that boards of a theme and layout share: the background, the ships and the marks of squares.
// They do not change after they are made, so they can be used concurrently.
type sprites struct {
	glyphs
	*layout
	background *raster.Canvas
	ships      [2][8]shipSprites // in the arena, by side and ship
	exiles     [2][8]shipSprites
	turnSigns  [2][2]placedSprite            // the sign that a side is to move
	tints      map[color.RGBA]*raster.Sprite // of a square, by the colour of the mark
	rings      map[color.RGBA]*raster.Sprite // of a slot
}

// shipSprites are a ship, and its number alone.
type shipSprites struct{ body, plate *raster.Sprite }

type placedSprite struct {
	sprite *raster.Sprite
	x, y   int
}

func newSprites(from *theme, l *layout) *sprites {
	t := &sprites{glyphs: glyphs{from, l.scale}, layout: l,
		background: raster.NewCanvas(from.palette, from.drawBackground(l).image())}
	for _, c := range []rules.Color{rules.Red, rules.Blue} {
		for i, s := range rules.Ships() {
			piece := rules.Piece{Color: c, Ship: s}
			t.ships[c-1][i] = t.newShipSprites(piece, int(l.cell), inArena())
			t.exiles[c-1][i] = t.newShipSprites(piece, int(l.slot), inExile())
		}
		t.turnSigns[c-1] = [2]placedSprite{
			t.newPlaced(t.homeGlow(c, t.fleet(c).frame)),
			t.newPlaced(t.drawTurnSign(c)),
		}
	}
	t.prepareMarks()
	return t
}

func (t *sprites) newShipSprites(piece rules.Piece, size int, style shipStyle) shipSprites {
	body := t.drawShip(piece, size, t.heading(piece.Color), style)
	plate := t.drawPlate(piece, size, style)
	return shipSprites{raster.NewSprite(t.palette, body), raster.NewSprite(t.palette, plate)}
}

func (t *sprites) prepareMarks() {
	t.tints, t.rings = map[color.RGBA]*raster.Sprite{}, map[color.RGBA]*raster.Sprite{}
	square, slot := box{w: t.cell, h: t.cell}, box{w: t.slot, h: t.slot}
	for _, hue := range t.markColors() {
		tint := t.frame(square.inset(2.5*t.stroke), 8, hue)
		ring := t.frame(slot.inset(1.5*t.stroke), 14, hue)
		t.tints[hue] = raster.NewSprite(t.palette, drawPart(square.bounds(), tint))
		t.rings[hue] = raster.NewSprite(t.palette, drawPart(slot.bounds(), ring))
	}
}

func (t *sprites) ship(p rules.Piece, exiled bool) shipSprites {
	if exiled {
		return t.exiles[p.Color-1][p.Ship-rules.Ship111]
	}
	return t.ships[p.Color-1][p.Ship-rules.Ship111]
}

// newPlaced draws a part of a picture with gg, to be used in many pictures. draw gets a pen whose units are the pixels
// of the picture.
func (t *sprites) newPlaced(part image.Rectangle, draw func(*pen)) placedSprite {
	m := drawPart(part, draw)
	return placedSprite{sprite: raster.NewSprite(t.palette, m), x: part.Min.X, y: part.Min.Y}
}

// overlay draws on a part of c with gg. draw gets a pen whose units are the pixels of c.
func overlay(c *raster.Canvas, part image.Rectangle, draw func(*pen)) {
	if part = part.Intersect(c.Bounds()); !part.Empty() {
		c.Draw(drawPart(part, draw), part.Min.X, part.Min.Y)
	}
}

func drawPart(part image.Rectangle, draw func(*pen)) *image.RGBA {
	p := newPen(part.Dx(), part.Dy())
	p.Translate(-float64(part.Min.X), -float64(part.Min.Y))
	draw(p)
	return p.image()
}

// cacheLimit is the number of cached sets of sprites; each takes about 3 MB at the usual width. Both boards and views
// of one theme, at the widths of board, strip, replay and panel, need sixteen.
const cacheLimit = 16

type cacheKey struct {
	theme Theme
	board rules.Board
	view  View
	width int
}

type cacheEntry struct {
	key     cacheKey
	sprites func() *sprites
}

// cache keeps the most recently used sprites. It is safe for concurrent use.
type cache struct {
	mu      sync.Mutex
	entries []cacheEntry // the least recently used one first
}

// get returns the sprites of k. It calls draw if the cache does not have them.
func (c *cache) get(k cacheKey, draw func() *sprites) *sprites {
	return c.entry(k, draw).sprites() // without the lock: other sprites need not wait for these
}

// entry returns the entry of k. If there is none, it adds one and makes room for it.
func (c *cache) entry(k cacheKey, draw func() *sprites) cacheEntry {
	c.mu.Lock()
	defer c.mu.Unlock()
	e := cacheEntry{k, sync.OnceValue(draw)}
	if i := slices.IndexFunc(c.entries, func(e cacheEntry) bool { return e.key == k }); i >= 0 {
		e = c.entries[i]
		c.entries = slices.Delete(c.entries, i, i+1)
	} else if len(c.entries) == cacheLimit {
		c.entries = slices.Delete(c.entries, 0, 1)
	}
	c.entries = append(c.entries, e)
	return e
}

// drawBoard draws p on c: the background, the marks below the ships, the ships, and the marks above them.
func (t *sprites) drawBoard(c *raster.Canvas, p *rules.Position, o Options) {
	c.CopyFrom(t.background)
	t.drawSigns(c, p, o)
	var last steps.Turn // zero if no turn is marked
	if o.Last != rules.NoTurn {
		last = steps.Of(&o.Before, o.Last)
		t.markLast(c, last)
	}
	if o.Outcome.Over() {
		t.markEnd(c, p, o.Outcome)
	}
	t.markDanger(c, p, threatened(p, o))
	each(p, func(x rules.Piece, s rules.Square) { t.putShip(c, x, s) })
	if len(last.Shift) > 0 {
		t.markShift(c, last, arrow.drawHeads)
		t.putPlates(c, p)
	}
	if o.Outcome.Over() {
		return
	}
	t.markTargets(c, p, o.Marks)
	warned := warned(p, o)
	t.markHints(c, p, o.Marks.Hints, warned)
	t.markJudged(c, p, o.Marks, warned)
	t.markWarnings(c, warned)
}

func (l *layout) place(p rules.Piece, s rules.Square) box {
	if s == rules.NoSquare {
		return l.exile(p)
	}
	return l.at(s)
}

func (t *sprites) putShip(c *raster.Canvas, p rules.Piece, s rules.Square) {
	at := t.place(p, s)
	c.Put(t.ship(p, s == rules.NoSquare).body, int(at.x), int(at.y))
}

// each calls put for every ship of p, with its square.
func each(p *rules.Position, put func(rules.Piece, rules.Square)) {
	for _, c := range []rules.Color{rules.Red, rules.Blue} {
		for _, s := range rules.Ships() {
			put(rules.Piece{Color: c, Ship: s}, p.SquareOf(c, s))
		}
	}
}

// putPlates draws the numbers of all ships of p again, on top of the arrows.
func (t *sprites) putPlates(c *raster.Canvas, p *rules.Position) {
	each(p, func(x rules.Piece, s rules.Square) {
		at := t.place(x, s)
		c.Put(t.ship(x, s == rules.NoSquare).plate, int(at.x), int(at.y)+int(at.h)/4)
	})
}
