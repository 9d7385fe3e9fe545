package transfer

import (
	"context"
	"fmt"

	"madbot/storage/sqlstore"
)

// Copy fills an empty store with all that another has in tables, and compares the two. It returns ErrNotEmpty, and a
// *DifferenceError when a row is not as it was; nothing may be kept then.
func Copy(ctx context.Context, from, to sqlstore.Conn, tables []sqlstore.Table, told Progress) (Counts, error) {
	if err := requireEmpty(ctx, to, tables); err != nil {
		return nil, err
	}
	counts := Counts{}
	for _, t := range tables {
		n, err := write(ctx, to, t, read(ctx, from, t), told)
		if err != nil {
			return nil, fmt.Errorf("copy: %w", err)
		}
		counts[t.Name] = n
	}
	return counts, compare(ctx, from, to, tables)
}
