package sqlstore

import (
	"errors"
	"fmt"

	"madbot/rules"
	"madbot/rules/match"
)

var (
	// errOutcome is inside a CorruptError when the turns do not lead to the end that is stored.
	errOutcome = errors.New("the turns lead to another outcome")
	// errSpelling is inside a CorruptError when a turn is not in the canonical notation.
	errSpelling = errors.New("the turn is not canonical")
)

// CorruptError is returned when a match cannot be rebuilt from what is stored.
type CorruptError struct {
	Match match.ID
	Ply   int // the turn that does not replay, from 1; 0 when the match itself is at fault
	Err   error
}

// Error names match and ply, for logs.
func (e *CorruptError) Error() string {
	return fmt.Sprintf("match %s is corrupt at ply %d: %v", e.Match, e.Ply, e.Err)
}

// Unwrap returns what is wrong.
func (e *CorruptError) Unwrap() error { return e.Err }

// replay plays the turns of m to their end, which must be the outcome that is stored.
func replay(m *match.Match, turns []string, outcome rules.Outcome) (rules.Game, error) {
	g := m.Terms.NewGame()
	for i, text := range turns {
		if err := replayTurn(&g, text); err != nil {
			return rules.Game{}, &CorruptError{m.ID, i + 1, err}
		}
	}
	if outcome.Over() {
		g.End(outcome.Reason, outcome.Winner.Other())
	}
	if g.Outcome() != outcome {
		return rules.Game{}, &CorruptError{m.ID, g.Ply(), errOutcome}
	}
	return g, nil
}

// replayTurn plays one turn that was stored.
func replayTurn(g *rules.Game, text string) error {
	p := g.Position()
	t, err := p.ParseTurn(text)
	switch {
	case err != nil:
		return err
	case t.String() != text:
		return errSpelling
	}
	return g.Play(t)
}
