package postgres_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/storage/postgres/postgrestest"
	"madbot/storage/sqlstore"
)

// selectColumns lists the columns of all tables in the form of described.
const selectColumns = `SELECT c.table_name || '.' || c.column_name || ' ' || c.data_type
		|| CASE c.is_nullable WHEN 'YES' THEN ' null' ELSE '' END
		|| CASE WHEN k.column_name IS NULL THEN '' ELSE ' key' END
	FROM information_schema.columns AS c
	LEFT JOIN information_schema.table_constraints AS t ON t.table_schema = c.table_schema
		AND t.table_name = c.table_name AND t.constraint_type = 'PRIMARY KEY'
	LEFT JOIN information_schema.key_column_usage AS k ON k.constraint_schema = t.constraint_schema
		AND k.constraint_name = t.constraint_name AND k.column_name = c.column_name
	WHERE c.table_schema = 'public' AND c.table_name NOT IN ('migrations', 'secrets') AND c.column_name NOT IN ('lease', 'claim')`

// TestTables: sqlstore.Tables lists every table and column of the schema except secrets, so that a copy omits none.
func TestTables(t *testing.T) {
	t.Parallel()
	db := postgrestest.Open(t)
	require.NoError(t, db.Snapshot(t.Context(), func(c sqlstore.Conn) error {
		var all []string
		for text, err := range sqlstore.Rows(t.Context(), c, selectColumns, sqlstore.ScanOne[string]) {
			require.NoError(t, err)
			all = append(all, text)
		}
		assert.ElementsMatch(t, described(), all)
		return nil
	}))
}

// described lists the columns of sqlstore.Tables.
func described() (all []string) {
	types := map[sqlstore.Kind]string{sqlstore.Text: "text", sqlstore.Number: "bigint", sqlstore.Flag: "boolean", sqlstore.JSON: "json"}
	for _, table := range sqlstore.Tables() {
		for _, c := range table.Columns {
			text := table.Name + "." + c.Name + " " + types[c.Kind]
			if c.Nullable {
				text += " null"
			}
			if slices.Contains(table.Key, c.Name) {
				text += " key"
			}
			all = append(all, text)
		}
	}
	return all
}
