package sqlite

import (
	"context"
	"database/sql"
	"fmt"
)

// Ping returns nil when the database can be read and written: for health checks. It writes what is
// there already, for only that shows that the disk is neither full nor read-only.
func (d *DB) Ping(ctx context.Context) error {
	var n int
	if err := d.readers.QueryRowContext(ctx, "SELECT count(*) FROM players").Scan(&n); err != nil {
		return fmt.Errorf("ping database: %w", err)
	}
	err := d.write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		var version int
		if err := tx.QueryRowContext(ctx, "PRAGMA user_version").Scan(&version); err != nil {
			return err
		}
		return setVersion(ctx, tx, version)
	})
	if err != nil {
		return fmt.Errorf("ping database: %w", err)
	}
	return nil
}
