package postgres

import (
	"cmp"
	"context"
	"database/sql"
	"fmt"
	"time"

	"github.com/cenkalti/backoff/v5"
	"github.com/jackc/pgx/v5/stdlib"

	"madbot/bot/play"
	"madbot/storage/sqlstore"
)

// How a unit of work that collided is tried again: after a pause that grows, with chance in it.
const (
	firstPause = 2 * time.Millisecond
	lastPause  = 250 * time.Millisecond
)

// Do runs f in one transaction, again when that collided with another; see play.Store. A unit of work that goes
// on colliding for Options.Tries is given up. It returns ErrUnknown when nobody knows what was kept.
func (d *DB) Do(ctx context.Context, f func(play.Tx) error) error {
	needed := map[int64]mode{}
	err := retry(ctx, d.tries, func() (again bool, err error) { return d.try(ctx, needed, f) })
	if isFault(err) {
		d.faults.Note(err)
	}
	return err
}

// retry calls try until it returns that it is not to be called again, at most for so long.
func retry(ctx context.Context, limit time.Duration, try func() (again bool, err error)) error {
	pause := backoff.NewExponentialBackOff()
	pause.InitialInterval, pause.MaxInterval = firstPause, lastPause
	_, err := backoff.Retry(ctx, func() (struct{}, error) {
		again, err := try()
		if err != nil && !again {
			err = backoff.Permanent(err)
		}
		return struct{}{}, err
	}, backoff.WithBackOff(pause), backoff.WithMaxElapsedTime(limit))
	return err
}

// try runs f once, with what an earlier try has needed to lock, and says whether it may be run again: nothing was kept
// for certain, and another time it may be.
func (d *DB) try(ctx context.Context, needed map[int64]mode, f func(play.Tx) error) (again bool, err error) {
	if err := ctx.Err(); err != nil {
		return false, err
	}
	c, err := d.pool.Conn(ctx)
	if err != nil {
		return isAbsent(err) && ctx.Err() == nil, err
	}
	defer c.Close()
	t, err := c.BeginTx(context.WithoutCancel(ctx), &sql.TxOptions{Isolation: sql.LevelReadCommitted})
	if err != nil {
		return isLost(c), err
	}
	defer t.Rollback() // without effect after Commit
	u := &unit{conn: conn{t, d.texts}, held: map[int64]mode{}, needed: needed}
	if err = u.lockNeeded(ctx); err == nil {
		err = f(tx{sqlstore.NewTx(u, dialect(), u, d.clock), u})
	}
	if err != nil || u.collision != nil {
		u.note(err)
		return u.collision != nil || isLost(c), cmp.Or(err, u.collision)
	}
	again, err = commit(t)
	if u.scheduled && !again {
		d.notifier.tell() // also when nobody knows whether it was kept
	}
	return again, err
}

// commit ends a transaction.
func commit(t *sql.Tx) (again bool, err error) {
	err = t.Commit()
	switch {
	case err == nil:
		return false, nil
	case collided(err):
		return true, err
	case isUndone(err):
		return false, fmt.Errorf("keep a unit of work: %w", err)
	}
	return false, fmt.Errorf("%w: %w", ErrUnknown, err)
}

// isLost reports whether the connection of c has ended.
func isLost(c *sql.Conn) (lost bool) {
	err := c.Raw(func(driver any) error {
		lost = driver.(*stdlib.Conn).Conn().IsClosed()
		return nil
	})
	return lost || err != nil
}

// unit is the Conn of a unit of work, and the names that it has locked. It remembers a collision, even when what
// collided was a part that its caller gave up: the part did not fail for a reason of its own.
type unit struct {
	conn
	held      map[int64]mode // by their keys
	needed    map[int64]mode // locked in any try
	impatient bool           // it does not wait for locks for long
	collision error          // nil: none so far
	scheduled bool           // jobs were made due
}

// note remembers err if it is a collision.
func (u *unit) note(err error) {
	if u.collision == nil && collided(err) {
		u.collision = err
	}
}

// ExecContext implements sqlstore.Conn. All that waits for others comes here.
func (u *unit) ExecContext(ctx context.Context, statement string, args ...any) (sql.Result, error) {
	result, err := u.conn.ExecContext(ctx, statement, args...)
	u.note(err)
	return result, err
}
