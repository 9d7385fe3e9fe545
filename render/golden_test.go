package render

import (
	"bytes"
	"flag"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/rules"
	"madbot/rules/rulestest"
)

var update = flag.Bool("update", false, "write the golden pictures anew")

// golden is a golden picture of a board.
type golden struct {
	name     string
	position string
	turn     string   // played from the position, and marked
	hints    []string // after that turn
	played   string   // likewise, with a cross
	better   string   // likewise, with a tick
	options  Options
}

// The positions that several pictures show.
const (
	opening  = "6x4 b1d2a2b2c2d1a1c1 b6d5a5b5c5d6a6c6 r - 0 -"
	sheet    = "6x4 b1d2a3a1c4a4d1c1 b6d5b3a6c5a5d6b5 r - 0 -" // the rule sheet's expulsion
	exiles   = "6x4 b1--d1--b2--a3d3 d6c4d5a6------b5 b - 7 r" // the rule sheet's swap
	rotating = "6x4 c1--d2d4d3b3a3c2 b6c5a5--------d6 r - 11 b"
	crossing = "6x4 b1--a2b3--d2c5a1 a5d5--a6--a4--b6 r - 4 b"
	beside   = "6x4 a1d2c2b2a2d1b1c1 c6d5a5b5c5a6d6b6 r - 0 -" // each ship next to its complement
	aiming   = "5x5 b1e2--b3a2e1c3d2 b5e5--c4--e4a5d5 r - 12 b"
	lastRow  = "5x5 b1e2--b3a2e1c4d2 c3e5--b5--e4a5d5 r - 36 b"
	lost     = "6x4 b1d2a3a1c4a4d1c1 --d5b3a5c5a6d6b5 b - 0 r"
	mating   = "6x4 b1d2a3a1c4a4d1c1 b3d5b6a5c5a6d6b5 r - 3 r"
)

// goldens returns the golden pictures of boards.
func goldens() []golden {
	return []golden{
		{name: "start-6x4", position: opening},
		{name: "start-5x5-blue", position: "5x5 b1e2a2c2c1e1a1d1 b5e4a4c4c5e5a5d5 r rb 0 -",
			options: Options{View: BlueView}},
		{name: "start-paper", position: opening, options: Options{Theme: Paper}},
		{name: "start-contrast", position: opening, options: Options{Theme: Contrast}},
		{name: "movement", position: opening, turn: "211-c4", options: Options{View: BlueView}},
		{name: "expulsion", position: sheet, turn: "211xb3"},
		{name: "expulsion-paper", position: sheet, turn: "211xb3", options: Options{Theme: Paper}},
		{name: "swap", position: opening, turn: "112=221"},
		{name: "swap-exile", position: exiles, turn: "112=221", options: Options{Theme: Contrast}},
		{name: "rotation", position: rotating, turn: "122>212>221", options: Options{View: BlueView}},
		{name: "bonus", position: crossing, turn: "221-c6+122>212>221"},
		{name: "targets", position: aiming, options: Options{Marks: Marks{Targets: rules.Ship221}}},
		{name: "targets-last-row", position: lastRow,
			options: Options{Marks: Marks{Targets: rules.Ship221}}},
		{name: "targets-contrast", position: aiming,
			options: Options{Theme: Contrast, Marks: Marks{Targets: rules.Ship221}}},
		{name: "attacked", position: sheet, options: Options{Marks: Marks{Attacked: true}}},
		{name: "attacked-paper", position: lastRow,
			options: Options{Theme: Paper, View: BlueView, Marks: Marks{Attacked: true}}},
		{name: "attacked-contrast", position: lastRow, turn: "221xb5",
			options: Options{Theme: Contrast, Width: 380, Marks: Marks{Attacked: true}}},
		{name: "attacked-marks", position: lastRow, hints: []string{"221xc3", "221xb5", "112=221"},
			options: Options{Marks: Marks{Attacked: true, Targets: rules.Ship122}}},
		{name: "hints", position: opening, hints: []string{"211-c4", "112=221", "122>212>221"}},
		{name: "hints-paper", position: crossing, options: Options{Theme: Paper},
			hints: []string{"221-c6+122>212>221", "122-b4", "121-a3"}},
		{name: "hints-overlapping", position: opening, hints: []string{"211-c4", "211-c3", "211-b3"}},
		{name: "hints-opposite", position: opening,
			hints: []string{"122>212>221", "122>221>212", "111=222"}},
		{name: "hints-in-line", position: "6x4 b1d2a2b2c2d1a1c1 b6d5a5b5c5d6a6c6 r rb 0 -",
			hints: []string{"112=221", "112>121>211", "112>211>121"}},
		{name: "hints-after-rotation", position: rotating, turn: "122>212>221",
			hints: []string{"112=221", "112-c4", "121-a4"}, options: Options{View: BlueView}},
		{name: "judged", position: sheet, played: "211xb3", better: "112=221"},
		{name: "judged-paper", position: crossing, played: "122-b4", better: "221-c6+122>212>221",
			options: Options{Theme: Paper}},
		{name: "judged-contrast", position: rotating, played: "222-b2", better: "122>212>221",
			options: Options{Theme: Contrast, View: BlueView}},
		{name: "neighbours", position: beside, turn: "121=212",
			hints: []string{"112=221", "111=222", "122=211"}},
		{name: "exiles-6x4", position: "6x4 b1d2------------ c3-------------- b - 39 b",
			options: Options{View: BlueView}},
		{name: "exiles-5x5", position: "5x5 b1e2------------ c3-------------- b - 123 b",
			options: Options{View: BlueView, Limit: 200}},
		{name: "won", position: mating, turn: "211xb3",
			options: Options{Outcome: rules.Outcome{Winner: rules.Red, Reason: rules.CorvetteExile}}},
		{name: "stalled", position: aiming, turn: "221-d3",
			options: Options{Limit: 13, Outcome: rules.Outcome{Winner: rules.Blue, Reason: rules.Stall}}},
		{name: "narrow", position: sheet, turn: "211xb3", options: Options{Width: 380}},
	}
}

