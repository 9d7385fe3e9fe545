package play

import (
	"context"

	"madbot/rules"
	"madbot/rules/match"
)

// Hinter finds good turns. It ends early, with what it has, when ctx does.
type Hinter interface {
	Hint(context.Context, *rules.Game) (Hint, error)
}

// Hint is the advice for the side to move.
type Hint struct {
	Candidates []Candidate // best first; at least one
	Proven     bool        // the best one leads to the end of its Line by force
}

// Candidate is a turn worth playing.
type Candidate struct {
	Turn rules.Turn
	Line []rules.Turn // the expected continuation, Turn first
}

// Hint returns advice for by, whose turn it must be, in the match as they saw it. It changes
// nothing. It returns ErrNoHint, match.ErrNotFound, match.ErrStale, also when the match went on
// during the search, or an error of match.Match.OnTurn.
func (s *Service) Hint(ctx context.Context, r Ref, by match.PlayerID) (match.Match, Hint, error) {
	panic("play: Hint")
}
