package transfer

import (
	"context"

	"madbot/storage/query"
)

// Compare is what Copy compares two stores by, for tests.
func Compare(ctx context.Context, from, to query.Conn) error { return compare(ctx, from, to) }
