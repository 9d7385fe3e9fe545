package postgres

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"
)

// Processes detect each other by advisory locks, which end with their connections: each holds a shared one while it
// listens, and one process holds the lock of Alone.
const (
	lockPresence = "SELECT pg_advisory_lock_shared(7168356, 1)"
	countOthers  = `SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND classid = 7168356 AND objid = 1
		AND objsubid = 2 AND pid <> $1 AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`
	tryAlone = "SELECT pg_try_advisory_xact_lock(7168356, 1)" // of all others
)

// bePresent lets other processes count this one while c is connected.
func (d *DB) bePresent(ctx context.Context, c *pgx.Conn) error {
	if _, err := c.Exec(ctx, lockPresence); err != nil {
		return fmt.Errorf("be present: %w", err)
	}
	pid, err := backend(ctx, c.PgConn()) // a pooler announces another one
	if err != nil {
		return fmt.Errorf("be present: %w", err)
	}
	d.listener.Store(pid)
	return nil
}

// freeLeases ends all leases if no other process is present, because the processes that held them are gone. No process
// can become present meanwhile. If there is a process whose listening connection was lost, its jobs fail with
// play.ErrLeaseLost.
func (d *DB) freeLeases(ctx context.Context) error {
	tx, err := d.urgent.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback() // no effect after Commit
	var alone bool
	if err := tx.QueryRowContext(ctx, tryAlone).Scan(&alone); err != nil || !alone {
		return err
	}
	if _, err := tx.ExecContext(ctx, "UPDATE jobs SET lease = NULL, claim = NULL WHERE lease IS NOT NULL"); err != nil {
		return err
	}
	return tx.Commit()
}

// Others returns how many other processes are in Watch.
func (d *DB) Others(ctx context.Context) (n int, err error) {
	if err := d.urgent.QueryRowContext(ctx, countOthers, int64(d.listener.Load())).Scan(&n); err != nil {
		return 0, fmt.Errorf("count processes: %w", err)
	}
	return n, nil
}
