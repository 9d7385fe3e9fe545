package rated

import (
	"context"
	"math"
	"slices"
	"time"

	"madbot/rules/match"
	"madbot/rules/rating"
)

// Annul takes back what m did to the ratings of its two, whatever has changed them since.
func Annul(ctx context.Context, s Store, m *match.Match, now time.Time) error {
	for _, p := range slices.Sorted(slices.Values(m.Players.Both())) { // as in Rate
		all, err := s.RatingChanges(ctx, p, math.MaxInt32)
		if err != nil {
			return err
		}
		for _, did := range all {
			if did.Match != m.ID {
				continue
			}
			if err := s.AddRatingChange(ctx, did.takenBack(all[0], now)); err != nil {
				return err
			}
			break
		}
	}
	return nil
}

// takenBack is what takes c back after the last change of its player.
func (c Change) takenBack(last Change, now time.Time) Change {
	before := last.at(now)
	return Change{c.Player, last.N + 1, c.Match, now, Step{before, before.Without(c.Before, c.After), c.Score, Annulled}}
}

// Undoes reports whether c is what takes back did, a change by the same match, after the one before.
func (c Change) Undoes(did, before Change) bool {
	want := did.takenBack(before, c.At)
	return did.N > 0 && c.Why == Annulled && c.N == want.N && same(c.Before, want.Before) && same(c.After, want.After)
}

// same reports whether two ratings are one, as far as numbers that were stored are exact.
func same(a, b rating.Rating) bool {
	return math.Abs(a.Points-b.Points) < 1e-6 && math.Abs(a.Deviation-b.Deviation) < 1e-6
}
