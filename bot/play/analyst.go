package play

import (
	"context"

	"madbot/rules"
	"madbot/rules/match"
)

// Analyst searches positions for good turns, for people and for the robot. Its methods return
// early, with what they have found, when ctx ends. They are safe for concurrent use.
type Analyst interface {
	// Hint returns advice for the side to move.
	Hint(context.Context, *rules.Game) (Hint, error)
	// Choose returns the turn that the robot plays, at the level of the match, for the side to move.
	Choose(context.Context, *match.Match) (Candidate, error)
}
