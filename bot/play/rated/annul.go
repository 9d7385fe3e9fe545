package rated

import (
	"context"
	"math"
	"slices"
	"time"

	"madbot/rules/match"
	"madbot/rules/rating"
)

// TakeBack reverses the last rating changes made by m, even if the ratings have changed since: by its result when it is
// annulled, by the annulment when it is reinstated.
func TakeBack(ctx context.Context, s Store, m *match.Match, now time.Time) error {
	for _, p := range slices.Sorted(slices.Values(m.Players.Both())) { // the same order as in Rate
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

// takenBack returns the change that takes c back. last is the player's latest change.
func (c Change) takenBack(last Change, now time.Time) Change {
	before := last.at(now)
	why := Annulled
	if c.Why == Annulled {
		why = Reinstated
	}
	return Change{c.Player, last.N + 1, c.Match, now, Step{before, before.Without(c.Before, c.After), c.Score, why}}
}

// Undoes reports whether c takes back did, a change by the same match. before is the player's change before c.
func (c Change) Undoes(did, before Change) bool {
	want := did.takenBack(before, c.At)
	return did.N > 0 && c.Why == want.Why && c.N == want.N && same(c.Before, want.Before) && same(c.After, want.After)
}

// same reports whether two ratings are equal up to rounding in storage.
func same(a, b rating.Rating) bool {
	return math.Abs(a.Points-b.Points) < 1e-6 && math.Abs(a.Deviation-b.Deviation) < 1e-6
}
