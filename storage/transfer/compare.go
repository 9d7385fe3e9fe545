package transfer

import (
	"context"
	"fmt"
	"iter"

	"madbot/storage/sqlstore"
)

// DifferenceError is returned by Copy if the copy differs from the original.
type DifferenceError struct {
	Found string // a description of the first difference
}

func (e *DifferenceError) Error() string { return "the copy is not the same: " + e.Found }

// compare returns a *DifferenceError if to does not contain the same rows as from.
func compare(ctx context.Context, from, to sqlstore.Conn, tables []sqlstore.Table) error {
	for _, t := range tables {
		found, err := difference(t, read(ctx, from, t), read(ctx, to, t))
		switch {
		case err != nil:
			return fmt.Errorf("compare: %w", err)
		case found != "":
			return &DifferenceError{t.Name + " " + found}
		}
	}
	return nil
}

// difference returns the first difference between the rows of a table in two stores; "" if there is none.
func difference(t sqlstore.Table, from, to rows) (string, error) {
	next, stop := iter.Pull2(to)
	defer stop()
	k := keyOf(t)
	for a, err := range from {
		if err != nil {
			return "", err
		}
		b, err, ok := next()
		switch {
		case err != nil:
			return "", err
		case !ok || k.compare(a, b) < 0:
			return k.text(a) + ": missing in the copy", nil
		case k.compare(a, b) > 0:
			return k.text(b) + ": in the copy alone", nil
		}
		for i, c := range t.Columns {
			if a[i] != b[i] {
				return fmt.Sprintf("%s: %s is %v, in the copy %v", k.text(a), c.Name, a[i], b[i]), nil
			}
		}
	}
	b, err, ok := next()
	if err != nil || !ok {
		return "", err
	}
	return k.text(b) + ": in the copy alone", nil
}
