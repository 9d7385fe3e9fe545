// Package rating holds how strong a person plays, by Glicko, one game at a time. It is pure.
package rating

import "math"

// The bounds of a rating, and where it starts.
const (
	StartPoints    = 1500
	StartDeviation = 350

	minPoints, maxPoints       = 400, 3000
	minDeviation, maxDeviation = 60, StartDeviation

	// fading is how much the square of the deviation grows a day: from 60 to 110 in a year.
	fading = 23.3
	// sure is the largest deviation of a rating that is shown without a question mark.
	sure = 125
)

// Rating is an estimate of strength, and its standard deviation.
type Rating struct {
	Points    float64
	Deviation float64 // 60 to 350
}

// Start is the rating of a person who has played nothing.
func Start() Rating { return Rating{Points: StartPoints, Deviation: StartDeviation} }

// Score is what a game brings to one of its sides (rules 5.4).
type Score float64

// The scores. Those of the two sides make 1.
const (
	Victory     Score = 1
	SemiVictory Score = 0.75
	SemiDefeat  Score = 0.25
	Defeat      Score = 0
)

// Result is one game as its player sees it.
type Result struct {
	Opponent Rating // before the game
	Score    Score
}

// Whole returns the points as they are shown.
func (r Rating) Whole() int { return int(math.Round(r.Points)) }

// Sure reports whether the rating says something.
func (r Rating) Sure() bool { return r.Deviation <= sure }

// After returns the rating after some days without a game: as high, and less sure.
func (r Rating) After(days float64) Rating {
	r.Deviation = math.Min(math.Sqrt(r.Deviation*r.Deviation+fading*math.Max(days, 0)), maxDeviation)
	return r
}

// q turns points into natural logarithms of the odds.
const q = math.Ln10 / 400

// With returns the rating after results that belong together: mostly one. See Glickman, "The Glicko system", step 2.
func (r Rating) With(results ...Result) Rating {
	gain, certainty := 0.0, 1/(r.Deviation*r.Deviation)
	for _, game := range results {
		weight := game.Opponent.weight()
		expected := r.expected(game.Opponent)
		gain += weight * (float64(game.Score) - expected)
		certainty += q * q * weight * weight * expected * (1 - expected)
	}
	return Rating{
		Points:    math.Max(minPoints, math.Min(r.Points+q/certainty*gain, maxPoints)),
		Deviation: math.Max(minDeviation, math.Min(math.Sqrt(1/certainty), maxDeviation)),
	}
}

// Without returns the rating as it were without a game after others, by which it changed from before to after: the
// points and the certainty that came of the game are taken back.
func (r Rating) Without(before, after Rating) Rating {
	certainty := func(r Rating) float64 { return 1 / (r.Deviation * r.Deviation) }
	left := certainty(r) - certainty(after) + certainty(before)
	deviation := float64(maxDeviation)
	if left > 0 {
		deviation = math.Min(1/math.Sqrt(left), maxDeviation)
	}
	return Rating{
		Points:    math.Max(minPoints, math.Min(r.Points+before.Points-after.Points, maxPoints)),
		Deviation: math.Max(minDeviation, deviation),
	}
}

// weight is how much a game against such an opponent says, up to 1: g of the paper.
func (r Rating) weight() float64 {
	return 1 / math.Sqrt(1+3*q*q*r.Deviation*r.Deviation/(math.Pi*math.Pi))
}

// expected is the score that r expects against an opponent.
func (r Rating) expected(opponent Rating) float64 {
	return 1 / (1 + math.Exp(-q*opponent.weight()*(r.Points-opponent.Points)))
}
