package postgres

import (
	"context"
	"embed"
	"io/fs"
	"sync"
	"time"

	"madbot/storage/sqlstore"
)

// Lease is a lease, for tests.
type Lease struct{ lease }

// NewLease returns a lease that ends after limit.
func NewLease(limit time.Duration) *Lease { return &Lease{lease{limit: limit}} }

// Holds is lease.holds.
func (l *Lease) Holds(now time.Time) bool { return l.holds(now) }

// Attempted is lease.attempted.
func (l *Lease) Attempted(now time.Time, answered bool) { l.attempted(now, answered) }

// On returns a unit of work on c without locks, for tests.
func On(c sqlstore.Conn) sqlstore.Tx {
	return sqlstore.NewTx(conn{c, new(sync.Map)}, dialect(), nil, nil)
}

// Migrations returns this program's migrations, for tests.
func Migrations() embed.FS { return migrationFiles }

// Migrate migrates as Open does, but with other migrations, for tests.
func Migrate(ctx context.Context, address string, files fs.FS) error {
	return migrate(ctx, address, files)
}
