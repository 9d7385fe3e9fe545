package sqlstore

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"iter"

	"madbot/bot/play"
)

// Scanner is a row that can be read, such as *sql.Rows and *sql.Row.
type Scanner interface{ Scan(dest ...any) error }

// after is a row whose first columns are scanned into first, and the others by Scan.
type after struct {
	from  Scanner
	first []any
}

func (a after) Scan(dest ...any) error { return a.from.Scan(append(a.first, dest...)...) }

// RowError is returned for a row that could not be read.
type RowError struct{ Err error }

func (e *RowError) Error() string { return e.Err.Error() }

func (e *RowError) Unwrap() error { return e.Err }

// Rows returns what a statement selects, with each row read by scan. For a row that scan cannot read, it yields a
// *RowError and continues; any other error ends it. No other statement may run on c meanwhile.
func Rows[T any](ctx context.Context, c Runner, statement string, scan func(Scanner) (T, error),
	args ...any) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		var none T
		found, err := c.QueryContext(ctx, statement, args...)
		if err != nil {
			yield(none, err)
			return
		}
		defer found.Close()
		for found.Next() {
			v, err := scan(found)
			if err != nil {
				err = &RowError{err}
			}
			if !yield(v, err) {
				return
			}
		}
		if err := found.Err(); err != nil {
			yield(none, err)
		}
	}
}

// ScanOne reads a row of one value that needs no conversion.
func ScanOne[T any](from Scanner) (v T, err error) {
	err = from.Scan(&v)
	return v, err
}

// All returns all rows that a statement selects. Its error names the statement.
func All[T any](ctx context.Context, c Runner, statement string, scan func(Scanner) (T, error),
	args ...any) ([]T, error) {
	var all []T
	for v, err := range Rows(ctx, c, statement, scan, args...) {
		if err != nil {
			return nil, fmt.Errorf("%s: %w", statement, err)
		}
		all = append(all, v)
	}
	return all, nil
}

// One returns the first row that a statement selects, or sql.ErrNoRows.
func One[T any](ctx context.Context, c Runner, statement string, scan func(Scanner) (T, error),
	args ...any) (none T, err error) {
	for v, err := range Rows(ctx, c, statement, scan, args...) {
		if err != nil {
			return none, fmt.Errorf("%s: %w", statement, err)
		}
		return v, nil
	}
	return none, sql.ErrNoRows
}

// found replaces sql.ErrNoRows with play.ErrNotFound.
func found(err error) error {
	if errors.Is(err, sql.ErrNoRows) {
		return play.ErrNotFound
	}
	return err
}

func affected(result sql.Result, err error) (int64, error) {
	if err != nil {
		return 0, err
	}
	return result.RowsAffected()
}
