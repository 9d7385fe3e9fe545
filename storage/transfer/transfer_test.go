package transfer_test

import (
	"bytes"
	"context"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/storage/sqlite"
	"madbot/storage/sqlstore"
	"madbot/storage/storagetest"
	"madbot/storage/transfer"
)

// store is what is read and filled.
type store interface {
	Snapshot(context.Context, func(sqlstore.Conn) error) error
	Fill(context.Context, func(sqlstore.Conn) error) error
}

// fresh opens a database that nobody used.
func fresh(t testing.TB) *sqlite.DB {
	t.Helper()
	db, err := sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "mad.db"), sqlite.Options{})
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, db.Close()) })
	return db
}

// filled opens a database with n matches, in which nothing is wrong.
func filled(t testing.TB, n int) *sqlite.DB {
	t.Helper()
	db := fresh(t)
	require.NoError(t, storagetest.Fill(t.Context(), db, n, 1))
	assert.Empty(t, storagetest.Faults(t, db))
	return db
}

// pass copies a store into an empty one, and returns how much that was.
func pass(t testing.TB, from, to store) (counts transfer.Counts) {
	t.Helper()
	require.NoError(t, from.Snapshot(t.Context(), func(from sqlstore.Conn) error {
		return to.Fill(t.Context(), func(to sqlstore.Conn) (err error) {
			counts, err = transfer.Copy(t.Context(), from, to, sqlstore.Tables(), nil)
			return err
		})
	}))
	return counts
}

// requireSame checks that two stores hold the same.
func requireSame(t testing.TB, a, b store) {
	t.Helper()
	require.NoError(t, a.Snapshot(t.Context(), func(a sqlstore.Conn) error {
		return b.Snapshot(t.Context(), func(b sqlstore.Conn) error { return transfer.Compare(t.Context(), a, b) })
	}))
}

// export returns the export of a store.
func export(t testing.TB, from store) []byte {
	t.Helper()
	var text bytes.Buffer
	require.NoError(t, from.Snapshot(t.Context(), func(from sqlstore.Conn) error {
		_, err := transfer.Export(t.Context(), from, &text, nil)
		return err
	}))
	return text.Bytes()
}

// load imports an export.
func load(t testing.TB, to store, text []byte) error {
	t.Helper()
	return to.Fill(t.Context(), func(to sqlstore.Conn) error {
		_, err := transfer.Import(t.Context(), to, bytes.NewReader(text), nil)
		return err
	})
}

// TestCopy: a copy and an import of the export have all that a store has, and nothing else.
func TestCopy(t *testing.T) {
	t.Parallel()
	from, to, imported := filled(t, 60), fresh(t), fresh(t)
	counts := pass(t, from, to)
	assert.Equal(t, 60, counts["matches"])
	for table, n := range counts {
		assert.Positive(t, n, "the matches have %s", table)
	}
	requireSame(t, from, to)
	assert.Empty(t, storagetest.Faults(t, to))

	text := export(t, from)
	require.NoError(t, load(t, imported, text))
	requireSame(t, from, imported)
	assert.Equal(t, string(text), string(export(t, imported)))
}
