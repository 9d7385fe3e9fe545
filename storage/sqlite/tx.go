package sqlite

import (
	"context"
	"database/sql"

	"madbot/bot/play"
)

// tx is a unit of work. What it began it does whether or not its caller still waits.
type tx struct{ tx *sql.Tx }

// Do runs f in one immediate transaction; see play.Store.
func (d *DB) Do(ctx context.Context, f func(play.Tx) error) error {
	return d.write(ctx, func(_ context.Context, t *sql.Tx) error { return f(tx{t}) })
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
