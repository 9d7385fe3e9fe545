package transfer

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"strings"

	"madbot/storage/query"
	"madbot/storage/row"
)

// maxDifferences is how many differences a DifferenceError names.
const maxDifferences = 10

// DifferenceError is returned by Copy when two stores do not hold the same.
type DifferenceError struct {
	Found []string // the first differences, one line each, at most ten
}

// Error lists the differences.
func (e *DifferenceError) Error() string {
	return "the copy is not the same: " + strings.Join(e.Found, "; ")
}

// compare returns a *DifferenceError when to does not have the same rows as from.
func compare(ctx context.Context, from, to query.Conn) error {
	var found []string
	for _, t := range row.Tables() {
		for d, err := range differences(t, read(ctx, from, t), read(ctx, to, t)) {
			if err != nil {
				return fmt.Errorf("compare: %w", err)
			}
			if found = append(found, t.Name+" "+d); len(found) == maxDifferences {
				return &DifferenceError{found}
			}
		}
	}
	if len(found) > 0 {
		return &DifferenceError{found}
	}
	return nil
}

// differences are those between the rows of two tables, in words.
func differences(t row.Table, from, to rows) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		a, b := newCursor(from), newCursor(to)
		defer a.stop()
		defer b.stop()
		for k := keyOf(t); a.ok || b.ok; {
			if err := cmp.Or(a.err, b.err); err != nil {
				yield("", err)
				return
			}
			if d := step(t, k, a, b); d != "" && !yield(d, nil) {
				return
			}
		}
	}
}

// step goes on by a row, in one of two tables or in both, and returns what is different there.
func step(t row.Table, k key, a, b *cursor) (d string) {
	switch order := k.order(a, b); {
	case order < 0:
		d = k.text(a.row) + ": missing in the copy"
		a.advance()
	case order > 0:
		d = k.text(b.row) + ": in the copy alone"
		b.advance()
	default:
		for i, c := range t.Columns {
			if a.row[i] != b.row[i] {
				d = fmt.Sprintf("%s: %s is %v, in the copy %v", k.text(a.row), c.Name, a.row[i], b.row[i])
				break
			}
		}
		a.advance()
		b.advance()
	}
	return d
}

// order orders the rows of two tables; a table that is at its end comes after the other.
func (k key) order(a, b *cursor) int {
	switch {
	case !b.ok:
		return -1
	case !a.ok:
		return 1
	}
	return k.compare(a.row, b.row)
}

// cursor is a place among rows.
type cursor struct {
	next func() (values, error, bool)
	stop func()
	row  values
	err  error
	ok   bool // there is a row, or an error
}

// newCursor returns a cursor at the first row.
func newCursor(all rows) *cursor {
	next, stop := iter.Pull2(all)
	c := &cursor{next: next, stop: stop}
	c.advance()
	return c
}

// advance goes to the next row.
func (c *cursor) advance() { c.row, c.err, c.ok = c.next() }
