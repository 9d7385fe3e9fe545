package rated

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

var now = time.Date(2026, 5, 31, 0, 0, 0, 0, time.UTC)

// TestPairFree: the seventh match of two people within thirty days waits until the first of the six is so old.
func TestPairFree(t *testing.T) {
	t.Parallel()
	var games []Game
	for i := range PairMost {
		assert.Zero(t, PairFree(games, "2", now))
		games = append(games, Game{Opponent: "2", Started: now.Add(-pairSpan + time.Duration(i+1)*time.Hour)})
	}
	assert.Equal(t, now.Add(time.Hour), PairFree(games, "2", now))
	assert.Zero(t, PairFree(games, "3", now))
	assert.Zero(t, PairFree(games, "2", now.Add(time.Hour)))
	games = append(games, Game{Opponent: "2", Started: now})
	assert.Equal(t, now.Add(2*time.Hour), PairFree(games, "2", now), "begun before this was a rule")
}

// TestFledFree: three early resignations within seven days stop rated matches for fourteen.
func TestFledFree(t *testing.T) {
	t.Parallel()
	fled := func(days ...int) (games []Game) {
		for _, ago := range days {
			games = append(games, Game{Ended: now.Add(-time.Duration(ago) * day), Fled: true}, Game{Ended: now})
		}
		return games
	}
	for _, days := range [][]int{nil, {1, 2}, {0, 3, 7}, {14, 15, 16}} {
		assert.Zero(t, FledFree(fled(days...), now), days)
	}
	for want, days := range map[int][]int{14: {0, 3, 6}, 1: {13, 15, 14}, 12: {2, 3, 4, 20}} {
		assert.Equal(t, now.Add(time.Duration(want)*day), FledFree(fled(days...), now), days)
	}
}

// TestIsNew: a player with three finished matches who was met fourteen days ago may play rated ones.
func TestIsNew(t *testing.T) {
	t.Parallel()
	assert.False(t, IsNew(now.Add(-newSpan), NewMatches, now))
	assert.True(t, IsNew(now.Add(-newSpan), NewMatches-1, now))
	assert.True(t, IsNew(now.Add(-newSpan+1), NewMatches, now))
	assert.True(t, IsNew(time.Time{}, NewMatches, now))
}
