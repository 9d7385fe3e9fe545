package render

import (
	"fmt"
	"image"
	"math"
	"strings"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

// fonts holds the parsed font, which can be shared, unlike faces: each drawing makes its own.
type fonts struct{ bold *opentype.Font }

func newFonts() (fonts, error) {
	bold, err := opentype.Parse(gobold.TTF)
	if err != nil {
		return fonts{}, fmt.Errorf("parse font: %w", err)
	}
	return fonts{bold: bold}, nil
}

// face returns a face of size pixels. Making one cannot fail, and it need not be closed.
func (f fonts) face(size float64) font.Face {
	face, _ := opentype.NewFace(f.bold, &opentype.FaceOptions{Size: size, DPI: 72, Hinting: font.HintingNone})
	return face
}

// width returns the width in pixels of a text that write draws at that size.
func (f fonts) width(text string, size float64) float64 {
	return float64(extent(f.face(size), text))
}

// covered returns text without the characters that the font does not have.
func (f fonts) covered(text string) string {
	var b sfnt.Buffer
	return strings.Map(func(c rune) rune {
		if glyph, err := f.bold.GlyphIndex(&b, c); err != nil || glyph == 0 {
			return -1
		}
		return c
	}, text)
}

// fit returns text, cut with an ellipsis if it is wider than most pixels.
func (f fonts) fit(text string, size, most float64) string {
	all := []rune(text)
	for n := len(all); n > 0; n-- {
		if f.width(text, size) <= most {
			break
		}
		text = strings.TrimSpace(string(all[:n-1])) + "…"
	}
	return text
}

// write draws text in the colour of p, centred on its digits at a point, size units high. It does not use the text of
// gg, which transforms each pixel as if the text were rotated.
func (f fonts) write(p *pen, text string, at vec, size float64) {
	face := f.face(size * p.unit)
	// Whole pixels make equal digits look the same, which keeps PNGs small. The digits of the font are 0.72 of its size
	// high.
	px, py := p.TransformPoint(p.at(at.x, at.y))
	x := math.Round(px - float64(extent(face, text))/2)
	pen := font.Drawer{Dst: p.image(), Src: image.NewUniform(p.color), Face: face}
	for _, c := range text {
		pen.Dot = fixed.P(int(x), int(math.Round(py+size*p.unit*0.362)))
		pen.DrawString(string(c))
		x += float64(advance(face, c))
	}
}

func extent(face font.Face, text string) int {
	var width int
	for _, c := range text {
		width += advance(face, c)
	}
	return width
}

func advance(face font.Face, c rune) int {
	w, _ := face.GlyphAdvance(c)
	return w.Round()
}
