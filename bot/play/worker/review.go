package worker

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"madbot/bot/play"
	"madbot/bot/play/tries"
	"madbot/bot/safely"
	"madbot/rules/match"
	"madbot/rules/review"
)

const (
	reviewLimit    = 10 * time.Minute // for one review; searches that people wait for go first
	progressEvery  = 2 * time.Second
	reviewAttempts = 5 // after which a review is given up: the failure is a defect of ours
)

// Progress records how many positions of a match a review has searched so far.
type Progress func(ctx context.Context, id match.ID, done, all int) error

// Review reviews finished matches, one at a time.
func Review(r play.Reviewer, note Progress, now func() time.Time, log *slog.Logger) Kind {
	return Kind{Name: play.JobReview, AtOnce: 1, Limit: reviewLimit, Begin: About(log, reviewer{r, note, now, log}.begin)}
}

type reviewer struct {
	reviewer play.Reviewer
	note     Progress
	now      func() time.Time
	log      *slog.Logger
}

func (r reviewer) begin(ctx context.Context, tx play.Tx, job play.Job, id match.ID) (Task, error) {
	made, err := tx.Review(ctx, id)
	if err != nil {
		return nil, err
	}
	if !made.IsUnderWay() {
		return nil, tx.Done(ctx, job)
	}
	m, err := tx.Match(ctx, id)
	if err != nil {
		return nil, err
	}
	return func(ctx context.Context) Record { return r.review(ctx, job, m, made) }, nil
}

// review searches m and records the result. After too many failures it records an empty one.
func (r reviewer) review(ctx context.Context, job play.Job, m play.Match, made play.Review) Record {
	found, err := safely.Get(func() ([]byte, error) {
		return r.reviewer.Review(ctx, &m.Game, made.Asked.Add(reviewLimit), r.progress(ctx, m.ID))
	})
	switch {
	case errors.Is(ctx.Err(), context.Canceled):
		return GiveBack(job) // it starts over
	case err != nil && job.Attempts+1 < reviewAttempts:
		return Retry(ctx, r.log.With("match", m.ID), job, Failure{err, "review failed; will retry", LocalDelay})
	case err != nil:
		r.log.ErrorContext(ctx, "review given up", "subject", job.Subject, "err", err)
		found = nil
	}
	return func(ctx context.Context, tx play.Tx) error {
		made, err := tx.Review(ctx, m.ID) // the person who asked may have been forgotten meanwhile
		if err != nil {
			return err
		}
		made.Done, made.Found, made.Made = made.All, found, tx.Now()
		if err := tx.SaveReview(ctx, made); err != nil {
			return err
		}
		if err := r.follow(ctx, tx, m.ID, found); err != nil {
			return err
		}
		return tx.Done(ctx, job)
	}
}

// follow saves the puzzles that a review found in a match and adds what it proved to the result card.
func (r reviewer) follow(ctx context.Context, tx play.Tx, id match.ID, found []byte) error {
	m, err := tx.Match(ctx, id) // again: its players may have been forgotten meanwhile
	if err != nil || len(found) == 0 {
		return err
	}
	judged, err := r.reviewer.Judge(&m.Game, found)
	if err != nil { // the review stays as it is
		r.log.ErrorContext(ctx, "review cannot be read", "match", m.ID, "err", err)
		return nil
	}
	for _, o := range tries.FromGame(&m.Match, m.Venue.Guild, &judged) {
		if err := tx.SaveOwnPuzzle(ctx, o); err != nil {
			return err
		}
	}
	return r.addProof(ctx, tx, &m, &judged)
}

// addProof schedules an edit of the posted result card of m to mention what the review proved, if anything.
func (r reviewer) addProof(ctx context.Context, tx play.Tx, m *play.Match, judged *review.Review) error {
	d, err := tx.Delivery(ctx, m.ID)
	if err != nil || d.Edited() == (play.Post{}) || judged.Proven(m.Game.Outcome()) == (review.Proven{}) {
		return err
	}
	return tx.Schedule(ctx, play.JobTell, play.Subject(play.JobTell, m.ID), tx.Now())
}

// progress records the progress of a review every few seconds. A failure to do so is harmless.
func (r reviewer) progress(ctx context.Context, id match.ID) func(done, all int) {
	last := r.now()
	return func(done, all int) {
		if now := r.now(); now.Sub(last) >= progressEvery {
			last = now
			if err := safely.Do(func() error { return r.note(ctx, id, done, all) }); err != nil {
				r.log.WarnContext(ctx, "review progress not saved", "match", id, "err", err)
			}
		}
	}
}
