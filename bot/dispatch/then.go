package dispatch

import (
	"context"

	"madbot/bot/safely"
)

// follow replaces the answer by the reply of r.Then, then by that reply's Then, and so on, until one returns false or
// fails, the token expires or the bot shuts down. Then the answer stays as it is.
func (a *answer) follow(ctx context.Context, r Reply) {
	whole, cancel := context.WithTimeout(ctx, tokenLimit)
	defer cancel()
	for then := r.Then; then != nil && a.outcome != OutcomeUnsent && whole.Err() == nil; {
		then = a.replaceBy(whole, then)
	}
}

// replaceBy replaces the answer by the reply that then returns, and returns the Then of that reply.
func (a *answer) replaceBy(ctx context.Context,
	then func(context.Context) (Reply, bool)) (after func(context.Context) (Reply, bool)) {
	waiting, cancel := context.WithTimeout(ctx, thenLimit)
	defer cancel()
	go func() { // until waiting ends
		select {
		case <-a.d.ending:
			cancel()
		case <-waiting.Done():
		}
	}()
	err := safely.Do(func() error {
		next, there := then(waiting)
		if !there {
			return nil
		}
		after = next.Then
		m, err := next.Message.Wire(a.d.deps.Links)
		if err == nil {
			sending, cancel := sendContext(ctx)
			defer cancel()
			err = a.d.deps.Out.EditResponse(sending, a.in, m)
		}
		return err
	})
	if err != nil {
		a.log.Warn("answer not replaced", "err", err)
		return nil
	}
	return after
}
