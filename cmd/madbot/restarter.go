package main

import (
	"context"
	"errors"
)

// restarter runs an App and, on request, replaces it with a new one on the same database, like a restart of the
// process.
type restarter struct {
	start func(context.Context) (*App, error)
	asked chan chan struct{} // each request is closed when the new App runs
}

func newRestarter(start func(context.Context) (*App, error)) *restarter {
	return &restarter{start: start, asked: make(chan chan struct{})}
}

// run runs one App after another until ctx ends or one fails.
func (r *restarter) run(ctx context.Context) error {
	var asked chan struct{}
	for {
		app, err := r.start(ctx)
		if err != nil {
			return unlessEnded(ctx, err)
		}
		if asked != nil {
			close(asked)
		}
		if asked, err = r.runOne(ctx, app); asked == nil {
			return err
		}
	}
}

// runOne runs app until it ends, or until a new one is requested; it returns that request.
func (r *restarter) runOne(ctx context.Context, app *App) (asked chan struct{}, err error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	ended := make(chan error, 1)
	go func() { ended <- app.Run(ctx) }()
	select {
	case err := <-ended:
		return nil, errors.Join(err, app.Close())
	case asked := <-r.asked:
		cancel()
		if err := errors.Join(<-ended, app.Close()); err != nil {
			return nil, err
		}
		return asked, nil
	}
}

// restart replaces the App and returns when the new one runs.
func (r *restarter) restart(ctx context.Context) error {
	up := make(chan struct{})
	select {
	case r.asked <- up:
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
