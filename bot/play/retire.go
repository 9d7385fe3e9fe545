package play

import (
	"context"
	"errors"
	"time"

	"madbot/rules/match"
)

// maxRetires is how often the removal of a replaced message is tried, which takes about a day. One
// left standing does no harm: its buttons answer with the present board.
const maxRetires = 32

// retireDue begins to remove replaced messages, and returns when to try the failed ones again;
// zero: nothing failed.
func (t *Teller) retireDue(ctx context.Context, now time.Time) (next time.Time, err error) {
	t.removing.look()
	posts, err := t.deps.Store.Retired(ctx, batch)
	if err != nil {
		return time.Time{}, err
	}
	for _, p := range posts {
		if again := t.failed(p); again.at.After(now) {
			next = earliest(next, again.at)
			continue
		}
		t.removing.start(ctx, p, func(ctx context.Context) error { return t.retire(ctx, p) })
	}
	return next, nil
}

// retire removes the message of p and forgets it, or notes when to try again.
func (t *Teller) retire(ctx context.Context, p match.Post) error {
	err, before := t.remove(ctx, p), t.failed(p)
	switch {
	case err == nil || errors.Is(err, ErrGone):
	case ctx.Err() != nil:
		return ctx.Err()
	case before.failures+1 < maxRetires:
		t.note(p, retry{before.failures + 1, t.deps.Now().Add(delay(before.failures, refusalDelay))})
		t.deps.Log.WarnContext(ctx, "removal postponed", "match", p.Match, "err", err)
		return nil
	default:
		t.deps.Log.WarnContext(ctx, "removal given up", "match", p.Match, "err", err)
	}
	t.note(p, retry{})
	return t.deps.Store.Forget(context.WithoutCancel(ctx), p)
}

// remove asks the Announcer to remove the message of p.
func (t *Teller) remove(ctx context.Context, p match.Post) error {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	_, err := safely(func() (struct{}, error) {
		return struct{}{}, t.deps.Announcer.Retire(ctx, p)
	})
	return err
}

// failed returns how the removal of p has failed; zero: it has not.
func (t *Teller) failed(p match.Post) retry {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.retries[p]
}

// note remembers how the removal of p has failed; zero: it is over.
func (t *Teller) note(p match.Post, r retry) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if r == (retry{}) {
		delete(t.retries, p)
		return
	}
	t.retries[p] = r
}
