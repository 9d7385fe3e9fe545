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

// The processes of a bot know of each other by locks that end with the connection which has them: each has a shared
// one while it listens, and one of them that of Alone.
const (
	lockPresence = "SELECT pg_advisory_lock_shared(7168356, 1)"
	countOthers  = `SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND classid = 7168356 AND objid = 1
		AND objsubid = 2 AND pid <> $1 AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`
	tryAbsence = "SELECT pg_try_advisory_xact_lock(7168356, 1)" // of all others
	tryTurn    = "SELECT pg_try_advisory_lock(7168356, 2)"
)

const (
	turnPeriod = 500 * time.Millisecond // between two looks at who may
	turnLimit  = 5 * time.Second        // for one
)

// bePresent lets other processes count this one for as long as c is connected.
func (d *DB) bePresent(ctx context.Context, c *pgx.Conn) error {
	if _, err := c.Exec(ctx, lockPresence); err != nil {
		return fmt.Errorf("be present: %w", err)
	}
	d.listener.Store(c.PgConn().PID())
	return nil
}

// freeLeases ends all leases when no other process is present: whoever had them is gone. None comes meanwhile. One that
// is there all the same, and had lost the connection by which it is known, finds its leases lost.
func (d *DB) freeLeases(ctx context.Context) error {
	tx, err := d.urgent.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback() // without effect after Commit
	var alone bool
	if err := tx.QueryRowContext(ctx, tryAbsence).Scan(&alone); err != nil || !alone {
		return err
	}
	if _, err := tx.ExecContext(ctx, "UPDATE jobs SET lease = NULL, claim = NULL WHERE lease IS NOT NULL"); err != nil {
		return err
	}
	return tx.Commit()
}

// Others returns how many other processes use the database by Watch.
func (d *DB) Others(ctx context.Context) (n int, err error) {
	if err := d.urgent.QueryRowContext(ctx, countOthers, int64(d.listener.Load())).Scan(&n); err != nil {
		return 0, fmt.Errorf("count processes: %w", err)
	}
	return n, nil
}

// Alone waits until no other process of the database is in Alone and calls f, whose context ends when another one is
// all the same, as it may when the connection was lost by which it knew: then it waits again. It returns an error of f,
// or that of ctx when ctx ends.
func (d *DB) Alone(ctx context.Context, f func(context.Context) error) error {
	t := &turn{db: d.urgent}
	defer t.leave()
	for {
		if mine, err := t.take(ctx); mine && err == nil {
			if err := t.run(ctx, f); err != nil {
				return err
			}
		}
		wait(ctx, turnPeriod)
		if ctx.Err() != nil {
			return ctx.Err()
		}
	}
}

// turn is the connection with the lock of Alone.
type turn struct {
	db   *sql.DB
	conn *sql.Conn // nil: none now
}

// take takes the lock, or takes it once more, and reports whether this process has it.
func (t *turn) take(ctx context.Context) (mine bool, err error) {
	ctx, cancel := context.WithTimeout(ctx, turnLimit)
	defer cancel()
	if t.conn == nil {
		if t.conn, err = t.db.Conn(ctx); err != nil {
			t.conn = nil
			return false, err
		}
	}
	if err = t.conn.QueryRowContext(ctx, tryTurn).Scan(&mine); err != nil {
		t.leave()
	}
	return mine, err
}

// leave ends the connection, and the lock with it.
func (t *turn) leave() {
	if t.conn != nil {
		_ = t.conn.Raw(func(any) error { return driver.ErrBadConn })
		t.conn = nil
	}
}

// run calls f until another process has the lock.
func (t *turn) run(ctx context.Context, f func(context.Context) error) error {
	ctx, stop := context.WithCancel(ctx)
	var watching sync.WaitGroup
	defer watching.Wait()
	defer stop()
	watching.Go(func() {
		defer func() { _ = recover() }() // f goes on as it would without an answer
		for wait(ctx, turnPeriod); ctx.Err() == nil; wait(ctx, turnPeriod) {
			if mine, err := t.take(ctx); err == nil && !mine {
				stop()
			}
		}
	})
	return f(ctx)
}
