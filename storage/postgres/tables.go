package postgres

import (
	"context"

	"madbot/storage/sqlstore"
)

// selectTables selects the columns of all tables, those of the primary key first and in its order. Tables are ordered
// by creation, so each follows those it refers to.
const selectTables = `SELECT t.relname, a.attname, a.atttypid::regtype::text, NOT a.attnotnull, k.indkey IS NOT NULL
	FROM pg_class t
	JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum > 0 AND NOT a.attisdropped
	LEFT JOIN pg_index k ON k.indrelid = t.oid AND k.indisprimary AND a.attnum = ANY (k.indkey)
	WHERE t.relkind = 'r' AND t.relnamespace = current_schema()::regnamespace AND t.relname NOT IN (?1, 'secrets')
	ORDER BY t.oid, array_position(k.indkey::int2[], a.attnum), a.attnum`

// Tables returns the tables of a database of any version, except secrets.
func Tables(ctx context.Context, c sqlstore.Conn) (tables []sqlstore.Table, err error) {
	kinds := map[string]sqlstore.Kind{"text": sqlstore.Text, "bigint": sqlstore.Number, "boolean": sqlstore.Flag,
		"json": sqlstore.JSON}
	_, err = sqlstore.All(ctx, c, selectTables, func(from sqlstore.Scanner) (none struct{}, err error) {
		var table, kind string
		var column sqlstore.Column
		var isKey bool
		if err := from.Scan(&table, &column.Name, &kind, &column.Nullable, &isKey); err != nil {
			return none, err
		}
		column.Kind = kinds[kind]
		if len(tables) == 0 || tables[len(tables)-1].Name != table {
			tables = append(tables, sqlstore.Table{Name: table})
		}
		t := &tables[len(tables)-1]
		t.Columns = append(t.Columns, column)
		if isKey {
			t.Key = append(t.Key, column.Name)
		}
		return none, nil
	}, versions)
	return tables, err
}
