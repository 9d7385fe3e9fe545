package render

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestCacheIsBounded: the entry not used for longest makes room, and the others stay.
func TestCacheIsBounded(t *testing.T) {
	t.Parallel()
	c := cache{entries: map[cacheKey]*cacheEntry{}}
	drawn := map[int]int{}
	get := func(width int) {
		_, err := c.get(cacheKey{width: width}, func(k cacheKey) (*sprites, error) {
			drawn[k.width]++
			return &sprites{}, nil
		})
		require.NoError(t, err)
	}
	for width := range cacheLimit {
		get(width)
	}
	get(0)
	get(cacheLimit) // evicts 1
	get(0)
	get(1)
	assert.Len(t, c.entries, cacheLimit)
	assert.Equal(t, 1, drawn[0])
	assert.Equal(t, 2, drawn[1])
}
