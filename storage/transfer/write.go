package transfer

import (
	"context"
	"errors"
	"fmt"

	"madbot/storage/sqlstore"
)

// ErrNotEmpty is returned by Copy and Import if the store to fill is not empty.
var ErrNotEmpty = errors.New("the store is not empty")

// Counts is the number of rows of each table.
type Counts map[string]int

// Progress is called with the number of rows of a table that were moved so far. It may be nil.
type Progress func(table string, rows int)

// The limits of one INSERT. SQLite allows 32,766 parameters.
const (
	maxPlaces = 32_000
	maxRows   = 200
)

// requireEmpty returns ErrNotEmpty if one of the tables has a row.
func requireEmpty(ctx context.Context, c sqlstore.Conn, tables []sqlstore.Table) error {
	for _, t := range tables {
		var some bool
		err := c.QueryRowContext(ctx, "SELECT EXISTS (SELECT 1 FROM "+t.Name+")").Scan(&some)
		if err != nil {
			return fmt.Errorf("look into table %s: %w", t.Name, err)
		}
		if some {
			return fmt.Errorf("table %s: %w", t.Name, ErrNotEmpty)
		}
	}
	return nil
}

// write inserts rows into a table and returns their number.
func write(ctx context.Context, c sqlstore.Conn, t sqlstore.Table, all rows, progress Progress) (n int, err error) {
	size := min(maxRows, maxPlaces/len(t.Columns))
	batch := make([]any, 0, size*len(t.Columns))
	full := t.Insert(size)
	for v, err := range all {
		if err != nil {
			return n, err
		}
		n++
		batch = append(batch, v...)
		if len(batch) < cap(batch) {
			continue
		}
		if _, err := c.ExecContext(ctx, full, batch...); err != nil {
			return n, fmt.Errorf("fill table %s: %w", t.Name, err)
		}
		batch = batch[:0]
		progress.report(t.Name, n)
	}
	if len(batch) > 0 {
		if _, err := c.ExecContext(ctx, t.Insert(len(batch)/len(t.Columns)), batch...); err != nil {
			return n, fmt.Errorf("fill table %s: %w", t.Name, err)
		}
	}
	progress.report(t.Name, n)
	return n, nil
}

func (p Progress) report(table string, rows int) {
	if p != nil {
		p(table, rows)
	}
}
