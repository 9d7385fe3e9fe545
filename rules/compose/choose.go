package compose

import (
	"slices"

	"madbot/rules/puzzle"
)

// quiet is the part of the chosen puzzles, out of 10, that begin without an expulsion, at least.
const quiet = 6

// Choose returns at most n of the puzzles in all: of those that are mirror images of each other the first, so that 4
// of 10 begin with an expulsion at most, and each level has as many as any other while there are some left.
func Choose(all []puzzle.Puzzle, n int) []puzzle.Puzzle {
	c := choosing{seen: map[string]bool{}}
	c.take(all, n*quiet/10, false)
	c.take(all, min(n-len(c.chosen), len(c.chosen)*(10-quiet)/quiet), true)
	return c.chosen
}

type choosing struct {
	chosen []puzzle.Puzzle
	counts [puzzle.Levels + 1]int // of chosen, by level
	seen   map[string]bool        // IDs
}

// take chooses up to n puzzles that do, or do not, begin with an expulsion.
func (c *choosing) take(all []puzzle.Puzzle, n int, expels bool) {
	var levels [puzzle.Levels + 1][]puzzle.Puzzle
	for _, p := range all {
		if p.Solution[0].Expels() == expels && !c.seen[p.ID()] {
			c.seen[p.ID()] = true
			levels[p.Level()] = append(levels[p.Level()], p)
		}
	}
	for range n {
		next := 0
		for level, left := range levels {
			if len(left) > 0 && (next == 0 || c.counts[level] < c.counts[next]) {
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
