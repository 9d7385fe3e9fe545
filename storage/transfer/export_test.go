package transfer

import (
	"context"

	"madbot/storage/sqlstore"
)

// Compare compares two stores as Copy does, for tests.
func Compare(ctx context.Context, from, to sqlstore.Conn) error {
	return compare(ctx, from, to, sqlstore.Tables())
}
