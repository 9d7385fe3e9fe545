package record_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"madbot/rules/record"
)

// TestParseAll: a file of several records parses to its parts, wherever their comments are.
func TestParseAll(t *testing.T) {
	t.Parallel()
	one, other := "[Red \"Alice\"]\n\n1. 112=221 112=221 *\n{so far}\n", "[Red \"Carol\"]\n\n1. 122=211 {bold} 1-0\n"
	all, err := record.ParseAll(one + "\n" + other)
	require.NoError(t, err)
	require.Len(t, all, 2)
	for i, text := range []string{one, other} {
		alone, err := record.Parse(text)
		require.NoError(t, err)
		assert.Equal(t, alone.String(), all[i].String())
	}
	none, err := record.ParseAll(" \n")
	require.NoError(t, err)
	assert.Empty(t, none)

	_, err = record.Parse(one + other)
	require.ErrorIs(t, err, record.ErrTrailing)
	_, err = record.ParseAll(one + "1. 112=221 *")
	require.ErrorIs(t, err, record.ErrTrailing)
	_, err = record.ParseAll("[Red \"Alice\"]\n1. 112=221\n" + other)
	require.ErrorIs(t, err, record.ErrTagLate)
}
