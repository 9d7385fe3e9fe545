package transfer

import (
	"context"

	"madbot/storage/sqlstore"
)

// Compare is what Copy compares two stores by, for tests.
func Compare(ctx context.Context, from, to sqlstore.Conn) error {
	return compare(ctx, from, to, sqlstore.Tables())
}
