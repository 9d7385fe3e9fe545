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

// The pauses before a collided unit of work is retried; they grow and have jitter.
const (
	firstPause = 2 * time.Millisecond
	lastPause  = 250 * time.Millisecond
)

// Do runs f in one transaction, and retries it if it collides with another one; see play.Store. It gives up after
// Options.Tries. It returns ErrUnknown if it is unknown whether f's changes were kept.
func (d *DB) Do(ctx context.Context, f func(play.Tx) error) error {
	needed := map[int64]mode{}
	err := retry(ctx, d.tries, func() (again bool, err error) { return d.try(ctx, needed, f) })
	if isFault(err) {
		d.faults.Note(err)
	}
	return err
}

// retry calls try until it succeeds, returns false for again, or limit has passed.
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

// try runs f once, after locking what earlier tries needed. again means that f may run again: nothing was kept, and the
// next try may succeed.
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
	defer t.Rollback() // no effect after Commit
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
		d.notifier.request() // even if it is unknown whether it was kept
	}
	return again, err
}

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

func isLost(c *sql.Conn) (lost bool) {
	err := c.Raw(func(driver any) error {
		lost = driver.(*stdlib.Conn).Conn().IsClosed()
		return nil
	})
	return lost || err != nil
}

// unit is the Conn of a unit of work, with the names it has locked. It remembers a collision even in a part whose error
// was handled: the part did not fail for a reason of its own.
type unit struct {
	conn
	held      map[int64]mode // by key
	needed    map[int64]mode // locked in any try
	impatient bool           // it waits for locks only briefly
	collision error          // the first one; nil: none so far
	scheduled bool           // jobs were scheduled
}

func (u *unit) note(err error) {
	if u.collision == nil && collided(err) {
		u.collision = err
	}
}

func (u *unit) ExecContext(ctx context.Context, statement string, args ...any) (sql.Result, error) {
	result, err := u.conn.ExecContext(ctx, statement, args...)
	u.note(err)
	return result, err
}
