package engine

import (
	"math"

	"madbot/rules"
)

// MaxLevel is the strongest level of Limits.Level.
const MaxLevel = 10

// level says how a weaker player plays: it looks so many turns ahead, and misjudges what it sees
// by so much.
type level struct {
	depth int
	noise float64 // hundredths of a frigate, standard deviation
	lines int     // turns it considers
}

// levels by number; measured so that each beats the one below in 60 to 75 of 100 games.
var levels = [MaxLevel + 1]level{
	1:  {depth: 1, noise: 105, lines: 64},
	2:  {depth: 1, noise: 75, lines: 64},
	3:  {depth: 1, noise: 45, lines: 64},
	4:  {depth: 2, noise: 57, lines: 64},
	5:  {depth: 3, noise: 70, lines: 12},
	6:  {depth: 4, noise: 77, lines: 8},
	7:  {depth: 5, noise: 82, lines: 6},
	8:  {depth: 6, noise: 86, lines: 5},
	9:  {depth: 8, noise: 88, lines: 4},
	10: {depth: 10, noise: 88, lines: 3},
}

// bounded returns the limits within which l plays.
func (l level) bounded(wanted Limits) Limits {
	wanted.MultiPV = max(l.lines, wanted.MultiPV)
	if wanted.Depth == 0 || wanted.Depth > l.depth {
		wanted.Depth = l.depth
	}
	return wanted
}

// err puts first the line that a player of the level would choose. No mistake is as large as the
// step to a defeat by force: what is seen to lose the corvette is not chosen for anything else.
func (l level) err(lines []Line, seed uint64) {
	best, choice := math.Inf(-1), 0
	for i, line := range lines {
		mistake := l.noise * bell(mix(seed, uint64(line.Turn)*0x9e3779b97f4a7c15))
		if s := float64(line.Score) + mistake; s > best {
			best, choice = s, i
		}
	}
	chosen := lines[choice]
	copy(lines[1:choice+1], lines[:choice])
	lines[0] = chosen
}

// bell turns random bits into a number of mean 0 and standard deviation 1.
func bell(bits uint64) float64 {
	sum := 0.0
	for i := range uint64(4) {
		bits = mix(bits^0xd6e8feb86659fd93, 0x589965cc75374cc3+2*i)
		sum += float64(bits>>11)/(1<<53) - 0.5
	}
	return sum * math.Sqrt(3)
}

// seedOf makes the choices of a level differ between engines, games and turns, but repeatable.
func seedOf(seed uint64, g *rules.Game) uint64 {
	for _, t := range g.Turns() {
		seed = mix(seed^uint64(t), 0xa0761d6478bd642f)
	}
	p := g.Position()
	return mix(seed^0x2545f4914f6cdd1d, keyOf(&p, g.Limit(), true))
}
