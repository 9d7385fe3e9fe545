package postgres

import (
	"context"
	"time"

	"madbot/bot/play"
	"madbot/storage/sqlstore"
)

// tx is sqlstore's unit of work, except that it claims jobs with locks.
type tx struct {
	sqlstore.Tx
	unit *unit
}

var _ play.Tx = tx{}

func (t tx) Schedule(ctx context.Context, k play.JobKind, subject string, due time.Time) error {
	t.unit.scheduled = true
	return t.Tx.Schedule(ctx, k, subject, due)
}

func (t tx) Part(ctx context.Context, f func() error) error {
	return t.unit.part(func() error { return t.Tx.Part(ctx, f) })
}
