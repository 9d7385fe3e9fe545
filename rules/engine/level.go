package engine

import (
	"math"

	"madbot/rules"
)

// MaxLevel is the strongest level of Limits.Level.
const MaxLevel = 10

// level is how a weaker player plays: with a shallow search and random errors.
type level struct {
	depth int
	noise float64 // standard deviation of its errors, in hundredths of a frigate
	lines int     // how many turns it considers
}

// levels are by number. As measured, each scores 60 to 75 % against the one below.
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

// bounded returns the limits of a search at level l.
func (l level) bounded(wanted Limits) Limits {
	wanted.MultiPV = max(l.lines, wanted.MultiPV)
	if wanted.Depth == 0 || wanted.Depth > l.depth {
		wanted.Depth = l.depth
	}
	return wanted
}

// choose puts first the line that a player of the level would choose: the best after a random error is
// added to each score. No error is as large as a victory by force, so a turn that it sees to lose is
// chosen only when all do.
func (l level) choose(lines []Line, seed uint64) {
	best, choice := math.Inf(-1), 0
	for i, line := range lines {
		mistake := l.noise * normal(mix(seed, uint64(line.Turn)*0x9e3779b97f4a7c15))
		if s := float64(line.Score) + mistake; s > best {
			best, choice = s, i
		}
	}
	chosen := lines[choice]
	copy(lines[1:choice+1], lines[:choice])
	lines[0] = chosen
}

// normal maps random bits to an about normal distribution of mean 0 and standard deviation 1.
func normal(bits uint64) float64 {
	sum := 0.0
	for i := range uint64(4) {
		bits = mix(bits^0xd6e8feb86659fd93, 0x589965cc75374cc3+2*i)
		sum += float64(bits>>11)/(1<<53) - 0.5
	}
	return sum * math.Sqrt(3)
}

// seedOf makes the choices of a level differ between engines, games and turns, and yet repeatable.
func seedOf(seed uint64, g *rules.Game) uint64 {
	for _, t := range g.Turns() {
		seed = mix(seed^uint64(t), 0xa0761d6478bd642f)
	}
	p := g.Position()
	return mix(seed^0x2545f4914f6cdd1d, keyOf(&p, g.Limit(), true))
}
