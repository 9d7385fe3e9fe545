package sqlstore

import (
	"database/sql"
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestAll: an unreadable row is an error, not a shorter list, and the connection is released.
func TestAll(t *testing.T) {
	t.Parallel()
	db := sql.OpenDB(echo{})
	t.Cleanup(func() { require.NoError(t, db.Close()) })
	all, err := All(t.Context(), db, "n", ScanOne[int], 7)
	require.NoError(t, err)
	assert.Equal(t, []int{7}, all)
	_, err = All(t.Context(), db, "", ScanOne[int])
	require.ErrorIs(t, err, errors.ErrUnsupported)
	unreadable := errors.New("unreadable")
	_, err = All(t.Context(), db, "n", func(Scanner) (int, error) { return 0, unreadable }, 7)
	require.ErrorIs(t, err, unreadable)
	assert.ErrorAs(t, err, new(*RowError))
	assert.Zero(t, db.Stats().InUse)
}
