package sqlite

import (
	"context"
	"fmt"
)

// Ping returns nil when the database can be read and written: for health checks. It writes what is
// there already, for only that shows that the disk is neither full nor read-only.
func (d *DB) Ping(ctx context.Context) error {
	var n int
	if err := d.readers.QueryRowContext(ctx, "SELECT count(*) FROM players").Scan(&n); err != nil {
		return fmt.Errorf("ping database: %w", err)
	}
	if err := d.writer.do(ctx, func(context.Context) error { return nil }); err != nil {
		return fmt.Errorf("ping database: %w", err)
	}
	return nil
}
