package compose_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"

	"madbot/rules"
	"madbot/rules/compose"
	"madbot/rules/puzzle"
)

// drawPuzzle draws something like a puzzle: a position, a turn there, and a level.
func drawPuzzle(t *rapid.T) puzzle.Puzzle {
	p := rules.Start(rules.Board6x4, false)
	for range rapid.IntRange(0, 12).Draw(t, "plies") {
		next := p.Play(rapid.SampledFrom(p.AppendTurns(nil)).Draw(t, "turn"))
		if o := next.Outcome(0); o.Over() {
			break
		}
		p = next
	}
	turn := rapid.SampledFrom(p.AppendTurns(nil)).Draw(t, "solution")
	return puzzle.Puzzle{Position: p, Solution: []rules.Turn{turn}, Robot: rapid.IntRange(2, 10).Draw(t, "robot")}
}

// isDull reports whether a puzzle is solved by expelling the only ship that can be expelled, and robots of level 2 or 3
// do so.
func isDull(p *puzzle.Puzzle) bool {
	targets := map[rules.Square]bool{}
	for _, turn := range p.Position.AppendTurns(nil) {
		if turn.Expels() {
			targets[turn.To()] = true
		}
	}
	return p.Solution[0].Expels() && len(targets) == 1 && p.Robot <= 3
}

// TestChoose_Dull: a level has dull puzzles only if it would otherwise have fewer than a twelfth of the wanted number.
func TestChoose_Dull(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		all := rapid.SliceOfN(rapid.Custom(drawPuzzle), 0, 40).Draw(t, "all")
		n := rapid.IntRange(0, 50).Draw(t, "n")
		var dull, counts [puzzle.Levels + 1]int
		for _, p := range compose.Choose(all, n) {
			counts[p.Level()]++
			if isDull(&p) {
				dull[p.Level()]++
			}
		}
		for level, count := range counts {
			assert.True(t, dull[level] == 0 || count <= n/12, "level %d: %v of %v", level, dull, counts)
		}
	})
}

// TestChoose_Filled: a level with only dull puzzles is filled with them up to a twelfth.
func TestChoose_Filled(t *testing.T) {
	t.Parallel()
	all := slices.DeleteFunc(slices.Clone(puzzle.All()), func(p puzzle.Puzzle) bool {
		return !isDull(&p) && (p.Solution[0].Expels() || p.Level() < 3)
	})
	var counts [puzzle.Levels + 1]int
	for _, p := range compose.Choose(all, 120) {
		counts[p.Level()]++
	}
	assert.Equal(t, []int{10, 10}, counts[1:3])
}

// TestChoose: no puzzle is chosen twice, at most 4 of 10 expel, the number is as large as possible, and among those
// that expel nothing no level has two more than another one with puzzles left.
func TestChoose(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		all := rapid.SliceOfN(rapid.Custom(drawPuzzle), 0, 40).Draw(t, "all")
		n := rapid.IntRange(0, 50).Draw(t, "n")
		chosen := compose.Choose(all, n)
		assert.LessOrEqual(t, len(chosen), n)
		seen, expelling := map[string]bool{}, 0
		var quiet, left [puzzle.Levels + 1]int
		for _, p := range chosen {
			assert.False(t, seen[p.ID()], "twice")
			seen[p.ID()] = true
			if p.Solution[0].Expels() {
				expelling++
			} else {
				quiet[p.Level()]++
			}
		}
		assert.LessOrEqual(t, 10*expelling, 4*len(chosen))
		first := map[string]bool{}
		for _, p := range all {
			if !p.Solution[0].Expels() && !first[p.ID()] {
				first[p.ID()] = true
				if !seen[p.ID()] {
					left[p.Level()]++
				}
			}
		}
		for level := range left {
			for other := range left {
				assert.False(t, left[level] > 0 && quiet[other] > quiet[level]+1, "%v %v", quiet, left)
			}
			if left[level] > 0 {
				assert.Equal(t, n*6/10, len(chosen)-expelling, "a quiet one is left")
			}
		}
		if len(chosen) < n && 10*(expelling+1) <= 4*(len(chosen)+1) {
			for _, p := range all {
				left := p.Solution[0].Expels() && !isDull(&p) && !seen[p.ID()] && !first[p.ID()]
				assert.False(t, left, "one that expels is left")
			}
		}
	})
}
