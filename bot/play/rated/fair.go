package rated

import (
	"slices"
	"time"

	"madbot/rules/match"
)

// What keeps ratings fair. A match that is stopped by it can be played without changing them.
const (
	day = 24 * time.Hour

	PairMost = 6 // rated matches of two people that began within pairSpan
	pairSpan = 30 * day

	FledMost = 3 // rated matches that somebody resigned before FledTurn within fledSpan: they play none for fledBar
	FledTurn = 10
	fledSpan = 7 * day
	fledBar  = 14 * day

	NewMatches = 3 // finished before somebody plays rated ones, and
	newSpan    = 14 * day

	// Lately is how old a match can be that matters for it.
	Lately = pairSpan
)

// Game is a rated match of somebody.
type Game struct {
	Opponent       match.PlayerID
	Started, Ended time.Time // zero: not yet
	Fled           bool      // they resigned it before FledTurn
}

// PairFree returns when two people, of whom one has played games, can begin the next; zero: now.
func PairFree(games []Game, other match.PlayerID, now time.Time) time.Time {
	var begun []time.Time
	for _, g := range games {
		if g.Opponent == other && now.Sub(g.Started) < pairSpan {
			begun = append(begun, g.Started)
		}
	}
	if len(begun) < PairMost {
		return time.Time{}
	}
	slices.SortFunc(begun, time.Time.Compare)
	return begun[len(begun)-PairMost].Add(pairSpan)
}

// FledFree returns when somebody who has played games can begin the next, for those that they resigned early; zero:
// now.
func FledFree(games []Game, now time.Time) (free time.Time) {
	var fled []time.Time
	for _, g := range games {
		if g.Fled {
			fled = append(fled, g.Ended)
		}
	}
	slices.SortFunc(fled, time.Time.Compare)
	for i := FledMost - 1; i < len(fled); i++ {
		if fled[i].Sub(fled[i-FledMost+1]) < fledSpan {
			free = fled[i].Add(fledBar)
		}
	}
	if !now.Before(free) {
		return time.Time{}
	}
	return free
}

// IsNew reports whether somebody whom the bot met then, and who has finished so many matches, plays no rated ones yet.
func IsNew(met time.Time, finished int, now time.Time) bool {
	return finished < NewMatches || met.IsZero() || now.Sub(met) < newSpan
}
