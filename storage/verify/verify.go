// Package verify checks that what a store holds fits together: every game replays, every counter adds up, and
// what is due has its job.
package verify

import (
	"context"
	"errors"
	"fmt"
	"iter"

	"madbot/storage/sqlstore"
)

// Check returns what is wrong in one state of a store, one line each, at most limit. An error says that it could
// not be read.
func Check(ctx context.Context, c sqlstore.Conn, limit int) ([]string, error) {
	r := &report{limit: limit}
	for _, part := range []func(context.Context, sqlstore.Conn, *report) error{
		checkPromises, checkMatches, checkSeats, checkPeople, checkTries, checkOwn, checkRatings, checkLeagues} {
		if err := part(ctx, c, r); err != nil {
			return r.lines, fmt.Errorf("check: %w", err)
		}
	}
	return r.lines, nil
}

// report is what was found.
type report struct {
	lines []string
	limit int
}

// add notes a line; false: there are enough.
func (r *report) add(format string, args ...any) bool {
	if len(r.lines) < r.limit {
		r.lines = append(r.lines, fmt.Sprintf(format, args...))
	}
	return len(r.lines) < r.limit
}

// each calls f with what of all can be read, and notes what cannot.
func each[T any](r *report, all iter.Seq2[T, error], f func(T)) error {
	for v, err := range all {
		switch _, odd := errors.AsType[*sqlstore.RowError](err); {
		case odd:
			r.add("%v", err)
		case err != nil:
			return err
		default:
			f(v)
		}
	}
	return nil
}
