package render

import (
	"image/color"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/rules"
)

// vision maps linear red, green and blue to what an eye perceives. The matrices of the three deficiencies are by
// Machado, Oliveira and Fernandes (2009), at full severity.
type vision struct {
	name   string
	matrix [3][3]float64
}

func visions() []vision {
	return []vision{
		{"usual", [3][3]float64{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}},
		{"protanopia", [3][3]float64{
			{0.152286, 1.052583, -0.204868},
			{0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}}},
		{"deuteranopia", [3][3]float64{
			{0.367322, 0.860646, -0.227968},
			{0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}}},
		{"tritanopia", [3][3]float64{
			{1.255528, -0.076749, -0.178779},
			{-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}}},
	}
}

func linear(c color.RGBA) [3]float64 {
	var out [3]float64
	for i, v := range [3]uint8{c.R, c.G, c.B} {
		x := float64(v) / 255
		if x <= 0.04045 {
			out[i] = x / 12.92
		} else {
			out[i] = math.Pow((x+0.055)/1.055, 2.4)
		}
	}
	return out
}

// sees returns c in CIE L*a*b* as the eye perceives it.
func (v vision) sees(c color.RGBA) [3]float64 {
	in, rgb := linear(c), [3]float64{}
	for i, row := range v.matrix {
		rgb[i] = min(max(row[0]*in[0]+row[1]*in[1]+row[2]*in[2], 0), 1)
	}
	f := func(t float64) float64 {
		if t > 216.0/24389 {
			return math.Cbrt(t)
		}
		return (24389.0/27*t + 16) / 116
	}
	x := f((0.4124*rgb[0] + 0.3576*rgb[1] + 0.1805*rgb[2]) / 0.95047)
	y := f(0.2126*rgb[0] + 0.7152*rgb[1] + 0.0722*rgb[2])
	z := f((0.0193*rgb[0] + 0.1192*rgb[1] + 0.9505*rgb[2]) / 1.08883)
	return [3]float64{116*y - 16, 500 * (x - y), 200 * (y - z)}
}

// apart returns how different two colours look: 2 is barely visible, 20 is visible at a glance.
func (v vision) apart(a, b color.RGBA) float64 {
	p, q := v.sees(a), v.sees(b)
	return math.Sqrt((p[0]-q[0])*(p[0]-q[0]) + (p[1]-q[1])*(p[1]-q[1]) + (p[2]-q[2])*(p[2]-q[2]))
}

// glance is the least difference of colours that must be distinguishable at a glance by colour alone.
const glance = 20

func TestContrastIsSafeForTheColorBlind(t *testing.T) {
	t.Parallel()
	s := contrast()
	for _, v := range visions() {
		t.Run(v.name, func(t *testing.T) {
			t.Parallel()
			assertApart(t, v, "accents", s.accents[:]...)
			assertApart(t, v, "hints", s.hints[:]...)
			assertApart(t, v, "played and better", s.danger, s.better)
			assertApart(t, v, "last turn and expulsion", s.last, s.expel)
			for _, c := range []rules.Color{rules.Red, rules.Blue} {
				f := s.fleet(c)
				for _, ground := range []color.RGBA{s.square[0], s.square[1], f.home[0], f.home[1]} {
					for _, mark := range []color.RGBA{s.last, s.expel, s.danger, s.target} {
						assertApart(t, v, "a mark on its square", mark, ground)
					}
					assertApart(t, v, "a hull on its square", f.hull, ground)
				}
			}
		})
	}
}

// TestFleetsAreToldApart: in every theme, hulls, plates and home rows differ for every eye.
func TestFleetsAreToldApart(t *testing.T) {
	t.Parallel()
	for _, theme := range Themes() {
		s := themes[theme].scheme()
		red, blue := s.fleet(rules.Red), s.fleet(rules.Blue)
		for _, v := range visions() {
			assertApart(t, v, theme.String()+" hulls", red.hull, blue.hull)
			assertApart(t, v, theme.String()+" sterns", red.stern, blue.stern)
			assertApart(t, v, theme.String()+" plates", red.plate, blue.plate)
		}
	}
}

// TestLastTurnIsNoHint: in every theme and for every eye, the arrows of the last turn have a colour that no hint has.
func TestLastTurnIsNoHint(t *testing.T) {
	t.Parallel()
	for _, theme := range Themes() {
		a, err := renderer(t).sprites(rules.Board6x4, Options{Theme: theme}, MinWidth)
		require.NoError(t, err)
		for _, v := range visions() {
			for i := range maxHints {
				assertApart(t, v, theme.String()+" last turn and hint", a.lastArrow(false).color, a.hintArrow(i, false).color)
			}
		}
	}
}

// TestNumbersAreLegible requires a contrast ratio of 7 (WCAG 2, AAA) between digits and their plate, and of 4.5 (AA)
// between the coordinates and the sky, and for the corvette.
func TestNumbersAreLegible(t *testing.T) {
	t.Parallel()
	light := func(c color.RGBA) float64 {
		l := linear(c)
		return 0.2126*l[0] + 0.7152*l[1] + 0.0722*l[2] + 0.05
	}
	ratio := func(a, b color.RGBA) float64 { return max(light(a), light(b)) / min(light(a), light(b)) }
	for _, theme := range Themes() {
		s := themes[theme].scheme()
		for _, f := range s.fleets {
			assert.GreaterOrEqual(t, ratio(f.digits, f.plate), 7.0, theme)
			plate, digits := s.numberColors(&f, rules.Ship111)
			assert.GreaterOrEqual(t, ratio(digits, plate), 4.5, theme)
			assert.GreaterOrEqual(t, ratio(s.label, f.sky), 4.5, theme)
			assert.GreaterOrEqual(t, ratio(s.target, f.barColor()), 4.5, theme)
		}
		assert.GreaterOrEqual(t, ratio(s.label, s.sky), 4.5, theme)
	}
}

// assertApart asserts that any two of the colours look different.
func assertApart(t *testing.T, v vision, what string, colors ...color.RGBA) {
	t.Helper()
	for i, a := range colors {
		for _, b := range colors[:i] {
			assert.GreaterOrEqual(t, v.apart(a, b), float64(glance), "%s: %v and %v, %s", what, a, b,
				v.name)
		}
	}
}
