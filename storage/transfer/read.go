package transfer

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"strings"
	"unicode/utf8"

	"madbot/storage/sqlstore"
)

// values is a row: for each column of its table a string, an int64, a bool, or nil. JSON is without spaces.
type values []any

// rows are the rows of a table, ordered by key. An error ends them.
type rows = iter.Seq2[values, error]

var (
	// errValue is returned for a value that its column cannot have.
	errValue = errors.New("not a value of its column")
	// errOrder is returned for a row that does not come after the one before it.
	errOrder = errors.New("not after the row before it")
)

func read(ctx context.Context, c sqlstore.Conn, t sqlstore.Table) rows {
	statement := "SELECT " + strings.Join(t.Names(), ", ") + " FROM " + t.Name + " ORDER BY " + strings.Join(t.Key, ", ")
	return inOrder(t, sqlstore.Rows(ctx, c, statement, scanRow(t)))
}

// scanRow returns a function that reads a row of a table.
func scanRow(t sqlstore.Table) func(sqlstore.Scanner) (values, error) {
	cells := make([]cell, len(t.Columns))
	to := make([]any, len(t.Columns))
	for i, c := range t.Columns {
		cells[i].Column, to[i] = c, &cells[i]
	}
	return func(from sqlstore.Scanner) (values, error) {
		if err := from.Scan(to...); err != nil {
			return nil, err
		}
		v := make(values, len(cells))
		for i, c := range cells {
			v[i] = c.value
		}
		return v, nil
	}
}

// inOrder checks that each row comes after the one before it, and adds the table to errors.
func inOrder(t sqlstore.Table, all rows) rows {
	key := keyOf(t)
	return func(yield func(values, error) bool) {
		var last values
		for v, err := range all {
			if err == nil && last != nil && key.compare(last, v) >= 0 {
				err = fmt.Errorf("row %s: %w", key.text(v), errOrder)
			}
			if err != nil {
				yield(nil, fmt.Errorf("table %s: %w", t.Name, err))
				return
			}
			if !yield(v, nil) {
				return
			}
			last = v
		}
	}
}

// cell is a destination for scanning a value of a column.
type cell struct {
	sqlstore.Column
	value any
}

func (c *cell) Scan(from any) (err error) {
	if raw, ok := from.([]byte); ok {
		from = string(raw)
	}
	if n, ok := from.(int64); ok && c.Kind == sqlstore.Flag {
		from = n != 0
	}
	c.value, err = c.settle(from)
	return err
}

// settle returns v as a value of the column, or errValue.
func (c *cell) settle(v any) (any, error) {
	ok := false
	switch v := v.(type) {
	case nil:
		ok = c.Nullable
	case int64:
		ok = c.Kind == sqlstore.Number
	case bool:
		ok = c.Kind == sqlstore.Flag
	case string:
		valid := utf8.ValidString(v)
		if valid && c.Kind == sqlstore.JSON {
			return compact(v)
		}
		ok = valid && c.Kind == sqlstore.Text
	}
	if !ok {
		return nil, fmt.Errorf("column %s: %w: %q", c.Name, errValue, fmt.Sprint(v))
	}
	return v, nil
}

// compact returns a JSON value without spaces.
func compact(text string) (any, error) {
	var b bytes.Buffer
	if err := json.Compact(&b, []byte(text)); err != nil {
		return nil, err
	}
	return b.String(), nil
}
