package render

import (
	"bytes"
	"errors"
	"image"
	"image/gif"
	"io"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"madbot/rules"
)

func TestBoardIsWiderThanTall(t *testing.T) {
	t.Parallel()
	for _, b := range rules.Boards() {
		for _, width := range []int{MinWidth, 380, DefaultWidth, MaxWidth} {
			l := newLayout(b, RedView, width)
			assert.Greater(t, float64(l.width), 1.1*float64(l.height), b)
		}
	}
}

// TestNothingAtTheEdge: clients cut pictures and round their corners, so whatever tells something
// keeps away from the edge, and nothing lies on something else.
func TestNothingAtTheEdge(t *testing.T) {
	t.Parallel()
	for _, b := range rules.Boards() {
		for _, v := range []View{RedView, BlueView} {
			l := newLayout(b, v, DefaultWidth)
			safe := image.Rect(0, 0, l.width, l.height).Inset(12)
			var parts []image.Rectangle
			for row := 1; row <= b.Rows(); row++ {
				for column := 1; column <= b.Columns(); column++ {
					parts = append(parts, l.at(rules.MakeSquare(column, row)).bounds())
				}
			}
			for _, c := range []rules.Color{rules.Red, rules.Blue} {
				for _, s := range rules.Ships() {
					slot := l.exile(rules.Piece{Color: c, Ship: s}).bounds()
					side, _ := traySide(s)
					assert.True(t, slot.Inset(2).In(l.trays[l.half(c)][side].bounds()), "%s %s %s", b, c, s)
					parts = append(parts, slot)
				}
			}
			parts = append(parts, l.signs[0].bounds(), l.signs[1].bounds())
			for i, p := range parts {
				assert.True(t, p.In(safe), "%s: %v", b, p)
				for _, q := range parts[:i] {
					assert.True(t, p.Inset(2).Intersect(q.Inset(2)).Empty(), "%s: %v and %v", b, p, q)
				}
			}
		}
	}
}

func TestViewTurnsTheBoard(t *testing.T) {
	t.Parallel()
	a, z := rules.MakeSquare(1, 1), rules.MakeSquare(4, 6)
	red, blue := newLayout(rules.Board6x4, RedView, 800), newLayout(rules.Board6x4, BlueView, 800)
	assert.Equal(t, red.at(a), blue.at(z))
	assert.Equal(t, red.at(z), blue.at(a))
	assert.Equal(t, 1, red.half(rules.Red))
	assert.Equal(t, 0, blue.half(rules.Red))
	assert.Equal(t, -1.0, red.heading(rules.Red))
	assert.Equal(t, -1.0, blue.heading(rules.Blue))
}

func TestErrors(t *testing.T) {
	t.Parallel()
	r := renderer(t)
	p := rules.Start(rules.Board6x4, true)
	var b bytes.Buffer
	assert.ErrorIs(t, r.Board(&b, rules.Position{}, Options{}), ErrPosition)
	assert.ErrorIs(t, r.Board(&b, p, Options{Theme: 9}), ErrUnknown)
	assert.ErrorIs(t, r.Strip(&b, &rules.Game{}, Options{}), ErrPosition)
	assert.ErrorIs(t, r.Replay(&b, &rules.Game{}, Options{}), ErrPosition)
	assert.ErrorIs(t, r.Emoji(&b, rules.NoColor, rules.Ship111), ErrUnknown)
	assert.ErrorIs(t, r.Emoji(&b, rules.Red, rules.NoShip), ErrUnknown)
	assert.ErrorIs(t, r.Icon(&b, 200), ErrUnknown)
	assert.ErrorIs(t, r.Diagram(&b, 200, Options{}), ErrUnknown)
	assert.Zero(t, b.Len(), "nothing is written on an error")
	assert.ErrorIs(t, r.Board(brokenWriter{}, p, Options{}), errBroken)
	_, err := ParseTheme("pink")
	assert.ErrorIs(t, err, ErrUnknown)
	_, err = ParseView("green")
	assert.ErrorIs(t, err, ErrUnknown)
}

