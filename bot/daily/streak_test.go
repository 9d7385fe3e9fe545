package daily

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"madbot/bot/play"
)

// what happened on a day: no puzzle, or one that was missed or solved, or somebody was away.
const (
	none = iota
	wasMissed
	wasSolved
	away
)

// counting returns the streak of the last one of some days.
func counting(first play.Day, days []int) int {
	began, length := 0, 0
	for now := range days {
		missedIn := map[string]int{}
		for i := began; i <= now; i++ {
			if days[i] == wasMissed {
				missedIn[Date(first+play.Day(i)).Format("2006-01")]++
			}
		}
		for _, n := range missedIn {
			if n > FreeDays {
				began, length = now+1, 0
			}
		}
		switch {
		case days[now] == wasSolved:
			length++
		case length == 0:
			began = now + 1
		}
	}
	return length
}

// TestStreak: what is kept with the last day on which somebody solved it, and the days since, tell the same as all
// days.
func TestStreak(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		first := play.Day(rapid.IntRange(20000, 20365).Draw(t, "first"))
		usual := rapid.SampledFrom([][]int{{none, wasMissed, wasSolved, away}, {wasMissed, none, away,
			wasSolved, wasSolved, wasSolved, wasSolved, wasSolved, wasSolved}}).Draw(t, "usual")
		days := rapid.SliceOfN(rapid.SampledFrom(usual), 0, 120).Draw(t, "days")
		var kept streak
		var since []play.Day
		for i, what := range days {
			day := first + play.Day(i)
			switch what {
			case wasMissed:
				since = append(since, day)
			case wasSolved:
				kept, since = kept.over(since).solved(day), nil
			}
			require.Equal(t, counting(first, days[:i+1]), kept.over(since).days, "%v", days[:i+1])
		}
	})
}

// TestStreak_Free: two days of each month can be missed.
func TestStreak_Free(t *testing.T) {
	t.Parallel()
	january := play.Day(20454) // the first of 2026
	s := streak{}.over([]play.Day{january - 3, january - 2}).solved(january)
	assert.Equal(t, 1, s.days)
	assert.Equal(t, 1, s.over([]play.Day{january + 1, january + 2}).days)
	assert.Zero(t, s.over([]play.Day{january + 1, january + 2, january + 3}).days)
	assert.Equal(t, 1, s.over([]play.Day{january + 29, january + 30, january + 31, january + 32}).days)
	s = s.over([]play.Day{january + 1, january + 2}).solved(january + 3)
	assert.Equal(t, streak{days: 2, last: january + 3, free: 2}, s)
	assert.Zero(t, s.over([]play.Day{january + 4}).days)
	assert.Equal(t, 2, s.over([]play.Day{january + 31}).days)
	later := s.solved(january + 365)
	assert.Equal(t, streak{days: 3, last: january + 365}, later, "a year later it is another January")
	assert.Equal(t, 3, later.over([]play.Day{january + 366, january + 367}).days)
}
