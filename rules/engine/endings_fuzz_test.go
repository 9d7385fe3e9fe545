package engine

import (
	"bytes"
	"crypto/sha256"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"madbot/rules"
)

// FuzzReadEndings requires that a file of endings is read or refused, even with a correct checksum, and that endings
// that were read can be probed.
func FuzzReadEndings(f *testing.F) {
	var file bytes.Buffer
	require.NoError(f, BuildEndings(2, rules.Board6x4).Write(&file))
	f.Add(file.Bytes()[:file.Len()-sha256.Size])
	f.Add([]byte(endingsMagic))
	f.Fuzz(func(t *testing.T, data []byte) {
		if at := len(endingsMagic) + 1; len(data) > at && data[at] > 2 {
			t.Skip("tables of more ships take hundreds of megabytes")
		}
		sum := sha256.Sum256(data)
		for _, all := range [][]byte{data, slices.Concat(data, sum[:])} {
			e, err := ReadEndings(bytes.NewReader(all))
			if err != nil {
				require.ErrorIs(t, err, ErrEndingsFile)
				continue
			}
			p, err := rules.ParsePosition("6x4 b1-------------- c5-------------- r - 0 -")
			require.NoError(t, err)
			if e.Ships(p.Board()) >= 2 {
				e.score(&p, 40, 0)
			}
		}
	})
}