func (g golden) draw(t *testing.T) (rules.Position, Options) {
	p, o := rulestest.Position(t, g.position), g.options
	if o.Limit == 0 {
		o.Limit = rules.DefaultStallLimit
	}
	if g.turn != "" {
		o.Last, o.Before = rulestest.Turn(t, p, g.turn), p
		p = p.Play(o.Last)
	}
	for _, x := range []struct {
		mark *rules.Turn
		text string
	}{{&o.Marks.Played, g.played}, {&o.Marks.Better, g.better}} {
		if x.text != "" {
			*x.mark = rulestest.Turn(t, p, x.text)
		}
	}
	for _, h := range g.hints {
		o.Marks.Hints = append(o.Marks.Hints, rulestest.Turn(t, p, h))
	}
	return p, o
}

func TestGoldenBoards(t *testing.T) {
	t.Parallel()
	r := renderer(t)
	for _, g := range goldens() {
		t.Run(g.name, func(t *testing.T) {
			p, o := g.draw(t)
			var b bytes.Buffer
			require.NoError(t, r.Board(&b, p, o))
			compareGolden(t, g.name, b.Bytes())
		})
	}
}

func TestGoldenDiagrams(t *testing.T) {
	t.Parallel()
	r := renderer(t)
	for _, d := range Diagrams() {
		t.Run(d.String(), func(t *testing.T) {
			var b bytes.Buffer
			require.NoError(t, r.Diagram(&b, d, Options{}))
			compareGolden(t, "diagram-"+d.String(), b.Bytes())
		})
	}
}

func TestGoldenStrip(t *testing.T) {
	t.Parallel()
	r := renderer(t)
	for _, size := range rules.Boards() {
		var b bytes.Buffer
		require.NoError(t, r.Strip(&b, game(t, size, 25), Options{}))
		compareGolden(t, "strip-"+size.String(), b.Bytes())
	}
}

