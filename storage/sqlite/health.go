package sqlite

import (
	"context"
	"database/sql"
	"fmt"

	"madbot/bot/play"
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

// Check reads everything: the file must be consistent (else ErrDamaged), and every match must
// replay (else a *row.CorruptError).
func (d *DB) Check(ctx context.Context) error {
	if err := inspect(ctx, d.readers); err != nil {
		return fmt.Errorf("check database: %w", err)
	}
	if err := d.EachMatch(ctx, func(play.Match) error { return nil }); err != nil {
		return fmt.Errorf("check database: %w", err)
	}
	return nil
}

// inspect lets SQLite look for damage and for references to nothing.
func inspect(ctx context.Context, db *sql.DB) error {
	var found string
	if err := db.QueryRowContext(ctx, "PRAGMA integrity_check(1)").Scan(&found); err != nil {
		return err
	}
	if found != "ok" {
		return fmt.Errorf("%w: %s", ErrDamaged, found)
	}
	var dangling int
	err := db.QueryRowContext(ctx, "SELECT count(*) FROM pragma_foreign_key_check").Scan(&dangling)
	if err != nil {
		return err
	}
	if dangling > 0 {
		return fmt.Errorf("%w: %d references to nothing", ErrDamaged, dangling)
	}
	return nil
}
