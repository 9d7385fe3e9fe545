package compose

import (
	"slices"

	"madbot/rules"
	"madbot/rules/puzzle"
)

const (
	quietPart  = 6  // out of 10 of the chosen puzzles, at least, begin without an expulsion
	levelPart  = 12 // of n: to that many a level is filled with dull puzzles
	dullRobots = 3  // an expulsion that stronger robots alone find is not dull
)

// Choose returns at most n of the puzzles in all: of those that are mirror images of each other the first, so that 4
// of 10 begin with an expulsion at most, and each level has as many as any other while there are some left. Of dull
// ones it has no more than it takes to fill a level to a twelfth of n.
func Choose(all []puzzle.Puzzle, n int) []puzzle.Puzzle {
	c := choosing{seen: map[string]bool{}}
	c.take(all, quiet, limits{n * quietPart / 10, n})
	most := min(n, len(c.chosen)+len(c.chosen)*(10-quietPart)/quietPart)
	c.take(all, lively, limits{most, n})
	c.take(all, dull, limits{most, n / levelPart})
	return c.chosen
}

// sort is how the solution of a puzzle begins.
type sort uint8

const (
	quiet  sort = iota // without an expulsion
	lively             // with one
	dull               // with one of the only ship that can be expelled, which is easy to find
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
	counts [puzzle.Levels + 1]int // of chosen, by level
	seen   map[string]bool        // IDs
}

// limits are how many puzzles are chosen, in all and of a level.
type limits struct{ all, level int }

// take chooses puzzles of a sort until a limit is reached.
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
