package render

import (
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"io"
	"slices"

	"madbot/rules"
)

// emojiSize is the width and height of an emoji in pixels, as Discord asks for.
const emojiSize = 128

// Emoji writes the picture of a ship as PNG with a transparent background. It is readable on dark and on light pages.
// The error wraps ErrUnknown for an unknown colour or ship, or is the error of w.
func (r *Renderer) Emoji(w io.Writer, c rules.Color, s rules.Ship) error {
	if c.Other() == rules.NoColor || s.Class() == rules.NoClass || s > rules.Ship222 {
		return fmt.Errorf("draw emoji %s %s: %w", c, s, ErrUnknown)
	}
	t := r.themes[Cosmos]()
	heading := newLayout(rules.Board6x4, RedView, usualWidth(rules.Board6x4)).heading(c)
	m := t.drawShip(rules.Piece{Color: c, Ship: s}, emojiSize, heading, asEmoji())
	return writePNG(w, outlined(m, 3, t.outline))
}

// outlined returns m with an outline of r pixels around everything drawn, so that light parts are visible on a light
// page.
func outlined(m *image.RGBA, r int, c color.RGBA) *image.RGBA {
	b := m.Bounds()
	out := image.NewRGBA(b)
	for y := b.Min.Y; y < b.Max.Y; y++ {
		for x := b.Min.X; x < b.Max.X; x++ {
			out.SetRGBA(x, y, fade(c, opacityNear(m, x, y, r)))
		}
	}
	draw.Draw(out, b, m, b.Min, draw.Over)
	return out
}

// opacityNear returns the highest opacity of m within r pixels of x, y.
func opacityNear(m *image.RGBA, x, y, r int) uint8 {
	var most uint8
	for dy := -r; dy <= r; dy++ {
		for dx := -r; dx <= r; dx++ {
			if dx*dx+dy*dy <= r*r {
				most = max(most, m.RGBAAt(x+dx, y+dy).A)
			}
		}
	}
	return most
}

// Icon is a picture for a button.
type Icon uint8

// The icons.
const (
	IconExpel  Icon = iota // an expulsion
	IconSwap               // a swap (rules 2.4)
	IconRotate             // a rotation (rules 2.6)
	IconBonus              // a bonus may follow (rules 3.1)
	IconPass               // the pass of the positioning turn (rules 4.1)
	IconDanger             // a corvette in danger
)

// Icons returns all icons.
func Icons() []Icon {
	return []Icon{IconExpel, IconSwap, IconRotate, IconBonus, IconPass, IconDanger}
}

// String returns the name of i, which is also valid as the name of an emoji.
func (i Icon) String() string {
	names := [...]string{"expel", "swap", "rotate", "bonus", "pass", "danger"}
	if int(i) < len(names) {
		return names[i]
	}
	return "none"
}

// Icon writes the picture of i as PNG with a transparent background. The error wraps ErrUnknown for an unknown icon, or
// is the error of w.
func (r *Renderer) Icon(w io.Writer, i Icon) error {
	if !slices.Contains(Icons(), i) {
		return fmt.Errorf("draw icon %d: %w", i, ErrUnknown)
	}
	p := newPen(emojiSize, emojiSize)
	r.themes[Cosmos]().drawIcon(p, i)
	return writePNG(w, p.image())
}

func (t *theme) drawIcon(p *pen, i Icon) {
	const r = emojiSize / 2
	m := vec{r, r}
	g := glyphs{theme: t, stroke: 2.4}
	switch i {
	case IconExpel:
		g.dashedRing(p, m, r*0.76)
		g.dot(p, m, r*0.2)
	case IconSwap:
		g.badge(p, m, r*0.9, t.accents[1])
		g.swapGlyph(p, m, r*0.56)
	case IconRotate:
		g.badge(p, m, r*0.9, t.turn)
		g.rotationGlyph(p, m, r*0.5)
	case IconBonus:
		g.star(p, vec{r, r * 1.05}, r*0.86)
	case IconDanger:
		g.warning(p, vec{r, r * 1.05}, r*0.72)
	case IconPass:
		g.badge(p, m, r*0.9, t.label)
		for _, x := range []float64{-0.42, 0.12} {
			p.shape(vec{r + r*x, r * 0.55}, vec{r + r*(x+0.5), r}, vec{r + r*x, r * 1.45})
			p.fill(t.outline)
		}
	}
}

func writePNG(w io.Writer, m *image.RGBA) error {
	if err := png.Encode(w, m); err != nil {
		return fmt.Errorf("encode picture: %w", err)
	}
	return nil
}
