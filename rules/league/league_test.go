package league_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"madbot/rules/league"
	"pgregory.net/rapid"
)

func TestDivide(t *testing.T) {
	assert.Nil(t, league.Divide(league.MinGroup-1))
	for n := league.MinGroup; n <= 200; n++ {
		sizes := league.Divide(n)
		sum := 0
		for _, size := range sizes {
			sum += size
		}
		assert.Equal(t, n, sum)
		assert.GreaterOrEqual(t, slices.Min(sizes), league.MinGroup, "%d people", n)
		assert.LessOrEqual(t, slices.Max(sizes), league.MaxGroup, "%d people", n)
		assert.LessOrEqual(t, slices.Max(sizes)-slices.Min(sizes), 1, "%d people", n)
		assert.IsNonIncreasing(t, append(sizes, 0))
	}
	assert.Equal(t, []int{4, 3}, league.Divide(7))
	assert.Equal(t, []int{5, 4}, league.Divide(9))
	assert.Equal(t, []int{5, 5, 5}, league.Divide(15))
}

func TestPairings(t *testing.T) {
	for n := 2; n <= 24; n++ {
		met, reds := map[[2]int]int{}, make([]int, n)
		for _, p := range league.Pairings(n) {
			require.NotEqual(t, p.Red, p.Blue)
			met[[2]int{min(p.Red, p.Blue), max(p.Red, p.Blue)}]++
			reds[p.Red]++
		}
		assert.Len(t, met, n*(n-1)/2)
		for _, times := range met {
			assert.Equal(t, 1, times)
		}
		assert.LessOrEqual(t, slices.Max(reds)-slices.Min(reds), 1, "%d people", n)
	}
}

// TestSeparate: people who clash share a group only if that cannot be avoided.
func TestSeparate(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(league.MinGroup, 24).Draw(t, "people")
		people, sizes := make([]int, n), league.Divide(n)
		for i := range people {
			people[i] = i
		}
		a, b := rapid.IntRange(0, n-1).Draw(t, "a"), rapid.IntRange(0, n-1).Draw(t, "b")
		league.Separate(people, sizes, func(x, y int) bool { return x == a && y == b || x == b && y == a })
		sorted := slices.Sorted(slices.Values(people))
		assert.Equal(t, n, len(slices.Compact(sorted)))
		group := func(who int) (group int) {
			at := slices.Index(people, who)
			for at >= sizes[group] {
				at -= sizes[group]
				group++
			}
			return group
		}
		if a != b && len(sizes) > 1 {
			assert.NotEqual(t, group(a), group(b))
		}
		moved := 0
		for i, p := range people {
			if i != p {
				moved++
			}
		}
		assert.LessOrEqual(t, moved, 2)
	})
}

func TestPromote(t *testing.T) {
	tables := [][]string{{"a", "b", "c"}, {"d", "e", "f"}, {"g", "h", "i"}}
	assert.Equal(t, []string{"a", "b", "d", "c", "e", "g", "f", "h", "i"}, league.Promote(tables))
	assert.Equal(t, []string{"a", "b", "c"}, tables[0])
	assert.Equal(t, []string{"a"}, league.Promote([][]string{{"a"}}))
	assert.Empty(t, league.Promote(nil))
}
