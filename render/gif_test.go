package render

import (
	"bytes"
	"image"
	"image/gif"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"madbot/rules"
)

// TestMovieRoundTrip: image/gif reads the pictures that are written, with their places and times.
func TestMovieRoundTrip(t *testing.T) {
	t.Parallel()
	k := newInks(ramp(rgb(0), rgb(0xffee77), 40), image.NewRGBA(image.Rect(0, 0, 1, 1)), 1)
	rapid.Check(t, func(t *rapid.T) {
		size := rapid.IntRange(1, 60)
		w, h := size.Draw(t, "w"), size.Draw(t, "h")
		var b bytes.Buffer
		m := newMovie(&b, k, w, h)
		var want []frame
		for range rapid.IntRange(1, 4).Draw(t, "frames") {
			x, y := rapid.IntRange(0, w-1).Draw(t, "x"), rapid.IntRange(0, h-1).Draw(t, "y")
			part := image.Rect(x, y, rapid.IntRange(x+1, w).Draw(t, "right"),
				rapid.IntRange(y+1, h).Draw(t, "bottom"))
			n, pixel := part.Dx()*part.Dy(), rapid.SampledFrom([]uint8{0, 1, 7, 39, transparent})
			f := frame{part, rapid.SliceOfN(pixel, n, n).Draw(t, "pixels"),
				rapid.IntRange(1, 9).Draw(t, "time")}
			copy(m.next(f.part, f.time), f.pix)
			m.stay(3)
			want = append(want, f)
		}
		require.NoError(t, m.close())
		got, err := gif.DecodeAll(&b)
		require.NoError(t, err)
		require.Len(t, got.Image, len(want))
		assert.Equal(t, 0, got.LoopCount, "for ever")
		assert.Equal(t, [2]int{w, h}, [2]int{got.Config.Width, got.Config.Height})
		for i, f := range want {
			require.Equal(t, f.part, got.Image[i].Rect)
			require.Equal(t, f.pix, got.Image[i].Pix)
			require.Equal(t, f.time+3, got.Delay[i])
			require.Equal(t, uint8(gif.DisposalNone), got.Disposal[i])
		}
	})
}

// TestReplayTimes: each position can be looked at, the last one longest, and moves are quick.
func TestReplayTimes(t *testing.T) {
	t.Parallel()
	var b bytes.Buffer
	g := rules.NewGame(rules.Options{Board: rules.Board6x4, Positioning: true, StallLimit: 40})
	for _, s := range []string{"112=221", "pass", "211-c4"} {
		require.NoError(t, g.PlayText(s))
	}
	require.NoError(t, renderer(t).Replay(&b, &g, Options{}))
	film, err := gif.DecodeAll(&b)
	require.NoError(t, err)
	var rests []int
	for _, d := range film.Delay {
		if d != motionTime {
			rests = append(rests, d)
		}
	}
	assert.Equal(t, []int{startTime, restTime, restTime, endTime}, rests)
	assert.Len(t, film.Delay, 4+2*(motions-1), "a swap and a movement move, a pass does not")
}

func TestReplayTellsOfABrokenWriter(t *testing.T) {
	t.Parallel()
	err := renderer(t).Replay(brokenWriter{}, game(t, rules.Board5x5, 3), Options{})
	assert.ErrorIs(t, err, errBroken)
}
