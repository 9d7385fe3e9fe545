package transfer

import (
	"context"
	"fmt"

	"madbot/storage/sqlstore"
)

// Copy fills an empty store with the rows of tables in another one, and compares the two. It returns ErrNotEmpty, or a
// *DifferenceError if a row differs. On an error, the caller must roll back.
func Copy(ctx context.Context, from, to sqlstore.Conn, tables []sqlstore.Table, progress Progress) (Counts, error) {
	if err := requireEmpty(ctx, to, tables); err != nil {
		return nil, err
	}
	counts := Counts{}
	for _, t := range tables {
		n, err := write(ctx, to, t, read(ctx, from, t), progress)
		if err != nil {
			return nil, fmt.Errorf("copy: %w", err)
		}
		counts[t.Name] = n
	}
	return counts, compare(ctx, from, to, tables)
}
