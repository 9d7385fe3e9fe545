package render

import (
	"image"
	"image/color"

	"madbot/render/raster"
	"madbot/rules"
)

// atlas holds what is drawn once for a layout: the ground and the sprites. It does not change after
// it is made, so that many may read it at once.
type atlas struct {
	easel
	*layout
	inks   *raster.Palette
	ground *raster.Canvas
	ships  [2][8]figure // in the arena, by side and ship
	exiles [2][8]figure
	turns  [2][2]stamp                   // the signs that a side is to move
	tints  map[color.RGBA]*raster.Sprite // of a square, by the colour of the mark
	rings  map[color.RGBA]*raster.Sprite // of a slot
}

// figure is a ship, and its number alone.
type figure struct{ body, plate *raster.Sprite }

// stamp is a sprite with its place.
type stamp struct {
	sprite *raster.Sprite
	x, y   int
}

// newAtlas draws the ground and the sprites.
func newAtlas(a *artist, k *raster.Palette, l *layout) (*atlas, error) {
	p, err := a.drawGround(l)
	if err != nil {
		return nil, err
	}
	t := &atlas{easel: easel{a, l.scale}, layout: l, inks: k, ground: raster.NewCanvas(k, p.image())}
	for _, c := range []rules.Color{rules.Red, rules.Blue} {
		for i, s := range rules.Ships() {
			piece := rules.Piece{Color: c, Ship: s}
			if t.ships[c-1][i], err = t.figure(piece, int(l.cell), inArena()); err != nil {
				return nil, err
			}
			if t.exiles[c-1][i], err = t.figure(piece, int(l.slot), inExile()); err != nil {
				return nil, err
			}
		}
		t.turns[c-1] = [2]stamp{
			t.stamp(t.drawLight(c, a.livery(c).frame)),
			t.stamp(t.drawTurn(c)),
		}
	}
	t.prepareMarks()
	return t, nil
}

// figure draws a ship.
func (t *atlas) figure(piece rules.Piece, size int, style shipStyle) (figure, error) {
	body, err := t.drawShip(piece, size, t.heading(piece.Color), style)
	if err != nil {
		return figure{}, err
	}
	plate, err := t.drawPlate(piece, size, style)
	return figure{raster.NewSprite(t.inks, body), raster.NewSprite(t.inks, plate)}, err
}

// prepareMarks draws the marks of squares and slots.
func (t *atlas) prepareMarks() {
	t.tints, t.rings = map[color.RGBA]*raster.Sprite{}, map[color.RGBA]*raster.Sprite{}
	square, slot := box{w: t.cell, h: t.cell}, box{w: t.slot, h: t.slot}
	for _, hue := range t.hues() {
		tint := t.frame(square.inset(2.5*t.stroke), 8, hue)
		ring := t.frame(slot.inset(1.5*t.stroke), 14, hue)
		t.tints[hue] = raster.NewSprite(t.inks, sketch(square.bounds(), tint))
		t.rings[hue] = raster.NewSprite(t.inks, sketch(slot.bounds(), ring))
	}
}

// ship returns the sprites of a ship, in the arena or in exile.
func (t *atlas) ship(p rules.Piece, exiled bool) figure {
	if exiled {
		return t.exiles[p.Color-1][p.Ship-rules.Ship111]
	}
	return t.ships[p.Color-1][p.Ship-rules.Ship111]
}

// place returns where a ship stands: the box of its square, or of its slot in exile.
func (t *atlas) place(p rules.Piece, s rules.Square) box {
	if s == rules.NoSquare {
		return t.exile(p)
	}
	return t.at(s)
}

// putShip lays a ship where it stands.
func (t *atlas) putShip(c *raster.Canvas, p rules.Piece, s rules.Square) {
	at := t.place(p, s)
	c.Put(t.ship(p, s == rules.NoSquare).body, int(at.x), int(at.y))
}

// putPlate lays the number of a ship where it stands.
func (t *atlas) putPlate(c *raster.Canvas, p rules.Piece, s rules.Square) {
	at := t.place(p, s)
	c.Put(t.ship(p, s == rules.NoSquare).plate, int(at.x), int(at.y)+int(at.h)/4)
}

// each calls put for every ship of p with where it stands.
func each(p *rules.Position, put func(rules.Piece, rules.Square)) {
	for _, c := range []rules.Color{rules.Red, rules.Blue} {
		for _, s := range rules.Ships() {
			put(rules.Piece{Color: c, Ship: s}, p.SquareOf(c, s))
		}
	}
}

// putFleets lays all ships of p.
func (t *atlas) putFleets(c *raster.Canvas, p *rules.Position) {
	each(p, func(x rules.Piece, s rules.Square) { t.putShip(c, x, s) })
}

// putPlates lays the numbers of all ships of p over the arrows, which may pass them.
func (t *atlas) putPlates(c *raster.Canvas, p *rules.Position) {
	each(p, func(x rules.Piece, s rules.Square) { t.putPlate(c, x, s) })
}

// stamp draws a part of a picture with gg to be laid on many; draw gets a pen whose units are the
// pixels of the picture.
func (t *atlas) stamp(part image.Rectangle, draw func(*pen)) stamp {
	m := sketch(part, draw)
	return stamp{sprite: raster.NewSprite(t.inks, m), x: part.Min.X, y: part.Min.Y}
}

// overlay draws over a part of c with gg; draw gets a pen whose units are the pixels of c.
func overlay(c *raster.Canvas, part image.Rectangle, draw func(*pen)) {
	if part = part.Intersect(c.Bounds()); !part.Empty() {
		c.Draw(sketch(part, draw), part.Min.X, part.Min.Y)
	}
}

// sketch draws a part of a picture.
func sketch(part image.Rectangle, draw func(*pen)) *image.RGBA {
	p := newPen(part.Dx(), part.Dy())
	p.Translate(-float64(part.Min.X), -float64(part.Min.Y))
	draw(p)
	return p.image()
}
