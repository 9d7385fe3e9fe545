package sqlite

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/storage/sqlstore"
)

// TestTables: sqlstore.Tables lists every table and column of the schema except secrets, so that a copy omits none.
func TestTables(t *testing.T) {
	t.Parallel()
	db := openTest(t)
	var names []string
	for _, table := range sqlstore.Tables() {
		names = append(names, table.Name)
		assert.ElementsMatch(t, columnsOf(t, db, table.Name), described(table), table.Name)
	}
	assert.ElementsMatch(t, texts(t, db, `SELECT name FROM sqlite_schema WHERE type = 'table'
		AND name NOT LIKE 'sqlite\_%' ESCAPE '\' AND name <> 'secrets'`), names)
}

// TestTables_Order: each table comes after those that it refers to.
func TestTables_Order(t *testing.T) {
	t.Parallel()
	db := openTest(t)
	var before []string
	for _, table := range sqlstore.Tables() {
		for _, name := range texts(t, db, `SELECT "table" FROM pragma_foreign_key_list(?)`, table.Name) {
			assert.Contains(t, before, name, table.Name)
		}
		before = append(before, table.Name)
	}
}

// columnsOf returns the columns of a table in the schema, in the form of described.
func columnsOf(t *testing.T, db *DB, table string) []string {
	t.Helper()
	var schema string
	require.NoError(t, db.readers.QueryRow("SELECT sql FROM sqlite_schema WHERE name = ?", table).Scan(&schema))
	all := texts(t, db, `SELECT name || ' ' || type || iif("notnull", '', ' null')
		|| iif(pk, ' key', '') FROM pragma_table_info(?) WHERE name NOT IN ('lease', 'claim')`, table)
	for i, c := range all {
		name, _, _ := strings.Cut(c, " ")
		if strings.Contains(schema, fmt.Sprintf("CHECK (%s IN (0, 1))", name)) {
			all[i] += " flag"
		}
		if strings.Contains(schema, fmt.Sprintf("CHECK (json_valid(%s))", name)) ||
			strings.Contains(schema, fmt.Sprintf("CHECK (json_type(%s) = 'object')", name)) {
			all[i] += " json"
		}
	}
	return all
}

// described returns the columns of a table of sqlstore.Tables.
func described(table sqlstore.Table) (all []string) {
	words := map[sqlstore.Kind][2]string{sqlstore.Text: {" TEXT", ""}, sqlstore.Number: {" INTEGER", ""},
		sqlstore.Flag: {" INTEGER", " flag"}, sqlstore.JSON: {" TEXT", " json"}}
	for _, c := range table.Columns {
		text := c.Name + words[c.Kind][0]
		if c.Nullable {
			text += " null"
		}
		if slices.Contains(table.Key, c.Name) {
			text += " key"
		}
		all = append(all, text+words[c.Kind][1])
	}
	return all
}

// texts returns the rows of a statement that selects one text.
func texts(t *testing.T, db *DB, statement string, args ...any) (all []string) {
	t.Helper()
	rows, err := db.readers.Query(statement, args...)
	require.NoError(t, err)
	defer rows.Close()
	for rows.Next() {
		text, err := sqlstore.ScanOne[string](rows)
		require.NoError(t, err)
		all = append(all, text)
	}
	require.NoError(t, rows.Err())
	return all
}
