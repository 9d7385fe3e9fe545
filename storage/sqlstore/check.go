package sqlstore

import (
	"context"
	"errors"
	"fmt"
	"iter"
)

// Check looks for inconsistencies in one state of a store: games that do not replay, counters that do not add up, and
// missing jobs. It returns one line for each finding, at most limit, and an error if the store cannot be read.
func Check(ctx context.Context, c Conn, limit int) ([]string, error) {
	r := &report{limit: limit}
	for _, part := range []func(context.Context, Conn, *report) error{
		checkInvariants, checkMatches, checkSeats, checkPeople, checkTries, checkOwn, checkRatings, checkLeagues} {
		if err := part(ctx, c, r); err != nil {
			return r.lines, fmt.Errorf("check: %w", err)
		}
	}
	return r.lines, nil
}

type report struct {
	lines []string
	limit int
}

func (r *report) add(format string, args ...any) bool {
	if len(r.lines) < r.limit {
		r.lines = append(r.lines, fmt.Sprintf(format, args...))
	}
	return len(r.lines) < r.limit
}

// eachRow calls f with each row that can be read, and records the unreadable ones as findings.
func eachRow[T any](r *report, rows iter.Seq2[T, error], f func(T)) error {
	for v, err := range rows {
		switch _, unreadable := errors.AsType[*RowError](err); {
		case unreadable:
			r.add("%v", err)
		case err != nil:
			return err
		default:
			f(v)
		}
	}
	return nil
}
