package postgres

import (
	"context"
	"fmt"
	"time"
)

// Skew returns by how much at least the clock of the server is ahead of now, negative when it is behind; 0 when the two
// may agree, as far as the time that the answer took tells.
func (d *DB) Skew(ctx context.Context, now func() time.Time) (time.Duration, error) {
	var server time.Time
	before := now()
	if err := d.urgent.QueryRowContext(ctx, "SELECT clock_timestamp()").Scan(&server); err != nil {
		return 0, fmt.Errorf("ask for the time of the database: %w", err)
	}
	return min(server.Sub(before), 0) + max(server.Sub(now()), 0), nil
}
