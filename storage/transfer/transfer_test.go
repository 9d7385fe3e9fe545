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

// store is what the tests use of a store.
type store interface {
	Snapshot(context.Context, func(sqlstore.Conn) error) error
	Fill(context.Context, func(sqlstore.Conn) error) error
}

// fresh opens a new database.
func fresh(t testing.TB) *sqlite.DB {
	t.Helper()
	db, err := sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "mad.db"), sqlite.Options{})
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, db.Close()) })
	return db
}

// filled opens a sound database with n matches.
func filled(t testing.TB, n int) *sqlite.DB {
	t.Helper()
	db := fresh(t)
	require.NoError(t, storagetest.Fill(t.Context(), db, n, 1))
	require.NoError(t, db.Fill(t.Context(), func(c sqlstore.Conn) error {
		_, err := c.ExecContext(t.Context(), "INSERT INTO interactions (id, at) VALUES ('1', 2)")
		return err
	}))
	assert.Empty(t, storagetest.Faults(t, db))
	return db
}

// pass copies a store into an empty one and returns the number of rows.
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

// requireSame checks that two stores have the same contents.
func requireSame(t testing.TB, a, b store) {
	t.Helper()
	require.NoError(t, a.Snapshot(t.Context(), func(a sqlstore.Conn) error {
		return b.Snapshot(t.Context(), func(b sqlstore.Conn) error { return transfer.Compare(t.Context(), a, b) })
	}))
}

func export(t testing.TB, from store) []byte {
	t.Helper()
	var text bytes.Buffer
	require.NoError(t, from.Snapshot(t.Context(), func(from sqlstore.Conn) error {
		_, err := transfer.Export(t.Context(), from, &text, nil)
		return err
	}))
	return text.Bytes()
}

func load(t testing.TB, to store, text []byte) error {
	t.Helper()
	return to.Fill(t.Context(), func(to sqlstore.Conn) error {
		_, err := transfer.Import(t.Context(), to, bytes.NewReader(text), nil)
		return err
	})
}

// TestCopy: a copy, and an import of an export, contain everything in the store, and nothing else.
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
