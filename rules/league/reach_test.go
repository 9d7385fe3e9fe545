package league_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"madbot/rules/league"
	"pgregory.net/rapid"
)

// brute returns the best and worst place in the tables of all possible ends of a group.
func brute(g league.Group, person int) (best, worst int) {
	for i, m := range g.Matches {
		if m.Result != league.Open {
			continue
		}
		best, worst = g.Size, 1
		for r := league.RedVictory; r <= league.BlueVictory; r++ {
			next := g
			next.Matches = append([]league.Match(nil), g.Matches...)
			next.Matches[i].Result = r
			b, w := brute(next, person)
			best, worst = min(best, b), max(worst, w)
		}
		return best, worst
	}
	rows := g.Table()
	at := slices.IndexFunc(rows, func(r league.Row) bool { return r.Person == person })
	best = rows[at].Place
	for _, r := range rows {
		if r.Place == best {
			worst++
		}
	}
	return best, best + worst - 1
}

// untimed returns g without losses on time if matches are open.
func untimed(g league.Group) league.Group {
	if slices.ContainsFunc(g.Matches, func(m league.Match) bool { return m.Result == league.Open }) {
		for i := range g.Matches {
			g.Matches[i].OnTime = false
		}
	}
	return g
}

func TestReach_Brute(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := group(t, league.MinGroup, league.MaxGroup, 4).Settled()
		person := rapid.IntRange(0, g.Size-1).Draw(t, "person")
		best, worst := g.Reach(person)
		wantBest, wantWorst := brute(untimed(g), person)
		assert.Equal(t, [2]int{wantBest, wantWorst}, [2]int{best, worst})
	})
}

// TestReach_Narrows: with each result the range stays or narrows, and it ends as the place in the table.
func TestReach_Narrows(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := league.Group{Size: rapid.IntRange(league.MinGroup, league.MaxGroup).Draw(t, "size")}
		for _, p := range league.Pairings(g.Size) {
			g.Matches = append(g.Matches, league.Match{Pairing: p})
		}
		person := rapid.IntRange(0, g.Size-1).Draw(t, "person")
		best, worst := 1, g.Size
		for _, i := range rapid.Permutation(indices(g.Matches)).Draw(t, "order") {
			g.Matches[i].Result = league.Result(rapid.IntRange(int(league.RedVictory), int(league.BlueVictory)).Draw(t, "result"))
			b, w := g.Reach(person)
			assert.True(t, best <= b && b <= w && w <= worst, "%d-%d after %d-%d", b, w, best, worst)
			best, worst = b, w
		}
		g.Lots = []uint64{3, 5, 1, 2, 4, 0}
		b, w := g.Reach(person)
		assert.True(t, best <= b && b == w && w <= worst, "the lot decides the rest")
	})
}

func TestReach_ByPoints(t *testing.T) {
	g := league.Group{Size: league.MaxGroup}
	for _, p := range league.Pairings(league.MaxGroup) {
		g.Matches = append(g.Matches, league.Match{Pairing: p})
	}
	best, worst := g.Reach(0)
	assert.Equal(t, [2]int{1, league.MaxGroup}, [2]int{best, worst})
	for i, m := range g.Matches {
		switch m.Pairing {
		case league.Pairing{0, 1}, league.Pairing{0, 2}:
			g.Matches[i].Result = league.BlueVictory
		case league.Pairing{1, 2}, league.Pairing{4, 0}:
			g.Matches[i].Result = league.RedVictory
		}
	}
	best, worst = g.Reach(0)
	assert.Equal(t, [2]int{1, league.MaxGroup}, [2]int{best, worst}, "as many points as another may still be more")
	for i := range g.Matches {
		g.Matches[i].Result = league.Open
	}
	g.Left = []int{5}
	best, worst = g.Reach(0)
	assert.Equal(t, [2]int{1, league.MaxGroup - 1}, [2]int{best, worst}, "who left stays behind")
	best, worst = g.Reach(5)
	assert.Equal(t, [2]int{league.MaxGroup, league.MaxGroup}, [2]int{best, worst})
}

func indices(all []league.Match) []int {
	of := make([]int, len(all))
	for i := range all {
		of[i] = i
	}
	return of
}
