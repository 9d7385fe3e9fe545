package worker

import (
	"cmp"
	"context"
	"log/slog"

	"madbot/bot/play"
	"madbot/rules/match"
)

// Banner edits boards that show a banner which is over or was replaced.
func Banner(log *slog.Logger) Kind {
	return Kind{Name: play.JobBanner, AtOnce: announceAtOnce, Begin: About(log, removeBanner)}
}

// removeBanner schedules an announcement without news, which edits the board of a match. It does nothing if there is no
// board to edit, or if a newer one is about to replace it.
func removeBanner(ctx context.Context, tx play.Tx, job play.Job, id match.ID) (Task, error) {
	m, err := tx.Match(ctx, id)
	if err == nil && m.Told == m.Seq && m.Sending == 0 && m.Edited() != (play.Post{}) {
		err = tx.Schedule(ctx, play.JobTell, play.Subject(play.JobTell, id), tx.Now())
	}
	return nil, cmp.Or(err, tx.Done(ctx, job))
}
