package postgres

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/storage/row"
)

// TestMigrations: the versions of the schema are those of SQLite, from the first migration here to the newest.
func TestMigrations(t *testing.T) {
	t.Parallel()
	files, err := migrationFiles.ReadDir("migrations")
	require.NoError(t, err)
	require.Len(t, files, row.Version-firstVersion+1)
	for i, file := range files {
		assert.Contains(t, file.Name(), fmt.Sprintf("%05d_", firstVersion+i))
	}
}
