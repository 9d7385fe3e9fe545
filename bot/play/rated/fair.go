package rated

import (
	"slices"
	"time"

	"madbot/rules/match"
)

// The limits that keep ratings fair. A match that they forbid can still be played unrated.
const (
	day = 24 * time.Hour

	PairMost = 6 // rated matches of two people that may begin within pairSpan
	pairSpan = 30 * day

	FledMost  = 3 // resignations before FledRound within fledSpan, after which a player is barred for fledBar
	FledRound = 10
	fledSpan  = 7 * day
	fledBar   = 14 * day

	NewMatches = 3 // finished matches, and newSpan since the first action, before the first rated match
	newSpan    = 14 * day

	// Lately is the age after which matches no longer count for these limits.
	Lately = pairSpan
)

// Game is a player's rated match.
type Game struct {
	Match          match.ID
	Player         match.PlayerID // the player, or a profile that they deleted
	Opponent       match.PlayerID
	Started, Ended time.Time // zero: not yet
	Fled           bool      // the player resigned before FledRound
}

// PairFree returns when the player of games can begin another rated match with other; zero means now.
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

// FledFree returns when the player of games can begin another rated match after resigning too many early; zero means
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

// IsNew reports whether a player whom the bot first met at met, and who has finished some matches, is too new for
// rated ones.
func IsNew(met time.Time, finished int, now time.Time) bool {
	return finished < NewMatches || met.IsZero() || now.Sub(met) < newSpan
}
