package main

import (
	"context"
	"errors"
)

// keeper runs one App and, asked to, replaces it by a new one on the same database, as a restart
// of the process would.
type keeper struct {
	start func(context.Context) (*App, error)
	asked chan chan struct{} // each asks for a new App, and is closed when it runs
}

func newKeeper(start func(context.Context) (*App, error)) *keeper {
	return &keeper{start: start, asked: make(chan chan struct{})}
}

// run runs one App after the other until ctx ends, or one fails.
func (k *keeper) run(ctx context.Context) error {
	var asked chan struct{}
	for {
		app, err := k.start(ctx)
		if err != nil {
			return err
		}
		if asked != nil {
			close(asked)
		}
		if asked, err = k.runOne(ctx, app); asked == nil {
			return err
		}
	}
}

// runOne runs app until it ends, or until a new one is asked for, which it returns.
func (k *keeper) runOne(ctx context.Context, app *App) (asked chan struct{}, err error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	ended := make(chan error, 1)
	go func() { ended <- app.Run(ctx) }()
	select {
	case err := <-ended:
		return nil, errors.Join(err, app.Close())
	case asked := <-k.asked:
		cancel()
		if err := errors.Join(<-ended, app.Close()); err != nil {
			return nil, err
		}
		return asked, nil
	}
}

// restart replaces the App and returns when the new one runs.
func (k *keeper) restart(ctx context.Context) error {
	up := make(chan struct{})
	select {
	case k.asked <- up:
	case <-ctx.Done():
		return ctx.Err()
	}
	select {
	case <-up:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
