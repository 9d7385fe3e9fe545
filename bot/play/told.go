package play

import (
	"context"
	"time"
)

// tellLook is the time between two looks at how news get on.
const tellLook = 40 * time.Millisecond

// Told returns m, as it was changed last, with its Delivery as it is once that was announced or
// refused, or else when ctx ends.
func (s *Service) Told(ctx context.Context, m Match) Match {
	begun := m.Serial
	for m.Told < m.Seq && (m.Serial == begun || m.Sending != 0) {
		select {
		case <-ctx.Done():
			return m
		case <-time.After(tellLook):
		}
		now, err := s.deps.Store.Match(ctx, m.ID)
		if err != nil {
			return m // what was done is done
		}
		m.Delivery = now.Delivery
	}
	return m
}
