package record

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestParseAll: a file of several records is what its parts are, wherever their comments stand.
func TestParseAll(t *testing.T) {
	t.Parallel()
	one, other := "[Red \"Alice\"]\n\n1. 112=221 112=221 *\n{so far}\n", "[Red \"Carol\"]\n\n1. 122=211 {bold} 1-0\n"
	all, err := ParseAll(one + "\n" + other)
	require.NoError(t, err)
	require.Len(t, all, 2)
	for i, text := range []string{one, other} {
		alone, err := Parse(text)
		require.NoError(t, err)
		assert.Equal(t, alone.String(), all[i].String())
	}
	none, err := ParseAll(" \n")
	require.NoError(t, err)
	assert.Empty(t, none)

	_, err = Parse(one + other)
	require.ErrorIs(t, err, ErrTrailing)
	_, err = ParseAll(one + "1. 112=221 *")
	require.ErrorIs(t, err, ErrTrailing)
	_, err = ParseAll("[Red \"Alice\"]\n1. 112=221\n" + other)
	require.ErrorIs(t, err, ErrTagLate)
}