var errBroken = errors.New("broken")

type brokenWriter struct{}

func (brokenWriter) Write([]byte) (int, error) { return 0, errBroken }

func TestNamesAreRead(t *testing.T) {
	t.Parallel()
	for _, theme := range Themes() {
		got, err := ParseTheme(theme.String())
		require.NoError(t, err)
		assert.Equal(t, theme, got)
	}
	for _, v := range []View{RedView, BlueView} {
		got, err := ParseView(v.String())
		require.NoError(t, err)
		assert.Equal(t, v, got)
	}
	seen := map[string]bool{}
	for _, i := range Icons() {
		assert.False(t, seen[i.String()], i)
		seen[i.String()] = true
	}
}

// TestAtOnce draws the same pictures by many at once as by one alone.
func TestAtOnce(t *testing.T) {
	t.Parallel()
	r, alone := fresh(t), renderer(t)
	p := position(t, sheet)
	var want [6]bytes.Buffer
	options := func(i int) Options {
		return Options{Width: MinWidth, View: View(i % 2), Theme: Theme(i % 3), Limit: 40}
	}
	for i := range want {
		require.NoError(t, alone.Board(&want[i], p, options(i)))
	}
	var all sync.WaitGroup
	for i := range 4 * len(want) {
		all.Go(func() {
			var b bytes.Buffer
			if assert.NoError(t, r.Board(&b, p, options(i))) {
				assert.True(t, bytes.Equal(want[i%len(want)].Bytes(), b.Bytes()), i)
			}
		})
	}
	all.Wait()
}

// TestLibraryIsBounded: the atlas not used for longest makes room, and the others stay.
func TestLibraryIsBounded(t *testing.T) {
	t.Parallel()
	l := library{shelves: map[atlasKey]*shelf{}}
	drawn := map[int]int{}
	get := func(width int) {
		_, err := l.get(atlasKey{width: width}, func(k atlasKey) (*atlas, error) {
			drawn[k.width]++
			return &atlas{}, nil
		})
		require.NoError(t, err)
	}
	for width := range libraryLimit {
		get(width)
	}
	get(0)
	get(libraryLimit) // throws out 1
	get(0)
	get(1)
	assert.Len(t, l.shelves, libraryLimit)
	assert.Equal(t, 1, drawn[0])
	assert.Equal(t, 2, drawn[1])
}

// TestAnyPosition draws whatever a game can lead to, with every mark.
func TestAnyPosition(t *testing.T) {
	t.Parallel()
	r := renderer(t)
	rapid.Check(t, func(t *rapid.T) {
		size := rapid.SampledFrom(rules.Boards()).Draw(t, "board")
		p := rules.Start(size, rapid.Bool().Draw(t, "positioning"))
		o := Options{Width: 320, View: View(rapid.IntRange(0, 1).Draw(t, "view")), Limit: 30}
		for range rapid.IntRange(0, 40).Draw(t, "plies") {
			turns := p.AppendTurns(nil)
			if len(turns) == 0 {
				break
			}
			o.Last, o.Before = rapid.SampledFrom(turns).Draw(t, "turn"), p
			p = p.Play(o.Last)
		}
		o.Outcome = p.Outcome(o.Limit)
		o.Marks.Targets = rules.Ship(rapid.IntRange(0, 8).Draw(t, "ship"))
		if turns := p.AppendTurns(nil); len(turns) > 0 {
			o.Marks.Hints = rapid.SliceOfN(rapid.SampledFrom(turns), 0, 4).Draw(t, "hints")
		}
		var b bytes.Buffer
		require.NoError(t, r.Board(&b, p, o))
		Describe(p, o)
	})
}

