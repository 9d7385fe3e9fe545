package sqlite

import (
	"context"
	"time"
)

// Others returns 0, because only one process can open the file.
func (d *DB) Others(context.Context) (int, error) { return 0, nil }

// Leads returns true: no other process can take over.
func (d *DB) Leads() bool { return true }

// Alone calls f.
func (d *DB) Alone(ctx context.Context, f func(context.Context) error) error { return f(ctx) }

// Watch returns when ctx ends: no other process schedules jobs.
func (d *DB) Watch(ctx context.Context, _ func()) { <-ctx.Done() }

// Poll returns 0: no other process schedules jobs.
func (d *DB) Poll() time.Duration { return 0 }

// Skew returns 0: there is no other clock.
func (d *DB) Skew(context.Context, func() time.Time) (time.Duration, error) { return 0, nil }
