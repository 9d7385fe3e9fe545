package transfer

import (
	"context"
	"errors"
	"fmt"

	"madbot/storage/sqlstore"
)

// ErrNotEmpty is returned by Copy and Import when the store to fill has something already.
var ErrNotEmpty = errors.New("the store is not empty")

// Counts is how many rows there are of each table.
type Counts map[string]int

// Progress is told how many rows of a table were moved so far; nil: nobody wants to know.
type Progress func(table string, rows int)

// What one statement inserts at most. SQLite has 32,766 places at most.
const (
	maxPlaces = 32_000
	maxRows   = 200
)

// requireEmpty returns ErrNotEmpty when one of the tables has a row.
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

// write inserts rows into a table and returns how many there were.
func write(ctx context.Context, c sqlstore.Conn, t sqlstore.Table, all rows, told Progress) (n int, err error) {
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
		told.tell(t.Name, n)
	}
	if len(batch) > 0 {
		if _, err := c.ExecContext(ctx, t.Insert(len(batch)/len(t.Columns)), batch...); err != nil {
			return n, fmt.Errorf("fill table %s: %w", t.Name, err)
		}
	}
	told.tell(t.Name, n)
	return n, nil
}

// tell calls p if somebody wants to know.
func (p Progress) tell(table string, rows int) {
	if p != nil {
		p(table, rows)
	}
}