func TestReplay(t *testing.T) {
	t.Parallel()
	r := renderer(t)
	plies := 60
	if testing.Short() {
		plies = 12
	}
	for _, size := range rules.Boards() {
		g := game(t, size, plies)
		require.Equal(t, plies, g.Ply())
		var b bytes.Buffer
		require.NoError(t, r.Replay(&b, g, Options{}))
		assert.Less(t, b.Len(), 2_000_000)
		film, err := gif.DecodeAll(&b)
		require.NoError(t, err)
		assert.Greater(t, len(film.Image), plies*(motions-1))
		assert.Equal(t, replayWidth, film.Config.Width)
		for _, m := range film.Image[1:] {
			assert.Equal(t, film.Image[0].Palette, m.Palette, "the palette is shared")
		}
		assertEndsWith(t, r, film, g)
	}
}

// assertEndsWith asserts that the pictures laid over each other end with the last board.
func assertEndsWith(t *testing.T, r *Renderer, film *gif.GIF, g *rules.Game) {
	t.Helper()
	turns, before := g.Turns(), g.Start()
	for _, x := range turns[:len(turns)-1] {
		before = before.Play(x)
	}
	want := board(t, r, g.Position(), Options{Width: replayWidth, Limit: g.Limit(),
		Last: turns[len(turns)-1], Before: before, Outcome: g.Outcome()})
	shown := image.NewRGBA(want.Bounds())
	for _, m := range film.Image {
		for y := m.Rect.Min.Y; y < m.Rect.Max.Y; y++ {
			for x := m.Rect.Min.X; x < m.Rect.Max.X; x++ {
				if i := m.ColorIndexAt(x, y); i != transparent {
					shown.Set(x, y, m.Palette[i])
				}
			}
		}
	}
	_, count := difference(want, shown)
	assert.Zero(t, count)
}

// TestFilmsOfAnyWidth: asked for the narrowest or the broadest, films keep to what is possible.
func TestFilmsOfAnyWidth(t *testing.T) {
	t.Parallel()
	r, g := renderer(t), game(t, rules.Board6x4, 2)
	for _, width := range []int{-1, 1 << 30} {
		o := Options{Width: width, View: BlueView}
		most := min(max(width, MinWidth), MaxWidth)
		for name, draw := range map[string]func(io.Writer) error{
			"board":   func(w io.Writer) error { return r.Board(w, g.Position(), o) },
			"strip":   func(w io.Writer) error { return r.Strip(w, g, o) },
			"diagram": func(w io.Writer) error { return r.Diagram(w, BonusDiagram, o) },
			"replay":  func(w io.Writer) error { return r.Replay(w, g, o) },
		} {
			var b bytes.Buffer
			require.NoError(t, draw(&b), name)
			m, _, err := image.DecodeConfig(&b)
			require.NoError(t, err)
			assert.LessOrEqual(t, m.Width, most, "%s %d", name, width)
			assert.Greater(t, m.Width, m.Height, "%s %d", name, width)
		}
	}
}

// TestPicturesOfNoView: a view that is none is Red's.
func TestPicturesOfNoView(t *testing.T) {
	t.Parallel()
	r, g := renderer(t), game(t, rules.Board6x4, 2)
	for name, draw := range map[string]func(io.Writer, Options) error{
		"board":  func(w io.Writer, o Options) error { return r.Board(w, g.Position(), o) },
		"strip":  func(w io.Writer, o Options) error { return r.Strip(w, g, o) },
		"replay": func(w io.Writer, o Options) error { return r.Replay(w, g, o) },
	} {
		var red, odd bytes.Buffer
		require.NoError(t, draw(&red, Options{}))
		require.NoError(t, draw(&odd, Options{View: 7}))
		assert.True(t, bytes.Equal(red.Bytes(), odd.Bytes()), name)
	}
}

// TestFilmsOfShortGames: a game without turns has a picture, too.
func TestFilmsOfShortGames(t *testing.T) {
	t.Parallel()
	r := renderer(t)
	for _, plies := range []int{0, 1, 2} {
		var b bytes.Buffer
		g := game(t, rules.Board5x5, plies)
		require.NoError(t, r.Strip(&b, g, Options{}))
		m, _, err := image.Decode(&b)
		require.NoError(t, err)
		assert.Greater(t, m.Bounds().Dx(), m.Bounds().Dy())
		require.NoError(t, r.Replay(&b, g, Options{View: BlueView, Theme: Paper}))
	}
}
