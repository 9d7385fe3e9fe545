package dispatch

import (
	"context"

	"madbot/bot/safely"
)

// follow waits for what takes the place of the answer p, and of that, until the bot is to end. Without it the answer
// stays as it is.
func (r *response) follow(ctx context.Context, p payload) {
	whole, cancel := context.WithTimeout(ctx, tokenLimit)
	defer cancel()
	for then := p.then; then != nil && r.outcome != OutcomeUnsent && whole.Err() == nil; {
		then = r.followed(whole, then)
	}
}

// followed shows what one then returns, and returns the next one.
func (r *response) followed(ctx context.Context,
	then func(context.Context) (Reply, bool)) (after func(context.Context) (Reply, bool)) {
	waiting, cancel := context.WithTimeout(ctx, thenLimit)
	defer cancel()
	go func() { // ends with waiting
		select {
		case <-r.ending:
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
		m, err := next.Message.Wire(r.links)
		if err == nil {
			sending, cancel := sendContext(ctx)
			defer cancel()
			err = r.out.EditResponse(sending, r.in, m)
		}
		return err
	})
	if err != nil {
		r.log.Warn("answer not followed", "err", err)
		return nil
	}
	return after
}
