package postgres

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"

	"madbot/storage/sqlstore"
)

//go:embed migrations/*.sql
var migrationFiles embed.FS

const versions = "migrations"

const (
	// lockMigrations waits until no other process migrates. The lock ends with the connection.
	lockMigrations = "SELECT pg_advisory_lock(7168356, 3)"
	createVersions = "CREATE TABLE IF NOT EXISTS " + versions + ` (
		version integer PRIMARY KEY, name text NOT NULL, fingerprint text NOT NULL,
		run_at timestamptz NOT NULL DEFAULT now())`
	// noticeDeath ends a long statement, and so the locks of its transaction, soon after this process was killed.
	noticeDeath   = "SET client_connection_check_interval = '1s'"
	insertVersion = "INSERT INTO " + versions + " (version, name, fingerprint) VALUES ($1, $2, $3)"
	selectVersion = "SELECT version, coalesce(to_jsonb(v) ->> 'fingerprint', '') FROM " + versions +
		" AS v ORDER BY version DESC LIMIT 1"
)

// migrate runs the missing migrations of files on the database of config, each in its own transaction, however long
// they take.
func migrate(ctx context.Context, config *pgx.ConnConfig, files fs.FS) error {
	all, err := sqlstore.Migrations(files)
	if err != nil {
		return err
	}
	db := stdlib.OpenDB(*config)
	defer db.Close()
	conn, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	_, _ = conn.ExecContext(ctx, noticeDeath) // PostgreSQL before 14 cannot do that
	for _, statement := range []string{lockMigrations, createVersions} {
		if _, err := conn.ExecContext(ctx, statement); err != nil {
			return err
		}
	}
	version, err := schemaVersion(ctx, conn, all)
	for ; err == nil && version < len(all); version++ {
		err = run(ctx, conn, all[:version+1])
	}
	return err
}

// run runs the last of the migrations.
func run(ctx context.Context, conn *sql.Conn, all []sqlstore.Migration) error {
	m := all[len(all)-1]
	tx, err := conn.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if _, err = tx.ExecContext(ctx, m.SQL); err == nil {
		_, err = tx.ExecContext(ctx, insertVersion, len(all), m.Name, sqlstore.Fingerprint(all))
	}
	if err == nil {
		err = tx.Commit()
	}
	if err != nil {
		return fmt.Errorf("%s: %w", m.Name, err)
	}
	return nil
}

// schemaVersion returns the version of the schema, 0 for an empty database. It returns ErrNewer, ErrOther, or ErrFormer
// for a database from before version 1, whose table of migrations had another name.
func schemaVersion(ctx context.Context, db querier, all []sqlstore.Migration) (version int, err error) {
	var ours, former bool
	err = db.QueryRowContext(ctx, `SELECT to_regclass($1) IS NOT NULL,
		to_regclass('schema_versions') IS NOT NULL OR to_regclass('goose_db_version') IS NOT NULL`, versions).
		Scan(&ours, &former)
	switch {
	case err != nil:
		return 0, err
	case former:
		return 0, sqlstore.ErrFormer
	case !ours:
		return 0, nil
	}
	var fingerprint string
	err = db.QueryRowContext(ctx, selectVersion).Scan(&version, &fingerprint)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return 0, nil
	case err != nil:
		return 0, err
	case version > len(all):
		return version, sqlstore.ErrNewer
	case fingerprint != sqlstore.Fingerprint(all[:version]):
		return version, sqlstore.ErrOther
	}
	return version, nil
}

type querier interface {
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}
