package query

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"madbot/storage/row"
)

// Leases is what the processes of one bot agree on: who has what, and until when. Each method is one statement.
type Leases struct{ conn Conn }

// NewLeases returns the Leases that conn sees.
func NewLeases(conn Conn) Leases { return Leases{conn} }

// What was left stays with whoever takes it up, and is gone when they lose the lease without leaving anything.
const (
	lease = `INSERT INTO leases (name, owner, until, kept) VALUES (?1, ?2, ?4, '')
		ON CONFLICT (name) DO UPDATE SET owner = excluded.owner, until = excluded.until,
			kept = CASE WHEN leases.owner IN ('', excluded.owner) THEN leases.kept ELSE '' END
			WHERE leases.owner IN ('', excluded.owner) OR leases.until <= ?3
		RETURNING kept`
	release = "UPDATE leases SET owner = '', until = 0, kept = ?3 WHERE name = ?1 AND owner = ?2"
	drop    = "DELETE FROM leases WHERE name = ?1 AND owner = ?2"
	leased  = `SELECT name FROM leases WHERE substr(name, 1, length(?1)) = ?1 AND owner <> '' AND until > ?2
		ORDER BY name`
	abandon = "DELETE FROM leases WHERE owner <> ''"
)

// Lease gives owner, who is not empty, the lease of name until a time, or prolongs it; ok is false when another
// owner has it at now. kept is what its last holder left with Release: still while the same owner prolongs it, and
// empty when the last holder left nothing or lost it.
func (l Leases) Lease(ctx context.Context, name, owner string, now, until time.Time) (kept string, ok bool, err error) {
	err = l.conn.QueryRowContext(ctx, lease, name, owner, now.UnixMilli(), until.UnixMilli()).Scan(&kept)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return "", false, nil
	case err != nil:
		return "", false, fmt.Errorf("lease %s: %w", name, err)
	}
	return kept, true, nil
}

// Release ends the lease of owner, if it has it, and leaves kept for the next holder.
func (l Leases) Release(ctx context.Context, name, owner, kept string) error {
	var err error
	if kept == "" {
		_, err = l.conn.ExecContext(ctx, drop, name, owner)
	} else {
		_, err = l.conn.ExecContext(ctx, release, name, owner, kept)
	}
	if err != nil {
		return fmt.Errorf("release %s: %w", name, err)
	}
	return nil
}

// Leased returns the names that begin with prefix and are leased at now, in order.
func (l Leases) Leased(ctx context.Context, prefix string, now time.Time) ([]string, error) {
	rows, err := l.conn.QueryContext(ctx, leased, prefix, now.UnixMilli())
	names, err := collect(rows, err, func(from row.Scanner) (name string, err error) {
		err = from.Scan(&name)
		return name, err
	})
	if err != nil {
		return nil, fmt.Errorf("leases of %s: %w", prefix, err)
	}
	return names, nil
}

// Abandon ends all leases, those who had them being gone. What was left with Release stays.
func (l Leases) Abandon(ctx context.Context) error {
	if _, err := l.conn.ExecContext(ctx, abandon); err != nil {
		return fmt.Errorf("end leases: %w", err)
	}
	return nil
}
