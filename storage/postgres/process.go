package postgres

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"fmt"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
)

// Processes know of each other by advisory locks, which end with their connections: each holds a shared one while it
// listens, and one of them holds that of Alone.
const (
	lockPresence = "SELECT pg_advisory_lock_shared(7168356, 1)"
	countOthers  = `SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND classid = 7168356 AND objid = 1
		AND objsubid = 2 AND pid <> $1 AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`
	tryAlone  = "SELECT pg_try_advisory_xact_lock(7168356, 1)" // of all others
	tryLeader = "SELECT pg_try_advisory_lock(7168356, 2)"
)

const (
	leaderPeriod = 500 * time.Millisecond // between two attempts to get the lock
	leaderLimit  = 5 * time.Second        // timeout of an attempt
)

// bePresent lets other processes count this one while c is connected.
func (d *DB) bePresent(ctx context.Context, c *pgx.Conn) error {
	if _, err := c.Exec(ctx, lockPresence); err != nil {
		return fmt.Errorf("be present: %w", err)
	}
	d.listener.Store(c.PgConn().PID())
	return nil
}

// freeLeases ends all leases if no other process is present: the processes that held them are gone. No process can
// become present meanwhile. If one exists whose listening connection was lost, its jobs fail with play.ErrLeaseLost.
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

// Alone waits until no other process is in Alone, and calls f. If it loses its connection, and with it the lock,
// another process may take over: then f's context is cancelled, and Alone waits again. It returns the error of f, or of
// ctx if that ends.
func (d *DB) Alone(ctx context.Context, f func(context.Context) error) error {
	l := &leaderLock{db: d.urgent}
	defer l.release()
	for {
		if mine, err := l.take(ctx); mine && err == nil {
			if err := l.run(ctx, f); err != nil {
				return err
			}
		}
		wait(ctx, leaderPeriod)
		if ctx.Err() != nil {
			return ctx.Err()
		}
	}
}

// leaderLock is the connection that holds the lock of Alone.
type leaderLock struct {
	db   *sql.DB
	conn *sql.Conn // nil: none now
}

// take takes the lock, or confirms it, and reports whether this process has it.
func (l *leaderLock) take(ctx context.Context) (mine bool, err error) {
	ctx, cancel := context.WithTimeout(ctx, leaderLimit)
	defer cancel()
	if l.conn == nil {
		if l.conn, err = l.db.Conn(ctx); err != nil {
			l.conn = nil
			return false, err
		}
	}
	if err = l.conn.QueryRowContext(ctx, tryLeader).Scan(&mine); err != nil {
		l.release()
	}
	return mine, err
}

// release closes the connection and so releases the lock.
func (l *leaderLock) release() {
	if l.conn != nil {
		_ = l.conn.Raw(func(any) error { return driver.ErrBadConn })
		l.conn = nil
	}
}

// run calls f and cancels it when another process has the lock.
func (l *leaderLock) run(ctx context.Context, f func(context.Context) error) error {
	ctx, stop := context.WithCancel(ctx)
	var watching sync.WaitGroup
	defer watching.Wait()
	defer stop()
	watching.Go(func() {
		defer func() { _ = recover() }() // as if the check had failed: f continues
		for wait(ctx, leaderPeriod); ctx.Err() == nil; wait(ctx, leaderPeriod) {
			if mine, err := l.take(ctx); err == nil && !mine {
				stop()
			}
		}
	})
	return f(ctx)
}
