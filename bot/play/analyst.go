package play

import (
	"context"

	"madbot/rules"
)

// Analyst searches positions for good turns. It is safe for concurrent use.
type Analyst interface {
	// Hint returns advice for the side to move. It returns early, with what it has found, when ctx
	// ends.
	Hint(context.Context, *rules.Game) (Hint, error)
}
