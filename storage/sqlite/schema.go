package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"slices"

	"madbot/storage/sqlstore"
)

// checkSchema returns ErrOther unless the tables, indexes and triggers of a database are those that steps make.
// Different development builds may give the same version to different tables.
func checkSchema(ctx context.Context, db *sql.DB, steps []sqlstore.Migration) error {
	if len(steps) == 0 {
		return nil
	}
	fresh, err := connect("file::memory:", 1)
	if err != nil {
		return err
	}
	want, err := schemaAfter(ctx, fresh, steps)
	if err := errors.Join(err, fresh.Close()); err != nil {
		return err
	}
	have, err := schemaOf(ctx, db)
	if err == nil && !slices.Equal(have, want) {
		err = sqlstore.ErrOther
	}
	return err
}

func schemaAfter(ctx context.Context, db *sql.DB, steps []sqlstore.Migration) ([]string, error) {
	for _, s := range steps {
		if _, err := db.ExecContext(ctx, s.SQL); err != nil {
			return nil, err
		}
	}
	return schemaOf(ctx, db)
}

// schemaOf returns the statements that made a database, without comments, sorted.
func schemaOf(ctx context.Context, db *sql.DB) (all []string, err error) {
	rows, err := db.QueryContext(ctx, `SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL
		AND name NOT LIKE 'sqlite\_%' ESCAPE '\'`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		text, err := sqlstore.ScanOne[string](rows)
		if err != nil {
			return nil, err
		}
		all = append(all, sqlstore.Plain(text))
	}
	slices.Sort(all)
	return all, rows.Err()
}
