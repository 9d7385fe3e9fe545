// Package rating rates players by Glicko, one game at a time. It is pure.
package rating

import "math"

// Limits of a rating, and its initial values.
const (
	StartPoints    = 1500
	StartDeviation = 350

	minPoints, maxPoints       = 400, 3000
	minDeviation, maxDeviation = 60, StartDeviation

	// fading is the daily growth of the squared deviation: from 60 to 110 in a year.
	fading = 23.3
	// provisional is the deviation above which a rating is shown with a question mark.
	provisional = 125
)

// Rating is an estimate of a player's strength, with its standard deviation.
type Rating struct {
	Points    float64
	Deviation float64 // from 60 to 350
}

// Start returns the rating of a player without games.
func Start() Rating { return Rating{Points: StartPoints, Deviation: StartDeviation} }

// Score is the score of one side in a game (rules 5.4).
type Score float64

// The scores. The two sides' scores add up to 1.
const (
	Victory     Score = 1
	SemiVictory Score = 0.75
	SemiDefeat  Score = 0.25
	Defeat      Score = 0
)

// Result is a game from the point of view of the player whose rating changes.
type Result struct {
	Opponent Rating // before the game
	Score    Score
}

// Whole returns the points as they are displayed.
func (r Rating) Whole() int { return int(math.Round(r.Points)) }

// IsSure reports whether the rating is no longer provisional.
func (r Rating) IsSure() bool { return r.Deviation <= provisional }

// After returns the rating after some days without a game: the same points, with a larger deviation.
func (r Rating) After(days float64) Rating {
	r.Deviation = math.Min(math.Sqrt(r.Deviation*r.Deviation+fading*math.Max(days, 0)), maxDeviation)
	return r
}

// q converts points to natural logarithms of odds.
const q = math.Ln10 / 400

// With returns the rating after results that are rated together, usually one. See Glickman, "The Glicko system", step
// 2.
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

// weight returns how much a game against r counts, up to 1: the function g in the paper.
func (r Rating) weight() float64 {
	return 1 / math.Sqrt(1+3*q*q*r.Deviation*r.Deviation/(math.Pi*math.Pi))
}

func (r Rating) expected(opponent Rating) float64 {
	return 1 / (1 + math.Exp(-q*opponent.weight()*(r.Points-opponent.Points)))
}
