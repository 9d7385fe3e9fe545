package render

import (
	"fmt"
	"math"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/opentype"
)

// fonts holds the parsed font, which may be shared; a face may not, so each drawing makes its own.
type fonts struct{ bold *opentype.Font }

// newFonts parses the embedded font.
func newFonts() (fonts, error) {
	bold, err := opentype.Parse(gobold.TTF)
	if err != nil {
		return fonts{}, fmt.Errorf("parse font: %w", err)
	}
	return fonts{bold: bold}, nil
}

// write draws text round the point x, y of p's units, size units high, its digits centred.
func (f fonts) write(p *pen, text string, at vec, size float64) error {
	face, err := opentype.NewFace(f.bold, &opentype.FaceOptions{
		Size: size * p.unit, DPI: 72, Hinting: font.HintingNone,
	})
	if err != nil {
		return fmt.Errorf("make face: %w", err)
	}
	defer face.Close()
	p.SetFontFace(face)
	// Whole pixels make equal digits equal pictures, which keeps PNGs small. The digits of the font
	// are 0.72 of its size high.
	var width int
	for _, c := range text {
		width += advance(face, c)
	}
	px, py := p.at(at.x, at.y)
	x, y := math.Round(px-float64(width)/2), math.Round(py+size*p.unit*0.362)
	for _, c := range text {
		p.DrawString(string(c), x, y)
		x += float64(advance(face, c))
	}
	return nil
}

// advance returns the width of c in whole pixels.
func advance(face font.Face, c rune) int {
	w, _ := face.GlyphAdvance(c)
	return w.Round()
}
