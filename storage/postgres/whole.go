package postgres

import (
	"context"
	"database/sql"
	"fmt"

	"madbot/storage/query"
)

// Snapshot calls f with a Conn that sees one state of the database, only reads, and ends with f. Play goes on
// meanwhile.
func (d *DB) Snapshot(ctx context.Context, f func(query.Conn) error) error {
	return d.whole(ctx, &sql.TxOptions{Isolation: sql.LevelRepeatableRead, ReadOnly: true}, f)
}

// Fill calls f with a Conn whose changes are kept whole when f returns nil, else not at all. It is for a
// database that nobody uses meanwhile.
func (d *DB) Fill(ctx context.Context, f func(query.Conn) error) error {
	return d.whole(ctx, &sql.TxOptions{Isolation: sql.LevelRepeatableRead}, f)
}

// whole calls f in one transaction, which may take as long as it does.
func (d *DB) whole(ctx context.Context, o *sql.TxOptions, f func(query.Conn) error) error {
	t, err := d.pool.BeginTx(ctx, o)
	if err != nil {
		return fmt.Errorf("begin with the whole database: %w", err)
	}
	defer t.Rollback() // without effect after Commit
	for _, name := range []string{"statement_timeout", "idle_in_transaction_session_timeout"} {
		if _, err := t.ExecContext(ctx, "SET LOCAL "+name+" = 0"); err != nil {
			return fmt.Errorf("begin with the whole database: %w", err)
		}
	}
	if err := f(conn{t, d.texts}); err != nil {
		return err
	}
	return t.Commit()
}
