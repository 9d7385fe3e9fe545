package raster

import (
	"bytes"
	"image"
	"image/gif"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// shot is a canvas and how long it is shown.
type shot struct {
	canvas *Canvas
	time   int
}

// TestAnimationRoundTrip: image/gif decodes a frame for each canvas that differs from the previous one. Drawn over each
// other, the frames are the canvases, each shown for its time.
func TestAnimationRoundTrip(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		p := paletteOf(anyColors(t, MaxColors))
		size := rapid.IntRange(1, 40)
		w, h := size.Draw(t, "w"), size.Draw(t, "h")
		var b bytes.Buffer
		a := NewAnimation(&b, p, w, h)
		var want []shot
		for range rapid.IntRange(1, 5).Draw(t, "shots") {
			s := shot{nextCanvas(t, want, anyCanvas(t, p, w, h)), rapid.IntRange(1, 9).Draw(t, "time")}
			a.Show(s.canvas, s.time)
			if n := len(want); n > 0 && assert.ObjectsAreEqual(want[n-1].canvas, s.canvas) {
				want[n-1].time += s.time
				continue
			}
			want = append(want, s)
		}
		require.NoError(t, a.Close())
		got, err := gif.DecodeAll(&b)
		require.NoError(t, err)
		assert.Equal(t, 0, got.LoopCount, "forever")
		assert.Equal(t, [2]int{w, h}, [2]int{got.Config.Width, got.Config.Height})
		assertShots(t, got, want)
	})
}

// nextCanvas returns the last of shots with a few pixels of fresh, or with all of them.
func nextCanvas(t *rapid.T, shots []shot, fresh *Canvas) *Canvas {
	few := rapid.SliceOfN(rapid.IntRange(0, len(fresh.pix)-1), 0, 6).Draw(t, "few")
	if len(shots) == 0 || rapid.Bool().Draw(t, "all") {
		return fresh
	}
	c := &Canvas{}
	c.CopyFrom(shots[len(shots)-1].canvas)
	for _, i := range few {
		c.pix[i] = fresh.pix[i]
	}
	return c
}

// assertShots asserts what a viewer sees after each frame of got, and for how long.
func assertShots(t *rapid.T, got *gif.GIF, want []shot) {
	require.Len(t, got.Image, len(want))
	seen := make([]uint8, len(want[0].canvas.pix))
	for i, s := range want {
		m := got.Image[i]
		for y := m.Rect.Min.Y; y < m.Rect.Max.Y; y++ {
			for x := m.Rect.Min.X; x < m.Rect.Max.X; x++ {
				if v := m.ColorIndexAt(x, y); v != transparent {
					seen[y*s.canvas.w+x] = v
				}
			}
		}
		require.Equal(t, s.canvas.pix, seen)
		require.Equal(t, s.time, got.Delay[i])
		require.Equal(t, uint8(gif.DisposalNone), got.Disposal[i])
	}
}

// TestAnimationWritesWhatChanged: after the first frame only the part that differs is written.
func TestAnimationWritesWhatChanged(t *testing.T) {
	t.Parallel()
	p := grays()
	c := NewCanvas(p, filled(black, 20, 10))
	var b bytes.Buffer
	a := NewAnimation(&b, p, 20, 10)
	a.Show(c, 1)
	c.Draw(filled(red, 3, 2), 4, 5)
	a.Show(c, 1)
	c.Draw(filled(white, 1, 1), 4, 5)
	c.Draw(filled(white, 1, 1), 6, 6)
	a.Show(c, 70_000)
	require.NoError(t, a.Close())
	got, err := gif.DecodeAll(&b)
	require.NoError(t, err)
	require.Len(t, got.Image, 3)
	part := image.Rect(4, 5, 7, 7)
	assert.Equal(t, []image.Rectangle{image.Rect(0, 0, 20, 10), part, part},
		[]image.Rectangle{got.Image[0].Rect, got.Image[1].Rect, got.Image[2].Rect})
	assert.Equal(t, []uint8{1, transparent, transparent, transparent, transparent, 1},
		got.Image[2].Pix)
	assert.Equal(t, []int{1, 1, 65_535}, got.Delay)
}
