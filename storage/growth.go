package storage

import (
	"context"
	"errors"
	"time"

	"madbot/storage/sqlstore"
)

// Growth is the size of a store and how fast it grows.
type Growth struct {
	Bytes   int64 // beyond an empty store
	Matches int64 // of any status
	Year    int64 // matches a year, at the rate of the last year, or since the first match if the store is younger
}

// fewMatches is the number of matches below which their average size is not meaningful.
const fewMatches = 100

const year = 365 * 24 * time.Hour

// PerThousand returns how many bytes a thousand matches take; 0 if there are too few to tell.
func (g Growth) PerThousand() int64 {
	if g.Matches < fewMatches {
		return 0
	}
	return g.Bytes * 1000 / g.Matches
}

// Measure returns how the store at an address grows. Its errors are as for OpenView.
func Measure(ctx context.Context, address string, now time.Time) (g Growth, err error) {
	v, err := OpenView(ctx, address)
	if err != nil {
		return g, err
	}
	err = program{}.read(ctx, v, func(c sqlstore.Conn) error {
		var first, late int64
		last := now.Add(-year).UnixMilli()
		const statement = "SELECT count(*), coalesce(min(created), ?1), count(CASE WHEN created >= ?1 THEN 1 END) FROM matches"
		if err := c.QueryRowContext(ctx, statement, last).Scan(&g.Matches, &first, &late); err != nil {
			return err
		}
		span := now.Sub(time.UnixMilli(max(first, last)))
		g.Year = int64(float64(late) * float64(year) / float64(max(span, 24*time.Hour)))
		g.Bytes, err = v.Size(ctx, c)
		return err
	})
	return g, errors.Join(err, v.Close())
}
