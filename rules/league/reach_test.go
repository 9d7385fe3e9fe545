package league

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"
)

// brute is the best and the worst place by the table of every end of a group.
func brute(g Group, person int) (best, worst int) {
	for i, m := range g.Matches {
		if m.Result != Open {
			continue
		}
		best, worst = g.Size, 1
		for r := RedVictory; r <= BlueVictory; r++ {
			next := g
			next.Matches = append([]Match(nil), g.Matches...)
			next.Matches[i].Result = r
			b, w := brute(next, person)
			best, worst = min(best, b), max(worst, w)
		}
		return best, worst
	}
	for _, r := range g.Table() {
		if r.Person == person {
			return r.Place, r.Place
		}
	}
	return 0, 0
}

func TestReach_Brute(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := group(t, Few, Many, 4).Settled()
		person := rapid.IntRange(0, g.Size-1).Draw(t, "person")
		best, worst := g.Reach(person)
		wantBest, wantWorst := brute(g, person)
		assert.Equal(t, [2]int{wantBest, wantWorst}, [2]int{best, worst})
	})
}

// TestReach_Narrows: match by match a range only narrows, and ends as the place in the table.
func TestReach_Narrows(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := Group{Size: rapid.IntRange(Few, Many).Draw(t, "size")}
		for _, p := range Pairings(g.Size) {
			g.Matches = append(g.Matches, Match{Pairing: p})
		}
		person := rapid.IntRange(0, g.Size-1).Draw(t, "person")
		best, worst := 1, g.Size
		for _, i := range rapid.Permutation(indices(g.Matches)).Draw(t, "order") {
			g.Matches[i].Result = Result(rapid.IntRange(int(RedVictory), int(BlueVictory)).Draw(t, "result"))
			b, w := g.Reach(person)
			assert.True(t, best <= b && b <= w && w <= worst, "%d-%d after %d-%d", b, w, best, worst)
			best, worst = b, w
		}
		assert.Equal(t, best, worst)
	})
}

func TestReach_ByPoints(t *testing.T) {
	g := Group{Size: Many}
	for _, p := range Pairings(Many) {
		g.Matches = append(g.Matches, Match{Pairing: p})
	}
	best, worst := g.Reach(0)
	assert.Equal(t, [2]int{1, Many}, [2]int{best, worst})
	for i, m := range g.Matches {
		switch m.Pairing {
		case Pairing{0, 1}, Pairing{0, 2}:
			g.Matches[i].Result = BlueVictory
		case Pairing{1, 2}, Pairing{4, 0}:
			g.Matches[i].Result = RedVictory
		}
	}
	best, worst = g.Reach(0)
	assert.Equal(t, [2]int{1, Many}, [2]int{best, worst}, "as many points as another may still be more")
	for i := range g.Matches {
		g.Matches[i].Result = Open
	}
	g.Left = []int{5}
	best, worst = g.Reach(0)
	assert.Equal(t, [2]int{1, Many - 1}, [2]int{best, worst}, "who left stays behind")
	best, worst = g.Reach(5)
	assert.Equal(t, [2]int{Many, Many}, [2]int{best, worst})
}

func indices(all []Match) []int {
	of := make([]int, len(all))
	for i := range all {
		of[i] = i
	}
	return of
}
