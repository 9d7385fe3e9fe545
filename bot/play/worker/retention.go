package worker

import (
	"context"
	"time"

	"madbot/bot/play"
	"madbot/bot/play/rated"
)

const (
	// outdatedAfter is how long matches without a game that counts are kept: their buttons still work, and they count for
	// the limits on challenges.
	outdatedAfter = 30 * 24 * time.Hour
	// TidyPeriod is how often outdated matches are removed.
	TidyPeriod = 24 * time.Hour
	batch      = 50 // matches removed in one unit of work
)

// ScheduleTidy schedules the removal of outdated matches for now.
func ScheduleTidy(ctx context.Context, tx play.Tx) error {
	return tx.Schedule(ctx, play.JobTidy, play.Subject(play.JobTidy, "all"), tx.Now())
}

// RemoveOutdated removes matches that have been outdated for long enough at now, and profiles that were deleted
// rated.FormerSpan ago, with what managers decided about them. After an error or a crash, the next call continues.
func RemoveOutdated(ctx context.Context, s play.Store, now time.Time) error {
	err := s.Do(ctx, func(tx play.Tx) error { return play.RemoveFormers(ctx, tx, now.Add(-rated.FormerSpan)) })
	if err != nil {
		return err
	}
	for {
		ids, err := s.Outdated(ctx, now.Add(-outdatedAfter), batch)
		if err != nil || len(ids) == 0 {
			return err
		}
		err = s.Do(ctx, func(tx play.Tx) error {
			for _, id := range ids {
				if err := tx.RemoveMatch(ctx, id); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
}
