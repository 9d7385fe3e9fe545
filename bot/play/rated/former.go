package rated

import (
	"cmp"
	"context"
	"time"

	"madbot/rules/match"
	"madbot/rules/rating"
)

// FormerSpan is for how long people who deleted their profile are recognized if they come back, so that deleting it is
// no way around a limit.
const FormerSpan = 90 * day

// Former is a profile that was deleted.
type Former struct {
	Name match.PlayerID // the id that replaced the player's
	At   time.Time      // when it was deleted
}

// Names returns the ids under which the matches of p are stored: p, and the names of profiles that p deleted within
// FormerSpan before now. Use them only for limits: nobody may see that p had another profile.
func Names(ctx context.Context, r Reader, p match.PlayerID, now time.Time) ([]match.PlayerID, error) {
	names := []match.PlayerID{p}
	formers, err := r.Formers(ctx, p, now.Add(-FormerSpan))
	for _, f := range formers {
		names = append(names, f.Name)
	}
	return names, err
}

// begin returns the rating of p before the first rated match: a beginner's, but as certain as those that p deleted.
func begin(ctx context.Context, r Reader, p match.PlayerID, now time.Time) (rating.Rating, error) {
	own := rating.Start()
	formers, err := r.Formers(ctx, p, now.Add(-FormerSpan))
	for _, f := range formers {
		last, lost := r.RatingChanges(ctx, f.Name, 1)
		if err = cmp.Or(err, lost); len(last) > 0 {
			own.Deviation = min(own.Deviation, last[0].at(now).Deviation)
		}
	}
	return own, err
}

// isBegin reports whether r can be a player's rating before their first rated match.
func isBegin(r rating.Rating) bool {
	start := rating.Start()
	return r.Points == start.Points && r.Deviation > 0 && r.Deviation <= start.Deviation
}
