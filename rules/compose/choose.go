package compose

import (
	"slices"

	"madbot/rules"
	"madbot/rules/puzzle"
)

const (
	quietPart  = 6  // at least this many of 10 chosen puzzles begin without an expulsion
	levelPart  = 12 // dull puzzles fill a level only up to n divided by this
	dullRobots = 3  // an expulsion that only stronger robots find is not dull
)

// Choose returns at most n of the puzzles: one of each set of mirror images, at most 4 of 10 beginning with an
// expulsion, and the same number of each level if there are enough. Dull puzzles only fill a level up to a twelfth of
// n.
func Choose(all []puzzle.Puzzle, n int) []puzzle.Puzzle {
	c := choosing{seen: map[string]bool{}}
	c.take(all, quiet, limits{n * quietPart / 10, n})
	most := min(n, len(c.chosen)+len(c.chosen)*(10-quietPart)/quietPart)
	c.take(all, lively, limits{most, n})
	c.take(all, dull, limits{most, n / levelPart})
	return c.chosen
}

// sort says how the solution of a puzzle begins.
type sort uint8

const (
	quiet  sort = iota // without an expulsion
	lively             // with one
	dull               // with the only possible expulsion, which is easy to find
)

func sortOf(p *puzzle.Puzzle) sort {
	first := p.Solution[0]
	another := func(t rules.Turn) bool { return t.To() != first.To() }
	switch {
	case !first.Expels():
		return quiet
	case p.Robot > dullRobots || slices.ContainsFunc(p.Position.AppendExpulsions(nil), another):
		return lively
	}
	return dull
}

type choosing struct {
	chosen []puzzle.Puzzle
	counts [puzzle.Levels + 1]int // chosen puzzles by level
	seen   map[string]bool        // IDs
}

type limits struct{ all, level int }

func (c *choosing) take(all []puzzle.Puzzle, s sort, most limits) {
	var levels [puzzle.Levels + 1][]puzzle.Puzzle
	for _, p := range all {
		if sortOf(&p) == s && !c.seen[p.ID()] {
			c.seen[p.ID()] = true
			levels[p.Level()] = append(levels[p.Level()], p)
		}
	}
	for len(c.chosen) < most.all {
		next := 0
		for level, left := range levels {
			open := len(left) > 0 && c.counts[level] < most.level
			if open && (next == 0 || c.counts[level] < c.counts[next]) {
				next = level
			}
		}
		if next == 0 {
			return
		}
		c.chosen = append(c.chosen, levels[next][0])
		levels[next] = slices.Delete(levels[next], 0, 1)
		c.counts[next]++
	}
}
