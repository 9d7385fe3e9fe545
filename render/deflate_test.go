package render

import (
	"bytes"
	"compress/zlib"
	"io"
	"testing"

	"github.com/stretchr/testify/require"

	"madbot/rules"
)

// inflate reads a zlib stream with the standard library.
func inflate(t testing.TB, b []byte) []byte {
	t.Helper()
	z, err := zlib.NewReader(bytes.NewReader(b))
	require.NoError(t, err)
	out, err := io.ReadAll(z)
	require.NoError(t, err)
	return out
}

func TestDeflateRoundTrip(t *testing.T) {
	t.Parallel()
	rare := []byte{} // counts that grow like Fibonacci's numbers make the longest codes
	for a, b, s := 1, 1, 0; s < 24; a, b, s = b, a+b, s+1 {
		rare = append(rare, bytes.Repeat([]byte{byte(s), byte(s + 100)}, min(b, 40000))...)
	}
	for name, data := range map[string][]byte{
		"nothing":  {},
		"one byte": {7},
		"zeros":    make([]byte, 100_000),
		"every byte": func() (b []byte) {
			for i := range 4096 {
				b = append(b, byte(i*i>>3))
			}
			return b
		}(),
		"skewed": rare,
		"beyond reach": append(append([]byte("the ship beyond the window"), make([]byte, window+5)...),
			"the ship beyond the window"...),
	} {
		for _, stride := range []int{1, 2, 801} {
			var d deflater
			got := d.deflate(nil, data, stride)
			require.Equal(t, len(data), len(inflate(t, got)), name)
			require.True(t, bytes.Equal(data, inflate(t, got)), name)
		}
	}
}

// TestDeflateAgain packs different data with the same memory.
func TestDeflateAgain(t *testing.T) {
	t.Parallel()
	var d deflater
	for _, size := range []int{50_000, 10, 0, 70_000} {
		data := bytes.Repeat([]byte("cruiser, corvette; "), size/19)
		require.True(t, bytes.Equal(data, inflate(t, d.deflate(nil, data, 19))))
	}
}

// TestDeflateIsTight compares with compress/zlib: a picture of a full board is no larger.
func TestDeflateIsTight(t *testing.T) {
	t.Parallel()
	r := renderer(t)
	a, err := r.atlas(rules.Board6x4, Options{}, DefaultWidth)
	require.NoError(t, err)
	p, c := rules.Start(rules.Board6x4, true), &canvas{}
	require.NoError(t, a.drawBoard(c, &p, Options{}))
	var d deflater
	got := d.deflate(nil, c.pix, c.w)
	var want bytes.Buffer
	z, err := zlib.NewWriterLevel(&want, 6)
	require.NoError(t, err)
	_, err = z.Write(c.pix)
	require.NoError(t, err)
	require.NoError(t, z.Close())
	require.LessOrEqual(t, len(got), want.Len())
}

func FuzzDeflate(f *testing.F) {
	f.Add([]byte("111 112 121 122 211 212 221 222 111 112 121"), uint16(4))
	f.Add(bytes.Repeat([]byte{1, 2, 1, 1}, 300), uint16(3))
	f.Fuzz(func(t *testing.T, data []byte, stride uint16) {
		var d deflater
		require.True(t, bytes.Equal(data, inflate(t, d.deflate(nil, data, int(stride)+1))))
	})
}
