package rated

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"madbot/rules/rating"
)

// TestIsBegin: first rated matches begin at the points of a beginner, at most as uncertain.
func TestIsBegin(t *testing.T) {
	t.Parallel()
	for r, want := range map[rating.Rating]bool{
		rating.Start():                   true,
		{Points: 1500, Deviation: 80}:    true,
		{Points: 1500, Deviation: 350.1}: false,
		{Points: 1500}:                   false,
		{Points: 1501, Deviation: 80}:    false,
	} {
		assert.Equal(t, want, isBegin(r), r)
	}
}
