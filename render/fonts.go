package render

import (
	"fmt"

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
	w := font.MeasureString(face, text)
	x, y := p.at(at.x, at.y)
	// The digits of the font are 0.72 of its size high.
	p.DrawString(text, x-float64(w)/128, y+size*p.unit*0.362)
	return nil
}
