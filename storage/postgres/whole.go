package postgres

import (
	"context"
	"database/sql"
	"fmt"
	"strings"

	"madbot/storage/sqlstore"
)

// noTimeouts is SQL that removes the timeouts of a transaction.
func noTimeouts() []string {
	return []string{"SET LOCAL statement_timeout = 0", "SET LOCAL idle_in_transaction_session_timeout = 0"}
}

// Snapshot calls f with a read-only Conn that sees one state of the database and is valid until f returns. The bot may
// keep running.
func (d *DB) Snapshot(ctx context.Context, f func(sqlstore.Conn) error) error {
	return d.whole(ctx, &sql.TxOptions{Isolation: sql.LevelRepeatableRead, ReadOnly: true}, noTimeouts(), f)
}

// Fill calls f with a Conn whose changes are kept if f returns nil, and otherwise rolled back. It is for a database
// that nobody else uses: of two concurrent calls, the later one sees what the earlier one has kept, or gives up waiting
// for it. It returns ErrUnknown if it is unknown whether the changes were kept.
func (d *DB) Fill(ctx context.Context, f func(sqlstore.Conn) error) error {
	var names []string
	for _, t := range sqlstore.Tables() {
		names = append(names, t.Name)
	}
	lock := "LOCK TABLE " + strings.Join(names, ", ") + " IN EXCLUSIVE MODE" // before the transaction's snapshot is taken
	return d.whole(ctx, &sql.TxOptions{Isolation: sql.LevelRepeatableRead}, append(noTimeouts(), lock), f)
}

// whole runs first and then f in one transaction.
func (d *DB) whole(ctx context.Context, o *sql.TxOptions, first []string, f func(sqlstore.Conn) error) error {
	t, err := d.pool.BeginTx(ctx, o)
	if err != nil {
		return fmt.Errorf("begin with the whole database: %w", err)
	}
	defer t.Rollback() // no effect after Commit
	for _, statement := range first {
		if _, err := t.ExecContext(ctx, statement); err != nil {
			return fmt.Errorf("begin with the whole database: %w", err)
		}
	}
	if err := f(conn{t, d.texts}); err != nil {
		return err
	}
	_, err = commit(t)
	return err
}

// Inspect returns the constraints and triggers that the server does not enforce, one line each, at most limit. It
// enforces all others.
func (d *DB) Inspect(ctx context.Context, c sqlstore.Conn, limit int) ([]string, error) {
	const statement = `SELECT conrelid::regclass || ': the server does not check ' || conname
			FROM pg_constraint WHERE NOT convalidated
		UNION ALL SELECT tgrelid::regclass || ': the server does not run the trigger ' || tgname
			FROM pg_trigger WHERE tgenabled <> 'O' ORDER BY 1 LIMIT ?1`
	return sqlstore.All(ctx, c, statement, sqlstore.ScanOne[string], limit)
}

// Size returns how many bytes the database takes beyond an empty one, which has a page for each index.
func (d *DB) Size(ctx context.Context, c sqlstore.Conn) (n int64, err error) {
	err = c.QueryRowContext(ctx, `SELECT coalesce(sum(pg_total_relation_size(oid) - 8192 *
			(SELECT count(*) FROM pg_index WHERE indrelid = pg_class.oid)), 0)::bigint
		FROM pg_class WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace`).Scan(&n)
	return n, err
}