// TestGoldenEmoji draws all emoji and icons on Discord's dark and light backgrounds, as one picture.
func TestGoldenEmoji(t *testing.T) {
	t.Parallel()
	r := renderer(t)
	var pictures []image.Image
	add := func(draw func(*bytes.Buffer) error) {
		var b bytes.Buffer
		require.NoError(t, draw(&b))
		m, err := png.Decode(&b)
		require.NoError(t, err)
		require.Equal(t, image.Rect(0, 0, emojiSize, emojiSize), m.Bounds())
		pictures = append(pictures, m)
	}
	for _, c := range []rules.Color{rules.Red, rules.Blue} {
		for _, s := range rules.Ships() {
			add(func(b *bytes.Buffer) error { return r.Emoji(b, c, s) })
		}
	}
	for _, i := range Icons() {
		add(func(b *bytes.Buffer) error { return r.Icon(b, i) })
	}
	const columns, rows = 8, 3
	sheet := image.NewRGBA(image.Rect(0, 0, columns*emojiSize, 2*rows*emojiSize))
	for half, ground := range []color.RGBA{rgb(0x1a1a1e), rgb(0xfbfbfb)} {
		top := half * rows * emojiSize
		draw.Draw(sheet, image.Rect(0, top, columns*emojiSize, top+rows*emojiSize),
			image.NewUniform(ground), image.Point{}, draw.Src)
		for i, m := range pictures {
			at := image.Pt(i%columns*emojiSize, top+i/columns*emojiSize)
			draw.Draw(sheet, m.Bounds().Add(at), m, image.Point{}, draw.Over)
		}
	}
	var b bytes.Buffer
	require.NoError(t, png.Encode(&b, sheet))
	compareGolden(t, "emoji", b.Bytes())
}

// A picture equals its golden one if no channel of a pixel differs by more than tolerance, with few exceptions:
// rounding differs between machines, and Go versions compress PNGs differently.
const (
	tolerance = 12
	strays    = 0.001
)

// compareGolden compares a PNG with the one in testdata by pixel, or writes it with -update. If they differ, it keeps
// the picture, and a map of the difference, among the test's artifacts.
func compareGolden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", name+".png")
	if *update {
		require.NoError(t, os.MkdirAll("testdata", 0o755))
		require.NoError(t, os.WriteFile(path, got, 0o644))
		return
	}
	want, err := os.ReadFile(path)
	require.NoError(t, err, "run the tests with -update to write golden pictures")
	a, err := png.Decode(bytes.NewReader(want))
	require.NoError(t, err)
	b, err := png.Decode(bytes.NewReader(got))
	require.NoError(t, err)
	if !assert.Equal(t, a.Bounds(), b.Bounds()) {
		return
	}
	diff, count := difference(a, b)
	limit := int(strays * float64(diff.Rect.Dx()*diff.Rect.Dy()))
	if !assert.LessOrEqual(t, count, limit) {
		keep(t, name+".png", func(f *os.File) error { _, err := f.Write(got); return err })
		keep(t, name+"-difference.png", func(f *os.File) error { return png.Encode(f, diff) })
	}
}

// difference returns a map of the pixels that differ, red on a faint picture, and their number.
func difference(a, b image.Image) (*image.RGBA, int) {
	p, q := plain(a), plain(b)
	diff, count := plain(a), 0
	veil := image.NewUniform(color.RGBA{190, 190, 190, 190})
	draw.Draw(diff, diff.Rect, veil, image.Point{}, draw.Over)
	for i := 0; i < len(p.Pix); i += 4 {
		for ch := range 4 {
			if apart(p.Pix[i+ch], q.Pix[i+ch]) > tolerance {
				copy(diff.Pix[i:], []uint8{255, 0, 0, 255})
				count++
				break
			}
		}
	}
	return diff, count
}

// plain returns a copy of m as an RGBA picture.
func plain(m image.Image) *image.RGBA {
	out := image.NewRGBA(m.Bounds())
	draw.Draw(out, out.Rect, m, m.Bounds().Min, draw.Src)
	return out
}

func apart(a, b uint8) int { return max(int(a), int(b)) - min(int(a), int(b)) }

func keep(t *testing.T, name string, write func(*os.File) error) {
	t.Helper()
	f, err := os.Create(filepath.Join(t.ArtifactDir(), name))
	require.NoError(t, err)
	assert.NoError(t, write(f))
	assert.NoError(t, f.Close())
	t.Log("see", f.Name())
}

// TestDifferenceSees shows that the comparison can fail: one ship more or less is a difference.
func TestDifferenceSees(t *testing.T) {
	t.Parallel()
	r := renderer(t)
	a := board(t, r, rulestest.Position(t, sheet), Options{})
	b := board(t, r, rulestest.Position(t, "6x4 b1d2a3a1c4a4d1c1 b6d5b3a6c5a5d6-- r - 0 -"), Options{})
	_, count := difference(a, b)
	assert.Greater(t, count, int(strays*float64(a.Bounds().Dx()*a.Bounds().Dy())))
	_, count = difference(a, a)
	assert.Zero(t, count)
}
