package sqlite

import (
	"context"
	"time"
)

// Others returns 0: the file belongs to one process.
func (d *DB) Others(context.Context) (int, error) { return 0, nil }

// Alone calls f.
func (d *DB) Alone(ctx context.Context, f func(context.Context) error) error { return f(ctx) }

// Watch returns when ctx ends: no other process makes jobs due.
func (d *DB) Watch(ctx context.Context, _ func()) { <-ctx.Done() }

// Poll returns 0: there is nothing that only looking would tell.
func (d *DB) Poll() time.Duration { return 0 }

// Skew returns 0: no other process has another clock.
func (d *DB) Skew(context.Context, func() time.Time) (time.Duration, error) { return 0, nil }
