package sqlite

import (
	"context"
	"database/sql"
	"time"

	"madbot/storage/query"
)

// Lease is that of query.Leases.
func (d *DB) Lease(ctx context.Context, name, owner string, now, until time.Time) (kept string, ok bool, err error) {
	err = d.write(ctx, func(ctx context.Context, tx *sql.Tx) (err error) {
		kept, ok, err = query.NewLeases(tx).Lease(ctx, name, owner, now, until)
		return err
	})
	return kept, ok, err
}

// Release is that of query.Leases.
func (d *DB) Release(ctx context.Context, name, owner, kept string) error {
	return d.write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		return query.NewLeases(tx).Release(ctx, name, owner, kept)
	})
}

// Leased is that of query.Leases.
func (d *DB) Leased(ctx context.Context, prefix string, now time.Time) ([]string, error) {
	return query.NewLeases(d.readers).Leased(ctx, prefix, now)
}

// Watch returns when ctx ends: no other process makes jobs due.
func (d *DB) Watch(ctx context.Context, _ func()) { <-ctx.Done() }

// Poll returns 0: there is nothing that only looking would tell.
func (d *DB) Poll() time.Duration { return 0 }

// Skew returns 0: no other process has another clock.
func (d *DB) Skew(context.Context, func() time.Time) (time.Duration, error) { return 0, nil }
