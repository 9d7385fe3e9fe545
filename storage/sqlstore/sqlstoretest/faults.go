package sqlstoretest

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"madbot/storage/sqlstore"
	"madbot/storage/verify"
)

// Faults returns what does not add up in a store.
func Faults(t testing.TB, s interface {
	Snapshot(context.Context, func(sqlstore.Conn) error) error
}) (found []string) {
	t.Helper()
	require.NoError(t, s.Snapshot(t.Context(), func(c sqlstore.Conn) (err error) {
		found, err = verify.Check(t.Context(), c, 9)
		return err
	}))
	return found
}
