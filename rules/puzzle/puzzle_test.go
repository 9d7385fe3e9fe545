package puzzle_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"madbot/rules"
	"madbot/rules/explain"
	"madbot/rules/puzzle"
	"madbot/rules/rulestest"
)

// drawPosition draws a position of a game without positioning turns.
func drawPosition(t *rapid.T) rules.Position {
	p := rules.Start(rapid.SampledFrom(rules.Boards()).Draw(t, "board"), false)
	for range rapid.IntRange(0, 60).Draw(t, "plies") {
		turns := slices.DeleteFunc(p.AppendTurns(nil), func(turn rules.Turn) bool {
			after := p.Play(turn)
			return after.Outcome(0).Over()
		})
		p = p.Play(rapid.SampledFrom(turns).Draw(t, "turn"))
	}
	return p
}

// images returns the notation of p and of its mirror images.
func images(p rules.Position) []string {
	var all []string
	columns := "abcde"[:p.Board().Columns()]
	rows := "123456"[:p.Board().Rows()]
	fields := strings.Fields(p.String())
	for _, reversed := range []bool{false, true} {
		for _, exchanged := range []bool{false, true} {
			f := slices.Clone(fields)
			if reversed {
				f[1], f[2] = translate(f[1], columns), translate(f[2], columns)
			}
			if exchanged {
				f[1], f[2] = translate(f[2], rows), translate(f[1], rows)
				f[3] = translate(f[3], "rb")
				f[6] = translate(f[6], "rb")
			}
			all = append(all, strings.Join(f, " "))
		}
	}
	return all
}

// translate reverses an alphabet in text: its first letter becomes the last, and so on.
func translate(text, alphabet string) string {
	return strings.Map(func(r rune) rune {
		if i := strings.IndexRune(alphabet, r); i >= 0 {
			return rune(alphabet[len(alphabet)-1-i])
		}
		return r
	}, text)
}

// TestCanonical: mirror images of a position share their canonical text, which describes one of them; other positions
// have another text. TestMirrorsAreSymmetries in package rules shows that mirror images have the same legal turns.
func TestCanonical(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		p, other := drawPosition(t), drawPosition(t)
		all := images(p)
		canonical := puzzle.Canonical(p)
		found := false
		for _, text := range all {
			image := rulestest.Position(t, text)
			assert.Equal(t, canonical, puzzle.Canonical(image), text)
			assert.Equal(t, p.CountTurns(), image.CountTurns())
			found = found || ships(text) == ships(canonical)
		}
		assert.True(t, found, canonical)
		mirrored := slices.ContainsFunc(all, func(text string) bool { return ships(text) == ships(other.String()) })
		assert.Equal(t, mirrored, canonical == puzzle.Canonical(other), "%v, %v", p, other)
	})
}

func ships(position string) string { return strings.Join(strings.Fields(position)[:4], " ") }

// TestPuzzle_ID: the ID does not depend on the counters, the solution or the level.
func TestPuzzle_ID(t *testing.T) {
	t.Parallel()
	p := example(t)
	assert.Equal(t, "aimlf3qn", p.ID())
	skipped := p.Position.Skip()
	other := puzzle.Puzzle{Position: skipped.Skip(), Robot: 3}
	assert.Equal(t, p.ID(), other.ID())
	other.Position = skipped
	assert.NotEqual(t, p.ID(), other.ID())
}

const line = "6x4 b1d2a3a1c4a4d1c1 b6d5b3a6c5a5d6b5 r - 7 b ; 40 ; 211xb3 112=221 111=222 ; upper hand ; 4 ; " +
	"expels-for-free threatens"

func example(t *testing.T) puzzle.Puzzle {
	t.Helper()
	p, err := puzzle.Parse(line)
	require.NoError(t, err)
	return p
}

