package postgres

import "context"

// ClaimInteraction reports whether the interaction with this id was not claimed recently, and claims it. The table is
// not logged, so that this does not wait for the disk.
func (d *DB) ClaimInteraction(ctx context.Context, id string) (bool, error) {
	return d.claims.Claim(ctx, conn{d.pool, d.texts}, id, d.clock())
}
