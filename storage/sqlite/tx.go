package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"madbot/bot/play"
)

// tx is a unit of work. What it began it does whether or not its caller still waits.
type tx struct{ tx *sql.Tx }

// Do runs f in one immediate transaction; see play.Store.
func (d *DB) Do(ctx context.Context, f func(play.Tx) error) error {
	return d.write(ctx, func(_ context.Context, t *sql.Tx) error { return f(tx{t}) })
}

// Part implements play.Tx.
func (t tx) Part(ctx context.Context, f func() error) (err error) {
	if _, err := t.exec(ctx, "SAVEPOINT part"); err != nil {
		return fmt.Errorf("begin a part of a unit of work: %w", err)
	}
	kept := false
	defer func() {
		end := "RELEASE part"
		if !kept {
			end = "ROLLBACK TO part; RELEASE part"
		}
		if _, fault := t.exec(ctx, end); fault != nil {
			err = errors.Join(err, fmt.Errorf("end a part of a unit of work: %w", fault))
		}
	}()
	err = f()
	kept = err == nil
	return err
}

// exec runs a statement.
func (t tx) exec(ctx context.Context, statement string, args ...any) (sql.Result, error) {
	return t.tx.ExecContext(context.WithoutCancel(ctx), statement, args...)
}

// query runs a statement that returns rows.
func (t tx) query(ctx context.Context, statement string, args ...any) (*sql.Rows, error) {
	return t.tx.QueryContext(context.WithoutCancel(ctx), statement, args...)
}

// queryRow runs a statement that returns a row.
func (t tx) queryRow(ctx context.Context, statement string, args ...any) *sql.Row {
	return t.tx.QueryRowContext(context.WithoutCancel(ctx), statement, args...)
}
