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
func NewLease(limit time.Duration, clock func() time.Time) *Lease {
	return &Lease{lease{limit: limit, clock: clock}}
}

// Holds is lease.holds.
func (l *Lease) Holds() bool { return l.holds() }

// Attempted is lease.attempted.
func (l *Lease) Attempted(answered bool) { l.attempted(answered) }

// On returns a unit of work on c without locks, for tests.
func On(c sqlstore.Conn) sqlstore.Tx {
	return sqlstore.NewTx(conn{c, new(sync.Map)}, dialect(), nil, nil)
}

// Migrations returns this program's migrations, for tests.
func Migrations() embed.FS { return migrationFiles }

// Migrate migrates as Open does, but with other migrations, for tests.
func Migrate(ctx context.Context, address string, files fs.FS) error {
	config, err := parse(address)
	if err != nil {
		return err
	}
	return migrate(ctx, config, files)
}

// CheckSessions calls checkSessions for an address.
func CheckSessions(ctx context.Context, address string) error {
	config, err := parse(address)
	if err != nil {
		return err
	}
	_, err = checkSessions(ctx, config)
	return err
}
