package render

import (
	"bytes"
	"errors"
	"image"
	"io"
	"slices"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/rules"
	"madbot/rules/rulestest"
)

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

// TestAtOnce: concurrent goroutines draw the same pictures as one does alone.
func TestAtOnce(t *testing.T) {
	t.Parallel()
	r, alone := fresh(t), renderer(t)
	p := rulestest.Position(t, sheet)
	var want [6]bytes.Buffer
	options := func(i int) Options {
		return Options{Width: MinWidth, View: View(i % 2), Theme: Theme(i % 3), Limit: 40}
	}
	for i := range want {
		require.NoError(t, alone.Board(&want[i], p, options(i)))
	}
	var all sync.WaitGroup
	for i := range 2 * len(want) {
		all.Go(func() {
			var b bytes.Buffer
			if assert.NoError(t, r.Board(&b, p, options(i))) {
				assert.True(t, bytes.Equal(want[i%len(want)].Bytes(), b.Bytes()), i)
			}
		})
	}
	all.Wait()
}

// TestPicturesOfAnyWidth: impossible widths are clamped.
func TestPicturesOfAnyWidth(t *testing.T) {
	t.Parallel()
	r, g, short := renderer(t), game(t, rules.Board6x4, 2), game(t, rules.Board6x4, 0)
	for _, width := range []int{-1, 1 << 30} {
		o := Options{Width: width, View: BlueView}
		most := min(max(width, MinWidth), MaxWidth)
		for name, draw := range map[string]func(io.Writer) error{
			"board":   func(w io.Writer) error { return r.Board(w, g.Position(), o) },
			"strip":   func(w io.Writer) error { return r.Strip(w, g, o) },
			"diagram": func(w io.Writer) error { return r.Diagram(w, BonusDiagram, o) },
			"replay":  func(w io.Writer) error { return r.Replay(w, short, o) },
		} {
			var b bytes.Buffer
			require.NoError(t, draw(&b), name)
			m, _, err := image.DecodeConfig(&b)
			require.NoError(t, err)
			assert.LessOrEqual(t, m.Width, most, "%s %d", name, width)
			assert.Less(t, 9*m.Height, 10*m.Width, "%s %d", name, width)
		}
	}
}

func TestPicturesOfNoView(t *testing.T) {
	t.Parallel()
	r, g := renderer(t), game(t, rules.Board6x4, 2)
	for name, draw := range map[string]func(io.Writer, Options) error{
		"board":  func(w io.Writer, o Options) error { return r.Board(w, g.Position(), o) },
		"strip":  func(w io.Writer, o Options) error { return r.Strip(w, g, o) },
		"replay": func(w io.Writer, o Options) error { return r.Replay(w, g, o) },
	} {
		var red, odd bytes.Buffer
		require.NoError(t, draw(&red, Options{Width: MinWidth}))
		require.NoError(t, draw(&odd, Options{Width: MinWidth, View: 7}))
		assert.True(t, bytes.Equal(red.Bytes(), odd.Bytes()), name)
	}
}

// TestPicturesOfShortGames: a game without turns has pictures too.
func TestPicturesOfShortGames(t *testing.T) {
	t.Parallel()
	r := renderer(t)
	for _, plies := range []int{0, 1, 2} {
		var b bytes.Buffer
		g := game(t, rules.Board5x5, plies)
		require.NoError(t, r.Strip(&b, g, Options{Width: MinWidth}))
		m, _, err := image.Decode(&b)
		require.NoError(t, err)
		assert.Greater(t, m.Bounds().Dx(), m.Bounds().Dy())
		require.NoError(t, r.Replay(&b, g, Options{Width: MinWidth, View: BlueView, Theme: Paper}))
	}
}

// TestBoardsAreSmall: half of the boards of a game are at most 30 KB, and none is much larger.
func TestBoardsAreSmall(t *testing.T) {
	t.Parallel()
	r := renderer(t)
	for _, size := range rules.Boards() {
		positions, options := boards(t, size)
		var sizes []int
		for i := 0; i < len(positions); i += 3 {
			var b bytes.Buffer
			require.NoError(t, r.Board(&b, positions[i], options[i]))
			sizes = append(sizes, b.Len())
		}
		slices.Sort(sizes)
		assert.LessOrEqual(t, sizes[len(sizes)/2], 30_000, size)
		assert.LessOrEqual(t, sizes[len(sizes)-1], 36_000, size)
	}
}
