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

// retireAll removes a batch of replaced messages, and returns when to try the failed ones again;
// zero: nothing failed.
func (t *Teller) retireAll(ctx context.Context) (next time.Time, err error) {
	posts, err := t.deps.Store.Retired(ctx, batch)
	if err != nil {
		return time.Time{}, err
	}
	for _, p := range posts {
		if t.retries[p].at.After(t.deps.Now()) {
			next = earliest(next, t.retries[p].at)
			continue
		}
		if err := t.retire(ctx, p); err != nil {
			return time.Time{}, err
		}
		next = earliest(next, t.retries[p].at)
	}
	if len(posts) == batch { // there may be more
		next = earliest(next, t.deps.Now().Add(firstDelay))
	}
	return next, nil
}

// retire removes the message of p and forgets it, or notes when to try again.
func (t *Teller) retire(ctx context.Context, p match.Post) error {
	err := t.remove(ctx, p)
	switch {
	case err == nil || errors.Is(err, ErrGone):
	case ctx.Err() != nil:
		return ctx.Err()
	case t.retries[p].failures+1 < maxRetires:
		failures := t.retries[p].failures
		t.retries[p] = retry{failures + 1, t.deps.Now().Add(delay(failures))}
		t.deps.Log.WarnContext(ctx, "removal postponed", "match", p.Match, "err", err)
		return nil
	default:
		t.deps.Log.WarnContext(ctx, "removal given up", "match", p.Match, "err", err)
	}
	delete(t.retries, p)
	return t.deps.Store.Forget(context.WithoutCancel(ctx), p)
}

// remove asks the Announcer to remove the message of p.
func (t *Teller) remove(ctx context.Context, p match.Post) (err error) {
	defer recovered(&err)
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	return t.deps.Announcer.Retire(ctx, p)
}
