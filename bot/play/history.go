package play

import (
	"context"

	"madbot/rules/match"
)

// History returns a match with everything that happened in it, the oldest first; errors as Match.
func (s *Service) History(ctx context.Context, a Actor, id match.ID) (m Match, events []match.Event, err error) {
	err = s.deps.Store.Do(ctx, func(tx Tx) error {
		if m, err = tx.Match(ctx, id); err != nil {
			return err
		}
		if !m.visibleTo(a) {
			return ErrNotFound
		}
		events, err = tx.Events(ctx, id, 0, m.Seq)
		return err
	})
	if err != nil {
		return Match{}, nil, err
	}
	return m, events, nil
}
