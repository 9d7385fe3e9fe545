package query

import (
	"context"
	"iter"

	"madbot/storage/row"
)

// RowError is a row that could not be read.
type RowError struct{ Err error }

// Error says why.
func (e *RowError) Error() string { return e.Err.Error() }

// Unwrap returns why.
func (e *RowError) Unwrap() error { return e.Err }

// Rows are what a statement selects, each read by scan. Of a row that scan cannot read there is a *RowError, and the
// others follow; any other error ends them. No other statement may run on c meanwhile.
func Rows[T any](ctx context.Context, c Conn, statement string, scan func(row.Scanner) (T, error)) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		var none T
		found, err := c.QueryContext(ctx, statement)
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
