// Package sqlstore is what stores that speak SQL share: the columns of their tables, to and from values, and what
// play.Reader and play.Tx say in statements. Statements are written for SQLite's places of values, ?1 and so on,
// and for what SQLite and PostgreSQL both understand; what they say differently is a Dialect. Times are Unix
// milliseconds in UTC; the numbers of statuses, sides, reasons and events are those of the packages rules and match,
// which keep them stable.
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

// Conn is what statements run on: an *sql.DB, an *sql.Conn or an *sql.Tx, or something that stands before one.
type Conn interface {
	Runner
	// QueryRowContext runs a statement that returns a row.
	QueryRowContext(ctx context.Context, statement string, args ...any) *sql.Row
}

// Dialect is what databases say differently.
type Dialect struct {
	// Kinds selects, as the column kind, the words of the JSON array ?2.
	Kinds string
	// Claim leases, until ?2, jobs of the kind ?3 that are Claimable, and returns JobColumns of each. Which of
	// them, ?4 says: how many, for Tx.Claim.
	Claim string
}

// Reader implements play.Reader.
type Reader struct {
	conn    Runner
	dialect Dialect
	locks   Locks // nil: nobody else writes meanwhile, or what is read is in one state without
}

var _ play.Reader = Reader{}

// NewReader returns a Reader of what conn sees.
func NewReader(conn Runner, d Dialect) Reader { return Reader{conn, d, nil} }

// steady is a Runner that does what was begun whether or not its caller still waits.
type steady struct{ Runner }

// ExecContext implements Runner.
func (s steady) ExecContext(ctx context.Context, statement string, args ...any) (sql.Result, error) {
	return s.Runner.ExecContext(context.WithoutCancel(ctx), statement, args...)
}

// QueryContext implements Runner.
func (s steady) QueryContext(ctx context.Context, statement string, args ...any) (*sql.Rows, error) {
	return s.Runner.QueryContext(context.WithoutCancel(ctx), statement, args...)
}

// Tx implements play.Tx on a transaction, which it neither begins nor ends. What it began it does whether or
// not its caller still waits.
type Tx struct {
	Reader
	now time.Time
}

var _ play.Tx = Tx{}

// NewTx returns a unit of work in the transaction of conn, with the locks that it takes, if it needs any. The clock
// tells its time; nil leaves that zero, for stores that are only copied.
func NewTx(conn Runner, d Dialect, l Locks, clock func() time.Time) Tx {
	t := Tx{Reader: Reader{steady{conn}, d, l}}
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

// endPart ends the innermost part, and takes back what it did unless that is kept.
func (t Tx) endPart(ctx context.Context, kept bool) error {
	if !kept {
		if _, err := t.conn.ExecContext(ctx, "ROLLBACK TO part"); err != nil {
			return err
		}
	}
	_, err := t.conn.ExecContext(ctx, "RELEASE part")
	return err
}

// faultMemory is for how long the fault of a unit of work tells of the store: longer than it takes until another one
// is tried.
const faultMemory = 75 * time.Second

// Faults remembers that a unit of work failed because of the store, such as a disk without room: what is written to
// see whether the store is well may have room where that had none. The zero value remembers nothing.
type Faults struct{ last atomic.Pointer[error] }

// Note remembers err for a while.
func (f *Faults) Note(err error) {
	f.last.Store(&err)
	time.AfterFunc(faultMemory, func() { f.last.CompareAndSwap(&err, nil) })
}

// Recent returns what was noted last, nil when that is long ago.
func (f *Faults) Recent() error {
	if last := f.last.Load(); last != nil {
		return *last
	}
	return nil
}
