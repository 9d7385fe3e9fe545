package render

import (
	"bytes"
	"image"
	"image/gif"
	"io"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/render/raster"
	"madbot/rules"
	"madbot/rules/rulestest"
)

func TestReplay(t *testing.T) {
	t.Parallel()
	r := renderer(t)
	const plies = 20
	for _, size := range rules.Boards() {
		g := game(t, size, plies)
		require.Equal(t, plies, g.Ply())
		var b bytes.Buffer
		require.NoError(t, r.Replay(&b, g, Options{}))
		assert.Less(t, b.Len(), 2_000_000)
		got, err := gif.DecodeAll(&b)
		require.NoError(t, err)
		assert.Greater(t, len(got.Image), plies*(motionFrames-1))
		assert.Equal(t, replayWidth(size), got.Config.Width)
		for _, m := range got.Image[1:] {
			assert.Equal(t, got.Image[0].Palette, m.Palette, "the palette is shared")
		}
		assertEndsWith(t, r, got, g)
	}
}

// assertEndsWith asserts that the frames, drawn over each other, end with the last board.
func assertEndsWith(t *testing.T, r *Renderer, got *gif.GIF, g *rules.Game) {
	t.Helper()
	turns, before := g.Turns(), g.Start()
	for _, x := range turns[:len(turns)-1] {
		before = before.Play(x)
	}
	p := g.Position()
	want := board(t, r, p, Options{Width: replayWidth(p.Board()), Limit: g.Limit(),
		Last: turns[len(turns)-1], Before: before, Outcome: g.Outcome()})
	shown := image.NewRGBA(want.Bounds())
	for _, m := range got.Image {
		for y := m.Rect.Min.Y; y < m.Rect.Max.Y; y++ {
			for x := m.Rect.Min.X; x < m.Rect.Max.X; x++ {
				if i := m.ColorIndexAt(x, y); i != raster.MaxColors {
					shown.Set(x, y, m.Palette[i])
				}
			}
		}
	}
	_, count := difference(want, shown)
	assert.Zero(t, count)
}

// TestReplayTimes: each position is shown long enough, the last one longest, and motions are quick.
func TestReplayTimes(t *testing.T) {
	t.Parallel()
	var b bytes.Buffer
	g := rules.NewGame(rules.Options{Board: rules.Board6x4, Positioning: true, StallLimit: 40})
	for _, s := range []string{"112=221", "pass", "211-c4"} {
		require.NoError(t, g.PlayText(s))
	}
	require.NoError(t, renderer(t).Replay(&b, &g, Options{}))
	got, err := gif.DecodeAll(&b)
	require.NoError(t, err)
	var rests []int
	for _, d := range got.Delay {
		if d != frameTime {
			rests = append(rests, d)
		}
	}
	assert.Equal(t, []int{startTime, pauseTime, pauseTime, endTime}, rests)
	assert.Len(t, got.Delay, 4+2*(motionFrames-1), "a swap and a movement move, a pass does not")
}

func TestReplayTellsOfABrokenWriter(t *testing.T) {
	t.Parallel()
	err := renderer(t).Replay(brokenWriter{}, game(t, rules.Board5x5, 3), Options{})
	assert.ErrorIs(t, err, errBroken)
}

// TestBonusMovesOverTheBoardAsItIs: while the ships of a bonus cross, all others are at their final places, and the
// expelled ship is in its tray.
func TestBonusMovesOverTheBoardAsItIs(t *testing.T) {
	t.Parallel()
	p := rulestest.Position(t, "6x4 b1--a2b3--d2c5a1 a5d5--a6--a4--c6 r - 4 b")
	a, err := renderer(t).sprites(p.Board(), Options{}, replayWidth(p.Board()))
	require.NoError(t, err)
	bonus := rulestest.Turn(t, p, "221xc6+112=221")
	animation := raster.NewAnimation(io.Discard, a.palette, a.width, a.height)
	f := &replay{sprites: a, animation: animation, before: p}
	f.animateTurn(bonus)
	var want raster.Canvas
	want.CopyFrom(a.background)
	a.drawSigns(&want, &p, f.options)
	after := p.Play(bonus)
	each(&after, func(x rules.Piece, s rules.Square) {
		if x.Color != rules.Red || !bonus.Shift().Includes(x.Ship) {
			a.putShip(&want, x, s)
		}
	})
	assert.Equal(t, encoded(t, &want), encoded(t, &f.base))
}

func encoded(t *testing.T, c *raster.Canvas) []byte {
	t.Helper()
	var b bytes.Buffer
	require.NoError(t, new(raster.Encoder).Encode(&b, c))
	return b.Bytes()
}
