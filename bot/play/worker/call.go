package worker

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"madbot/bot/play"
	"madbot/bot/safely"
)

// CallLimit is how long one call to Discord may take.
const CallLimit = 30 * time.Second

// Call calls f with a context that ends after CallLimit, and turns a panic into an error.
func Call[T any](ctx context.Context, f func(context.Context) (T, error)) (T, error) {
	ctx, cancel := context.WithTimeout(ctx, CallLimit)
	defer cancel()
	return safely.Get(func() (T, error) { return f(ctx) })
}

func call(ctx context.Context, f func(context.Context) error) error {
	_, err := Call(ctx, func(ctx context.Context) (struct{}, error) { return struct{}{}, f(ctx) })
	return err
}

// isRefused reports whether err is play.ErrGone or play.ErrClosed: retrying is useless for now.
func isRefused(err error) bool { return errors.Is(err, play.ErrGone) || errors.Is(err, play.ErrClosed) }

// Posting is one attempt to post a message, or to edit one.
type Posting struct {
	Job  play.Job
	Log  *slog.Logger // with attributes identifying the message
	Send func(context.Context) (play.Post, error)
	// Record records the outcome and returns when the job is due next, or zero if it is done.
	Record func(context.Context, play.Tx, play.Posted) (time.Time, error)
}

// Do sends the message. After errors other than a refusal, the job is retried. Then it is unknown whether the message
// was sent, so Send must find an earlier one by its key.
func (p Posting) Do(ctx context.Context) Record {
	post, err := Call(ctx, p.Send)
	switch {
	case err != nil && !isRefused(err):
		return Retry(ctx, p.Log, p.Job, Failure{err, "message not posted; will retry", OutageDelay})
	case err != nil:
		p.Log.WarnContext(ctx, "message refused", "kind", p.Job.Kind, "err", err)
	}
	return func(ctx context.Context, tx play.Tx) error {
		at, err := p.Record(ctx, tx, play.Posted{Post: post, Refused: err})
		if err != nil {
			return err
		}
		return Reschedule(ctx, tx, p.Job, at)
	}
}
