package match_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/rules/match"
)

// TestGift: no more than a turn, and no more than a day; none is away where turns are quick.
func TestGift(t *testing.T) {
	t.Parallel()
	assert.Equal(t, hour, match.Pace{PerTurn: hour}.Gift())
	assert.Equal(t, day, match.Pace{PerTurn: 3 * day}.Gift())
	m := clockedWith(t, match.Pace{PerTurn: hour})
	_, err := give(bob, hour+time.Second)(&m, start().Add(hour))
	require.ErrorIs(t, err, match.ErrDuration)
	_, err = goAway(alice, day)(&m, start())
	require.ErrorIs(t, err, match.ErrTooFast)
	assert.True(t, match.Pace{}.AllowsAbsence())
	assert.True(t, match.Pace{PerTurn: day}.AllowsAbsence())
	assert.False(t, match.Pace{PerTurn: day - time.Second}.AllowsAbsence())
}
