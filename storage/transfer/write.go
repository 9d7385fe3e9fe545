package transfer

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"madbot/storage/query"
	"madbot/storage/row"
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
func requireEmpty(ctx context.Context, c query.Conn) error {
	for _, t := range row.Tables() {
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
func write(ctx context.Context, c query.Conn, t row.Table, all rows, told Progress) (n int, err error) {
	size := min(maxRows, maxPlaces/len(t.Columns))
	batch := make([]any, 0, size*len(t.Columns))
	full := insertion(t, size)
	for v, err := range all {
		if err != nil {
			return n, err
		}
		n++
		batch = append(batch, v...)
		if len(batch) < cap(batch) {
			continue
		}
		if err := insert(ctx, c, full, batch); err != nil {
			return n, fmt.Errorf("fill table %s: %w", t.Name, err)
		}
		batch = batch[:0]
		told.tell(t.Name, n)
	}
	if len(batch) > 0 {
		if err := insert(ctx, c, insertion(t, len(batch)/len(t.Columns)), batch); err != nil {
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

// insert runs a statement of insertion.
func insert(ctx context.Context, c query.Conn, statement string, args []any) error {
	_, err := c.ExecContext(ctx, statement, args...)
	return err
}

// insertion is the statement that inserts n rows.
func insertion(t row.Table, n int) string {
	var b strings.Builder
	b.WriteString("INSERT INTO " + t.Name + " (")
	for i, c := range t.Columns {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(c.Name)
	}
	b.WriteString(") VALUES ")
	for place := range n * len(t.Columns) {
		switch {
		case place == 0:
			b.WriteByte('(')
		case place%len(t.Columns) == 0:
			b.WriteString("), (")
		default:
			b.WriteByte(',')
		}
		b.WriteString("?" + strconv.Itoa(place+1))
	}
	b.WriteByte(')')
	return b.String()
}
