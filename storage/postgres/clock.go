package postgres

import (
	"context"
	"fmt"
	"time"
)

// Skew returns by how much the server's clock is at least ahead of now; negative if it is behind. It returns 0 if the
// two may agree within the time that the request took.
func (d *DB) Skew(ctx context.Context, now func() time.Time) (time.Duration, error) {
	var server time.Time
	before := now()
	if err := d.urgent.QueryRowContext(ctx, "SELECT clock_timestamp()").Scan(&server); err != nil {
		return 0, fmt.Errorf("ask for the time of the database: %w", err)
	}
	return min(server.Sub(before), 0) + max(server.Sub(now()), 0), nil
}