// TestParse: a puzzle that is written and parsed is unchanged.
func TestParse(t *testing.T) {
	t.Parallel()
	p := example(t)
	assert.Equal(t, line, p.String())
	assert.Equal(t, rules.DefaultStallLimit, p.Limit)
	assert.Len(t, p.Solution, 3)
	assert.Equal(t, puzzle.UpperHand, p.Kind)
	assert.Equal(t, []explain.Kind{explain.ExpelsForFree, explain.Threatens}, p.Reasons)
	assert.Equal(t, 3, p.Level())
	assert.Equal(t, 1178, p.Rating())

	p.Reasons = nil
	again, err := puzzle.Parse(p.String())
	require.NoError(t, err)
	assert.Equal(t, p, again)
}

// TestParse_Rest: the turns from the solution to the victory are kept, also behind no reasons; they must end in a
// victory of the solver.
func TestParse_Rest(t *testing.T) {
	t.Parallel()
	const won = "5x5 c1----------a3-- b5------d3------ b - 6 r ; 40 ; 211-d2 ; victory ; 7 ;  ; " +
		"111-b1 211-d1 111-a1 211-c1 111-a2 211-b1 111-a1 211xa1"
	p, err := puzzle.Parse(won)
	require.NoError(t, err)
	assert.Equal(t, won, p.String())
	assert.Len(t, p.Solution, 1)
	assert.Len(t, p.Rest, 8)
	assert.Len(t, p.Line(), 9)
	assert.Equal(t, p.Rest, p.Line()[1:])
	for _, change := range [][2]string{{" 211xa1", ""}, {" 111-a1 211xa1", " 211xa1"}, {"victory", "upper hand"}} {
		_, err := puzzle.Parse(strings.Replace(won, change[0], change[1], 1))
		assert.Error(t, err, change)
	}
}

func TestParse_Refuses(t *testing.T) {
	t.Parallel()
	for _, change := range [][2]string{{"6x4", "7x4"}, {"; 40", "; x"}, {"211xb3", "111xb3"}, {" 111=222", ""},
		{"upper hand", "none"}, {"upper hand", "won"}, {"; 4 ;", "; 1 ;"}, {"; 4 ;", "; 11 ;"}, {"; 4 ;", "; x ;"},
		{"threatens", "none"}, {"threatens", "hopes"}, {" ; upper hand", ""}, {line, ""},
		{"211xb3 112=221 111=222", ""}} {
		_, err := puzzle.Parse(strings.Replace(line, change[0], change[1], 1))
		assert.Error(t, err, change)
	}
}

// TestPuzzle_Level: each robot level makes a puzzle level, except that the hardest share one.
func TestPuzzle_Level(t *testing.T) {
	t.Parallel()
	for robot, want := range map[int]int{2: 1, 3: 2, 7: 6, 8: 7, 9: 7, 10: 7} {
		p := puzzle.Puzzle{Robot: robot}
		assert.Equal(t, want, p.Level(), robot)
	}
}

// TestAll: the embedded puzzles are written as they were read. Each has its own ID and is found by its level and ID.
// There are a thousand, a hundred in each level, and at most 4 of 10 begin with an expulsion.
func TestAll(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	inLevels, expelling := 0, 0
	for level := range puzzle.Levels + 2 {
		assert.Equal(t, level >= 1 && level <= puzzle.Levels, len(puzzle.OfLevel(level)) >= 100, level)
		for _, p := range puzzle.OfLevel(level) {
			assert.Equal(t, level, p.Level())
			inLevels++
		}
	}
	assert.Len(t, puzzle.All(), inLevels)
	assert.GreaterOrEqual(t, inLevels, 1000)
	for _, p := range puzzle.All() {
		again, err := puzzle.Parse(p.String())
		require.NoError(t, err)
		assert.Equal(t, p, again)
		if p.Solution[0].Expels() {
			expelling++
		}
		assert.False(t, seen[p.ID()], p.ID())
		seen[p.ID()] = true
		found, ok := puzzle.ByID(p.ID())
		assert.True(t, ok)
		assert.Equal(t, p, found)
	}
	assert.LessOrEqual(t, 10*expelling, 4*inLevels)
	_, ok := puzzle.ByID("")
	assert.False(t, ok)
}
