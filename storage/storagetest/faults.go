package storagetest

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"madbot/storage/sqlstore"
)

// Faults returns the inconsistencies that sqlstore.Check finds in a store.
func Faults(t testing.TB, s interface {
	Snapshot(context.Context, func(sqlstore.Conn) error) error
}) (found []string) {
	t.Helper()
	require.NoError(t, s.Snapshot(t.Context(), func(c sqlstore.Conn) (err error) {
		found, err = sqlstore.Check(t.Context(), c, 9)
		return err
	}))
	return found
}
