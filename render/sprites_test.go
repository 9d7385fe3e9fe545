package render

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestCacheIsBounded: the least recently used entry makes room, and the others stay.
func TestCacheIsBounded(t *testing.T) {
	t.Parallel()
	var c cache
	drawn := map[int]int{}
	get := func(width int) {
		c.get(cacheKey{width: width}, func() *sprites {
			drawn[width]++
			return &sprites{}
		})
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
