package sqlite

import (
	"context"
	"database/sql"

	"madbot/bot/play"
	"madbot/storage/sqlstore"
)

// dialect is SQLite's SQL.
func dialect() sqlstore.Dialect {
	return sqlstore.Dialect{
		Kinds: "SELECT value AS kind FROM json_each(?2)",
		Claim: `UPDATE jobs SET lease = ?2, claim = ?2 WHERE kind = ?3 AND subject IN (
				SELECT subject FROM jobs AS j WHERE kind = ?3 AND ` + sqlstore.Claimable + `
				ORDER BY due, subject LIMIT ?4)
			RETURNING ` + sqlstore.JobColumns,
	}
}

// Do runs f in one immediate transaction; see play.Store.
func (d *DB) Do(ctx context.Context, f func(play.Tx) error) error {
	err := d.writer.do(ctx, func(context.Context) error {
		return f(sqlstore.NewTx(d.writer.prepared, dialect(), nil, d.clock))
	})
	if isFault(err) {
		d.faults.Note(err)
	}
	return err
}

// Snapshot calls f with a read-only Conn that sees one state of the database and is valid until f returns. The bot may
// keep running.
func (d *DB) Snapshot(ctx context.Context, f func(sqlstore.Conn) error) error {
	return snapshot(ctx, d.readers, f)
}

func snapshot(ctx context.Context, db *sql.DB, f func(sqlstore.Conn) error) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	return f(tx)
}

// Fill calls f with a Conn whose changes are kept if f returns nil, and otherwise rolled back. Nobody else writes
// meanwhile.
func (d *DB) Fill(ctx context.Context, f func(sqlstore.Conn) error) error {
	return d.writer.do(ctx, func(context.Context) error { return f(d.writer) })
}
