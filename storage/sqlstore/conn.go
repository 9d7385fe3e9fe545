// Package sqlstore is what the SQL stores share: the columns of their tables, the conversion of rows, and play.Reader
// and play.Tx as statements. Statements use SQLite's parameters (?1, ?2, …) and SQL that SQLite and PostgreSQL both
// understand; the differences are in Dialect. Times are stored as Unix milliseconds in UTC. Statuses, sides, reasons
// and kinds of events are stored as the numbers of the packages rules and match, which never change.
package sqlstore

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"madbot/bot/play"
)

// Runner runs statements.
type Runner interface {
	// ExecContext runs a statement.
	ExecContext(ctx context.Context, statement string, args ...any) (sql.Result, error)
	// QueryContext runs a statement that returns rows.
	QueryContext(ctx context.Context, statement string, args ...any) (*sql.Rows, error)
}

// Conn runs statements: an *sql.DB, *sql.Conn or *sql.Tx, or a wrapper.
type Conn interface {
	Runner
	// QueryRowContext runs a statement that returns a row.
	QueryRowContext(ctx context.Context, statement string, args ...any) *sql.Row
}

// Dialect holds the SQL that differs between databases.
type Dialect struct {
	// Kinds is a query that selects the strings of the JSON array ?2 as the column kind.
	Kinds string
	// Claim leases Claimable jobs of the kind ?3 until ?2, and returns the JobColumns of each. For Tx.Claim, ?4 is
	// their maximum number; see also ClaimOf.
	Claim string
}

// Reader implements play.Reader.
type Reader struct {
	conn    Runner
	dialect Dialect
	locks   Locks // nil: no locks are needed, because nobody writes concurrently or all reads are from one snapshot
}

var _ play.Reader = Reader{}

// NewReader returns a Reader that reads from conn and takes no locks.
func NewReader(conn Runner, d Dialect) Reader { return Reader{conn, d, nil} }

// steady is a Runner that finishes each statement even if the caller's context is cancelled.
type steady struct{ Runner }

func (s steady) ExecContext(ctx context.Context, statement string, args ...any) (sql.Result, error) {
	return s.Runner.ExecContext(context.WithoutCancel(ctx), statement, args...)
}

func (s steady) QueryContext(ctx context.Context, statement string, args ...any) (*sql.Rows, error) {
	return s.Runner.QueryContext(context.WithoutCancel(ctx), statement, args...)
}

// Tx implements play.Tx on a transaction, which it neither begins nor ends. A statement that has begun is finished even
// if the caller's context is cancelled.
type Tx struct {
	Reader
	jobTx
	leagueTx
	now time.Time
}

var _ play.Tx = Tx{}

// NewTx returns a unit of work in the transaction of conn. It takes its locks from l; nil means that none are needed.
// Its time is read from clock once; with a nil clock, it is zero, for stores that are only copied.
func NewTx(conn Runner, d Dialect, l Locks, clock func() time.Time) Tx {
	r := Reader{steady{conn}, d, l}
	t := Tx{Reader: r, jobTx: jobTx{r}, leagueTx: leagueTx{r}}
	if clock != nil {
		t.now = play.Stamp(clock())
	}
	return t
}

// Now implements play.Tx.
func (t Tx) Now() time.Time { return t.now }

// Part implements play.Tx.
func (t Tx) Part(ctx context.Context, f func() error) (err error) {
	if _, err := t.conn.ExecContext(ctx, "SAVEPOINT part"); err != nil {
		return fmt.Errorf("begin a part of a unit of work: %w", err)
	}
	kept := false
	defer func() {
		if fault := t.endPart(ctx, kept); fault != nil {
			err = errors.Join(err, fmt.Errorf("end a part of a unit of work: %w", fault))
		}
	}()
	err = f()
	kept = err == nil
	return err
}

// endPart ends the innermost part, and rolls it back unless kept.
func (t Tx) endPart(ctx context.Context, kept bool) error {
	if !kept {
		if _, err := t.conn.ExecContext(ctx, "ROLLBACK TO part"); err != nil {
			return err
		}
	}
	_, err := t.conn.ExecContext(ctx, "RELEASE part")
	return err
}

// faultMemory is how long Faults remembers an error: longer than the wait before the next unit of work is tried.
const faultMemory = 75 * time.Second

// Faults remembers that a unit of work failed because of the store, for example because the disk was full. A health
// check needs it because its own small write may still succeed. The zero value remembers nothing.
type Faults struct{ last atomic.Pointer[error] }

// Note remembers err for faultMemory.
func (f *Faults) Note(err error) {
	f.last.Store(&err)
	time.AfterFunc(faultMemory, func() { f.last.CompareAndSwap(&err, nil) })
}

// Clear forgets the error, because its cause has ended.
func (f *Faults) Clear() { f.last.Store(nil) }

// Recent returns the last error noted, or nil if that is too long ago.
func (f *Faults) Recent() error {
	if last := f.last.Load(); last != nil {
		return *last
	}
	return nil
}

const (
	// claimLife is longer than a signed request is accepted: from five minutes before its time to five minutes after.
	claimLife  = 11 * time.Minute
	sweepPause = time.Minute // between two deletions of old claims by a process
)

// Claims records which interactions processes handle. The zero value is usable.
type Claims struct{ swept atomic.Int64 } // when old claims were last deleted, in milliseconds

// Claim claims the interaction with this id, and reports whether nobody has claimed it before. Sometimes it also
// deletes old claims.
func (c *Claims) Claim(ctx context.Context, on Runner, id string, now time.Time) (first bool, err error) {
	if err := c.sweep(ctx, on, now); err != nil {
		return false, fmt.Errorf("delete old claims: %w", err)
	}
	result, err := on.ExecContext(ctx, "INSERT INTO interactions (id, at) VALUES (?1, ?2) ON CONFLICT DO NOTHING",
		id, now.UnixMilli())
	if err != nil {
		return false, fmt.Errorf("claim interaction: %w", err)
	}
	n, err := result.RowsAffected()
	return n == 1, err
}

func (c *Claims) sweep(ctx context.Context, on Runner, now time.Time) error {
	last := c.swept.Load()
	if now.Sub(time.UnixMilli(last)).Abs() < sweepPause || !c.swept.CompareAndSwap(last, now.UnixMilli()) {
		return nil
	}
	_, err := on.ExecContext(ctx, "DELETE FROM interactions WHERE at < ?1", now.Add(-claimLife).UnixMilli())
	return err
}
