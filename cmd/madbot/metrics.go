package main

import (
	"context"
	"time"

	"madbot/bot/metrics"
	"madbot/bot/play"
	"madbot/rules/match"
	"madbot/storage"
	"madbot/storage/sqlstore"
)

// metricsPath is the path of the metrics, on the address of the health checks.
const metricsPath = "/metrics"

// What is counted in the store.
const (
	countJobs    = "SELECT count(*), coalesce(min(due), 0), coalesce(max(attempts), 0) FROM jobs WHERE kind = ?1 AND due <= ?2"
	countMatches = "SELECT count(*) FROM matches WHERE status = ?1 AND status IN (1, 2)"
)

// counts returns a function that counts what is in the store.
func counts(db storage.Store, now func() time.Time) func(context.Context) (metrics.Counts, error) {
	return func(ctx context.Context) (all metrics.Counts, err error) {
		all.Matches = map[string]int{}
		err = db.Snapshot(ctx, func(c sqlstore.Conn) error {
			for _, status := range []match.Status{match.Proposed, match.Playing} {
				var n int
				if err := c.QueryRowContext(ctx, countMatches, int(status)).Scan(&n); err != nil {
					return err
				}
				all.Matches[status.String()] = n
			}
			for _, kind := range play.JobKinds() {
				j, oldest := metrics.Jobs{Kind: string(kind)}, int64(0)
				err := c.QueryRowContext(ctx, countJobs, string(kind), now().UnixMilli()).Scan(&j.Due, &oldest, &j.Attempts)
				if err != nil {
					return err
				}
				if oldest > 0 {
					j.Oldest = time.UnixMilli(oldest)
				}
				all.Jobs = append(all.Jobs, j)
			}
			return nil
		})
		return all, err
	}
}
