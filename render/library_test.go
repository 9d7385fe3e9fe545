package render

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

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
