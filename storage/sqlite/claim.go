package sqlite

import "context"

// ClaimInteraction reports whether the interaction with this id was not claimed recently, and claims it. It does not
// wait for the disk.
func (d *DB) ClaimInteraction(ctx context.Context, id string) (first bool, err error) {
	failed := d.writer.doUnsynced(ctx, func(ctx context.Context) error {
		first, err = d.claims.Claim(ctx, d.writer.unsynced, id, d.clock())
		return err
	})
	return first && failed == nil, failed
}
