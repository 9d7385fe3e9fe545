package engine

import (
	"flag"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/rules"
)

// like is how many positions TestIsLike_Table takes of random games, and of games between levels:
//
//	go test ./rules/engine -run TestIsLike_Table -like 12000 -v
var like = flag.Int("like", 1500, "positions of each kind for TestIsLike_Table")

// The plies of a game that TestIsLike_Table calls its middle, and before it the opening.
// Before afterOpening, IsLike has an exception.
const afterOpening, middle, late = 4, 12, 40

// compared are the distances in the table, from the first to before the last.
var compared = [2]int{8, 14}

// TestIsLike_Table finds out how often IsLike misses a position at most two turns away, or is true for the positions of
// two games that have nothing to do with each other. It does so for LikeDistance, and for others, as a table.
func TestIsLike_Table(t *testing.T) {
	t.Parallel()
	rnd := rand.New(rand.NewPCG(2026, 45))
	for name, games := range map[string][]rules.Game{"random": aimlessGames(t, rnd, *like), "levels": gamesOfLevels(t, *like)} {
		var missed, alarms, early [100]int
		tries := 4 * *like
		for range tries {
			from, to := twoTurns(rnd, games, afterOpening)
			missed[likeAt(from, to)]++
			alarms[likeAt(unrelated(rnd, games, middle, late))]++
			early[likeAt(unrelated(rnd, games, afterOpening, middle))]++
		}
		for d := compared[0]; d < compared[1]; d++ {
			misses, false1, false2 := 100-percent(missed, d, tries), percent(alarms, d, tries), percent(early, d, tries)
			t.Logf("%s: at most %2d: misses %.2f %%, false alarms %.2f %% in the middle, %.2f %% in the opening",
				name, d, misses, false1, false2)
			if d == rules.LikeDistance {
				assert.Less(t, misses, 1.0, name)
				assert.Less(t, false1, 1.0, name)
			}
		}
	}
}

// percent returns how many of all have a distance of at most d, in percent.
func percent(counts [100]int, d, all int) float64 {
	n := 0
	for _, count := range counts[:d+1] {
		n += count
	}
	return 100 * float64(n) / float64(all)
}

// likeAt returns the smallest LikeDistance at which a and b would be alike, 99 if there is none.
func likeAt(a, b rules.Position) int {
	from, to, p := a.Layout(), b.Layout(), rules.Start(a.Board(), false)
	start, d := p.Layout(), from.Distance(to)
	if 2*d < from.Distance(start)+to.Distance(start) {
		return d
	}
	return 99
}

// twoTurns returns a position of a game after the given number of turns or more, and one two turns later.
func twoTurns(rnd *rand.Rand, games []rules.Game, after int) (from, to rules.Position) {
	for {
		g := games[rnd.IntN(len(games))]
		g = g.At(rnd.IntN(g.Ply() + 1))
		from = g.Position()
		for range 2 {
			if all := g.Position(); !g.Outcome().Over() {
				turns := all.AppendTurns(nil)
				_ = g.Play(turns[rnd.IntN(len(turns))]) // it is legal
			}
		}
		if g.Ply() >= after+2 {
			return from, g.Position()
		}
	}
}

// unrelated returns the positions of two games on one board after numbers of turns in the given range.
func unrelated(rnd *rand.Rand, games []rules.Game, first, last int) (a, b rules.Position) {
	for {
		one, two := rnd.IntN(len(games)), rnd.IntN(len(games))
		i, j := first+rnd.IntN(last-first), first+rnd.IntN(last-first)
		if one == two || games[one].Ply() < i || games[two].Ply() < j {
			continue
		}
		past, other := games[one].At(i), games[two].At(j)
		if a, b = past.Position(), other.Position(); a.Board() == b.Board() {
			return a, b
		}
	}
}

// gamesOfLevels returns the games of levelGames, n positions in all.
func gamesOfLevels(t *testing.T, n int) (games []rules.Game) {
	levelGames(t, n, func(g *rules.Game) {
		if g.Ply() == 0 {
			games = append(games, rules.Game{})
		}
		games[len(games)-1] = g.Clone()
	})
	return games
}

// aimlessGames returns games of random turns, about n positions in all.
func aimlessGames(t *testing.T, rnd *rand.Rand, n int) (games []rules.Game) {
	for n > 0 {
		g := rules.NewGame(rules.Options{Board: rules.Boards()[len(games)%2], Positioning: rnd.IntN(2) == 0,
			StallLimit: rules.DefaultStallLimit})
		for ; !g.Outcome().Over() && g.Ply() < late; n-- {
			p := g.Position()
			turns := p.AppendTurns(nil)
			require.NoError(t, g.Play(turns[rnd.IntN(len(turns))]))
		}
		games = append(games, g)
	}
	return games
}
